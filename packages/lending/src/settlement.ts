import { catchUp } from './catch-up.ts';
import { followedBy } from './change.ts';
import type { Day } from './day.ts';
import { interestOfDays } from './earning.ts';
import type { LadderStanding } from './ladder.ts';
import {
  type Change,
  isRunning,
  type KeptInterest,
  type Loan,
  type LoanState,
  type SettlementQuote,
} from './loan.ts';
import { type Ngwee, ngwee, subtract, sum } from './money.ts';
import { allow, type Outcome, refuse } from './outcome.ts';
import { firstOwedInstalment, instalmentTotal, owedOnLoan } from './owed.ts';
import { paymentOf, postPayment, type ReceivedMoney, walletPaymentOf } from './payment-posting.ts';
import {
  type PaymentPendingRefusal,
  refusalWhilePending,
  type StaleQuoteRefusal,
  waitFor,
  withoutPending,
} from './pending.ts';

export type SettlementRefusal = { kind: 'not_repayable'; state: LoanState } | PaymentPendingRefusal;

/**
 * What pays the whole loan off at the end of `on`: everything owed, less the interest of the days not used, as far as
 * it was not paid ahead. Refuses a loan that does not run, and a payment under way.
 */
export function quoteSettlement(loan: Loan, on: Day): Outcome<SettlementQuote, SettlementRefusal> {
  if (!isRunning(loan)) return refuse({ kind: 'not_repayable', state: loan.state });
  const pending = refusalWhilePending(loan);
  if (pending !== null) return refuse(pending);
  const caughtUp = catchUp(loan, on).loan;
  const keptInterest = interestToKeep(caughtUp, on);
  const savingNgwee = subtract(
    instalmentTotal(caughtUp.instalments, 'interestNgwee'),
    sum(keptInterest.map((kept) => kept.interestNgwee)),
  );
  return allow({
    amountNgwee: subtract(owedOnLoan(caughtUp).totalNgwee, savingNgwee),
    savingNgwee,
    keptInterest,
  });
}

/**
 * A borrower sends what was quoted for settling early, and the loan waits for it. When the interest given back is all
 * that was owed, it is settled at once. Refuses what `quoteSettlement` refuses, and any other amount than it answers on
 * `on`. A coupon that is applied stays the borrower's: a settlement is no bill of an instalment.
 */
export function submitSettlement(
  loan: Loan,
  {
    attemptId,
    amountNgwee,
    on,
    ladder,
  }: { attemptId: string; amountNgwee: Ngwee; on: Day; ladder: LadderStanding },
): Outcome<Change, SettlementRefusal | StaleQuoteRefusal> {
  const quote = quoteSettlement(loan, on);
  if (!quote.ok) return quote;
  const quoted = quote.value;
  if (amountNgwee !== quoted.amountNgwee)
    return refuse({ kind: 'stale_quote', amountNgwee: quoted.amountNgwee });
  const caughtUp = catchUp(loan, on);
  const period = firstOwedInstalment(caughtUp.loan)?.period ?? loan.instalments.length;
  return allow(
    followedBy(caughtUp, (before) =>
      amountNgwee > 0
        ? waitFor(before, { attemptId, period, amountNgwee, submittedOn: on, purpose: 'settlement', quoted })
        : postPayment(before, {
            ...walletPaymentOf({ amountNgwee, on, ladder }),
            keptInterest: quoted.keptInterest,
          }),
    ),
  );
}

/**
 * The operator says that the money came. Whenever that is, exactly the amount quoted settles the loan as of the day it
 * was submitted; less than that is a repayment like any other. Never refused.
 */
export function settlementSucceeded(
  loan: Loan,
  received: ReceivedMoney & { quoted: SettlementQuote },
): Change {
  const { attemptId, amountNgwee, submittedOn, quoted } = received;
  const freed = withoutPending(loan, attemptId);
  const honoured = amountNgwee >= quoted.amountNgwee && (isRunning(freed) || freed.state === 'settled');
  const payment = { ...paymentOf(received), keptInterest: honoured ? quoted.keptInterest : null };
  return followedBy(catchUp(freed, submittedOn), (before) => postPayment(before, payment));
}

/** The interest of each instalment up to and with `on`, by days, and never less than what was paid of it. */
function interestToKeep(loan: Loan, on: Day): KeptInterest[] {
  const givesBack = loan.terms.interestMethod === 'declining' || loan.terms.settlementInterest !== 'fixed';
  return loan.instalments.map((instalment) => ({
    period: instalment.period,
    interestNgwee: givesBack
      ? ngwee(Math.max(interestOfDays(loan, instalment, on), instalment.interestPaidNgwee))
      : instalment.interestNgwee,
  }));
}
