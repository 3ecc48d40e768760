import { catchUp } from './catch-up.ts';
import type { Day } from './day.ts';
import type { Loan } from './loan.ts';
import { type Ngwee, subtract } from './money.ts';
import { owedOnLoan } from './owed.ts';

/** What it costs to pay nothing from the end of one day to the end of another. */
export type Waiting = {
  /** The penalties in ngwee that are added. */
  penaltyNgwee: Ngwee;
  /** The days late for the limit ladder, on the first day and on the last. */
  daysLateBefore: number;
  daysLateAfter: number;
};

/** Compares a loan at the end of `on` with the same loan at the end of `untilOn`, if nothing is paid. */
export function previewWaiting(loan: Loan, { on, untilOn }: { on: Day; untilOn: Day }): Waiting {
  const before = catchUp(loan, on).loan;
  const after = catchUp(before, untilOn).loan;
  return {
    penaltyNgwee: subtract(owedOnLoan(after).penaltyNgwee, owedOnLoan(before).penaltyNgwee),
    daysLateBefore: before.worstDaysLate,
    daysLateAfter: after.worstDaysLate,
  };
}
