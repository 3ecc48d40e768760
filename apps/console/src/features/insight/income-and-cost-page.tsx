import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { Link } from 'wouter';
import { useFilters } from '../../platform/filters.ts';
import { useStaffAnswer } from '../../platform/query.ts';
import { Card } from '../../ui/card.tsx';
import { ChartCard } from '../../ui/chart.tsx';
import { kwachaText, shortKwacha } from '../../ui/figure-text.ts';
import { Money } from '../../ui/money.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { accountAddress } from './addresses.ts';
import { changeText, Figure, Figures } from './figures.tsx';
import styles from './insight.module.css';
import { ReportPage } from './report-page.tsx';
import { PERIOD_FILTERS, periodQueryOf, pointLabel } from './report-period.ts';

type Report = StaffAnswer<'getIncomeAndCost'>;
type Line = Report['lines'][number];

/** What was earned and what it cost. */
export function IncomeAndCostPage() {
  const [filters, change] = useFilters(PERIOD_FILTERS);
  const query = useStaffAnswer('getIncomeAndCost', { query: periodQueryOf(filters) }, { isList: true });
  return (
    <ReportPage
      title="Income and cost"
      query={query}
      filters={filters}
      onChange={change}
      show={(report) => <Shown report={report} />}
    />
  );
}

function Shown({ report }: { report: Report }) {
  const { days, points, lines } = report;
  const [income, expense] = [sumOf(lines, 'income'), sumOf(lines, 'expense')];
  return (
    <>
      <Figures>
        <Figure title="Income" value={<Money kwacha={income.amount} />}>
          {changeText(income.amount, income.before)}
        </Figure>
        <Figure title="Cost" value={<Money kwacha={expense.amount} />}>
          {changeText(expense.amount, expense.before)}
        </Figure>
        <Figure title="Result" value={<Money kwacha={income.amount - expense.amount} />}>
          income less cost
        </Figure>
      </Figures>
      <ChartCard
        kind="bars"
        title="Income and cost over time"
        note={`by ${days.step}`}
        pointTitle="Days"
        points={points.map((point) => pointLabel(point, days.step))}
        series={[
          { name: 'Income', values: points.map((point) => point.income) },
          { name: 'Cost', values: points.map((point) => point.expense) },
        ]}
        format={kwachaText}
        formatMark={shortKwacha}
      />
      <Card title="By account" note="each amount leads to its ledger rows" isFlush>
        <Table label="By account" rows={lines} columns={columnsOf(report)} keyOf={({ account }) => account} />
      </Card>
    </>
  );
}

function sumOf(lines: readonly Line[], kind: Line['kind']): { amount: number; before: number | null } {
  const ofKind = lines.filter((line) => line.kind === kind);
  const isCompared = ofKind.some(({ comparedAmount }) => comparedAmount !== null);
  const total = (of: (line: Line) => number) =>
    ofKind.reduce((sum, line) => sum + Math.round(of(line) * 100), 0) / 100;
  return {
    amount: total(({ amount }) => amount),
    before: isCompared ? total(({ comparedAmount }) => comparedAmount ?? 0) : null,
  };
}

function columnsOf({ days, comparedDays }: Report): Column<Line>[] {
  const columns: Column<Line>[] = [
    { title: 'Account', cell: ({ code, title }) => `${code} ${title}` },
    { title: 'Kind', cell: ({ kind }) => (kind === 'income' ? 'Income' : 'Cost'), isExtra: true },
    {
      title: 'Amount',
      cell: ({ account, amount }) => (
        <Link href={accountAddress(account, days)} className={styles.number}>
          <Money kwacha={amount} />
        </Link>
      ),
      isRight: true,
    },
  ];
  if (comparedDays)
    columns.push({
      title: 'Compared',
      cell: ({ account, comparedAmount }) => (
        <Link href={accountAddress(account, comparedDays)} className={styles.number}>
          <Money kwacha={comparedAmount ?? 0} />
        </Link>
      ),
      isRight: true,
    });
  return columns;
}
