import { addDays, day } from '@thumba/lending/day';
import type { LoanState } from '@thumba/lending/loan';
import { describe, expect, test } from 'vitest';
import { userStatus } from './user-status.ts';

const today = day('2026-11-21');

/** The status of a borrower who may borrow, apart from what is given. */
function statusOf(different: Partial<Parameters<typeof userStatus>[0]>): number {
  return userStatus({
    latestState: undefined,
    mayApplyAgainOn: null,
    isBlocked: false,
    isAuthenticated: true,
    today,
    ...different,
  });
}

describe('the status of a borrower', () => {
  test.each<[string, number, Parameters<typeof statusOf>[0]]>([
    ['whose details are unfinished', 0, { isAuthenticated: false }],
    ['who may borrow', 1, {}],
    ['whose application waits for a person', 2, { latestState: 'applied' }],
    ['who was declined', 3, { latestState: 'declined', mayApplyAgainOn: addDays(today, 7) }],
    ['who may apply again tomorrow', 3, { latestState: 'declined', mayApplyAgainOn: addDays(today, 1) }],
    ['who may apply again today', 1, { latestState: 'declined', mayApplyAgainOn: today }],
    ['who was declined a while ago', 1, { latestState: 'declined', mayApplyAgainOn: addDays(today, -1) }],
    ['who is approved', 4, { latestState: 'approved' }],
    ['who is being paid', 4, { latestState: 'paying_out' }],
    ['whose payout failed', 4, { latestState: 'payout_failed' }],
    ['who has a loan', 5, { latestState: 'active' }],
    ['who is late', 6, { latestState: 'overdue' }],
    ['whose loan was written off', 6, { latestState: 'written_off' }],
    ['who paid everything back', 1, { latestState: 'settled' }],
    ['who took the application back', 1, { latestState: 'cancelled' }],
    ['who paid a loan that was written off', 1, { latestState: 'recovered' }],
    ['who is blocked', 7, { isBlocked: true }],
  ])('%s is %i', (_who, status, different) => {
    expect(statusOf(different)).toBe(status);
  });

  test.each<[LoanState, number]>([
    ['approved', 4],
    ['paying_out', 4],
    ['payout_failed', 4],
    ['active', 5],
    ['overdue', 6],
    ['written_off', 6],
  ])('a loan that is %s decides before anything else, so that it can be paid', (latestState, status) => {
    expect(statusOf({ latestState, isBlocked: true, isAuthenticated: false })).toBe(status);
  });

  test.each<LoanState>(['applied', 'declined', 'cancelled', 'settled', 'recovered'])(
    'a block decides before a loan that is %s, and before unfinished details',
    (latestState) => {
      const mayApplyAgainOn = addDays(today, 7);
      expect(statusOf({ latestState, mayApplyAgainOn, isBlocked: true })).toBe(7);
      expect(statusOf({ latestState, mayApplyAgainOn, isBlocked: true, isAuthenticated: false })).toBe(7);
      expect(statusOf({ latestState, mayApplyAgainOn, isAuthenticated: false })).toBe(0);
    },
  );
});
