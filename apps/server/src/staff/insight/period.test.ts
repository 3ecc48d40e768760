import { day } from '@thumba/lending/day';
import { expect, test } from 'vitest';
import { type PeriodWords, pointsOf, readPeriod } from './period.ts';

const TODAY = day('2026-11-26');

function daysOf(words: Partial<PeriodWords>) {
  const read = readPeriod({ period: 'month', compare: 'none', ...words }, TODAY);
  if (!read.ok) throw new Error(read.refusal);
  return read.value;
}

test.each([
  ['month', '2026-11-01', '2026-11-26', 'day'],
  ['last_month', '2026-10-01', '2026-10-31', 'day'],
  ['quarter', '2026-08-28', '2026-11-26', 'week'],
  ['year', '2025-11-27', '2026-11-26', 'month'],
] as const)('the period %s is from %s to %s, by %s', (period, from, through, step) => {
  expect(daysOf({ period }).days).toEqual({ from, through, step });
});

test('own days end today at the latest, and begin with their month where no first day is named', () => {
  expect(daysOf({ period: 'days', from: '2026-11-20', to: '2026-12-31' }).days).toMatchObject({
    from: '2026-11-20',
    through: TODAY,
  });
  expect(daysOf({ period: 'days', to: '2026-03-17' }).days).toMatchObject({
    from: '2026-03-01',
    through: '2026-03-17',
  });
});

test('days are compared with as many days before them, or with those a year before', () => {
  const days = { period: 'days', from: '2026-11-01', to: '2026-11-10' } as const;
  expect(daysOf({ ...days, compare: 'before' }).comparedDays).toMatchObject({
    from: '2026-10-22',
    through: '2026-10-31',
  });
  expect(daysOf({ ...days, compare: 'year_before' }).comparedDays).toMatchObject({
    from: '2025-11-01',
    through: '2025-11-10',
  });
});

test('the points cover each day once; weeks end on Sunday and months with their last day', () => {
  const weeks = pointsOf({ from: day('2026-11-19'), through: day('2026-12-01'), step: 'week' });
  expect(weeks).toEqual([
    { from: '2026-11-19', through: '2026-11-22' },
    { from: '2026-11-23', through: '2026-11-29' },
    { from: '2026-11-30', through: '2026-12-01' },
  ]);
  const months = pointsOf({ from: day('2026-01-15'), through: day('2026-03-05'), step: 'month' });
  expect(months.map(({ through }) => through)).toEqual(['2026-01-31', '2026-02-28', '2026-03-05']);
});
