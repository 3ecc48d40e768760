import { expect, test } from 'vitest';
import { ageText, clockText, exactText, isWholeDay, relativeText } from './time.ts';

const NOW = Date.parse('2026-11-26T22:30:00.000Z');
const at = (minutesAgo: number) => new Date(NOW - minutesAgo * 60_000).toISOString();

test.each([
  [0, 'under a minute'],
  [18, '18 min'],
  [120, '2 h'],
  [192, '3 h 12 min'],
  [24 * 60, '1 d'],
  [28 * 60 + 5, '1 d 4 h'],
  [-3, 'under a minute'],
])('what began %i minutes ago waits %s', (minutes, text) => {
  expect(ageText(at(minutes), NOW)).toBe(text);
});

test.each([
  [0, 'just now'],
  [-0.5, 'just now'],
  [192, '3 h 12 min ago'],
  [-14, 'in 14 min'],
  [8 * 24 * 60, '19 November 2026'],
])('what is %f minutes ago is said as %s', (minutes, text) => {
  expect(relativeText(at(minutes), NOW)).toBe(text);
});

test('an exact time is that of a clock in Lusaka', () => {
  expect(exactText('2026-11-26T22:30:05.000Z')).toBe('27 November 2026, 00:30:05');
  expect(clockText('2026-11-26T22:30:05.000Z')).toBe('00:30');
});

test('a year that is still being typed is no whole day', () => {
  expect(['0002-10-01', '2026-10-01', '2026-02-30', ''].map(isWholeDay)).toEqual([false, true, false, false]);
});
