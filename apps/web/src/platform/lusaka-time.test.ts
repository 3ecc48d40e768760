import { day } from '@thumba/lending/day';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { deadlineText } from './deadline.ts';
import { dayOf, dayText, learnTime, lusakaHour, lusakaToday, serverNowMs, timeOfDay } from './lusaka-time.ts';
import { session } from './session.ts';

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

describe('a phone whose clock is wrong', () => {
  const PHONE = Date.parse('2026-11-22T08:00:00Z');
  const told = (serverTime: string, businessDate: string) =>
    new Headers({ 'Server-Time': String(Date.parse(serverTime)), 'Business-Date': businessDate });

  beforeEach(() => {
    vi.useFakeTimers({ now: PHONE });
  });
  afterEach(() => {
    vi.useRealTimers();
    session.setState(session.getInitialState());
  });

  test('by days shows the day and the hour of the server', () => {
    learnTime(told('2026-11-26T20:30:00Z', '2026-11-26'), PHONE);
    expect(lusakaToday()).toBe('2026-11-26');
    expect(lusakaHour()).toBe(22);
    expect(deadlineText('2026-11-26T21:00:00Z')).toBe('23:00 today');
    vi.advanceTimersByTime(2 * 60 * 60 * 1000);
    expect(lusakaToday()).toBe('2026-11-27');
  });

  test('shows the business date of a demo, and deadlines by it', () => {
    learnTime(told('2026-11-26T08:00:00Z', '2027-02-02'), PHONE);
    expect(lusakaToday()).toBe('2027-02-02');
    expect(dayText('2026-12-22')).toBe('22 December 2026');
    expect(deadlineText('2026-11-26T21:00:00Z')).toBe('23:00 today');
    expect(deadlineText('2026-11-26T22:00:00Z')).toBe('midnight');
    expect(deadlineText('2026-11-27T08:00:00Z')).toBe('10:00 on 3 February');
  });

  test('an answer without the time changes nothing', () => {
    learnTime(told('2026-11-26T08:00:00Z', '2027-02-02'), PHONE);
    learnTime(new Headers(), PHONE);
    expect(lusakaToday()).toBe('2027-02-02');
  });

  test('a slow answer does not move a clock that may be right', () => {
    learnTime(told('2026-11-22T07:59:52Z', '2026-11-22'), PHONE - 10_000);
    expect(serverNowMs()).toBe(PHONE);
    // The server read its clock between 8 s after the request and the answer, so it is the middle of both.
    learnTime(told('2026-11-22T08:00:30Z', '2026-11-22'), PHONE - 10_000);
    expect(serverNowMs()).toBe(PHONE + 35_000);
  });
});
