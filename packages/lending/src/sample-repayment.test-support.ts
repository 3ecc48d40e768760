import { day } from './day.ts';
import type { Loan } from './loan.ts';
import type { Ngwee } from './money.ts';
import { firstOwedInstalment } from './owed.ts';
import { repaymentSucceeded, submitRepayment } from './repayment.ts';
import { entryStanding } from './sample-loan.test-support.ts';

export const paidOutOn = day('2026-11-21');
export const dueOn = day('2026-12-21');

/** The loan with a pending payment. */
export function submit(loan: Loan, amountNgwee: Ngwee, on = dueOn, attemptId = 'a'): Loan {
  const period = firstOwedInstalment(loan)?.period ?? 0;
  const submitted = submitRepayment(loan, { attemptId, period, amountNgwee, on });
  if (!submitted.ok) throw new Error(submitted.refusal.kind);
  return submitted.value.loan;
}

/** The operator confirms a payment. */
export function succeed(
  loan: Loan,
  amountNgwee: Ngwee,
  submittedOn = dueOn,
  on = submittedOn,
  attemptId = 'a',
) {
  return repaymentSucceeded(loan, {
    attemptId,
    operator: 'mtn',
    amountNgwee,
    submittedOn,
    on,
    ladder: entryStanding,
  });
}
