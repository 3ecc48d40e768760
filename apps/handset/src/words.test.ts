import { moneyText } from '@thumba/home/wire-money';
import { day } from '@thumba/lending/day';
import { expect, test } from 'vitest';
import { longDayText, lusakaToday, momentText } from '../../web/src/platform/lusaka-time.ts';
import { dayText, momentText as handsetMoment, kwachaText } from './words.ts';

/* The handset imports nothing of the app, and must still format days, times and money in the same way. */

test('a day is written as in the app', () => {
  for (const on of ['2026-01-01', '2026-11-26', '2028-02-29']) {
    expect(dayText(on)).toBe(longDayText(on, day('2031-01-01')));
  }
});

test.each(['06-05T00:30:00Z', '11-26T12:05:00Z', '12-30T22:00:00Z'])(
  'the moment %s is written as in the app',
  (moment) => {
    const at = `${lusakaToday().slice(0, 4)}-${moment}`;
    const on = new Date(Date.parse(at) + 2 * 60 * 60 * 1000).toISOString().slice(0, 10);
    expect(handsetMoment({ on: null, at })).toBe(momentText({ on, at }));
    const laterOn = `${at.slice(0, 4)}-12-31`;
    expect(handsetMoment({ on: laterOn, at })).toBe(momentText({ on: laterOn, at }));
  },
);

test('money is written as in the app', () => {
  for (const amount of [0, 0.5, 999, 1150, 12_345.6]) expect(kwachaText(amount)).toBe(moneyText(amount));
});
