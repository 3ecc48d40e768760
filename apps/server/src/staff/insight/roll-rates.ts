import { AGEING_BUCKETS } from '@thumba/accounting/portfolio-at-risk';
import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { toKwacha } from '@thumba/lending/money';
import { readProducts } from '../../book/catalogue/product-names.ts';
import { statement, type Transaction } from '../../platform/database.ts';

const listMonthsStatement = statement<{ month: string }>(
  'insight: months of roll rates',
  `select to_char(month_on, 'YYYY-MM') as month from roll_month group by month_on order by month_on desc limit 60`,
);

const readRollsStatement = statement<
  { from: number; to: number; loans: number; principal_ngwee: number },
  { month: string; productId: number | null }
>(
  'insight: roll rates',
  `select from_bucket as "from", to_bucket as "to", sum(loans)::integer as loans,
     sum(principal_ngwee)::bigint as principal_ngwee
   from roll_month
   where month_on = ($month::text || '-01')::date + interval '1 month' - interval '1 day'
     and ($productId::integer is null or product_id = $productId::integer)
   group by 1, 2 order by 1, 2`,
);

/** How many loans went from one bucket to another in a month: the one that is asked for, or the last one. */
export async function readRollRates(
  book: Transaction,
  { month: wanted, productId }: { month: string | undefined; productId: number | null },
): Promise<StaffAnswer<'getRollRates'>> {
  const months = (await book.rows(listMonthsStatement, {})).map(({ month }) => month);
  const month = wanted ?? months[0] ?? null;
  const rolls = month === null ? [] : await book.rows(readRollsStatement, { month, productId });
  return {
    products: await readProducts(book),
    months,
    month,
    rolls: rolls.map(({ principal_ngwee: principalNgwee, ...roll }) => ({
      ...roll,
      principal: toKwacha(principalNgwee),
    })),
    buckets: AGEING_BUCKETS.map(({ title }) => title),
  };
}
