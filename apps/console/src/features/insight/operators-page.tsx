import { PAYMENT_OUTCOMES, type PaymentOutcome } from '@thumba/contract/staff/monitoring-kinds';
import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { OPERATOR_NAMES } from '@thumba/lending/ledger';
import { useFilters } from '../../platform/filters.ts';
import { OPERATOR_TITLES } from '../../platform/operators.ts';
import { useStaffAnswer } from '../../platform/query.ts';
import { Card } from '../../ui/card.tsx';
import { ChartCard } from '../../ui/chart.tsx';
import { percentText } from '../../ui/figure-text.ts';
import { FilterTabs } from '../../ui/filter-bar.tsx';
import { Empty } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { CountLink, shareText } from './count-link.tsx';
import { OUTCOME_TITLES, rowsAddress, secondsText, wordsOf } from './monitoring-words.ts';
import { ReportPage } from './report-page.tsx';
import { daysOf, PERIOD_FILTERS, periodQueryOf, pointOn } from './report-period.ts';

type Report = StaffAnswer<'getOperatorsHealth'>;
type Figures = Report['operators'][number];
type Point = Report['points'][number];

const DIRECTIONS = ['collection', 'payout'] as const;

/** How payments went at each operator. */
export function OperatorsPage() {
  const [filters, change] = useFilters({ ...PERIOD_FILTERS, operator: '', direction: '' });
  const { compare: _compare, ...days } = periodQueryOf(filters);
  const operator = OPERATOR_NAMES.find((name) => name === filters.operator);
  const direction = DIRECTIONS.find((name) => name === filters.direction);
  const query = useStaffAnswer(
    'getOperatorsHealth',
    { query: { ...days, operator, direction } },
    { isList: true },
  );
  return (
    <ReportPage
      title="Operators"
      query={query}
      filters={filters}
      onChange={change}
      isCompared={false}
      show={(report) => <Shown report={report} direction={direction} />}
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
      <FilterTabs
        label="Direction"
        value={direction ?? ''}
        choices={[
          { value: '', text: 'Both' },
          { value: 'collection', text: 'Collections' },
          { value: 'payout', text: 'Payouts' },
        ]}
        onChange={(value) => change({ direction: value })}
      />
    </ReportPage>
  );
}

function Shown({ report, direction }: { report: Report; direction: string | undefined }) {
  const { days, operators, points } = report;
  if (operators.length === 0)
    return (
      <Card>
        <Empty title="No payment on these days">
          A payment appears here when it is submitted, with its outcome once the operator tells it.
        </Empty>
      </Card>
    );
  const ons = [...new Set(points.map(({ on }) => on))].toSorted();
  return (
    <>
      <Card
        title="By operator"
        note="each number leads to its payments; median and 95 of 100: the time from sending to the outcome"
        isFlush
      >
        <Table
          label="By operator"
          rows={operators}
          columns={columnsOf<Figures>(
            'Operator',
            ({ operator }) => OPERATOR_TITLES[operator],
            (row, outcome) =>
              rowsAddress('payments', { ...daysOf(days), operator: row.operator, direction, outcome }),
          )}
          keyOf={({ operator }) => operator}
        />
      </Card>
      <ChartCard
        kind="lines"
        title="Succeeded, of those with an outcome"
        note="by the day on which they were submitted"
        pointTitle="Day"
        points={ons.map((on) => pointOn(on, 'day'))}
        series={operators.map(({ operator }) => ({
          name: OPERATOR_TITLES[operator],
          values: ons.map((on) =>
            successOf(points.find((row) => row.on === on && row.operator === operator)),
          ),
        }))}
        format={percentText}
      />
      <ReasonsCard report={report} />
      <Card title="By day" isFlush>
        <Table
          label="By day"
          rows={points.toSorted((one, other) => other.on.localeCompare(one.on))}
          columns={columnsOf<Point>(
            'Day',
            ({ on, operator }) => `${pointOn(on, 'day').label}, ${OPERATOR_TITLES[operator]}`,
            (row, outcome) =>
              rowsAddress('payments', {
                ...{ from: row.on, to: row.on },
                operator: row.operator,
                direction,
                outcome,
              }),
          )}
          keyOf={({ on, operator }) => `${on} ${operator}`}
        />
      </Card>
    </>
  );
}

function successOf(row: Figures | undefined): number | null {
  const ended = row ? endedOf(row) : 0;
  return ended === 0 ? null : row!.succeeded / ended;
}

function endedOf({ succeeded, refused, expired }: Figures): number {
  return succeeded + refused + expired;
}

function columnsOf<Row extends Figures>(
  title: string,
  nameOf: (row: Row) => string,
  address: (row: Row, outcome: PaymentOutcome) => string,
): Column<Row>[] {
  return [
    { title, cell: nameOf },
    ...PAYMENT_OUTCOMES.map((outcome) => ({
      title: OUTCOME_TITLES[outcome],
      cell: (row: Row) => <CountLink count={row[outcome]} to={address(row, outcome)} />,
      isRight: true,
      isExtra: !['attempts', 'unknown'].includes(outcome),
    })),
    {
      title: 'Success',
      cell: (row) => shareText(row.succeeded, endedOf(row)),
      isRight: true,
    },
    {
      title: 'Median',
      cell: ({ medianSeconds }) => secondsText(medianSeconds),
      isRight: true,
      isExtra: true,
    },
    {
      title: '95 of 100',
      cell: ({ p95Seconds }) => secondsText(p95Seconds),
      isRight: true,
      isExtra: true,
    },
  ];
}

function ReasonsCard({ report: { days, reasons } }: { report: Report }) {
  return (
    <Card title="Why payments failed" isFlush>
      {reasons.length === 0 ? (
        <Empty title="No payment failed">Refused and expired payments appear here by their reason.</Empty>
      ) : (
        <Table
          label="Why payments failed"
          rows={reasons}
          columns={[
            { title: 'Reason', cell: ({ reason }) => wordsOf(reason) },
            { title: 'Operator', cell: ({ operator }) => OPERATOR_TITLES[operator] },
            { title: 'Direction', cell: ({ direction }) => direction, isExtra: true },
            {
              title: 'Payments',
              cell: ({ operator, direction, reason, payments }) => (
                <CountLink
                  count={payments}
                  to={rowsAddress('payments', { ...daysOf(days), operator, direction, reason })}
                />
              ),
              isRight: true,
            },
          ]}
          keyOf={({ operator, direction, reason }) => `${operator} ${direction} ${reason}`}
        />
      )}
    </Card>
  );
}
