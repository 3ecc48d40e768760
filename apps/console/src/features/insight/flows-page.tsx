import type { InsightFlow } from '@thumba/contract/staff/insight-words';
import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { formatCount } from '@thumba/lending/count';
import { Link } from 'wouter';
import { useFilters } from '../../platform/filters.ts';
import { useStaffAnswer } from '../../platform/query.ts';
import { Card } from '../../ui/card.tsx';
import { ChartCard } from '../../ui/chart.tsx';
import { kwachaText, shortKwacha } from '../../ui/figure-text.ts';
import { Money } from '../../ui/money.tsx';
import { ProductFilter, productOf } from '../../ui/product-filter.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { flowAddress } from './addresses.ts';
import { changeText, Figure, Figures } from './figures.tsx';
import styles from './insight.module.css';
import { ReportPage } from './report-page.tsx';
import { PERIOD_FILTERS, periodQueryOf, pointLabel } from './report-period.ts';

type Report = StaffAnswer<'getFlows'>;
type Sums = Report['total'];
type Point = Report['points'][number];

const TITLES: readonly (readonly [flow: InsightFlow, title: string])[] = [
  ['lent', 'Lent'],
  ['principal', 'Principal repaid'],
  ['interest', 'Interest'],
  ['fee', 'Fees'],
  ['penalty', 'Penalties'],
  ['extension', 'Extension fees'],
  ['recovery', 'Recovered'],
  ['writtenOff', 'Written off'],
];

const REPAID: readonly InsightFlow[] = ['principal', 'interest', 'fee', 'penalty', 'extension', 'recovery'];

/** What was disbursed and repaid. */
export function FlowsPage() {
  const [filters, change] = useFilters({ ...PERIOD_FILTERS, product: '' });
  const product = productOf(filters.product);
  const query = useStaffAnswer(
    'getFlows',
    { query: { ...periodQueryOf(filters), product } },
    { isList: true },
  );
  return (
    <ReportPage
      title="Disbursed and repaid"
      query={query}
      filters={filters}
      onChange={change}
      show={(report) => <Shown report={report} product={filters.product} />}
    >
      <ProductFilter
        value={filters.product}
        products={query.data?.products}
        onChange={(chosen) => change({ product: chosen })}
      />
    </ReportPage>
  );
}

const repaidOf = (sums: Sums) => REPAID.reduce((sum, flow) => sum + Math.round(sums[flow] * 100), 0) / 100;

function Shown({ report, product }: { report: Report; product: string }) {
  const { days, points, total, comparedTotal } = report;
  return (
    <>
      <Figures>
        <Figure title="Lent" value={<Money kwacha={total.lent} />} to={flowAddress('lent', days, product)}>
          {formatCount(total.loans)} {total.loans === 1 ? 'loan' : 'loans'}{' '}
          {changeText(total.lent, comparedTotal?.lent ?? null)}
        </Figure>
        <Figure title="Repaid" value={<Money kwacha={repaidOf(total)} />}>
          of all kinds, which the table has apart{' '}
          {changeText(repaidOf(total), comparedTotal && repaidOf(comparedTotal))}
        </Figure>
        <Figure
          title="Principal repaid"
          value={<Money kwacha={total.principal} />}
          to={flowAddress('principal', days, product)}
        >
          {changeText(total.principal, comparedTotal?.principal ?? null)}
        </Figure>
      </Figures>
      <ChartCard
        kind="bars"
        title="Disbursed and repaid over time"
        note={`by ${days.step}`}
        pointTitle="Days"
        points={points.map((point) => pointLabel(point, days.step))}
        series={[
          { name: 'Lent', values: points.map(({ flows }) => flows.lent) },
          { name: 'Repaid', values: points.map(({ flows }) => repaidOf(flows)) },
        ]}
        format={kwachaText}
        formatMark={shortKwacha}
      />
      <Card title={`By ${days.step}`} note="each amount leads to its ledger rows" isFlush>
        <Table
          label={`By ${days.step}`}
          rows={points}
          columns={columnsOf(report, product)}
          keyOf={({ from }) => from}
        />
      </Card>
    </>
  );
}

function columnsOf({ days }: Report, product: string): Column<Point>[] {
  return [
    { title: 'Days', cell: (point) => pointLabel(point, days.step).label },
    { title: 'Loans', cell: ({ flows }) => formatCount(flows.loans), isRight: true },
    ...TITLES.map(
      ([flow, title], index): Column<Point> => ({
        title,
        cell: (point) => (
          <Link href={flowAddress(flow, point, product)} className={styles.number}>
            <Money kwacha={point.flows[flow]} />
          </Link>
        ),
        isRight: true,
        isExtra: index > 1,
      }),
    ),
  ];
}
