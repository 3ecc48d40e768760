import { type LoanStateRefusal, wrongState } from './application.ts';
import { catchUp } from './catch-up.ts';
import { followedBy } from './change.ts';
import { type Day, earlierOf, laterOf } from './day.ts';
import { isRepayable } from './early-payment.ts';
import type { LadderStanding } from './ladder.ts';
import { floatAccount, type OperatorName, transfer } from './ledger.ts';
import type { Change, Loan } from './loan.ts';
import type { Ngwee } from './money.ts';
import { allow, type Outcome, refuse } from './outcome.ts';
import { postPayment } from './payment-posting.ts';
import { type PaymentPendingRefusal, refusalWhilePending } from './pending.ts';
import type { WalletChange } from './wallet-payout.ts';

export type SuspensePlacementRefusal = LoanStateRefusal | PaymentPendingRefusal;

/** Money in suspense that staff place on a loan, in ngwee, with the day on which the money came. */
export type PlacedMoney = { amountNgwee: Ngwee; cameOn: Day; on: Day; ladder: LadderStanding };

/**
 * Pays a loan with money from suspense. The value day is the day on which the money came, but not before the payout of
 * the loan, or the day on which it was taken on. Refuses a loan that cannot be repaid, and a loan with a pending payment.
 * Rule: docs/rules/suspense.md.
 */
export function placeOnLoan(
  loan: Loan,
  { amountNgwee, cameOn, on, ladder }: PlacedMoney,
): Outcome<Change, SuspensePlacementRefusal> {
  if (!isRepayable(loan) || loan.disbursedOn === null) return refuse(wrongState(loan));
  const pending = refusalWhilePending(loan);
  if (pending !== null) return refuse(pending);
  const valueOn = laterOf(earlierOf(cameOn, on), loan.takenOn?.on ?? loan.disbursedOn);
  const payment = {
    source: 'operator',
    from: 'suspense',
    attemptId: null,
    amountNgwee,
    valueOn,
    on,
    ladder,
    coupon: null,
    keptInterest: null,
  } as const;
  return allow(followedBy(catchUp(loan, valueOn), (before) => postPayment(before, payment)));
}

/** Gives money from suspense, in ngwee, to a borrower as wallet credit. It is never refused. */
export function placeInWallet(amountNgwee: Ngwee): WalletChange {
  return { transfers: transfer('suspense', 'wallet_credit', amountNgwee), walletNgwee: amountNgwee };
}

/** The operator confirms a payout of money in suspense, in ngwee, to its payer. It is never refused. */
export function returnedToPayer(amountNgwee: Ngwee, operator: OperatorName) {
  return transfer('suspense', floatAccount(operator, 'payout'), amountNgwee);
}
