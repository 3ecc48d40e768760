import { day } from '@thumba/lending/day';
import { describe, expect, test } from 'vitest';
import { dayOf, dayText, deadlineText, timeOfDay } from './lusaka-time.ts';

describe('an instant in Lusaka', () => {
  test('is two hours ahead of UTC', () => {
    expect(timeOfDay('2026-11-26T07:12:45.120Z')).toBe('09:12');
    expect(dayOf('2026-11-26T07:12:45.120Z')).toBe('2026-11-26');
  });

  test('is on the next day from 22:00 UTC', () => {
    expect(dayOf('2026-12-31T21:59:59Z')).toBe('2026-12-31');
    expect(dayOf('2026-12-31T22:00:00Z')).toBe('2027-01-01');
    expect(timeOfDay('2026-12-31T22:00:00Z')).toBe('00:00');
  });
});

describe('a day as text', () => {
  test('carries its year only when it is another one', () => {
    const today = day('2027-01-02');
    expect(dayText('2027-01-01', today)).toBe('1 January');
    expect(dayText('2026-12-31', today)).toBe('31 December 2026');
  });
});

test.each([
  ['2026-11-22T12:32:00Z', '14:32 today'],
  ['2026-11-22T22:00:00Z', 'midnight'],
  ['2026-11-23T07:05:00Z', '09:05 on 23 November'],
  ['2026-11-23T22:00:00Z', '00:00 on 24 November'],
])('what holds until %s holds until %s', (instant, text) => {
  expect(deadlineText(instant, day('2026-11-22'))).toBe(text);
});
