import { type AllocatedPayment, allocate, allocateToPenalty } from './allocation.ts';
import { catchUp } from './catch-up.ts';
import { followedBy, unchanged } from './change.ts';
import { chargeCapRoom } from './charge-cap.ts';
import { closeInOrder } from './closing.ts';
import { withAllPayments, withCountedPayment } from './counted-payment.ts';
import { addDays, type Day, daysBetween, laterOf } from './day.ts';
import { bookRebates, type PlannedPayment, planRestOfExtension } from './early-payment.ts';
import { frozenPlanOf } from './hardship-freeze.ts';
import type { LadderStanding } from './ladder.ts';
import { allocateTowards, bookAround, isCaughtUpPast } from './late-payment.ts';
import { floatAccount, type LedgerAccount, transfer } from './ledger.ts';
import { type Change, type Instalment, instalmentOf, isRunning, type Loan, type LoanState } from './loan.ts';
import { add, minimum, type Ngwee, subtract, ZERO } from './money.ts';
import { allow, type Outcome, refuse } from './outcome.ts';
import { firstOwedInstalment, isCleared, owedOnInstalment, paidSince } from './owed.ts';
import { paymentOf, postPayment, type ReceivedMoney } from './payment-posting.ts';
import { firstPenaltyOn, splitRuns } from './penalty.ts';
import {
  type PaymentPendingRefusal,
  refusalWhilePending,
  type StaleQuoteRefusal,
  waitFor,
  withoutPending,
} from './pending.ts';
import { postingOf, receiptNoOf } from './posting.ts';
import type { ExtensionQuote } from './quote.ts';
import { share } from './rate.ts';
import { daysLateOn, withPenaltyRuns } from './value-day.ts';
import { postInOrder } from './value-day-order.ts';

export type ExtensionRefusal =
  | { kind: 'no_extension_offered' }
  | { kind: 'not_extendable'; state: LoanState }
  | { kind: 'hardship_plan_agreed' }
  | PaymentPendingRefusal
  | { kind: 'later_plan_past_due'; period: number }
  | { kind: 'no_extensions_left'; max: number }
  | { kind: 'extension_above_charge_cap' };

/**
 * The price in ngwee of moving the oldest unpaid instalment, at the end of `on`: the fee (a share of the principal owed
 * on it) and its penalty so far. Refuses, in this order: terms without extensions; a loan that does not run; a hardship
 * plan; a pending payment; a later instalment that is past due; no extension left; a fee above the charge cap. Rule:
 * docs/rules/extension.md.
 */
export function quoteExtension(loan: Loan, on: Day): Outcome<ExtensionQuote, ExtensionRefusal> {
  const { extension } = loan.terms;
  if (extension === null) return refuse({ kind: 'no_extension_offered' });
  if (!isRunning(loan)) return refuse({ kind: 'not_extendable', state: loan.state });
  if (frozenPlanOf(loan) !== null) return refuse({ kind: 'hardship_plan_agreed' });
  const pending = refusalWhilePending(loan);
  if (pending !== null) return refuse(pending);
  const caughtUp = catchUp(loan, on).loan;
  const first = firstOwedInstalment(caughtUp);
  if (first === undefined) throw new Error(`loan ${loan.loanId} runs and owes nothing`);
  const pastDue = caughtUp.instalments.find(
    (instalment) => instalment.period > first.period && instalment.state === 'overdue',
  );
  if (pastDue !== undefined) return refuse({ kind: 'later_plan_past_due', period: pastDue.period });
  const timesLeft = Math.max(0, extension.max - loan.extensionsUsed);
  if (timesLeft === 0) return refuse({ kind: 'no_extensions_left', max: extension.max });
  const { principalNgwee, penaltyNgwee } = owedOnInstalment(first);
  const feeNgwee = share(principalNgwee, extension.rate);
  if (feeNgwee > chargeCapRoom(caughtUp)) return refuse({ kind: 'extension_above_charge_cap' });
  return allow({
    period: first.period,
    beforeDueOn: first.dueOn,
    afterDueOn: addDays(laterOf(first.dueOn, on), extension.days),
    feeNgwee,
    penaltyNgwee,
    amountNgwee: add(feeNgwee, penaltyNgwee),
    feesPaidSoFarNgwee: loan.extensionFeesNgwee,
    timesLeft,
  });
}

/**
 * Starts the payment of an extension, and the loan waits for it. An extension at no cost moves the dates at once.
 * Refuses what `quoteExtension` refuses, and an amount in ngwee other than the one it quotes on `on`.
 */
export function submitExtension(
  loan: Loan,
  { attemptId, amountNgwee, on }: { attemptId: string; amountNgwee: Ngwee; on: Day },
): Outcome<Change, ExtensionRefusal | StaleQuoteRefusal> {
  const quote = quoteExtension(loan, on);
  if (!quote.ok) return quote;
  const quoted = quote.value;
  if (amountNgwee !== quoted.amountNgwee)
    return refuse({ kind: 'stale_quote', amountNgwee: quoted.amountNgwee });
  const caughtUp = catchUp(loan, on);
  if (amountNgwee > 0) {
    const { period } = quoted;
    return allow(
      followedBy(caughtUp, (before) =>
        waitFor(before, { attemptId, period, amountNgwee, submittedOn: on, purpose: 'extension', quoted }),
      ),
    );
  }
  const free = { from: null, attemptId: null, amountNgwee, valueOn: on, on, quoted, ladder: null };
  const extended = followedBy(caughtUp, (before) => extend(before, free));
  return allow(followedBy(extended, (before) => catchUp(before, on)));
}

/**
 * The operator confirms the payment of an extension. The quoted amount moves the dates as quoted, however late the
 * confirmation is. A smaller amount counts as a repayment, and so does money for an instalment that is cleared or was
 * moved further, and for a loan with a hardship plan. It is never refused.
 */
export function extensionSucceeded(loan: Loan, received: ReceivedMoney & { quoted: ExtensionQuote }): Change {
  const { attemptId, operator, amountNgwee, submittedOn, on, ladder, quoted } = received;
  const caughtUp = catchUp(withoutPending(loan, attemptId), submittedOn);
  if (amountNgwee < quoted.amountNgwee || !buysDates(caughtUp.loan, quoted)) {
    return followedBy(caughtUp, (before) => postPayment(before, paymentOf(received)));
  }
  const from = floatAccount(operator, 'collection');
  const extended = followedBy(caughtUp, (before) =>
    extend(before, { from, attemptId, amountNgwee, valueOn: submittedOn, on, quoted, ladder }),
  );
  return followedBy(extended, (before) => catchUp(before, on));
}

type Purchase = {
  from: LedgerAccount | null;
  attemptId: string | null;
  amountNgwee: Ngwee;
  valueOn: Day;
  on: Day;
  quoted: ExtensionQuote;
  /** `null` for an extension at no cost, which pays nothing off. */
  ladder: LadderStanding | null;
};

function buysDates(loan: Loan, { period, afterDueOn }: ExtensionQuote): boolean {
  const instalment = instalmentOf(loan, period);
  if (instalment === undefined || !isRunning(loan) || frozenPlanOf(loan) !== null) return false;
  return !isCleared(instalment) && instalment.dueOn < afterDueOn;
}

function extend(given: Loan, purchase: Purchase): Change {
  const loan = withAllPayments(given);
  const { amountNgwee, valueOn, on, quoted, ladder } = purchase;
  const { period, afterDueOn } = quoted;
  const receiptNo = receiptNoOf(loan);
  const dated = { ...loan, instalments: movedInstalments(loan, quoted, valueOn) };
  const charged = {
    ...loan,
    instalments: dated.instalments.map((moved) => chargedSince(loan, moved, purchase)),
  };
  const quotedNgwee = minimum(quoted.feeNgwee, amountNgwee, chargeCapRoom(charged));
  const movedDays = movedDaysOf(loan, quoted);
  const bought = {
    receiptNo,
    valueOn,
    amountNgwee,
    extension: { period, feeNgwee: quotedNgwee, movedDays },
  };
  const inOrder = isCaughtUpPast(loan, valueOn) ? postInOrder(loan, charged, bought) : null;
  const feeNgwee = inOrder?.extensionFeeNgwee ?? minimum(quotedNgwee, feeToday(loan, period));
  const counted = { ...bought, extension: { period, feeNgwee, movedDays } };
  const extending = inOrder === null ? charged : dated;
  const restNgwee = subtract(amountNgwee, feeNgwee);
  const planned = planRestOfExtension(extending, { restNgwee, valueOn, inOrder });
  const paid = bookAround(extending, inOrder, { on, reason: 'extended_on_value_day' }, (before) =>
    bookFee(before, purchase, { feeNgwee, receiptNo, planned }),
  );
  const kept = followedBy(paid, (before) => unchanged(withCountedPayment(before, counted)));
  const closed =
    ladder === null
      ? kept
      : followedBy(kept, (before) =>
          closeInOrder(
            before,
            { valueOn, clearedOn: inOrder?.clearedOn ?? null, wasOnTime: loan.worstDaysLate === 0 },
            ladder,
          ),
        );
  return {
    ...closed,
    messages: [...closed.messages, { kind: 'loan_extended', amountNgwee, dueOn: afterDueOn, receiptNo }],
  };
}

/** The fee in ngwee on the principal that is owed now. A payment that came late can have lowered it since the quote. */
function feeToday(loan: Loan, period: number): Ngwee {
  const plan = instalmentOf(loan, period);
  if (plan === undefined || loan.terms.extension === null) return ZERO;
  return share(owedOnInstalment(plan).principalNgwee, loan.terms.extension.rate);
}

/** Moves the instalment to the quoted date and the later instalments by the same number of days. */
function movedInstalments(loan: Loan, quoted: ExtensionQuote, valueOn: Day): Instalment[] {
  const { period } = quoted;
  const days = movedDaysOf(loan, quoted);
  return loan.instalments.map((instalment) =>
    instalment.period < period ? instalment : movedBy(instalment, days, period, valueOn),
  );
}

function movedDaysOf(loan: Loan, { period, afterDueOn }: ExtensionQuote): number {
  const extended = instalmentOf(loan, period);
  if (extended === undefined) throw new Error(`loan ${loan.loanId} has no instalment ${period}`);
  return daysBetween(extended.dueOn, afterDueOn);
}

function movedBy(instalment: Instalment, days: number, fromPeriod: number, valueOn: Day): Instalment {
  const { dueOn, startsOn, earlierDueDates, period } = instalment;
  const throughOn = laterOf(valueOn, earlierDueDates.at(-1)?.throughOn ?? valueOn);
  return {
    ...instalment,
    // The extended instalment keeps the start of its period: an extension costs a fee and no interest.
    startsOn: period === fromPeriod ? startsOn : addDays(startsOn, days),
    dueOn: addDays(dueOn, days),
    earlierDueDates: [...earlierDueDates, { dueOn, throughOn }],
  };
}

/** The moved instalment without the penalties since the value day for days that its new due date and grace leave free. */
function chargedSince(loan: Loan, moved: Instalment, { valueOn, quoted }: Purchase): Instalment {
  if (moved.period < quoted.period) return moved;
  const { before, after } = splitRuns(moved.penaltyRuns, valueOn);
  const stillCharged = splitRuns(after, addDays(firstPenaltyOn(loan, moved), -1)).after;
  const charged = withPenaltyRuns(moved, [...before, ...stillCharged]);
  return { ...charged, daysLate: daysLateAfter(loan, charged) };
}

function daysLateAfter(loan: Loan, moved: Instalment): number {
  if (isCleared(moved) || loan.accruedThroughOn === null) return moved.daysLate;
  return Math.min(moved.daysLate, Math.max(0, daysLateOn(moved, loan.accruedThroughOn)));
}

type FeeBooking = { feeNgwee: Ngwee; receiptNo: string; planned: PlannedPayment };

/** Books the fee as income up to the charge cap, pays the penalty, and pays what is owed with the rest. */
function bookFee(loan: Loan, purchase: Purchase, { feeNgwee, receiptNo, planned }: FeeBooking): Change {
  const { from, attemptId, amountNgwee, valueOn, quoted } = purchase;
  const { period, beforeDueOn, afterDueOn } = quoted;
  const { inOrder } = planned;
  const restNgwee = subtract(amountNgwee, feeNgwee);
  const { instalments, remainderNgwee } =
    inOrder === null
      ? payExtended(loan, period, restNgwee)
      : allocateTowards(loan, inOrder.beforeRebates, restNgwee);
  const allocation = { ...paidSince(loan, { ...loan, instalments }), walletNgwee: remainderNgwee };
  const paid: Change = {
    ...unchanged({
      ...loan,
      instalments,
      extensionsUsed: loan.extensionsUsed + 1,
      extensionFeesNgwee: add(loan.extensionFeesNgwee, feeNgwee),
    }),
    transfers:
      from === null
        ? []
        : [
            ...transfer(from, 'penalty_receivable', allocation.penaltyNgwee),
            ...transfer(from, 'extension_income', feeNgwee),
            ...transfer(from, 'fee_receivable', allocation.feeNgwee),
            ...transfer(from, 'interest_receivable', allocation.interestNgwee),
            ...transfer(from, 'principal_receivable', allocation.principalNgwee),
            ...transfer(from, 'wallet_credit', remainderNgwee),
          ],
    walletNgwee: remainderNgwee,
  };
  const booked = followedBy(paid, (before) => bookRebates(before, { ...planned, valueOn }));
  return {
    ...booked,
    events: [
      {
        kind: 'extended',
        on: valueOn,
        attemptId,
        period,
        beforeDueOn,
        afterDueOn,
        feeNgwee,
        amountNgwee,
        allocation,
        receiptNo,
        posting: postingOf(loan, booked),
      },
      ...booked.events,
    ],
  };
}

/** Pays the penalty of the extended instalment first, and then what is owed in the usual order. */
function payExtended(loan: Loan, period: number, amountNgwee: Ngwee): AllocatedPayment {
  const { instalments, remainderNgwee } = allocateToPenalty(loan.instalments, period, amountNgwee);
  return allocate(instalments, remainderNgwee, loan.terms.repaymentOrder);
}
