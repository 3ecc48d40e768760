import { expect } from 'vitest';
import { addDays, day, daysBetween } from './day.ts';
import { type DueDay, dueDates } from './due-day.ts';
import { incomeOfDays } from './earning.ts';
import { priceLoan } from './pricing.ts';
import { demoCatalogue, microfinancePolicy, type Product } from './product.ts';
import { savingOf } from './products-page.test-support.ts';
import { allowed } from './rule-examples.test-support.ts';
import { money, type Row } from './rule-page.test-support.ts';
import { paidOutLoan, sampleTerms } from './sample-loan.test-support.ts';
import { quoteSettlement } from './settlement.ts';

const [quickLoan] = demoCatalogue as readonly [Product, Product];

function dueDayIn(row: Row): DueDay | undefined {
  const text = row('due day');
  if (text === 'none') return undefined;
  return text === 'month end' ? { rule: 'month_end' } : { rule: 'day_of_month', day: Number(text) };
}

/** The dates and yearly rates of loans with and without a due day, and what each day of one of them costs. */
export function checkDueDates(dates: Row[], course: Row[]): void {
  for (const row of dates) {
    const terms = sampleTerms({
      termDays: Number(row('days')),
      instalmentCount: Number(row('plans')),
      dueDay: dueDayIn(row),
    });
    const quote = priceLoan(terms, day(row('paid out')));
    expect(row('due')).toBe(quote.instalments.map(({ dueOn }) => dueOn).join(', '));
    expect(row('repaid')).toBe(money(quote.totalRepayNgwee));
    expect(row('apr')).toBe(String(quote.apr));
    expect(row('effective annual rate')).toBe(String(quote.effectiveAnnualRate));
  }
  const loan = paidOutLoan(sampleTerms({ dueDay: { rule: 'month_end' } }), day('2026-11-21'));
  for (const row of course) {
    const on = day(row('day'));
    const quote = allowed(quoteSettlement(loan, on));
    expect(row('interest earned')).toBe(money(incomeOfDays(loan, on).interestNgwee));
    expect(row('to settle')).toBe(money(quote.amountNgwee));
    expect(row('saving')).toBe(money(quote.savingNgwee));
  }
}

/** The most days that a last due date is behind the end of the term. The end of the month is behind the most. */
export function checkDaysBehind(rows: Row[]): void {
  const dueDay: DueDay = { rule: 'month_end' };
  const daysOfPayout = Array.from({ length: 366 }, (_, count) => addDays(day('2026-01-01'), count));
  for (const row of rows) {
    const instalmentCount = Number(row('plans'));
    const termDays = Number(row('days apart')) * instalmentCount;
    const behind = daysOfPayout.map((startOn) => {
      const lastOn = dueDates({ termDays, instalmentCount, dueDay }, startOn).at(-1) ?? startOn;
      return daysBetween(addDays(startOn, termDays), lastOn);
    });
    expect(row('most days behind')).toBe(String(Math.max(...behind)));
  }
}

/** Whether a product with a due day is saved. */
export function checkDueDayProducts(products: Row[]): void {
  for (const row of products) {
    const term = { termId: 1, days: Number(row('days')), instalments: Number(row('plans')) };
    const product = { ...quickLoan, terms: [term], dueDay: dueDayIn(row) };
    expect(row('answer')).toBe(savingOf(product, microfinancePolicy));
  }
}
