import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { formatCount } from '@thumba/lending/count';
import { Link } from 'wouter';
import { useFilters } from '../../platform/filters.ts';
import { useStaffAnswer } from '../../platform/query.ts';
import { dayText } from '../../platform/time.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card, Cards } from '../../ui/card.tsx';
import { ChartCard } from '../../ui/chart.tsx';
import { percentText } from '../../ui/figure-text.ts';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { Page } from '../../ui/page.tsx';
import { ProductFilter, productOf } from '../../ui/product-filter.tsx';
import { Answer, Empty } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { loansAddress } from './addresses.ts';
import styles from './insight.module.css';
import { monthText } from './report-period.ts';

type Vintage = StaffAnswer<'getVintages'>['vintages'][number];

/** So many months after the payout have a column. */
const COLUMNS = 12;
/** So many vintages are drawn: more lines could not be told apart. */
const LINES = 6;

/** The loans of each month of payout that were ever more than 30 days late. */
export function VintagesPage() {
  const [{ product }, change] = useFilters({ product: '' });
  const query = useStaffAnswer('getVintages', { query: { product: productOf(product) } }, { isList: true });
  const { data } = query;
  return (
    <Page
      title="Vintages"
      note={data?.countedOn ? `at the end of ${dayText(data.countedOn)}` : undefined}
      actions={<ButtonLink to="/insight">All reports</ButtonLink>}
    >
      <FilterBar>
        <ProductFilter
          value={product}
          products={data?.products}
          onChange={(chosen) => change({ product: chosen })}
        />
      </FilterBar>
      <Answer query={query}>
        {({ vintages }) =>
          vintages.length === 0 ? (
            <Card>
              <Empty title="No loan was paid out yet">The end of each day counts the loans of the day.</Empty>
            </Card>
          ) : (
            <Cards>
              <VintageChart vintages={vintages} />
              <Card
                title="Ever more than 30 days late"
                note="% of loans, by months after the month of payout, by the original due date"
                isFlush
              >
                <Table
                  label="Ever more than 30 days late"
                  rows={vintages}
                  columns={columnsOf(vintages, product)}
                  keyOf={({ month }) => month}
                />
              </Card>
            </Cards>
          )
        }
      </Answer>
    </Page>
  );
}

const longestOf = (vintages: readonly Vintage[]) =>
  Math.min(COLUMNS + 1, Math.max(...vintages.map(({ late }) => late.length)));

function VintageChart({ vintages }: { vintages: readonly Vintage[] }) {
  return (
    <ChartCard
      kind="lines"
      title="Loans ever more than 30 days late"
      note="% of the loans of the last months of payout"
      pointTitle="Months after the payout"
      points={Array.from({ length: longestOf(vintages) }, (_, months) => ({
        label: String(months),
        short: `+${months}`,
      }))}
      series={vintages.slice(-LINES).map(({ month, loans, late }) => ({
        name: monthText(`${month}-01`),
        values: Array.from({ length: longestOf(vintages) }, (_, months) =>
          late[months] === undefined ? null : late[months] / loans,
        ),
      }))}
      format={percentText}
    />
  );
}

function columnsOf(vintages: readonly Vintage[], product: string): Column<Vintage>[] {
  return [
    { title: 'Paid out', cell: ({ month }) => monthText(`${month}-01`) },
    { title: 'Loans', cell: ({ loans }) => formatCount(loans), isRight: true },
    ...Array.from(
      { length: longestOf(vintages) },
      (_, months): Column<Vintage> => ({
        title: `+${months}`,
        cell: ({ month, loans, late }) =>
          late[months] === undefined ? (
            ''
          ) : (
            <Link
              href={loansAddress('ever_late', { month, months, product })}
              className={styles.number}
              title={`${formatCount(late[months])} of ${formatCount(loans)} loans`}
            >
              {percentText(late[months] / loans)}
            </Link>
          ),
        isRight: true,
      }),
    ),
  ];
}
