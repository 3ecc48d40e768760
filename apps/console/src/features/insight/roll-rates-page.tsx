import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { formatCount } from '@thumba/lending/count';
import { Link } from 'wouter';
import { useFilters } from '../../platform/filters.ts';
import { useStaffAnswer } from '../../platform/query.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card, Cards } from '../../ui/card.tsx';
import { ChartCard } from '../../ui/chart.tsx';
import { Select } from '../../ui/field.tsx';
import { percentText } from '../../ui/figure-text.ts';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { Page } from '../../ui/page.tsx';
import { ProductFilter, productOf } from '../../ui/product-filter.tsx';
import { Answer, Empty } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { loansAddress } from './addresses.ts';
import styles from './insight.module.css';
import { monthText } from './report-period.ts';

type Report = StaffAnswer<'getRollRates'>;
type Row = { from: number; title: string };

const NEW = -1;
const PAID = 7;
const WRITTEN_OFF = 8;

const isMonth = (text: string) => /^20\d{2}-(0[1-9]|1[0-2])$/.test(text);

/** How many loans went from one bucket to another in a month. */
export function RollRatesPage() {
  const [{ month, product }, change] = useFilters({ month: '', product: '' });
  const query = useStaffAnswer(
    'getRollRates',
    { query: { month: isMonth(month) ? month : undefined, product: productOf(product) } },
    { isList: true },
  );
  const { data } = query;
  return (
    <Page
      title="Roll rates"
      note={data?.month ? monthText(`${data.month}-01`) : undefined}
      actions={<ButtonLink to="/insight">All reports</ButtonLink>}
    >
      <FilterBar>
        <Select
          label="Month"
          value={data?.month ?? ''}
          choices={(data?.months ?? []).map((value) => ({ value, text: monthText(`${value}-01`) }))}
          onChange={(chosen) => change({ month: chosen })}
        />
        <ProductFilter
          value={product}
          products={data?.products}
          onChange={(chosen) => change({ product: chosen })}
        />
      </FilterBar>
      <Answer query={query}>
        {(report) =>
          report.month === null ? (
            <Card>
              <Empty title="No month has ended yet">The end of a month counts how loans moved in it.</Empty>
            </Card>
          ) : (
            <Shown report={report} month={report.month} product={product} />
          )
        }
      </Answer>
    </Page>
  );
}

function Shown({ report, month, product }: { report: Report; month: string; product: string }) {
  const rows: Row[] = [
    ...report.buckets.map((title, from) => ({ from, title })),
    { from: NEW, title: 'not in the book' },
  ];
  const lateBuckets = report.buckets.slice(0, -1);
  return (
    <Cards>
      <ChartCard
        kind="bars"
        title="Loans that became later"
        note="% of the loans that were in the bucket when the month began"
        pointTitle="Bucket at the beginning"
        points={lateBuckets.map((title) => ({ label: title, short: title }))}
        series={[
          {
            name: 'Became later',
            values: lateBuckets.map((_, from) => shareOf(report, from, (to) => to > from && to < PAID)),
          },
          {
            name: 'Paid',
            values: lateBuckets.map((_, from) => shareOf(report, from, (to) => to === PAID)),
          },
        ]}
        format={percentText}
      />
      <Card
        title="From one bucket to another"
        note="loans, from the end of the month before (left) to the end of this month (top)"
        isFlush
      >
        <Table
          label="From one bucket to another"
          rows={rows}
          columns={columnsOf(report, month, product)}
          keyOf={({ from }) => from}
        />
      </Card>
    </Cards>
  );
}

/** The share of the loans of a bucket that went to some others. `null`: the bucket had none. */
function shareOf({ rolls }: Report, from: number, isTo: (to: number) => boolean): number | null {
  const ofBucket = rolls.filter((roll) => roll.from === from);
  const sum = (some: Report['rolls']) => some.reduce((total, { loans }) => total + loans, 0);
  const all = sum(ofBucket);
  return all === 0 ? null : sum(ofBucket.filter(({ to }) => isTo(to))) / all;
}

function columnsOf({ rolls, buckets }: Report, month: string, product: string): Column<Row>[] {
  const targets = [
    ...buckets.map((title, to) => ({ title, to })),
    { title: 'paid', to: PAID },
    { title: 'written off', to: WRITTEN_OFF },
  ];
  return [
    { title: 'From', cell: ({ title }) => title },
    ...targets.map(
      ({ title, to }): Column<Row> => ({
        title,
        cell: ({ from }) => {
          const roll = rolls.find((one) => one.from === from && one.to === to);
          return roll === undefined ? (
            ''
          ) : (
            <Link
              href={loansAddress('rolled', { month, fromBucket: from, toBucket: to, product })}
              className={styles.number}
            >
              {formatCount(roll.loans)}
            </Link>
          );
        },
        isRight: true,
      }),
    ),
  ];
}
