import { type LoanStateRefusal, plannedInstalments, wrongState } from './application.ts';
import { instalmentStateOn } from './catch-up.ts';
import { unchanged } from './change.ts';
import type { Day } from './day.ts';
import { floatAccount, type OperatorName, transfer } from './ledger.ts';
import type { Change, Loan } from './loan.ts';
import { subtract } from './money.ts';
import { allow, type Outcome, refuse } from './outcome.ts';
import { priceLoan } from './pricing.ts';

/** Starts the payout of an approved loan, or another one after a failed one. Refuses any other state. */
export function startPayout(
  loan: Loan,
  { attemptId, on }: { attemptId: string; on: Day },
): Outcome<Change, LoanStateRefusal> {
  if (loan.state !== 'approved' && loan.state !== 'payout_failed') return refuse(wrongState(loan));
  return allow({
    ...unchanged({ ...loan, state: 'paying_out' }),
    events: [{ kind: 'payout_started', on, attemptId }],
  });
}

/**
 * Replaces a payout that ended without money: the operator refused it because the lender's account there is empty, or the
 * borrower named another number while it waited. The loan stays `paying_out` with a new attempt. Refuses any other state.
 */
export function restartPayout(
  loan: Loan,
  { attemptId, insteadOf, on }: { attemptId: string; insteadOf: string; on: Day },
): Outcome<Change, LoanStateRefusal> {
  if (loan.state !== 'paying_out') return refuse(wrongState(loan));
  return allow({ ...unchanged(loan), events: [{ kind: 'payout_started', on, attemptId, insteadOf }] });
}

/**
 * The operator confirms a payout. A loan in `paying_out` or `payout_failed` becomes active from `on`, because the
 * borrower has the money. Any other loan did not wait for a payout: it is not changed, and the money is in suspense
 * until staff resolve it. It is never refused, because the money has moved. Rule: docs/rules/ledger.md.
 */
export function payoutSucceeded(
  loan: Loan,
  { attemptId, operator, on }: { attemptId: string; operator: OperatorName; on: Day },
): Change {
  const float = floatAccount(operator, 'payout');
  if (loan.state !== 'paying_out' && loan.state !== 'payout_failed') {
    return {
      ...unchanged(loan),
      transfers: transfer('suspense', float, loan.receivedNgwee),
      events: [{ kind: 'paid_out_unexpectedly', on, attemptId, amountNgwee: loan.receivedNgwee }],
    };
  }
  const quote = priceLoan(loan.terms, on);
  const [first] = quote.instalments;
  if (first === undefined) throw new Error(`loan ${loan.loanId} has no instalment`);
  const isFeeDeducted = loan.terms.feeMode === 'deducted';
  return {
    ...unchanged({
      ...loan,
      state: 'active',
      disbursedOn: on,
      receivedNgwee: quote.receivedNgwee,
      // An instalment of a tiny loan may be zero by rounding. It has nothing to wait for.
      instalments: plannedInstalments(quote).map((instalment) => ({
        ...instalment,
        state: instalmentStateOn(instalment, on),
      })),
      accruedThroughOn: on,
      nextEventOn: first.dueOn,
    }),
    transfers: [
      ...transfer('principal_receivable', float, quote.receivedNgwee),
      ...transfer(
        'principal_receivable',
        'unearned_fee',
        subtract(quote.principalNgwee, quote.receivedNgwee),
      ),
      ...transfer('interest_receivable', 'unearned_interest', quote.interestNgwee),
      ...(isFeeDeducted ? [] : transfer('fee_receivable', 'unearned_fee', quote.feeNgwee)),
    ],
    events: [{ kind: 'paid_out', on, attemptId, amountNgwee: quote.receivedNgwee }],
    messages: [
      {
        kind: 'loan_paid_out',
        amountNgwee: quote.receivedNgwee,
        firstDueOn: first.dueOn,
        firstDueNgwee: first.totalNgwee,
      },
    ],
  };
}

/** The operator confirms that a payout failed. A loan that is not `paying_out` is not changed. It is never refused. */
export function payoutFailed(
  loan: Loan,
  { attemptId, on, reason }: { attemptId: string; on: Day; reason: string },
): Change {
  if (loan.state !== 'paying_out') return unchanged(loan);
  return {
    ...unchanged({ ...loan, state: 'payout_failed' }),
    events: [{ kind: 'payout_failed', on, attemptId, reason }],
    messages: [{ kind: 'payout_failed', amountNgwee: loan.receivedNgwee }],
  };
}
