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
 * Gives an overdue loan up in the books. What it owes stands still from then on and can still be paid: that money is
 * recovery income, and the loan is recovered when all of it is back. Refuses any other state, and a payment under way.
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

/** Interest and fee that were never earned are not lost: they leave the receivable without an expense. */
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
