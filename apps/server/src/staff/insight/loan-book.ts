import { AGEING_BUCKETS } from '@thumba/accounting/portfolio-at-risk';
import type { StaffAnswer } from '@thumba/contract/staff/wire';
import type { Day } from '@thumba/lending/day';
import { toKwacha } from '@thumba/lending/money';
import { type FlowDay, readFlowDays } from '../../accounting/book-day/flow-days.ts';
import { debitBalanceThrough } from '../../accounting/daily-total/balances.ts';
import { readProducts } from '../../book/catalogue/product-names.ts';
import type { Transaction } from '../../platform/database.ts';
import {
  type BookCell,
  type BookSums,
  lastCountedOf,
  readBookCells,
  readCountedDays,
  sumBook,
} from './book-days.ts';
import { sumFlows } from './flow-sums.ts';
import { type InsightDays, type InsightPeriod, pointsOf } from './period.ts';

type LoanBook = StaffAnswer<'getLoanBook'>;

/** What is out and how late it is at the end of the days, and what moved on them. */
export async function readLoanBook(
  book: Transaction,
  { days, comparedDays }: InsightPeriod,
  productId: number | null,
): Promise<LoanBook> {
  const counted = await readCountedDays(book);
  const [on, comparedOn] = [
    lastCountedOf(days, counted),
    comparedDays && lastCountedOf(comparedDays, counted),
  ];
  const points = pointsOf(days)
    .map((point) => lastCountedOf(point, counted))
    .filter((point) => point !== null)
    .filter((point, index, all) => point >= days.from && all.indexOf(point) === index);
  const shown = [...points, ...[on, comparedOn].filter((day) => day !== null)];
  const cells = await readBookCells(book, shown, productId);
  const flows = await readFlowsOf(book, days, productId);
  const onDay = (day: Day | null) => cells.filter((cell) => cell.on === day);
  const products = await readProducts(book);
  return {
    days,
    comparedDays,
    products,
    countedOn: on,
    book: toWire(sumBook(onDay(on))),
    comparedBook: comparedOn && toWire(sumBook(onDay(comparedOn))),
    flows: sumFlows(flows),
    comparedFlows: comparedDays && sumFlows(await readFlowsOf(book, comparedDays, productId)),
    allowance: productId === null ? await readAllowanceOn(book, days.through) : null,
    points: points.map((point) => ({
      on: point,
      principal: AGEING_BUCKETS.map((_, bucket) =>
        toKwacha(principalOf(onDay(point).filter((cell) => cell.bucket === bucket))),
      ),
    })),
    ageing: ageingOf(onDay(on)),
    byProduct: products
      .map(({ productId: id, name }) => ({
        productId: id,
        name,
        book: toWire(sumBook(onDay(on).filter((cell) => cell.productId === id))),
        flows: sumFlows(flows.filter((flow) => flow.productId === id)),
      }))
      .filter(({ book: { loans }, flows: { lent, earned } }) => loans > 0 || lent !== 0 || earned !== 0),
  };
}

/** The allowance for expected losses at the end of a day, in kwacha. It grows on its credit side. */
export async function readAllowanceOn(book: Transaction, on: Day): Promise<number> {
  return toKwacha(0 - (await debitBalanceThrough(book, 'loss_allowance', on)));
}

async function readFlowsOf(
  book: Transaction,
  { from, through }: InsightDays,
  productId: number | null,
): Promise<FlowDay[]> {
  const flows = await readFlowDays(book, from, through);
  return productId === null ? flows : flows.filter((flow) => flow.productId === productId);
}

function principalOf(cells: readonly BookCell[]): number {
  return cells.reduce((sum, { principalNgwee }) => sum + principalNgwee, 0);
}

function toWire({ loans, principalNgwee, late }: BookSums): LoanBook['book'] {
  return {
    loans,
    principal: toKwacha(principalNgwee),
    late: late.map((measure) => ({
      days: measure.days,
      principal: toKwacha(measure.principalNgwee),
      byOriginalDate: toKwacha(measure.byOriginalDateNgwee),
    })),
  };
}

function ageingOf(cells: readonly BookCell[]): LoanBook['ageing'] {
  const loansOf = (some: readonly BookCell[]) => some.reduce((sum, { loans }) => sum + loans, 0);
  return AGEING_BUCKETS.map(({ title }, bucket) => {
    const valid = cells.filter((cell) => cell.bucket === bucket);
    const original = cells.filter((cell) => cell.originalBucket === bucket);
    return {
      bucket,
      title,
      loans: loansOf(valid),
      principal: toKwacha(principalOf(valid)),
      loansByOriginalDate: loansOf(original),
      principalByOriginalDate: toKwacha(principalOf(original)),
    };
  });
}
