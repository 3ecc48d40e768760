import { kwacha, ngwee } from '@thumba/lending/money';
import { MIN_LEFTOVER } from '@thumba/lending/product';
import { checkRepayment } from '@thumba/lending/repayment-rules';
import { describe, expect, test } from 'vitest';
import { keepAmount, readAmount, usableWalletAmount } from './amount-entry.ts';
import { amountMessage } from './amount-message.ts';

const LEFTOVER =
  'The remaining amount is less than the minimum amount and the current repayment must be paid off';
const ABOVE = 'The input amount cannot be greater than the remaining repayment amount';
const EMPTY = 'Please enter your Repayment amount';

describe('typing an amount', () => {
  test('keeps digits, one dot and two decimals', () => {
    expect(keepAmount('150.505')).toBe('150.50');
    expect(keepAmount('1.2.3')).toBe('1.2');
    expect(keepAmount('K1,150.00')).toBe('1150.00');
    expect(keepAmount('-20')).toBe('20');
    expect(keepAmount('abc')).toBe('');
  });

  test('reads what is typed to the ngwee', () => {
    expect(readAmount('150.5')).toBe(15050);
    expect(readAmount('0.07')).toBe(7);
    expect(readAmount('20.')).toBe(2000);
    expect(readAmount('')).toBeUndefined();
    expect(readAmount('.')).toBeUndefined();
  });
});

describe('an amount towards a plan', () => {
  const limits = { remainingAmount: 120, minRepayAmount: 20 };

  test.each([
    ['', EMPTY],
    ['.', EMPTY],
    ['0', 'minimum: 20'],
    ['10', 'minimum: 20'],
    ['19.99', 'minimum: 20'],
    ['20', undefined],
    ['60', undefined],
    ['70', undefined],
    ['70.01', LEFTOVER],
    ['80', LEFTOVER],
    ['119.99', LEFTOVER],
    ['120', undefined],
    ['120.01', ABOVE],
    ['130', ABOVE],
  ])('of "%s" when 120 is left and 20 is the least says %s', (text, message) => {
    expect(amountMessage(text, limits)).toBe(message);
  });

  test('can only be all of it when less than the least leftover remains', () => {
    const small = { remainingAmount: 45, minRepayAmount: 20 };
    expect(amountMessage('45', small)).toBeUndefined();
    expect(amountMessage('20', small)).toBe(LEFTOVER);
    expect(amountMessage('10', small)).toBe('minimum: 20');
  });

  test.each([
    ['110', undefined],
    ['110.01', ABOVE],
    ['60', undefined],
    ['70', undefined],
    ['75', LEFTOVER],
    ['115', ABOVE],
    ['120', ABOVE],
  ])('of "%s" when a coupon takes 10 off 120 says %s', (text, message) => {
    expect(amountMessage(text, { remainingAmount: 110, minRepayAmount: 20, discount: 10 })).toBe(message);
  });

  test('names a least amount that is not a whole kwacha', () => {
    expect(amountMessage('1', { remainingAmount: 12.5, minRepayAmount: 12.5 })).toBe('minimum: 12.5');
  });
});

describe('wallet credit for a plan', () => {
  test.each([
    [1200, 1150, 1150],
    [1150, 1150, 1150],
    [1120, 1150, 1100],
    [300, 1150, 300],
    [10, 1150, 0],
    [30, 60, 0],
    [45, 45, 45],
    [44, 45, 0],
    [30, 45, 0],
    [500, 120, 120],
    [60, 120, 60],
    [100, 120, 70],
    [10, 120, 0],
    [40, 60, 0],
    [0, 120, 0],
  ])('K%d when K%d is owed pays K%d', (balance, remainingAmount, paid) => {
    expect(usableWalletAmount(balance, { remainingAmount, minRepayAmount: 20 })).toBe(paid * 100);
  });

  test.each([
    [110, 110],
    [109, 70],
    [60, 60],
    [19, 0],
  ])('K%d when a coupon takes K10 off K120 pays K%d', (balance, paid) => {
    const limits = { remainingAmount: 110, minRepayAmount: 20, discount: 10 };
    expect(usableWalletAmount(balance, limits)).toBe(paid * 100);
  });

  test('is always an amount that the repayment rules allow', () => {
    for (let remaining = 1; remaining <= 130; remaining += 1) {
      for (let balance = 1; balance <= 140; balance += 1) {
        const limits = { remainingAmount: remaining, minRepayAmount: Math.min(20, remaining) };
        const amountNgwee = usableWalletAmount(balance, limits);
        if (amountNgwee === 0) continue;
        expect(amountNgwee).toBeLessThanOrEqual(balance * 100);
        const outcome = checkRepayment({
          amountNgwee,
          remainingNgwee: kwacha(remaining),
          minRepayNgwee: ngwee(limits.minRepayAmount * 100),
          minLeftoverNgwee: MIN_LEFTOVER,
        });
        expect(outcome.ok).toBe(true);
      }
    }
  });
});
