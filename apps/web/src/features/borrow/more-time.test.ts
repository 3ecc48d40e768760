import { describe, expect, test } from 'vitest';
import { moreTimeText } from './more-time.ts';

const plan = {
  loanPeriod: 1,
  dueDate: '2026-12-21',
  principal: 1000,
  interest: 120,
  serviceFee: 30,
  total: 1150,
};

describe('more time is explained', () => {
  const extension = { days: 7, rate: '0.05', max: 3 };

  test('with its price, which is a share of the loan and not of the charges', () => {
    expect(moreTimeText({ plans: [plan] }, { extension })).toBe(
      '7 more days cost K50.00. What you owe stays the same.',
    );
  });

  test('with its rate for a loan in parts', () => {
    const plans = [1, 2, 3].map((loanPeriod) => ({ ...plan, loanPeriod }));
    expect(moreTimeText({ plans }, { extension })).toBe(
      '7 more days cost 5% of the loan still owed on the next part. What you owe stays the same.',
    );
  });

  test('not where the due date cannot be moved', () => {
    expect(moreTimeText({ plans: [plan] }, {})).toBeUndefined();
  });
});
