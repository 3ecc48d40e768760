import { day } from '@thumba/lending/day';
import { expect, test } from 'vitest';
import { duePeriods } from './periods.ts';

const daysOf = (every: 'day' | 'week' | 'month', beginsOn: string, after: string | null, today: string) =>
  duePeriods(
    { every, beginsOn: day(beginsOn), daysAfter: 3 },
    { today: day(today), after: after === null ? null : day(after) },
  ).map(({ fromOn, throughOn }) => `${fromOn} ${throughOn}`);

test.each([
  ['a month, not before its days after', 'month', '2026-11-15', null, '2026-12-02', []],
  ['a month, from its first day on', 'month', '2026-11-15', null, '2026-12-03', ['2026-11-01 2026-11-30']],
  [
    'the month after one that is made',
    'month',
    '2026-01-01',
    '2026-01-31',
    '2026-03-03',
    ['2026-02-01 2026-02-28'],
  ],
  ['a week from Monday', 'week', '2026-11-25', null, '2026-12-02', ['2026-11-23 2026-11-29']],
  ['a week that begins on a Monday', 'week', '2026-11-23', null, '2026-12-02', ['2026-11-23 2026-11-29']],
  [
    'each day that is over so long',
    'day',
    '2026-11-29',
    null,
    '2026-12-03',
    ['2026-11-29 2026-11-29', '2026-11-30 2026-11-30'],
  ],
  ['nothing where all is made', 'day', '2026-11-29', '2026-11-30', '2026-12-03', []],
] as const)('due is %s', (_, every, beginsOn, after, today, due) => {
  expect(daysOf(every, beginsOn, after, today)).toEqual(due);
});
