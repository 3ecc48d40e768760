import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { formatCount } from '@thumba/lending/count';
import { OPERATOR_NAMES } from '@thumba/lending/ledger';
import { useState } from 'react';
import { Link } from 'wouter';
import { useFilters } from '../../platform/filters.ts';
import { OPERATOR_TITLES } from '../../platform/operators.ts';
import { useStaffAnswer } from '../../platform/query.ts';
import { Card } from '../../ui/card.tsx';
import { ChartCard } from '../../ui/chart.tsx';
import { FilterTabs } from '../../ui/filter-bar.tsx';
import { Paging } from '../../ui/paging.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { ExactTime } from '../../ui/time.tsx';
import { shareOfText, shareText } from './count-link.tsx';
import { Figure, Figures } from './figures.tsx';
import styles from './insight.module.css';
import { rowsAddress } from './monitoring-words.ts';
import { ReportPage } from './report-page.tsx';
import { PERIOD_FILTERS, periodQueryOf, pointOn } from './report-period.ts';

type Report = StaffAnswer<'getCodesReport'>;
type Codes = { sent: number; verified: number };

/** How many codes were sent by SMS, and how many of them were entered. */
export function CodesPage() {
  const [filters, change] = useFilters({ ...PERIOD_FILTERS, operator: '' });
  const { compare: _compare, ...days } = periodQueryOf(filters);
  const operator = OPERATOR_NAMES.find((name) => name === filters.operator);
  const query = useStaffAnswer('getCodesReport', { query: { ...days, operator } }, { isList: true });
  return (
    <ReportPage
      title="Codes"
      query={query}
      filters={filters}
      onChange={change}
      isCompared={false}
      show={(report) => <Shown report={report} operator={operator} />}
    >
      <FilterTabs
        label="Operator"
        value={operator ?? ''}
        choices={[
          { value: '', text: 'All operators' },
          ...OPERATOR_NAMES.map((value) => ({ value, text: OPERATOR_TITLES[value] })),
        ]}
        onChange={(value) => change({ operator: value })}
      />
    </ReportPage>
  );
}

function Shown({ report, operator }: { report: Report; operator: string | undefined }) {
  const { total, points, prefixes } = report;
  return (
    <>
      <Figures>
        <Figure title="Sent" value={formatCount(total.sent)}>
          codes by SMS
        </Figure>
        <Figure title="Entered" value={formatCount(total.verified)}>
          {shareOfText(total.verified, total.sent, 'sent')}
        </Figure>
      </Figures>
      <ChartCard
        kind="bars"
        title="Codes by day"
        pointTitle="Day"
        points={points.map(({ on }) => pointOn(on, 'day'))}
        series={[
          { name: 'Sent', values: points.map(({ sent }) => sent) },
          { name: 'Entered', values: points.map(({ verified }) => verified) },
        ]}
        format={formatCount}
      />
      <Card title="By first digits of the number" isFlush>
        <Table
          label="By first digits of the number"
          rows={prefixes}
          columns={[
            { title: 'Digits', cell: ({ prefix }) => prefix },
            {
              title: 'Operator',
              cell: (row) => (row.operator ? OPERATOR_TITLES[row.operator] : 'not known'),
              isExtra: true,
            },
            ...CODE_COLUMNS,
          ]}
          keyOf={({ prefix }) => prefix}
        />
      </Card>
      <TimesCard report={report} operator={operator} />
    </>
  );
}

const CODE_COLUMNS: readonly Column<Codes>[] = [
  { title: 'Sent', cell: ({ sent }) => formatCount(sent), isRight: true },
  { title: 'Entered', cell: ({ verified }) => formatCount(verified), isRight: true, isExtra: true },
  { title: 'Share entered', cell: ({ verified, sent }) => shareText(verified, sent), isRight: true },
];

/** The hours of a single day, or the days that lead to them. */
function TimesCard({
  report: { points, hours },
  operator,
}: {
  report: Report;
  operator: string | undefined;
}) {
  if (hours.length > 0)
    return (
      <Card title="By hour" note="an hour stays for a week" isFlush>
        <Table
          label="By hour"
          rows={hours}
          columns={[
            { title: 'Hour, in Lusaka', cell: ({ at }) => <ExactTime at={at} /> },
            { title: 'Digits', cell: ({ prefix }) => prefix },
            ...CODE_COLUMNS,
          ]}
          keyOf={({ at, prefix }) => `${at} ${prefix}`}
        />
      </Card>
    );
  return points.length > 0 && <DaysCard points={points} operator={operator} />;
}

const DAYS_PER_PAGE = 14;

/** The last days first. */
function DaysCard({ points, operator }: { points: Report['points']; operator: string | undefined }) {
  const [chosen, setChosen] = useState(1);
  const page = Math.min(chosen, Math.ceil(points.length / DAYS_PER_PAGE));
  const addressOf = (on: string) => rowsAddress('codes', { period: 'days', from: on, to: on, operator });
  return (
    <Card title="By day" note="a day of the last week leads to its hours" isFlush>
      <Table
        label="By day"
        rows={points.toReversed().slice((page - 1) * DAYS_PER_PAGE, page * DAYS_PER_PAGE)}
        columns={[
          {
            title: 'Day',
            cell: ({ on }) => (
              <Link href={addressOf(on)} className={styles.number}>
                {pointOn(on, 'day').label}
              </Link>
            ),
          },
          ...CODE_COLUMNS,
        ]}
        keyOf={({ on }) => on}
      />
      <Paging page={page} pageSize={DAYS_PER_PAGE} total={points.length} onPage={setChosen} />
    </Card>
  );
}
