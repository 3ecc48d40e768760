import { moneyText, shortMoneyText } from '@thumba/home/wire-money';
import { formatCount } from '@thumba/lending/count';
import { addDays, day, formatDayCount } from '@thumba/lending/day';
import { formatPercentage } from '@thumba/lending/rate';
import { expect, test } from 'vitest';
import { dayText, longDayText, lusakaToday, momentText } from './lusaka-time.ts';
import { groupPhoneNumber } from './phone-number.ts';

/* The app's own formatting is the same as the browser's for English in Zambia. */

const LOCALE = 'en-ZM';

/** The browser puts a space behind the K, which is not usual in Zambia, and a hyphen for the minus. */
function kwachaOfTables(amount: number): string {
  const format = new Intl.NumberFormat(LOCALE, { style: 'currency', currency: 'ZMW' });
  return format
    .formatToParts(amount)
    .filter(({ type }) => type !== 'literal')
    .map(({ type, value }) => (type === 'minusSign' ? '−' : value))
    .join('');
}

test.each([0, 0.05, 1, 999.99, 1000, 1150, 12_345.6, 999_999.99, 1_000_000, -0.05, -80, -1150.5])(
  '%d kwacha are written as money is',
  (amount) => {
    expect(moneyText(amount)).toBe(kwachaOfTables(amount));
  },
);

test('an amount without ngwee may leave them out', () => {
  expect([1150, 1150.5].map(shortMoneyText)).toEqual(['K1,150', 'K1,150.50']);
});

test.each([0, 7, 999, 1000, 1234.567, 12_345, 1_234_567])('%d is counted in groups of three', (count) => {
  expect(formatCount(count)).toBe(new Intl.NumberFormat(LOCALE).format(count));
  expect(formatDayCount(count)).toBe(
    new Intl.NumberFormat(LOCALE, { style: 'unit', unit: 'day', unitDisplay: 'long' }).format(count),
  );
});

test.each([0.4, 15, 99.9, 170.4, 1234.5])('%d percent have at most one decimal', (percent) => {
  expect(formatPercentage(percent)).toBe(
    new Intl.NumberFormat(LOCALE, { style: 'percent', maximumFractionDigits: 1 }).format(percent / 100),
  );
});

test('each day of two years is written in one way, with its year only when that is another one', () => {
  const shortFormat = new Intl.DateTimeFormat(LOCALE, { timeZone: 'UTC', day: 'numeric', month: 'long' });
  const yearFormat = new Intl.DateTimeFormat(LOCALE, {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  });
  const weekdayFormat = new Intl.DateTimeFormat(LOCALE, { timeZone: 'UTC', weekday: 'long' });
  const [today, later] = [day('2026-06-15'), day('2027-06-15')];
  for (let on = day('2026-01-01'); on < '2028-01-01'; on = addDays(on, 1)) {
    const at = Date.parse(`${on}T00:00:00Z`);
    const isOfThisYear = on.startsWith('2026');
    const written = (isOfThisYear ? shortFormat : yearFormat).format(at);
    expect(dayText(on, today)).toBe(written);
    expect(longDayText(on, today)).toBe(`${weekdayFormat.format(at)} ${written}`);
    expect(dayText(on, later)).toBe((isOfThisYear ? yearFormat : shortFormat).format(at));
  }
});

test('a moment is a day and the time on a clock of 24 hours', () => {
  const year = lusakaToday().slice(0, 4);
  expect(momentText({ on: `${year}-11-26`, at: `${year}-11-26T12:05:00Z` })).toBe('26 November, 14:05');
});

test('a phone number is written in groups', () => {
  expect(groupPhoneNumber('0977123456')).toBe('0977 123 456');
});
