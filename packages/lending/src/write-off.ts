import { allocate } from './allocation.ts';
import { type LoanStateRefusal, wrongState } from './application.ts';
import { catchUp } from './catch-up.ts';
import { followedBy, unchanged } from './change.ts';
import { giveInterestBack, unearnedOf } from './charge-relief.ts';
import { releaseCoupon } from './coupon.ts';
import type { Day } from './day.ts';
import { transfer } from './ledger.ts';
import type { Change, InstalmentMove, Loan } from './loan.ts';
import { add, minimum, type Ngwee, subtract } from './money.ts';
import { allow, type Outcome, refuse } from './outcome.ts';
import { instalmentTotal, owedOnLoan } from './owed.ts';
import { type PaymentPendingRefusal, refusalWhilePending } from './pending.ts';
import { postingOf } from './posting.ts';
import { interestWhenSettled } from './rebate.ts';

export type WriteOffRefusal = LoanStateRefusal | PaymentPendingRefusal;

/**
 * Writes an overdue loan off. The borrower then owes what settling would cost at the end of `on`, and this amount does
 * not grow any more. It can still be paid: a payment is recovery income, and the loan is `recovered` when everything is
 * paid. Refuses, in this order: any state but `overdue`; a
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
  const writtenOff = followedBy(caughtUp, (before) => {
    const claimed = claimOf(before, on);
    const savingNgwee = subtract(interestOf(before), interestOf(claimed.loan));
    const { instalments: moves } = postingOf(before, claimed);
    return followedBy(claimed, (after) => expense(after, { on, reason, savingNgwee, moves }));
  });
  return allow(followedBy(writtenOff, (before) => releaseCoupon(before, on, 'loan_closed')));
}

/**
 * The loan with the interest of the unused days given back. A loan on which this leaves nothing owed keeps its interest:
 * it is to be settled, not written off.
 */
function claimOf(loan: Loan, on: Day): Change {
  const given = giveInterestBack(loan, interestWhenSettled(loan, on), {
    valueOn: on,
    allocateRefund: ({ instalments, terms }, refundNgwee) =>
      allocate(instalments, refundNgwee, terms.repaymentOrder),
  });
  return owedOnLoan(given.loan).totalNgwee > 0 ? given : unchanged(loan);
}

function interestOf({ instalments }: Loan): Ngwee {
  return instalmentTotal(instalments, 'interestNgwee');
}

/** Unearned interest and fee are no loss: they leave the receivable without an expense. */
function expense(
  loan: Loan,
  given: { on: Day; reason: string; savingNgwee: Ngwee; moves: readonly InstalmentMove[] },
): Change {
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
    events: [{ kind: 'written_off', amountNgwee: owed.totalNgwee, ...given }],
  };
}
