import type { Loan } from '@thumba/lending/loan';
import { isChangedByDaysOnly } from '../loan/loan-columns.ts';
import type { Posting } from './posting.ts';

/**
 * Whether a posting changes only what passing days change. Most postings at the end of a day are like this, so they are
 * written without the other columns.
 */
export function isOfDaysOnly(
  before: Loan,
  { change, newAttempt, attemptEnd, payoutAccountId }: Posting<unknown>,
): boolean {
  return (
    newAttempt === undefined &&
    attemptEnd === undefined &&
    payoutAccountId === undefined &&
    change.messages.length === 0 &&
    change.walletNgwee === 0 &&
    change.ladder === null &&
    isChangedByDaysOnly(before, change.loan)
  );
}
