import type { Answer } from '@thumba/contract/wire';
import { fromKwacha } from '@thumba/home/wire-money';
import { formatKwacha, formatKwachaShort, ngwee, roundHalfUp } from '@thumba/lending/money';
import { formatPercent, rate, share } from '@thumba/lending/rate';
import { borrowWords } from '../../words/borrow.ts';

type Estimate = Answer<'productTrial'>;
type Product = Answer<'getMyLoanInfo'>['marketList'][number];
type Term = Product['terms'][number];

/** "Interest, 30 days at 0.4% a day". */
export function interestText(product: Product, term: Term): string {
  const dailyRate = formatPercent(rate(product.dailyRate));
  return product.interestMethod === 'declining'
    ? borrowWords.interestOnOwed(term.days, dailyRate)
    : borrowWords.interest(term.days, dailyRate);
}

/** "Service fee, 3%". */
export function serviceFeeText({ serviceFeeRate, feeMode }: Product): string {
  const feeRate = formatPercent(rate(serviceFeeRate));
  return feeMode === 'deducted' ? borrowWords.serviceFeeKeptBack(feeRate) : borrowWords.serviceFee(feeRate);
}

/** On which day of the month it is repaid, or undefined where each part is due when its days have passed. */
export function dueDayText({ dueDay }: Product, { days, instalments }: Term): string | undefined {
  if (dueDay === undefined) return undefined;
  const words = borrowWords.dueDay;
  const named = dueDay.rule === 'month_end' ? words.monthEnd : words.dayOfMonth(dueDay.day);
  return instalments === 1 ? words.single(named, days) : words.parts(named, days / instalments);
}

/** "K150.00 · K5.00 a day". */
export function costText({ totalCost }: Estimate, { days }: Term): string {
  const cost = fromKwacha(totalCost);
  return borrowWords.costByDay(formatKwacha(cost), formatKwacha(roundHalfUp(BigInt(cost), BigInt(days))));
}

/** What being late costs: by the day, from which day on, and never more than what. */
export function latePaymentText({ plans, maxCharges }: Estimate, { penalty }: Product): string {
  const largest = ngwee(Math.max(0, ...plans.map((plan) => fromKwacha(plan.total))));
  const perDay = formatKwacha(share(largest, rate(penalty.dailyRate)));
  const words = borrowWords.late;
  const charge = plans.length > 1 ? words.byDayAndPart(perDay) : words.byDay(perDay);
  const most = formatKwachaShort(fromKwacha(maxCharges));
  return penalty.graceDays === 0 ? words.noGrace(charge, most) : words.grace(charge, penalty.graceDays, most);
}
