import { expect, test } from 'vitest';
import { billBadge } from './bill-badge.ts';
import { hasPlan, isAgreed, mayBePaid } from './bill-status.ts';

test('a late bill says for how many days, in the right number', () => {
  expect(billBadge({ status: 'overdue', overdueDays: 1 }).text).toBe('1 day late');
  expect(billBadge({ status: 'overdue', overdueDays: 3 }).text).toBe('3 days late');
});

test('a payout that waits is not called on its way', () => {
  expect(billBadge({ status: 'paying_out', overdueDays: 0 }).text).toBe('On its way');
  expect(billBadge({ status: 'paying_out', overdueDays: 0, waitingFor: 'our float' }).text).toBe('Waiting');
});

test('only a loan that is running can be paid in the app', () => {
  expect(mayBePaid({ status: 'active' })).toBe(true);
  expect(mayBePaid({ status: 'overdue' })).toBe(true);
  for (const status of ['applied', 'paying_out', 'settled', 'written_off', 'declined'] as const) {
    expect(mayBePaid({ status })).toBe(false);
  }
});

test('a loan that never came, or went back, has no plan', () => {
  expect(
    (['declined', 'cancelled', 'approved', 'active', 'settled'] as const).map((status) =>
      hasPlan({ status }),
    ),
  ).toEqual([false, false, true, true, true]);
});

test('a contract is agreed to by both sides once the loan is approved, and stays so when its money came', () => {
  expect(
    (['applied', 'declined', 'cancelled', 'approved', 'active', 'settled'] as const).map((status) =>
      isAgreed({ status }),
    ),
  ).toEqual([false, false, false, true, true, true]);
  expect(isAgreed({ status: 'cancelled', disbursedOn: '2026-11-21' })).toBe(true);
});
