import { expect, test } from 'vitest';
import { askedDays, pastPeriods, periodText, THIS_MONTH, withDays } from './books-days.ts';

test('past months are offered from the last one on, with the adjustments of a year before its December', () => {
  const periods = pastPeriods(Date.parse('2026-02-28T23:30:00Z'));
  expect(periods.slice(0, 5)).toEqual(['2026-02', '2026-01', '2025-13', '2025-12', '2025-11']);
  expect(pastPeriods(Date.parse('2026-01-05T10:00:00Z'))[0]).toBe('2025-13');
});

test('a period is shown as a month or as the adjustments of a year', () => {
  expect(periodText('2026-10')).toBe('October 2026');
  expect(periodText('2025-13')).toBe('Adjustments of 2025');
});

test('an address has the days that are named, and a call asks for them', () => {
  expect(withDays('/books/accounts/1200', { ...THIS_MONTH, period: '2026-10' })).toBe(
    '/books/accounts/1200?period=2026-10',
  );
  expect(withDays('/books/accounts/1200', THIS_MONTH)).toBe('/books/accounts/1200');
  expect(askedDays({ ...THIS_MONTH, from: '2026-10-01' })).toEqual({ from: '2026-10-01' });
});
