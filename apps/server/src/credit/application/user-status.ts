import { USER_STATUS, type UserStatus } from '@thumba/contract/codes';
import type { Day } from '@thumba/lending/day';
import type { LoanState } from '@thumba/lending/loan';

/** The status of a borrower in the app. An open loan decides first, so that it can always be paid. */
export function userStatus(borrower: {
  latestState: LoanState | undefined;
  mayApplyAgainOn: Day | null;
  isBlocked: boolean;
  isAuthenticated: boolean;
  today: Day;
}): UserStatus {
  switch (borrower.latestState) {
    case 'approved':
    case 'paying_out':
    case 'payout_failed':
      return USER_STATUS.payingOut;
    case 'active':
      return USER_STATUS.active;
    case 'overdue':
    case 'written_off':
      return USER_STATUS.overdue;
  }
  if (borrower.isBlocked) return USER_STATUS.blocked;
  if (!borrower.isAuthenticated) return USER_STATUS.detailsUnfinished;
  if (borrower.latestState === 'applied') return USER_STATUS.underReview;
  const isWaiting = borrower.mayApplyAgainOn !== null && borrower.today < borrower.mayApplyAgainOn;
  const isDeclined = borrower.latestState === 'declined' && isWaiting;
  return isDeclined ? USER_STATUS.declined : USER_STATUS.mayBorrow;
}
