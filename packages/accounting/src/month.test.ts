import { day } from '@thumba/lending/day';
import { expect, test } from 'vitest';
import { isMonth, lastDayOf, type Month, monthAfter, monthOf } from './month.ts';

test.each([
  ['2026-12', true],
  ['2026-01', true],
  ['2026-13', false],
  ['2026-00', false],
  ['2026-1', false],
  ['2026-12-31', false],
  ['0000-01', false],
  ['december', false],
])('%s is a month: %s', (text, isOne) => {
  expect(isMonth(text)).toBe(isOne);
});

test.each([
  ['2026-12', '2026-12-31', '2027-01'],
  ['2027-01', '2027-01-31', '2027-02'],
  ['2027-02', '2027-02-28', '2027-03'],
  ['2028-02', '2028-02-29', '2028-03'],
  ['2027-04', '2027-04-30', '2027-05'],
] as [Month, string, string][])('%s ends on %s, and %s follows', (month, lastOn, next) => {
  expect(lastDayOf(month)).toBe(lastOn);
  expect(monthAfter(month)).toBe(next);
  expect(monthOf(day(lastOn))).toBe(month);
});
