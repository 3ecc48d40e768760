import type { LoanFigure } from '@thumba/contract/staff/insight-words';
import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { formatCount } from '@thumba/lending/count';
import { Link } from 'wouter';
import { useFilters } from '../../platform/filters.ts';
import { useStaffAnswer } from '../../platform/query.ts';
import { Card } from '../../ui/card.tsx';
import { ChartCard } from '../../ui/chart.tsx';
import { percentText } from '../../ui/figure-text.ts';
import { Money } from '../../ui/money.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { loansAddress } from './addresses.ts';
import { changeText, Figure, Figures } from './figures.tsx';
import styles from './insight.module.css';
import { ReportPage } from './report-page.tsx';
import { PERIOD_FILTERS, periodQueryOf, pointLabel } from './report-period.ts';

type Report = StaffAnswer<'getCollections'>;
type Sums = Report['total'];
type Point = Report['points'][number];
type Counted = 'called' | 'reached' | 'promises' | 'kept' | 'broken';

const COUNTS: readonly (readonly [count: Counted, figure: LoanFigure, title: string, note: string])[] = [
  ['called', 'called', 'Called', 'loans whose borrower was called'],
  ['reached', 'reached', 'Reached', 'loans where the right person answered'],
  ['promises', 'promised', 'Promised', 'promises to pay'],
  ['kept', 'kept', 'Kept', 'promises that were paid in time'],
  ['broken', 'broken', 'Broken', 'promises that were not paid in time'],
];

/** What was done about late loans, what was promised, and what was kept. */
export function CollectionsPage() {
  const [filters, change] = useFilters(PERIOD_FILTERS);
  const query = useStaffAnswer('getCollections', { query: periodQueryOf(filters) }, { isList: true });
  return (
    <ReportPage
      title="Collections effect"
      query={query}
      filters={filters}
      onChange={change}
      show={(report) => <Shown report={report} />}
    />
  );
}

function Shown({ report }: { report: Report }) {
  const { days, points, total, comparedTotal } = report;
  return (
    <>
      <Figures>
        {COUNTS.map(([count, figure, title, note]) => (
          <Figure
            key={count}
            title={title}
            value={formatCount(total[count])}
            to={loansAddress(figure, { from: days.from, to: days.through })}
          >
            {note} {partText(count, total)} {changeText(total[count], comparedTotal?.[count] ?? null)}
          </Figure>
        ))}
        <Figure title="Paid of what was promised" value={<Money kwacha={total.keptAmount} />}>
          of <Money kwacha={total.promised} /> promised on these days
          {total.open > 0 && `, ${formatCount(total.open)} not due yet`}
        </Figure>
      </Figures>
      <ChartCard
        kind="bars"
        title="Contacted, promised and paid"
        note={`by ${days.step}; a promise counts for the day on which it was made`}
        pointTitle="Days"
        points={points.map((point) => pointLabel(point, days.step))}
        series={[
          { name: 'Reached', values: points.map(({ reached }) => reached) },
          { name: 'Promised', values: points.map(({ promises }) => promises) },
          { name: 'Kept', values: points.map(({ kept }) => kept) },
        ]}
        format={formatCount}
      />
      <Card title={`By ${days.step}`} isFlush>
        <Table
          label={`By ${days.step}`}
          rows={points}
          columns={columnsOf(report)}
          keyOf={({ from }) => from}
        />
      </Card>
    </>
  );
}

/** Below this many, a share says little. */
const LEAST_SHARED = 10;

/** What part it is of the step before it. */
function partText(count: Counted, { called, reached, promises, kept, broken }: Sums): string {
  const [part, whole] = {
    called: [0, 0],
    reached: [reached, called],
    promises: [0, 0],
    kept: [kept, promises],
    broken: [broken, promises],
  }[count] as [number, number];
  return whole < LEAST_SHARED ? '' : `(${percentText(part / whole)})`;
}

function columnsOf({ days }: Report): Column<Point>[] {
  return [
    { title: 'Days', cell: (point) => pointLabel(point, days.step).label },
    { title: 'Calls', cell: ({ calls }) => formatCount(calls), isRight: true, isExtra: true },
    ...COUNTS.map(
      ([count, figure, title]): Column<Point> => ({
        title,
        cell: (point) => (
          <Link
            href={loansAddress(figure, { from: point.from, to: point.through })}
            className={styles.number}
          >
            {formatCount(point[count])}
          </Link>
        ),
        isRight: true,
      }),
    ),
    {
      title: 'Amount promised',
      cell: ({ promised }) => <Money kwacha={promised} />,
      isRight: true,
      isExtra: true,
    },
    {
      title: 'Amount kept',
      cell: ({ keptAmount }) => <Money kwacha={keptAmount} />,
      isRight: true,
      isExtra: true,
    },
  ];
}
