import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { formatCount } from '@thumba/lending/count';
import { Link } from 'wouter';
import { useFilters } from '../../platform/filters.ts';
import { useStaffAnswer } from '../../platform/query.ts';
import { dayText } from '../../platform/time.ts';
import { Card } from '../../ui/card.tsx';
import { ChartCard } from '../../ui/chart.tsx';
import { kwachaText, percentText, shortKwacha } from '../../ui/figure-text.ts';
import { Money } from '../../ui/money.tsx';
import { ProductFilter, productOf } from '../../ui/product-filter.tsx';
import { Empty } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { flowAddress, loansAddress } from './addresses.ts';
import { changeText, Figure, Figures } from './figures.tsx';
import styles from './insight.module.css';
import { ReportPage } from './report-page.tsx';
import { PERIOD_FILTERS, periodQueryOf, shortDay } from './report-period.ts';

type Report = StaffAnswer<'getLoanBook'>;
type Book = Report['book'];
type Ageing = Report['ageing'][number];

/** What is out, and how late it is. */
export function LoanBookPage() {
  const [filters, change] = useFilters({ ...PERIOD_FILTERS, period: 'quarter', product: '' });
  const product = productOf(filters.product);
  const query = useStaffAnswer(
    'getLoanBook',
    { query: { ...periodQueryOf(filters), product } },
    { isList: true },
  );
  return (
    <ReportPage
      title="Loan book"
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

function Shown({ report, product }: { report: Report; product: string }) {
  const { countedOn } = report;
  if (countedOn === null)
    return (
      <Card>
        <Empty title="None of these days is counted">The book is counted after the end of each day.</Empty>
      </Card>
    );
  return (
    <>
      <BookFigures report={report} countedOn={countedOn} product={product} />
      <BookChart report={report} countedOn={countedOn} />
      <Card title="Ageing" note={`at the end of ${dayText(countedOn)}`} isFlush>
        <Table
          label="Ageing"
          rows={report.ageing}
          columns={ageingColumns(countedOn, product)}
          keyOf={({ bucket }) => bucket}
        />
      </Card>
      <Card title="By product" isFlush>
        <Table
          label="By product"
          rows={report.byProduct}
          columns={productColumns(report, countedOn)}
          keyOf={({ productId }) => productId}
        />
      </Card>
    </>
  );
}

type FiguresProps = { report: Report; countedOn: string; product: string };

function BookFigures({ report, countedOn, product }: FiguresProps) {
  const { book, comparedBook, flows, comparedFlows, allowance, days } = report;
  const late = lateOf(book, 31);
  return (
    <Figures>
      <Figure
        title="Out, principal"
        value={<Money kwacha={book.principal} />}
        to={loansAddress('out', { on: countedOn, product })}
      >
        {formatCount(book.loans)} {book.loans === 1 ? 'loan' : 'loans'}{' '}
        {changeText(book.principal, comparedBook?.principal ?? null)}
      </Figure>
      {book.late.map(({ days: lateDays, principal, byOriginalDate }) => (
        <Figure
          key={lateDays}
          title={`PAR ${lateDays === 1 ? 1 : lateDays - 1}`}
          value={shareText(principal, book)}
          to={loansAddress('out', { on: countedOn, fromBucket: BUCKET_OF[lateDays]!, product })}
        >
          <Money kwacha={principal} /> · by the original due date {shareText(byOriginalDate, book)}
          {lateDays === late.days &&
            comparedBook &&
            ` · was ${shareText(lateOf(comparedBook, 31).principal, comparedBook)}`}
        </Figure>
      ))}
      <Figure
        title="Earned"
        value={<Money kwacha={flows.earned} />}
        to={flowAddress('earned', days, product)}
      >
        interest, fees, penalties {changeText(flows.earned, comparedFlows?.earned ?? null)}
      </Figure>
      <Figure
        title="Written off"
        value={<Money kwacha={flows.writtenOff} />}
        to={flowAddress('writtenOff', days, product)}
      >
        principal {changeText(flows.writtenOff, comparedFlows?.writtenOff ?? null)}
      </Figure>
      {allowance !== null && (
        <Figure title="Allowance" value={<Money kwacha={allowance} />} to="/insight/allowance">
          {book.principal === 0 ? '' : `${percentText(allowance / book.principal)} of the principal`}
        </Figure>
      )}
    </Figures>
  );
}

/** The bucket that begins with these days late. */
const BUCKET_OF: Readonly<Record<number, number>> = { 1: 1, 31: 3, 61: 4, 91: 5 };

function lateOf({ late }: Book, days: number): Book['late'][number] {
  return late.find((measure) => measure.days === days)!;
}

function shareText(part: number, { principal }: Pick<Book, 'principal'>): string {
  return principal === 0 ? 'nothing out' : percentText(part / principal);
}

/** The seven buckets as five colours, from the calm to the alarming. */
const BANDS = [
  { name: 'on time', buckets: [0] },
  { name: '1–30 days late', buckets: [1, 2] },
  { name: '31–60', buckets: [3] },
  { name: '61–90', buckets: [4] },
  { name: 'over 90', buckets: [5, 6] },
];

function BookChart({ report: { points, days }, countedOn }: { report: Report; countedOn: string }) {
  return (
    <ChartCard
      kind="stacked"
      title="How late the book is"
      note={`principal at the end of each ${days.step}`}
      pointTitle="Day"
      points={points.map(({ on }) => ({ label: dayText(on), short: shortDay(on) }))}
      series={BANDS.map(({ name, buckets }) => ({
        name,
        values: points.map(({ principal }) =>
          buckets.reduce((sum, bucket) => sum + (principal[bucket] ?? 0), 0),
        ),
      }))}
      format={kwachaText}
      formatMark={shortKwacha}
      empty={`These days have no counted day. The last one is ${dayText(countedOn)}.`}
    />
  );
}

function ageingColumns(on: string, product: string): Column<Ageing>[] {
  const principalOf =
    (dueDates: 'valid' | 'original', amountOf: (row: Ageing) => number) => (row: Ageing) => (
      <Link
        href={loansAddress('out', { on, dueDates, fromBucket: row.bucket, toBucket: row.bucket, product })}
        className={styles.number}
      >
        <Money kwacha={amountOf(row)} />
      </Link>
    );
  return [
    { title: 'Days late', cell: ({ title }) => title },
    { title: 'Loans', cell: ({ loans }) => formatCount(loans), isRight: true },
    { title: 'Principal', cell: principalOf('valid', (row) => row.principal), isRight: true },
    {
      title: 'Loans by original date',
      cell: ({ loansByOriginalDate }) => formatCount(loansByOriginalDate),
      isRight: true,
      isExtra: true,
    },
    {
      title: 'Principal by original date',
      cell: principalOf('original', (row) => row.principalByOriginalDate),
      isRight: true,
    },
  ];
}

type ProductRow = Report['byProduct'][number];

function productColumns({ days }: Report, on: string): Column<ProductRow>[] {
  const flow = (title: string, name: 'lent' | 'principal' | 'earned' | 'writtenOff'): Column<ProductRow> => ({
    title,
    cell: ({ productId, flows }) => (
      <Link href={flowAddress(name, days, String(productId))} className={styles.number}>
        <Money kwacha={flows[name]} />
      </Link>
    ),
    isRight: true,
    isExtra: name === 'writtenOff' || name === 'principal',
  });
  return [
    { title: 'Product', cell: ({ name }) => name },
    { title: 'Loans', cell: ({ book }) => formatCount(book.loans), isRight: true },
    {
      title: 'Out',
      cell: ({ productId, book }) => (
        <Link href={loansAddress('out', { on, product: String(productId) })} className={styles.number}>
          <Money kwacha={book.principal} />
        </Link>
      ),
      isRight: true,
    },
    flow('Paid out', 'lent'),
    flow('Repaid', 'principal'),
    { title: 'PAR 1', cell: ({ book }) => shareText(lateOf(book, 1).principal, book), isRight: true },
    { title: 'PAR 30', cell: ({ book }) => shareText(lateOf(book, 31).principal, book), isRight: true },
    flow('Earned', 'earned'),
    flow('Written off', 'writtenOff'),
  ];
}
