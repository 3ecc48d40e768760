import { describe, expect, test } from 'vitest';
import { isPartOf, mayPayPart, quickAmounts } from './quick-amounts.ts';

const limits = (remainingAmount: number, discount = 0) => ({
  remainingAmount,
  minRepayAmount: Math.min(20, remainingAmount),
  discount,
});
const settlement = (amount: number) => ({ amount, quoteId: 's1' });
const told = (...given: Parameters<typeof quickAmounts>) =>
  quickAmounts(...given).map(({ of, amount, isAll }) => `${of} ${amount}${isAll ? ' all' : ''}`);

describe('the quick amounts', () => {
  test('are the whole loan, the next plan and half of it', () => {
    expect(told({ limits: limits(463.33), plansLeft: 3, settlement: settlement(1034) })).toEqual([
      'loan 1034 all',
      'plan 463.33',
      'half 231.67',
    ]);
  });

  test('submit the whole loan with its quote', () => {
    const [loan] = quickAmounts({ limits: limits(463.33), plansLeft: 3, settlement: settlement(1034) });
    expect(loan.quoteId).toBe('s1');
  });

  test.each<[string, Parameters<typeof quickAmounts>[0], string[]]>([
    [
      'name the last plan once, at the lower price',
      { limits: limits(1150), plansLeft: 1, settlement: settlement(1070) },
      ['loan 1070 all', 'half 575'],
    ],
    [
      'name the last plan with its coupon, where that costs less',
      { limits: limits(1140, 10), plansLeft: 1, settlement: settlement(1146) },
      ['plan 1140 all', 'half 575'],
    ],
    [
      'leave out a plan that costs more than the whole loan',
      { limits: limits(463.33), plansLeft: 2, settlement: settlement(400) },
      ['loan 400 all', 'half 231.67'],
    ],
    [
      'have no whole loan without a price for it',
      { limits: limits(463.33), plansLeft: 3 },
      ['plan 463.33', 'half 231.67'],
    ],
    ['have no half below the minimum', { limits: limits(38), plansLeft: 1 }, ['plan 38 all']],
    ['have no half that leaves less than K50', { limits: limits(99.99), plansLeft: 1 }, ['plan 99.99 all']],
    [
      'have a half that leaves exactly K50',
      { limits: limits(100), plansLeft: 1 },
      ['plan 100 all', 'half 50'],
    ],
  ])('%s', (_, owed, expected) => {
    expect(told(owed)).toEqual(expected);
  });
});

describe('another amount', () => {
  test.each([
    [120, true],
    [70, true],
    [69.99, false],
    [45, false],
  ])('of a plan of %f may be typed: %s', (remaining, expected) => {
    expect(mayPayPart(limits(remaining))).toBe(expected);
  });

  test('is a part until it pays the plan', () => {
    expect([449.99, 450, 450.01].map((amount) => isPartOf(limits(450, 10), amount))).toEqual([
      true,
      false,
      false,
    ]);
  });
});
