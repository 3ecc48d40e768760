import type { Loan } from '@thumba/lending/loan';
import { isMovedByDaysOnly } from '../loan/loan-columns.ts';
import type { Posting } from './posting.ts';

/**
 * Whether a posting moved only what days move. At the end of a day that is all that happens to most of a book, so it is
 * written without the other columns.
 */
export function isOfDaysOnly(before: Loan, { change, newAttempt, attemptEnd }: Posting<unknown>): boolean {
  return (
    newAttempt === undefined &&
    attemptEnd === undefined &&
    change.messages.length === 0 &&
    change.walletNgwee === 0 &&
    change.ladder === null &&
    isMovedByDaysOnly(before, change.loan)
  );
}
