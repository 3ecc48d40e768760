import type { Answer } from '@thumba/contract/wire';
import { addDays, type Day, earlierOf, formatDay, formatDayCount } from '@thumba/lending/day';
import { dayWords } from '@thumba/lending/day-words';
import type { HardshipEvent } from '@thumba/lending/hardship';
import type { LoanEvent } from '@thumba/lending/loan';
import { formatKwacha } from '@thumba/lending/money';
import { isReversalEvent, type ReversalEvent } from '@thumba/lending/payment-event';
import { standingPayments } from '@thumba/lending/standing-payments';
import type { HistoryEvent } from '../../book/loan/queries.ts';
import { describeFailure, type FailureReason } from '../../money/payment/operators/operator.ts';
import { describeReview, isReview } from './review-steps.ts';
import { timelineWords as words } from './timeline-words.ts';

type Timeline = Answer<'queryLoanDetail'>['timeline'];
type Step = Pick<Timeline[number], 'title' | 'detail' | 'failed'>;

/** What the steps name of a loan. */
type NamedInSteps = { receiveAccount: string; instalmentCount: number };

/** When a step happened, and what happened before it, oldest first. */
type Place = { before: readonly HistoryEvent[]; at: Date };

/** The history of a loan in words for its borrower, newest first. Late charges that follow each other are one step. */
export function timeline(history: readonly HistoryEvent[], named: NamedInSteps): Timeline {
  const steps: Timeline = [];
  let lateCharges: LateCharges | undefined;
  for (const [index, { event, on, at }] of history.entries()) {
    const moment = { on, at: at.toISOString() };
    if (event.kind === 'penalty_accrued') {
      if (lateCharges) steps.pop();
      lateCharges = addLateCharge(lateCharges, event);
      steps.push({ ...describeLateCharges(lateCharges), ...moment });
      continue;
    }
    const step = describeStep(event, { ...named, before: history.slice(0, index), at });
    if (!step) continue;
    steps.push({ ...step, ...moment });
    lateCharges = undefined;
  }
  return steps.reverse();
}

type LateCharges = { fromOn: Day; throughOn: Day; amountNgwee: number };

function addLateCharge(
  before: LateCharges | undefined,
  { on, days, amountNgwee }: Extract<LoanEvent, { kind: 'penalty_accrued' }>,
): LateCharges {
  const fromOn = addDays(on, 1 - days);
  if (!before) return { fromOn, throughOn: on, amountNgwee };
  return {
    fromOn: earlierOf(before.fromOn, fromOn),
    throughOn: on,
    amountNgwee: before.amountNgwee + amountNgwee,
  };
}

/** "Late charges 3–9 December: K40.25". */
function describeLateCharges({ fromOn, throughOn, amountNgwee }: LateCharges): Step {
  const { charge, charges } = words.late;
  const amount = formatKwacha(amountNgwee);
  return fromOn === throughOn
    ? { title: charge(formatDay(fromOn), amount) }
    : { title: charges(formatDays(fromOn, throughOn), amount) };
}

function formatDays(fromOn: Day, throughOn: Day): string {
  const isOneMonth = fromOn.slice(0, 7) === throughOn.slice(0, 7);
  if (!isOneMonth) return words.late.fromTo(formatDay(fromOn), formatDay(throughOn));
  const [from, through] = [fromOn, throughOn].map((on) => Number(on.slice(8)));
  return dayWords.dayOfMonth(`${from}–${through}`, dayWords.months[Number(fromOn.slice(5, 7)) - 1]!);
}

/** Sentences that stand behind each other, each without its full stop. Empty ones are left out. */
function together(...sentences: string[]): string {
  return sentences.filter((sentence) => sentence !== '').join('. ');
}

/** Answers undefined for events that only the lender's books need. */
function describeStep(
  event: Exclude<LoanEvent, { kind: 'penalty_accrued' }>,
  { receiveAccount, instalmentCount, before, at }: NamedInSteps & Place,
): Step | undefined {
  if (isConsequence(event)) return describeConsequence(event);
  if (isReview(event)) return describeReview(event);
  switch (event.kind) {
    case 'applied':
      return { title: words.applied(formatKwacha(event.amountNgwee)) };
    case 'cancelled':
      return describeCancellation(event);
    case 'paid_out':
      return {
        title: words.paidOut.title(formatKwacha(event.amountNgwee)),
        detail: words.paidOut.detail(receiveAccount),
      };
    case 'taken_on':
      return describeTakeOn(event.earlierLoanNo);
    case 'payout_failed':
    case 'repayment_failed':
      return describeFailed(event, before);
    case 'repaid':
      return { title: words.paid.title(formatKwacha(event.amountNgwee)), detail: describePayment(event) };
    case 'rebate_given':
      return { title: words.rebate.title(formatKwacha(event.amountNgwee)), detail: describeRebate(event) };
    case 'extended':
      return describeExtension(event);
    case 'hardship_agreed':
    case 'hardship_ended':
    case 'hardship_continued':
      return describeHardship(event);
    case 'money_returned':
      return {
        title: words.returned(formatKwacha(event.amountNgwee)),
        detail: words.receipt(event.receiptNo),
      };
    case 'penalty_waived':
    case 'extension_fee_returned':
    case 'freed_money_allocated':
    case 'charge_waived':
      return describeTakenBack(event);
    case 'reversed':
    case 'collection_taken_back':
      return describeReversal(event, instalmentCount > 1 && hasOtherPayment(event, before));
    case 'written_off':
      return describeWriteOff(event.amountNgwee);
    case 'recovered':
      return { title: words.recovered, detail: words.thankYou };
    case 'coupon_used':
      return { title: words.couponUsed(formatKwacha(event.discountNgwee)) };
    case 'instalment_overdue':
      return { title: instalmentCount === 1 ? words.late.payment : words.late.instalment(event.period) };
    case 'closed_earlier':
    case 'settled':
      return describeClosing(event, isInReversal(at, before));
    case 'payout_started':
    case 'paid_out_unexpectedly':
    case 'repayment_submitted':
    case 'coupon_applied':
    case 'coupon_released':
    case 'instalment_due':
      return undefined;
  }
}

function describeFailed(
  { kind, attemptId, reason }: Extract<LoanEvent, { kind: 'payout_failed' | 'repayment_failed' }>,
  before: readonly HistoryEvent[],
): Step {
  const title = kind === 'payout_failed' ? words.payoutFailed : paymentFailedText(attemptId, before);
  return { title, detail: describeFailure(reason as FailureReason), failed: true };
}

function paymentFailedText(attemptId: string, before: readonly HistoryEvent[]): string {
  for (const { event } of before) {
    if (event.kind === 'repayment_submitted' && event.attemptId === attemptId)
      return words.paymentOfSumFailed(formatKwacha(event.amountNgwee));
  }
  return words.paymentFailed;
}

function describeWriteOff(amountNgwee: number): Step {
  const { title, detail } = words.writtenOff;
  return { title, detail: detail(formatKwacha(amountNgwee)) };
}

function describeClosing(
  event: Extract<LoanEvent, { kind: 'closed_earlier' | 'settled' }>,
  isDatedByReversal: boolean,
): Step {
  const counts = words.countsAsPaidOff(formatDay(event.on));
  if (event.kind === 'settled') {
    const detail = event.onTime ? words.onTime : words.thankYou;
    return { title: isDatedByReversal ? counts : words.paidOff, detail };
  }
  return { title: counts, detail: event.onTime ? words.onTime : words.sentBefore };
}

/** True for an event that a reversal led to: both were recorded at the same moment. */
function isInReversal(at: Date, before: readonly HistoryEvent[]): boolean {
  return before.some((past) => past.at.getTime() === at.getTime() && isReversalEvent(past.event));
}

/** True when a payment is left that was not taken back, now or before. */
function hasOtherPayment({ reversedReceiptNo }: ReversalEvent, before: readonly HistoryEvent[]): boolean {
  const events = before.map((past) => past.event);
  const takenBack = events.filter((event) => isReversalEvent(event)).map((event) => event.reversedReceiptNo);
  return standingPayments(events, [...takenBack, reversedReceiptNo]).length > 0;
}

type TakenBack = Extract<
  LoanEvent,
  { kind: 'penalty_waived' | 'extension_fee_returned' | 'freed_money_allocated' | 'charge_waived' }
>;

/** A charge that was taken back, and what becomes of the money that had paid it. */
function describeTakenBack(event: TakenBack): Step {
  const said = words.takenBack;
  const amount = formatKwacha(event.amountNgwee);
  switch (event.kind) {
    case 'penalty_waived':
      return { title: said.lateCharge(amount), detail: said.beforeCharge };
    case 'extension_fee_returned':
      return { title: said.extensionFee(amount), detail: said.beforeExtension };
    case 'freed_money_allocated':
      return {
        title: said.moved(amount),
        detail: together(said.hadPaid, said.pays(describeParts(event.allocation))),
      };
    case 'charge_waived':
      return {
        title: said.amount(amount),
        detail: together(said.waived[event.charge](event.period), words.receipt(event.receiptNo)),
      };
  }
}

function describeHardship(event: HardshipEvent): Step {
  const said = words.hardship;
  if (event.kind === 'hardship_continued')
    return {
      title: event.endedOn === null ? said.kept : said.since(formatDay(event.endedOn)),
      detail: said.sentBefore,
    };
  if (event.kind === 'hardship_ended') return { title: said.again, detail: said.missed(event.period) };
  const dates = event.dueDates.map(({ afterDueOn }) => formatDay(afterDueOn));
  return {
    title: said.agreed,
    detail: together(
      dates.reduce((before, next) => said.furtherDate(before, next)),
      said.stop,
    ),
  };
}

function describeCancellation({ reason }: Extract<LoanEvent, { kind: 'cancelled' }>): Step {
  const { title, inTime } = words.cancelled;
  return reason === 'cooling_off' ? { title, detail: inTime } : { title };
}

function describeExtension(event: Extract<LoanEvent, { kind: 'extended' }>): Step {
  const { title, paid } = words.extended;
  return {
    title: title(formatDay(event.afterDueOn)),
    detail: together(
      paid(formatKwacha(event.amountNgwee), formatKwacha(event.feeNgwee)),
      words.receipt(event.receiptNo),
    ),
  };
}

function describePayment(event: Extract<LoanEvent, { kind: 'repaid' }>): string {
  const { allocation, purpose, savingNgwee, receiptNo } = event;
  // The rebates of a repayment are events of their own.
  const isSaving = purpose === 'settlement' && savingNgwee > 0;
  return together(
    capitalised(describeParts(allocation)),
    ...(isSaving ? [words.paid.saved(formatKwacha(savingNgwee))] : []),
    words.receipt(receiptNo),
  );
}

function describeRebate({
  period,
  days,
  amountNgwee,
  walletNgwee,
}: Extract<LoanEvent, { kind: 'rebate_given' }>) {
  const { early, nextCostsLess, isCredit, partIsCredit } = words.rebate;
  const sentence = early(period, formatDayCount(days));
  if (walletNgwee === 0) return together(sentence, nextCostsLess);
  return together(sentence, walletNgwee === amountNgwee ? isCredit : partIsCredit(formatKwacha(walletNgwee)));
}

/** What a payment went to: "late charges K5.00 · interest K40.00". */
function describeParts(allocation: Extract<LoanEvent, { kind: 'repaid' }>['allocation']): string {
  const { part } = words;
  const parts: [(amount: string) => string, number][] = [
    [part.penalty, allocation.penaltyNgwee],
    [part.fee, allocation.feeNgwee],
    [part.interest, allocation.interestNgwee],
    [part.principal, allocation.principalNgwee],
    [part.wallet, allocation.walletNgwee],
  ];
  return parts
    .filter(([, amountNgwee]) => amountNgwee > 0)
    .map(([said, amountNgwee]) => said(formatKwacha(amountNgwee)))
    .reduce((before, next) => (before === '' ? next : part.further(before, next)), '');
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function describeReversal(event: ReversalEvent, mayMovePayments: boolean): Step {
  const said = words.reversed;
  const { reversedReceiptNo, receiptNo, moves } = event;
  const others = moves !== undefined && mayMovePayments ? [said.others] : [];
  const detailOf = (why: string) => together(why, ...others, words.receipt(receiptNo));
  if (event.kind === 'collection_taken_back') {
    return {
      title: said.payment(formatKwacha(event.amountNgwee)),
      detail: detailOf(said.byOperator(reversedReceiptNo)),
    };
  }
  const why = event.cause === 'payer_or_operator' ? said.notKept : said.mistake;
  return { title: said.entry, detail: detailOf(why(reversedReceiptNo)) };
}

type Consequence = Extract<
  LoanEvent,
  { kind: 'rebate_taken_back' | 'rebate_added' | 'overpayment_allocated' }
>;

function isConsequence(event: LoanEvent): event is Consequence {
  return (
    event.kind === 'rebate_taken_back' ||
    event.kind === 'rebate_added' ||
    event.kind === 'overpayment_allocated'
  );
}

function describeTakeOn(earlierLoanNo: string): Step {
  const { title, before, contract } = words.takenOn;
  return { title, detail: together(before(earlierLoanNo), contract) };
}

/** What a reversal led to on another payment of the loan. */
function describeConsequence(event: Consequence): Step {
  const { rebate, credit } = words;
  const amount = formatKwacha(event.amountNgwee);
  switch (event.kind) {
    case 'rebate_taken_back': {
      const left = event.walletNgwee > 0 ? [rebate.leftCredit(formatKwacha(event.walletNgwee))] : [];
      return { title: rebate.countsAgain(amount), detail: together(rebate.notEarly, ...left) };
    }
    case 'rebate_added': {
      const added = event.walletNgwee > 0 ? [rebate.partIsCredit(formatKwacha(event.walletNgwee))] : [];
      const detail = together(rebate.otherInstalment(event.ofReceiptNo), ...added);
      return { title: rebate.title(amount), detail };
    }
    case 'overpayment_allocated':
      return {
        title: credit.title(amount),
        detail: together(
          capitalised(describeParts(event.allocation)),
          credit.counts(event.ofReceiptNo, formatDay(event.valueOn)),
        ),
      };
  }
}
