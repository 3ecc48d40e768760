import { day } from '@thumba/lending/day';
import { describe, expect, test } from 'vitest';
import { monthOf } from './month.ts';
import {
  adjustmentsOf,
  type Book,
  closePeriod,
  endOf,
  openMonths,
  type Period,
  parsePeriod,
  reopenPeriod,
} from './period.ts';

const period = (text: string): Period => parsePeriod(text)!;

/** A book that began in November 2026. */
const begun = (change: Partial<Book> = {}): Book => ({
  closedThroughOn: null,
  openAdjustmentYear: null,
  firstMonth: monthOf(day('2026-11-21')),
  today: day('2027-03-10'),
  ...change,
});
const closed = (through: string, openAdjustmentYear: number | null = null, change: Partial<Book> = {}) =>
  begun({ closedThroughOn: day(through), openAdjustmentYear, ...change });

test.each(['2026-00', '2026-14', '26-12', '2026-1', '2026-12-31', '0000-01', ''])(
  '%s is no period',
  (text) => {
    expect(parsePeriod(text)).toBeUndefined();
  },
);

test.each([
  ['2028-02', '2028-02-29'],
  ['2026-12', '2026-12-31'],
  ['2026-13', '2026-12-31'],
])('%s ends on %s', (text, lastOn) => {
  expect(endOf(period(text))).toBe(lastOn);
});

test('a year has its adjustments', () => {
  expect(adjustmentsOf(2026)).toBe('2026-13');
});

describe('closing', () => {
  test.each([
    ['the first month', begun(), '2026-11', '2026-11-30', null],
    ['December, which opens the adjustments', closed('2026-11-30'), '2026-12', '2026-12-31', 2026],
    ['January while the adjustments are open', closed('2026-12-31', 2026), '2027-01', '2027-01-31', 2026],
    ['the adjustments', closed('2026-12-31', 2026), '2026-13', '2026-12-31', null],
    ['the adjustments after January', closed('2027-01-31', 2026), '2026-13', '2027-01-31', null],
  ])('%s', (_what, book, text, closedThroughOn, openAdjustmentYear) => {
    expect(closePeriod(book, period(text))).toEqual({
      ok: true,
      value: { closedThroughOn, openAdjustmentYear },
    });
  });

  test.each([
    ['a month twice', closed('2026-12-31', 2026), '2026-12', { kind: 'already_closed' }],
    ['the adjustments twice', closed('2026-12-31'), '2026-13', { kind: 'already_closed' }],
    ['a month before its turn', begun(), '2026-12', { kind: 'out_of_order', next: '2026-11' }],
    [
      'the adjustments before December',
      closed('2026-11-30'),
      '2026-13',
      { kind: 'out_of_order', next: '2026-12' },
    ],
    [
      'the adjustments of a year that nothing is closed of',
      begun(),
      '2026-13',
      { kind: 'out_of_order', next: '2026-11' },
    ],
    ['a month before the book', begun(), '2026-10', { kind: 'before_first_month', first: '2026-11' }],
    ['a year before the book', begun(), '2025-13', { kind: 'before_first_month', first: '2026-11' }],
    [
      'a month on its last day',
      begun({ today: day('2026-11-30') }),
      '2026-11',
      { kind: 'not_over', lastOn: '2026-11-30' },
    ],
    [
      'a month of an empty book',
      begun({ firstMonth: undefined }),
      '2027-03',
      { kind: 'not_over', lastOn: '2027-03-31' },
    ],
    [
      'December while adjustments of the year before are open',
      closed('2027-11-30', 2026, { today: day('2028-01-05') }),
      '2027-12',
      { kind: 'out_of_order', next: '2026-13' },
    ],
  ])('%s is refused', (_what, book, text, refusal) => {
    expect(closePeriod(book, period(text))).toEqual({ ok: false, refusal });
  });
});

describe('opening again', () => {
  test.each([
    ['the last closed month', closed('2027-01-31', 2026), '2027-01', '2026-12-31', 2026],
    ['December, whose adjustments are open', closed('2026-12-31', 2026), '2026-12', '2026-11-30', null],
    ['the first month of the book', closed('2026-11-30'), '2026-11', null, null],
    ['the adjustments', closed('2026-12-31'), '2026-13', '2026-12-31', 2026],
    ['the adjustments after January was closed', closed('2027-01-31'), '2026-13', '2027-01-31', 2026],
  ])('%s', (_what, book, text, closedThroughOn, openAdjustmentYear) => {
    expect(reopenPeriod(book, period(text))).toEqual({
      ok: true,
      value: { closedThroughOn, openAdjustmentYear },
    });
  });

  test.each([
    ['an open month', closed('2026-11-30'), '2026-12', { kind: 'not_closed' }],
    ['a month of a book of which nothing is closed', begun(), '2026-11', { kind: 'not_closed' }],
    ['a month before the book', closed('2026-11-30'), '2026-10', { kind: 'not_closed' }],
    ['open adjustments', closed('2026-12-31', 2026), '2026-13', { kind: 'not_closed' }],
    [
      'a month before the last',
      closed('2027-01-31', 2026),
      '2026-12',
      { kind: 'not_last_closed', last: '2027-01' },
    ],
    [
      'December under its closed adjustments',
      closed('2026-12-31'),
      '2026-12',
      { kind: 'not_last_closed', last: '2026-13' },
    ],
    [
      'adjustments under a later December',
      closed('2027-12-31', 2027),
      '2026-13',
      { kind: 'not_last_closed', last: '2027-12' },
    ],
    [
      'adjustments under later adjustments',
      closed('2027-12-31'),
      '2026-13',
      { kind: 'not_last_closed', last: '2027-13' },
    ],
  ])('%s is refused', (_what, book, text, refusal) => {
    expect(reopenPeriod(book, period(text))).toEqual({ ok: false, refusal });
  });
});

test('the months that are over wait, and the present month is open', () => {
  expect(openMonths(begun())).toEqual({
    waiting: ['2026-11', '2026-12', '2027-01', '2027-02'],
    current: '2027-03',
  });
  expect(openMonths(closed('2027-02-28'))).toEqual({ waiting: [], current: '2027-03' });
  expect(openMonths(begun({ firstMonth: undefined }))).toEqual({ waiting: [], current: '2027-03' });
});
