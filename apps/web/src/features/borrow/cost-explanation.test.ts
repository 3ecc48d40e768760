import { describe, expect, test } from 'vitest';
import { costText, dueDayText, interestText, latePaymentText, serviceFeeText } from './cost-explanation.ts';

const product = {
  productId: 1,
  name: 'Quick loan',
  minAmount: 100,
  maxAmount: 2000,
  amountStep: 50,
  terms: [],
  dailyRate: '0.004',
  serviceFeeRate: '0.03',
  interestMethod: 'flat' as const,
  feeMode: 'added' as const,
  penalty: { dailyRate: '0.005', graceDays: 1 },
};
const single = { termId: 1, days: 30, instalments: 1 };
const plan = {
  loanPeriod: 1,
  dueDate: '2026-12-21',
  principal: 1000,
  interest: 120,
  serviceFee: 30,
  total: 1150,
};
const estimate = {
  principal: 1000,
  receivedAmount: 1000,
  interest: 120,
  serviceFee: 30,
  couponDiscount: 0,
  totalRepay: 1150,
  totalCost: 150,
  costPercent: 15,
  apr: 170.4,
  effectiveAnnualRate: 447.6,
  maxCharges: 1000,
  coolingOffHours: 24,
  plans: [plan],
  receiveAccount: 'Airtel · 097 **** 456',
  contractVersion: '2026-11e-p1v1',
};

describe('what a loan costs is explained', () => {
  test('line by line', () => {
    expect(interestText(product, single)).toBe('Interest, 30 days at 0.4% a day');
    expect(interestText({ ...product, interestMethod: 'declining' }, { ...single, days: 1 })).toBe(
      'Interest, 1 day at 0.4% a day on what is still owed',
    );
    expect(serviceFeeText(product)).toBe('Service fee, 3%');
    expect(serviceFeeText({ ...product, feeMode: 'deducted' })).toBe(
      'Service fee, 3%, kept back from the payout',
    );
  });

  test('with the day of the month on which it is repaid, and that the days up to it cost nothing', () => {
    const monthEnd = { ...product, dueDay: { rule: 'month_end' as const } };
    expect(dueDayText(monthEnd, single)).toBe(
      'You repay on the last day of the month. The days after the 30 days of the loan cost nothing.',
    );
    const onDay = { ...product, dueDay: { rule: 'day_of_month' as const, day: 25 } };
    expect(dueDayText(onDay, { termId: 3, days: 90, instalments: 3 })).toBe(
      'You repay each part on day 25 of the month. The days after its 30 days cost nothing.',
    );
    expect(dueDayText(product, single)).toBeUndefined();
  });

  test('by the day, rounded half up to the ngwee', () => {
    expect(costText(estimate, single)).toBe('K150.00 · K5.00 a day');
    expect(costText({ ...estimate, totalCost: 100 }, { ...single, days: 14 })).toBe('K100.00 · K7.14 a day');
  });
});

describe('paying late is explained', () => {
  test('for a single payment', () => {
    expect(latePaymentText(estimate, product)).toBe(
      'K5.75 a day. The first day late costs nothing. Interest, fees, late charges and what you pay for more time are together never more than K1,000.',
    );
    expect(latePaymentText({ ...estimate, maxCharges: 500 }, product)).toMatch(/never more than K500\.$/);
  });

  test('for parts, of which the largest counts', () => {
    const plans = [433.33, 433.33, 433.34].map((total, index) => ({ ...plan, loanPeriod: index + 1, total }));
    const penalty = { dailyRate: '0.005', graceDays: 0 };
    expect(latePaymentText({ ...estimate, plans }, { ...product, penalty })).toBe(
      'Up to K2.17 a day for each late part from the first day late. Interest, fees, late charges and what you pay for more time are together never more than K1,000.',
    );
  });
});
