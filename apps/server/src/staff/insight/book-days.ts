import { AGEING_BUCKETS } from '@thumba/accounting/portfolio-at-risk';
import { addDays, type Day, earlierOf, laterOf } from '@thumba/lending/day';
import { statement, type Transaction } from '../../platform/database.ts';
import type { InsightDays } from './period.ts';

/** The loans of one product in one pair of buckets at the end of a day. */
export type BookCell = {
  on: Day;
  productId: number;
  bucket: number;
  originalBucket: number;
  loans: number;
  principalNgwee: number;
};

/** Portfolio at risk is measured from these days on. Each is the first of a bucket. */
const RISK_DAYS = [1, 31, 61, 91] as const;

const RISKS = RISK_DAYS.map((days) => ({
  days,
  bucket: AGEING_BUCKETS.findIndex(({ fromDays }) => fromDays === days),
}));

const readCellsStatement = statement<BookCell, { days: Day[]; productId: number | null }>(
  'insight: days of the book',
  `select business_on as "on", product_id as "productId", bucket, original_bucket as "originalBucket", loans,
     principal_ngwee as "principalNgwee"
   from book_day where business_on = any ($days::date[])
     and ($productId::integer is null or product_id = $productId::integer)`,
);

/** The book at the end of each of these days, of one product or of all. Days that are not counted have nothing. */
export async function readBookCells(
  book: Transaction,
  days: readonly Day[],
  productId: number | null,
): Promise<BookCell[]> {
  return book.rows(readCellsStatement, { days: [...new Set(days)], productId });
}

/** The days whose book is counted. `from` is null where it is the first day of the book. */
type CountedDays = { from: Day | null; through: Day };

const readCountedStatement = statement<CountedDays>(
  'insight: counted days',
  `select counted_from_on as "from", counted_through_on as through from book_day_progress
   where counted_through_on is not null`,
);

export async function readCountedDays(book: Transaction): Promise<CountedDays | undefined> {
  return book.row(readCountedStatement, {});
}

/** The last of these days whose book is counted. */
export function lastCountedOf(
  days: Pick<InsightDays, 'through'>,
  counted: CountedDays | undefined,
): Day | null {
  if (counted === undefined) return null;
  const last = earlierOf(days.through, counted.through);
  return counted.from !== null && last < counted.from ? null : last;
}

/** The first of these days that is over and will be counted. */
export function firstNotCountedOf(
  { from, through }: Pick<InsightDays, 'from' | 'through'>,
  counted: CountedDays | undefined,
  today: Day,
): Day | undefined {
  const on = counted === undefined ? from : laterOf(from, addDays(counted.through, 1));
  return on <= through && on < today ? on : undefined;
}

/** How much is out, and how much of it is late by how many days or more, in ngwee. */
export type BookSums = {
  loans: number;
  principalNgwee: number;
  late: { days: number; principalNgwee: number; byOriginalDateNgwee: number }[];
};

export function sumBook(cells: readonly BookCell[]): BookSums {
  const principalOf = (some: readonly BookCell[]) =>
    some.reduce((sum, { principalNgwee }) => sum + principalNgwee, 0);
  return {
    loans: cells.reduce((sum, { loans }) => sum + loans, 0),
    principalNgwee: principalOf(cells),
    late: RISKS.map(({ days, bucket }) => ({
      days,
      principalNgwee: principalOf(cells.filter((cell) => cell.bucket >= bucket)),
      byOriginalDateNgwee: principalOf(cells.filter((cell) => cell.originalBucket >= bucket)),
    })),
  };
}
