import { catchUp } from './catch-up.ts';
import { followedBy } from './change.ts';
import { couponUseOn } from './coupon.ts';
import type { Day } from './day.ts';
import type { LadderStanding } from './ladder.ts';
import { type Change, isRunning, type Loan, type LoanState } from './loan.ts';
import { type Ngwee, ngwee, subtract, sum, ZERO } from './money.ts';
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
import type { SettlementQuote } from './quote.ts';
import { interestWhenSettled } from './rebate.ts';

export type SettlementRefusal = { kind: 'not_repayable'; state: LoanState } | PaymentPendingRefusal;

/**
 * The amount in ngwee that settles the whole loan at the end of `on`: principal, fees, penalties and the interest of the
 * days used, less everything paid. When more than that was paid, it is zero, and the rest is wallet credit. Refuses, in
 * this order: a loan that does not run; a pending payment. Rule: docs/rules/early-settlement.md.
 */
export function quoteSettlement(loan: Loan, on: Day): Outcome<SettlementQuote, SettlementRefusal> {
  if (!isRunning(loan)) return refuse({ kind: 'not_repayable', state: loan.state });
  const pending = refusalWhilePending(loan);
  if (pending !== null) return refuse(pending);
  const caughtUp = catchUp(loan, on).loan;
  const keptInterest = interestWhenSettled(caughtUp, on);
  const savingNgwee = subtract(
    instalmentTotal(caughtUp.instalments, 'interestNgwee'),
    sum(keptInterest.map((kept) => kept.interestNgwee)),
  );
  return allow({
    amountNgwee: ngwee(Math.max(0, owedOnLoan(caughtUp).totalNgwee - savingNgwee)),
    savingNgwee,
    keptInterest,
  });
}

/**
 * True while the whole loan is offered for payment before the bill: no instalment is due at the end of `on`, and
 * settling costs less than all that is owed, an applied coupon taken off. Rule: docs/rules/early-settlement.md.
 */
export function comesBeforeBill(loan: Loan, on: Day): boolean {
  const quote = quoteSettlement(loan, on);
  if (!quote.ok) return false;
  const caughtUp = catchUp(loan, on).loan;
  if (caughtUp.instalments.some(({ state }) => state === 'due' || state === 'overdue')) return false;
  const discounts = caughtUp.instalments.map(
    (instalment) => couponUseOn(caughtUp, instalment, on)?.discountNgwee ?? ZERO,
  );
  return quote.value.amountNgwee < subtract(owedOnLoan(caughtUp).totalNgwee, sum(discounts));
}

/**
 * Starts the payment of an early settlement, and the loan waits for it. A settlement of zero settles the loan at once.
 * Refuses what `quoteSettlement` refuses, and an amount in ngwee other than the one it quotes on `on`. An applied
 * coupon is not used, because a settlement is not the bill of an instalment.
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
 * The operator confirms the payment of an early settlement. The quoted amount settles the loan as of the day of
 * submission, however late the confirmation is. A smaller amount counts as a repayment. It is never refused.
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
