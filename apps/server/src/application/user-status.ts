import type { Day } from '@thumba/lending/day';
import type { LoanState } from '@thumba/lending/loan';

/** Where a borrower stands, as the app's home shows it. An open loan decides first, so that it can always be paid. */
export function userStatus(borrower: {
  latestState: LoanState | undefined;
  mayApplyAgainOn: Day | null;
  isBlocked: boolean;
  isAuthenticated: boolean;
  today: Day;
}): number {
  switch (borrower.latestState) {
    case 'approved':
    case 'paying_out':
    case 'payout_failed':
      return 4;
    case 'active':
      return 5;
    case 'overdue':
    case 'written_off':
      return 6;
  }
  if (borrower.isBlocked) return 7;
  if (!borrower.isAuthenticated) return 0;
  if (borrower.latestState === 'applied') return 2;
  const isWaiting = borrower.mayApplyAgainOn !== null && borrower.today < borrower.mayApplyAgainOn;
  return borrower.latestState === 'declined' && isWaiting ? 3 : 1;
}
