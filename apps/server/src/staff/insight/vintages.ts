import type { StaffAnswer } from '@thumba/contract/staff/wire';
import type { Day } from '@thumba/lending/day';
import { readProducts } from '../../book/catalogue/product-names.ts';
import { statement, type Transaction } from '../../platform/database.ts';
import { readCountedDays } from './book-days.ts';

/** So many months of payout are shown. */
const MONTHS = 24;

type CountRow = { month: string; loans: number };

const countPaidOutStatement = statement<CountRow, { productId: number | null; throughOn: Day }>(
  'insight: loans of each month of payout',
  `select to_char(business_on, 'YYYY-MM') as month, sum(loans)::integer as loans from flow_day
   where business_on <= $throughOn::date and ($productId::integer is null or product_id = $productId::integer)
   group by 1 having sum(loans) > 0 order by 1 desc limit ${MONTHS}`,
);

const countLateStatement = statement<
  { month: string; late_month: string; loans: number },
  { productId: number | null; months: string[] }
>(
  'insight: loans that were ever late',
  `select to_char(paid_out_on, 'YYYY-MM') as month, to_char(late_on, 'YYYY-MM') as late_month,
     count(*)::integer as loans
   from loan_first_late
   where to_char(paid_out_on, 'YYYY-MM') = any ($months::text[])
     and ($productId::integer is null or product_id = $productId::integer)
   group by 1, 2`,
);

/** The loans of each month of payout, and how many were ever more than 30 days late so many months later. */
export async function readVintages(
  book: Transaction,
  productId: number | null,
): Promise<StaffAnswer<'getVintages'>> {
  const countedOn = (await readCountedDays(book))?.through ?? null;
  const products = await readProducts(book);
  if (countedOn === null) return { products, countedOn, vintages: [] };
  const paidOut = await book.rows(countPaidOutStatement, { productId, throughOn: countedOn });
  const late = await book.rows(countLateStatement, { productId, months: paidOut.map(({ month }) => month) });
  return {
    products,
    countedOn,
    vintages: paidOut.toReversed().map(({ month, loans }) => ({
      month,
      loans,
      late: Array.from({ length: monthsBetween(month, countedOn) + 1 }, (_, months) =>
        late
          .filter((row) => row.month === month && monthsBetween(month, row.late_month) <= months)
          .reduce((sum, row) => sum + row.loans, 0),
      ),
    })),
  };
}

/** How many months of the calendar are from one month, or a day of it, to another. */
function monthsBetween(from: string, to: string): number {
  const indexOf = (text: string) => Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7));
  return indexOf(to) - indexOf(from);
}
