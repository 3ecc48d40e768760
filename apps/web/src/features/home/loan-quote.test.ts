import { day } from '@thumba/lending/day';
import { kwacha } from '@thumba/lending/money';
import { expect, test } from 'vitest';
import { amountOnStep, type Product, quoteOf, termName } from './loan-quote.ts';

const quickLoan: Product = {
  productId: 1,
  name: 'Quick loan',
  minAmount: 100,
  maxAmount: 2000,
  amountStep: 50,
  terms: [],
  dailyRate: '0.004',
  serviceFeeRate: '0.03',
  interestMethod: 'flat',
  feeMode: 'added',
  penalty: { dailyRate: '0.005', graceDays: 1 },
};

test('K1,000 for 30 days costs on the phone what the rules say', () => {
  const quote = quoteOf(quickLoan, { termId: 1, days: 30, instalments: 1 }, 1000, day('2026-11-21'));
  expect(quote.receivedNgwee).toBe(kwacha(1000));
  expect(quote.totalRepayNgwee).toBe(kwacha(1150));
  expect(quote.apr).toBe(170.4);
  expect(quote.instalments[0]?.dueOn).toBe('2026-12-21');
});

test('a loan that is due on a day of the month has the dates and the APR of the server on the phone', () => {
  const thirtyDays = { termId: 1, days: 30, instalments: 1 };
  const dueOf = (dueDay: Product['dueDay']) =>
    quoteOf({ ...quickLoan, dueDay }, thirtyDays, 1000, day('2026-11-21'));
  expect(dueOf({ rule: 'month_end' })).toMatchObject({ apr: 127.8, instalments: [{ dueOn: '2026-12-31' }] });
  expect(dueOf({ rule: 'day_of_month', day: 25 }).instalments[0]?.dueOn).toBe('2026-12-25');
});

test('a term is named by its days, or by its equal parts', () => {
  expect(termName({ termId: 1, days: 30, instalments: 1 })).toBe('30 days');
  expect(termName({ termId: 3, days: 90, instalments: 3 })).toBe('3 × 30 days');
});

test('an amount stays on the steps, inside the product and below the limit', () => {
  expect(amountOnStep(quickLoan, 2000, 1000)).toBe(1000);
  expect(amountOnStep(quickLoan, 2000, 1030)).toBe(1000);
  expect(amountOnStep(quickLoan, 2000, 20)).toBe(100);
  expect(amountOnStep(quickLoan, 2000, Number.POSITIVE_INFINITY)).toBe(2000);
  expect(amountOnStep(quickLoan, 777, 1000)).toBe(750);
  expect(amountOnStep({ ...quickLoan, minAmount: 120 }, 2000, 1000)).toBe(970);
});
