import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  formatKwacha,
  formatKwachaShort,
  kwacha,
  ngwee,
  parseKwacha,
  partOf,
  roundHalfUp,
  subtract,
  sum,
  toKwacha,
} from './money.ts';
import { propertySeed } from './property-runs.test-support.ts';

describe('an amount on the wire', () => {
  test.each([
    [0, 0],
    [0.29, 29],
    [1.1, 110],
    [1161.5, 116_150],
    [999_999_999.99, 99_999_999_999],
    [1e9, 100_000_000_000],
  ])('reads %d kwacha as %d ngwee', (value, amount) => {
    expect(parseKwacha(value)).toBe(amount);
  });

  test.each([
    0.001,
    1e308,
    1e-300,
    1_000_000_000.01,
    -1,
    -0.01,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    10.005,
  ])('refuses %d', (value) => {
    expect(parseKwacha(value)).toBeUndefined();
  });

  test('reads minus zero as plain zero', () => {
    expect(parseKwacha(-0)).toBe(0);
  });

  test('every two-decimal number up to K10,000 survives the way there and back', { timeout: 60_000 }, () => {
    for (let amount = 0; amount <= 1_000_000; amount += 1) {
      if (parseKwacha(toKwacha(amount)) !== amount) throw new Error(`${amount} did not survive`);
    }
  });
});

test('money is a safe integer that is never negative', () => {
  expect(() => ngwee(0.5)).toThrow(RangeError);
  expect(() => ngwee(-1)).toThrow(RangeError);
  expect(() => ngwee(2 ** 53)).toThrow(RangeError);
  expect(() => subtract(ngwee(1), ngwee(2))).toThrow(RangeError);
  expect(() => sum([ngwee(Number.MAX_SAFE_INTEGER), ngwee(1)])).toThrow(RangeError);
  expect(() => kwacha(0.5)).toThrow(RangeError);
});

test.each([
  [115_000, 'K1,150.00', 'K1,150'],
  [100_000, 'K1,000.00', 'K1,000'],
  [123_456_789, 'K1,234,567.89', 'K1,234,567.89'],
  [99_900, 'K999.00', 'K999'],
  [5, 'K0.05', 'K0.05'],
  [0, 'K0.00', 'K0'],
  [-500, '−K5.00', '−K5'],
  [-5, '−K0.05', '−K0.05'],
])('%d ngwee is written %s, or short %s', (amount, long, short) => {
  expect(formatKwacha(amount)).toBe(long);
  expect(formatKwachaShort(amount)).toBe(short);
});

test('a fraction is rounded half up', () => {
  expect(roundHalfUp(5n, 2n)).toBe(3);
  expect(roundHalfUp(49n, 100n)).toBe(0);
  expect(roundHalfUp(50n, 100n)).toBe(1);
});

test('a part of an amount is the exact fraction rounded half up, for small and for large numbers', () => {
  const amounts = fc.oneof(fc.nat(1000), fc.nat(1e9), fc.maxSafeNat()).map(ngwee);
  const denominators = fc.oneof(
    fc.integer({ min: 1, max: 400 }),
    fc.nat(10).map((decimals) => 10 ** decimals),
  );
  fc.assert(
    fc.property(amounts, fc.nat(400), fc.nat(1e10), denominators, (amount, times, numerator, denominator) => {
      const exact =
        (2n * BigInt(amount) * BigInt(times) * BigInt(numerator) + BigInt(denominator)) /
        (2n * BigInt(denominator));
      fc.pre(exact <= BigInt(Number.MAX_SAFE_INTEGER));
      expect(BigInt(partOf(amount, times, numerator, denominator))).toBe(exact);
    }),
    { seed: propertySeed, numRuns: 2000 },
  );
});

test('a part of days is no part', () => {
  expect(() => partOf(ngwee(100), 0.5, 1, 1)).toThrow(RangeError);
});
