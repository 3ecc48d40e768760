import { type LoanStateRefusal, wrongState } from './application.ts';
import { catchUp } from './catch-up.ts';
import { followedBy, unchanged } from './change.ts';
import { unearnedOf } from './charge-relief.ts';
import { releaseCoupon } from './coupon.ts';
import type { Day } from './day.ts';
import { transfer } from './ledger.ts';
import type { Change, Loan } from './loan.ts';
import { add, minimum, subtract } from './money.ts';
import { allow, type Outcome, refuse } from './outcome.ts';
import { owedOnLoan } from './owed.ts';
import { type PaymentPendingRefusal, refusalWhilePending } from './pending.ts';

export type WriteOffRefusal = LoanStateRefusal | PaymentPendingRefusal;

/**
 * Writes an overdue loan off. The owed amount does not grow any more. It can still be paid: a payment is recovery
 * income, and the loan is `recovered` when everything is paid. Refuses, in this order: any state but `overdue`; a
 * pending payment. Rule: docs/rules/write-off.md.
 */
export function writeOff(
  loan: Loan,
  { on, reason }: { on: Day; reason: string },
): Outcome<Change, WriteOffRefusal> {
  const caughtUp = catchUp(loan, on);
  if (caughtUp.loan.state !== 'overdue') return refuse(wrongState(caughtUp.loan));
  const pending = refusalWhilePending(loan);
  if (pending !== null) return refuse(pending);
  const writtenOff = followedBy(caughtUp, (before) => expense(before, on, reason));
  return allow(followedBy(writtenOff, (before) => releaseCoupon(before, on, 'loan_closed')));
}

/** Unearned interest and fee are no loss: they leave the receivable without an expense. */
function expense(loan: Loan, on: Day, reason: string): Change {
  const owed = owedOnLoan(loan);
  const unearnedInterest = unearnedOf(loan, 'interest');
  const unearnedFee = unearnedOf(loan, 'fee');
  const interestNotEarned = minimum(owed.interestNgwee, unearnedInterest);
  const feeNotEarned = minimum(owed.feeNgwee, unearnedFee);
  const interestPaidAhead = subtract(unearnedInterest, interestNotEarned);
  const feePaidAhead = subtract(unearnedFee, feeNotEarned);
  return {
    ...unchanged({
      ...loan,
      state: 'written_off',
      nextEventOn: null,
      interestEarnedNgwee: add(loan.interestEarnedNgwee, interestPaidAhead),
      feeEarnedNgwee: add(loan.feeEarnedNgwee, feePaidAhead),
    }),
    transfers: [
      ...transfer('unearned_interest', 'interest_receivable', interestNotEarned),
      ...transfer('unearned_interest', 'interest_income', interestPaidAhead),
      ...transfer('unearned_fee', 'fee_receivable', feeNotEarned),
      ...transfer('unearned_fee', 'fee_income', feePaidAhead),
      ...transfer('write_off_expense', 'penalty_receivable', owed.penaltyNgwee),
      ...transfer('write_off_expense', 'fee_receivable', subtract(owed.feeNgwee, feeNotEarned)),
      ...transfer(
        'write_off_expense',
        'interest_receivable',
        subtract(owed.interestNgwee, interestNotEarned),
      ),
      ...transfer('write_off_expense', 'principal_receivable', owed.principalNgwee),
    ],
    events: [{ kind: 'written_off', on, amountNgwee: owed.totalNgwee, reason }],
  };
}
