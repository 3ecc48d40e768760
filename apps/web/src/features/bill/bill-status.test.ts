import { expect, test } from 'vitest';
import { billBadge, billNumber, mayBePaid } from './bill-status.ts';

test('a late bill says for how many days, in the right number', () => {
  expect(billBadge({ status: 'overdue', overdueDays: 1 }).text).toBe('1 day late');
  expect(billBadge({ status: 'overdue', overdueDays: 3 }).text).toBe('3 days late');
});

test('only a loan that is running can be paid in the app', () => {
  expect(mayBePaid({ status: 'active' })).toBe(true);
  expect(mayBePaid({ status: 'overdue' })).toBe(true);
  for (const status of ['applied', 'paying_out', 'settled', 'written_off', 'declined'] as const) {
    expect(mayBePaid({ status })).toBe(false);
  }
});

test('a bill number is grouped from its end', () => {
  expect([7, 1234, 100_482, 1_000_000].map(billNumber)).toEqual(['7', '1 234', '100 482', '1 000 000']);
});
