import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { readFlowDays } from '../../accounting/book-day/flow-days.ts';
import { readProducts } from '../../book/catalogue/product-names.ts';
import type { Transaction } from '../../platform/database.ts';
import { sumFlows } from './flow-sums.ts';
import { type InsightDays, type InsightPeriod, pointsOf } from './period.ts';

/** What was disbursed and repaid. */
export async function readFlows(
  book: Transaction,
  { days, comparedDays }: InsightPeriod,
  productId: number | null,
): Promise<StaffAnswer<'getFlows'>> {
  const read = async ({ from, through }: InsightDays) => {
    const flows = await readFlowDays(book, from, through);
    return productId === null ? flows : flows.filter((flow) => flow.productId === productId);
  };
  const flows = await read(days);
  return {
    days,
    comparedDays,
    products: await readProducts(book),
    total: sumFlows(flows),
    comparedTotal: comparedDays && sumFlows(await read(comparedDays)),
    points: pointsOf(days).map(({ from, through }) => ({
      from,
      through,
      flows: sumFlows(flows.filter(({ on }) => on >= from && on <= through)),
    })),
  };
}
