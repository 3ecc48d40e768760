import { expect, test } from 'vitest';
import {
  annualPercentageRate,
  effectiveAnnualRate,
  extensionAnnualRate,
  isAprAbove,
  isEffectiveRateAbove,
} from './apr.ts';
import { kwacha, type Ngwee, ngwee } from './money.ts';
import { rate } from './rate.ts';

const received = kwacha(1000);
const onDay = (afterDays: number, amountNgwee: Ngwee) => [{ afterDays, amountNgwee }];

test('K1,150 after 30 days for K1,000 is 170.4 % a year, and 447.6 % with interest on interest', () => {
  const flows = onDay(30, kwacha(1150));
  expect(annualPercentageRate(received, flows)).toBe(170.4);
  expect(effectiveAnnualRate(received, flows)).toBe(447.6);
});

test('over exactly a year the effective rate is the share of the cost, and at no cost both rates are 0', () => {
  expect(effectiveAnnualRate(received, onDay(365, kwacha(1480)))).toBe(48);
  expect(effectiveAnnualRate(received, onDay(30, received))).toBe(0);
  expect(annualPercentageRate(received, onDay(30, received))).toBe(0);
});

test('a loan at exactly its highest rate is not above it, and one that costs a ngwee more is', () => {
  expect(isEffectiveRateAbove(received, onDay(365, kwacha(9000)), 800)).toBe(false);
  expect(isEffectiveRateAbove(received, onDay(365, ngwee(900_001)), 800)).toBe(true);
  expect(isEffectiveRateAbove(received, onDay(3650, kwacha(1000 * 2 ** 10)), 100)).toBe(false);
  expect(isEffectiveRateAbove(received, onDay(3650, ngwee(100_000 * 2 ** 10 + 1)), 100)).toBe(true);
  expect(isAprAbove(received, onDay(1, kwacha(1010)), 365)).toBe(false);
  expect(isAprAbove(received, onDay(1, ngwee(101_001)), 365)).toBe(true);
});

test('5 % for 7 days is 260.7 % a year, and 10 % is 521.4 %', () => {
  expect(extensionAnnualRate({ days: 7, rate: rate('0.05') })).toBe(260.7);
  expect(extensionAnnualRate({ days: 7, rate: rate('0.10') })).toBe(521.4);
  expect(extensionAnnualRate({ days: 7, rate: rate('0') })).toBe(0);
});
