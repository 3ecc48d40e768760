import { expect, test } from 'vitest';
import {
  addDays,
  day,
  daysBetween,
  earlierOf,
  formatDay,
  formatDayCount,
  formatDayLong,
  isDay,
  laterOf,
  weekdayName,
  wholeYearsBetween,
} from './day.ts';

test.each([
  '2026-02-29',
  '2100-02-29',
  '2026-13-01',
  '2026-00-10',
  '2026-04-31',
  '2026-1-1',
  '',
  '2026-12-21T00:00',
])('"%s" is no day', (text) => {
  expect(isDay(text)).toBe(false);
  expect(() => day(text)).toThrow(RangeError);
});

test.each(['2028-02-29', '2000-02-29', '2026-12-31', '0001-01-01', '9999-12-31'])('%s is a day', (text) => {
  expect(day(text)).toBe(text);
});

test('days are added over month ends, leap days and years', () => {
  expect(addDays(day('2026-12-21'), 30)).toBe('2027-01-20');
  expect(addDays(day('2028-02-28'), 1)).toBe('2028-02-29');
  expect(addDays(day('2027-02-28'), 1)).toBe('2027-03-01');
  expect(addDays(day('2027-01-01'), -1)).toBe('2026-12-31');
  expect(() => addDays(day('9999-12-31'), 1)).toThrow(RangeError);
});

test('days between are counted with their sign', () => {
  expect(daysBetween(day('2026-12-01'), day('2027-01-30'))).toBe(60);
  expect(daysBetween(day('2027-01-30'), day('2026-12-01'))).toBe(-60);
  expect(daysBetween(day('1970-01-01'), day('2000-03-01'))).toBe(11_017);
});

test('every day of four centuries is the one the calendar of the platform has', { timeout: 60_000 }, () => {
  const start = day('1896-01-01');
  const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
  const instant = new Date('1896-01-01T00:00:00Z');
  for (let count = 0; count < 146_097; count += 1) {
    const expected = instant.toISOString().slice(0, 10);
    const actual = addDays(start, count);
    if (actual !== expected || daysBetween(start, actual) !== count)
      throw new Error(`${expected} came out ${actual}`);
    if (weekdayName(actual) !== weekdays[instant.getUTCDay()])
      throw new Error(`${expected} came out a ${weekdayName(actual)}`);
    instant.setUTCDate(instant.getUTCDate() + 1);
  }
});

test('days are written for people', () => {
  expect(formatDay(day('2026-12-21'))).toBe('21 December');
  expect(formatDay(day('2027-01-01'))).toBe('1 January');
  expect(formatDayLong(day('2026-11-26'))).toBe('Thursday 26 November');
  expect([0, 1, 30].map(formatDayCount)).toEqual(['0 days', '1 day', '30 days']);
});

test('days compare as their text does', () => {
  expect(laterOf(day('2026-12-31'), day('2027-01-01'))).toBe('2027-01-01');
  expect(earlierOf(day('2026-12-31'), day('2027-01-01'))).toBe('2026-12-31');
});

test('an age changes on the birthday, and after a 29 February on 1 March', () => {
  expect(wholeYearsBetween(day('2008-11-21'), day('2026-11-20'))).toBe(17);
  expect(wholeYearsBetween(day('2008-11-21'), day('2026-11-21'))).toBe(18);
  expect(wholeYearsBetween(day('2008-02-29'), day('2026-02-28'))).toBe(17);
  expect(wholeYearsBetween(day('2008-02-29'), day('2026-03-01'))).toBe(18);
});
