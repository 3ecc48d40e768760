import { expect, test } from 'vitest';
import { day } from './day.ts';
import { kwacha } from './money.ts';
import { type CreditMovement, unusedCredit } from './unused-credit.ts';

function moved(on: string, amount: number, source: string | null = null): CreditMovement<string> {
  return { on: day(on), amountNgwee: amount < 0 ? -kwacha(-amount) : kwacha(amount), source };
}

const after7Days = (movements: CreditMovement<string>[], on: string) =>
  unusedCredit(movements, { days: 7, on: day(on) }).map(({ amountNgwee, source }) => [amountNgwee, source]);

test('credit is unused on the seventh day after it was given, and not before', () => {
  const given = [moved('2026-12-01', 50, 'mtn')];
  expect(after7Days(given, '2026-12-07')).toEqual([]);
  expect(after7Days(given, '2026-12-08')).toEqual([[kwacha(50), 'mtn']]);
});

test('what the borrower used is taken from the oldest credit, and newer credit has its own seven days', () => {
  const movements = [
    moved('2026-12-01', 50, 'mtn'),
    moved('2026-12-03', 30, 'airtel'),
    moved('2026-12-04', -60),
    moved('2026-12-06', 10, 'mtn'),
  ];
  expect(after7Days(movements, '2026-12-10')).toEqual([[kwacha(20), 'airtel']]);
  expect(after7Days(movements, '2026-12-13')).toEqual([
    [kwacha(20), 'airtel'],
    [kwacha(10), 'mtn'],
  ]);
});

test('credit that was used to the end leaves nothing', () => {
  expect(after7Days([moved('2026-12-01', 50), moved('2026-12-02', -50)], '2026-12-31')).toEqual([]);
});
