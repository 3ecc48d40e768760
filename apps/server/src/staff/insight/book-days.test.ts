import { day } from '@thumba/lending/day';
import { expect, test } from 'vitest';
import { firstNotCountedOf } from './book-days.ts';

const TODAY = day('2026-11-13');
const asked = { from: day('2026-11-01'), through: TODAY };

test.each([
  ['all days that are over are counted', '2026-11-12', undefined],
  ['the last one is not counted', '2026-11-11', '2026-11-12'],
  ['none of them is counted', '2026-10-20', '2026-11-01'],
] as const)('%s', (_title, through, on) => {
  expect(firstNotCountedOf(asked, { from: null, through: day(through) }, TODAY)).toBe(on);
});

test('a book of which no day is counted, and days that end before the first uncounted one', () => {
  expect(firstNotCountedOf(asked, undefined, TODAY)).toBe('2026-11-01');
  const past = { from: day('2026-11-01'), through: day('2026-11-05') };
  expect(firstNotCountedOf(past, { from: null, through: day('2026-11-05') }, TODAY)).toBeUndefined();
});
