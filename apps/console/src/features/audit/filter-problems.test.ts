import { expect, test } from 'vitest';
import { type AuditFilter, NO_FILTER, problemsOf } from './filter-problems.ts';

const fieldsOf = (filter: Partial<AuditFilter>) => Object.keys(problemsOf({ ...NO_FILTER, ...filter }));

test('no filter, and filters that are right, have no problem', () => {
  expect(fieldsOf({})).toEqual([]);
  expect(fieldsOf({ person: 'kasonde', borrower: '1204', outcome: 'shown' })).toEqual([]);
  expect(fieldsOf({ from: '2026-11-28', until: '2026-11-28' })).toEqual([]);
  expect(fieldsOf({ call: 'aCallOfAnEarlierVersion' })).toEqual([]);
});

test.each(['abc', '0', '-1', '1.5', '1,204', '12a', '1234567890123456'])(
  'a borrower “%s” is a problem of its field',
  (borrower) => expect(fieldsOf({ borrower })).toEqual(['borrower']),
);

test('a day after the last day is a problem of the first day', () => {
  expect(fieldsOf({ from: '2026-11-29', until: '2026-11-28' })).toEqual(['from']);
  expect(fieldsOf({ from: '2026-11-29' })).toEqual([]);
});

test('a day that does not exist is a problem of its field', () => {
  expect(fieldsOf({ from: '2026-02-31', until: 'today' })).toEqual(['from', 'until']);
});

test.each(['lost', 'toString'])('an outcome “%s” is a problem of its field', (outcome) => {
  expect(fieldsOf({ outcome })).toEqual(['outcome']);
});

test('a text that the server does not take is a problem of its field', () => {
  expect(fieldsOf({ person: 'k'.repeat(61), call: 'c'.repeat(61) })).toEqual(['person', 'call']);
});
