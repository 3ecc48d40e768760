import type { Answer } from '@thumba/contract/wire';
import { addDays, type Day, earlierOf, formatDay, formatDayCount } from '@thumba/lending/day';
import { describeReason } from '@thumba/lending/decision';
import type { HardshipEvent } from '@thumba/lending/hardship';
import type { LoanEvent } from '@thumba/lending/loan';
import { formatKwacha } from '@thumba/lending/money';
import { isReversalEvent, type ReversalEvent } from '@thumba/lending/payment-event';
import { standingPayments } from '@thumba/lending/standing-payments';
import type { HistoryEvent } from '../../book/loan/queries.ts';
import { describeFailure, type FailureReason } from '../../money/payment/operators/operator.ts';

type Timeline = Answer<'queryLoanDetail'>['timeline'];
type Step = { title: string; detail?: string };

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
  const amount = formatKwacha(amountNgwee);
  if (fromOn === throughOn) return { title: `Late charge ${formatDay(fromOn)}: ${amount}` };
  const isOneMonth = fromOn.slice(0, 7) === throughOn.slice(0, 7);
  const days = isOneMonth
    ? `${Number(fromOn.slice(8))}–${formatDay(throughOn)}`
    : `${formatDay(fromOn)} – ${formatDay(throughOn)}`;
  return { title: `Late charges ${days}: ${amount}` };
}

/** Answers undefined for events that only the lender's books need. */
function describeStep(
  event: Exclude<LoanEvent, { kind: 'penalty_accrued' }>,
  { receiveAccount, instalmentCount, before, at }: NamedInSteps & Place,
): Step | undefined {
  if (isConsequence(event)) return describeConsequence(event);
  switch (event.kind) {
    case 'applied':
      return { title: `Applied for ${formatKwacha(event.amountNgwee)}` };
    case 'referred':
      return { title: 'Under review', detail: 'A person looks at your application' };
    case 'approved':
      return { title: 'Approved' };
    case 'declined':
      return { title: 'Declined', detail: event.reasons.map(describeReason).join(' ') };
    case 'cancelled':
      return describeCancellation(event);
    case 'paid_out':
      return { title: `Received ${formatKwacha(event.amountNgwee)}`, detail: `To ${receiveAccount}` };
    case 'taken_on':
      return describeTakeOn(event.earlierLoanNo);
    case 'payout_failed':
      return { title: 'The payout failed', detail: describeFailure(event.reason as FailureReason) };
    case 'repayment_failed':
      return { title: 'A payment failed', detail: describeFailure(event.reason as FailureReason) };
    case 'repaid':
      return { title: `Paid ${formatKwacha(event.amountNgwee)}`, detail: describePayment(event) };
    case 'rebate_given':
      return {
        title: `${formatKwacha(event.amountNgwee)} of interest given back`,
        detail: describeRebate(event),
      };
    case 'extended':
      return describeExtension(event);
    case 'hardship_agreed':
    case 'hardship_ended':
    case 'hardship_continued':
      return describeHardship(event);
    case 'money_returned':
      return { title: `Gave back ${formatKwacha(event.amountNgwee)}`, detail: `Receipt ${event.receiptNo}` };
    case 'penalty_waived':
    case 'extension_fee_returned':
    case 'freed_money_allocated':
    case 'charge_waived':
      return describeTakenBack(event);
    case 'reversed':
    case 'collection_taken_back':
      return describeReversal(event, instalmentCount > 1 && hasOtherPayment(event, before));
    case 'written_off':
      return {
        title: 'Closed with a debt',
        detail: `${formatKwacha(event.amountNgwee)} of it is still owed`,
      };
    case 'recovered':
      return { title: 'The debt is paid', detail: 'Thank you' };
    case 'coupon_used':
      return { title: `Coupon used: ${formatKwacha(event.discountNgwee)} off` };
    case 'instalment_overdue':
      return { title: instalmentCount === 1 ? 'The payment is late' : `Instalment ${event.period} is late` };
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

function describeClosing(
  event: Extract<LoanEvent, { kind: 'closed_earlier' | 'settled' }>,
  isDatedByReversal: boolean,
): Step {
  const counts = `Counts as paid off on ${formatDay(event.on)}`;
  if (event.kind === 'settled') {
    const detail = event.onTime ? 'On time, thank you' : 'Thank you';
    return { title: isDatedByReversal ? counts : 'Paid off', detail };
  }
  return { title: counts, detail: event.onTime ? 'On time, thank you' : 'Your payment had been sent before' };
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
  switch (event.kind) {
    case 'penalty_waived':
      return {
        title: `Late charge of ${formatKwacha(event.amountNgwee)} taken back`,
        detail: 'Your payment had been sent before it was charged',
      };
    case 'extension_fee_returned':
      return {
        title: `Extension fee of ${formatKwacha(event.amountNgwee)} given back`,
        detail: 'Your payment had been sent before the extension was bought',
      };
    case 'freed_money_allocated':
      return {
        title: `${formatKwacha(event.amountNgwee)} of your earlier payments moved`,
        detail: `It had paid charges that were taken back. It pays: ${lowerFirst(describeAllocation(event.allocation))}`,
      };
    case 'charge_waived':
      return {
        title: `${formatKwacha(event.amountNgwee)} taken back`,
        detail: `${WAIVED[event.charge]} of instalment ${event.period}. Receipt ${event.receiptNo}`,
      };
  }
}

function describeHardship(event: HardshipEvent): Step {
  if (event.kind === 'hardship_continued')
    return {
      title:
        event.endedOn === null
          ? 'The agreed dates were kept'
          : `Late charges count since ${formatDay(event.endedOn)} only`,
      detail: 'Your payment had been sent before the date was missed',
    };
  if (event.kind === 'hardship_ended')
    return { title: 'Late charges count again', detail: `The date of instalment ${event.period} was missed` };
  const dates = event.dueDates.map(({ afterDueOn }) => formatDay(afterDueOn)).join(', ');
  return { title: 'New dates were agreed', detail: `${dates}. Late charges stop while you keep to them` };
}

function describeCancellation({ reason }: Extract<LoanEvent, { kind: 'cancelled' }>): Step {
  return reason === 'cooling_off'
    ? { title: 'Cancelled', detail: 'You gave the money back in time, so it cost nothing' }
    : { title: 'Cancelled' };
}

function describeExtension(event: Extract<LoanEvent, { kind: 'extended' }>): Step {
  return {
    title: `Due date moved to ${formatDay(event.afterDueOn)}`,
    detail: `Paid ${formatKwacha(event.amountNgwee)}, of which fee ${formatKwacha(event.feeNgwee)}. Receipt ${event.receiptNo}`,
  };
}

const WAIVED = { penalty: 'A late charge', fee: 'A fee', interest: 'Interest' } as const;

function describePayment(event: Extract<LoanEvent, { kind: 'repaid' }>): string {
  const { allocation, purpose, savingNgwee, receiptNo } = event;
  // The rebates of a repayment are events of their own.
  const saved =
    purpose === 'settlement' && savingNgwee > 0 ? `. Paying early saved ${formatKwacha(savingNgwee)}` : '';
  return `${describeAllocation(allocation)}${saved}. Receipt ${receiptNo}`;
}

function describeRebate({
  period,
  days,
  amountNgwee,
  walletNgwee,
}: Extract<LoanEvent, { kind: 'rebate_given' }>) {
  const early = `Instalment ${period} was paid ${formatDayCount(days)} early`;
  if (walletNgwee === 0) return `${early}. The next instalment costs that less`;
  if (walletNgwee === amountNgwee) return `${early}. It is wallet credit`;
  return `${early}. ${formatKwacha(walletNgwee)} of it is wallet credit`;
}

function describeAllocation(allocation: Extract<LoanEvent, { kind: 'repaid' }>['allocation']): string {
  const parts: [string, number][] = [
    ['late charges', allocation.penaltyNgwee],
    ['fee', allocation.feeNgwee],
    ['interest', allocation.interestNgwee],
    ['loan', allocation.principalNgwee],
    ['wallet credit', allocation.walletNgwee],
  ];
  const text = parts
    .filter(([, amount]) => amount > 0)
    .map(([name, amount]) => `${name} ${formatKwacha(amount)}`)
    .join(' · ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function describeReversal(event: ReversalEvent, mayMovePayments: boolean): Step {
  const { reversedReceiptNo, receiptNo, moves } = event;
  const others =
    moves !== undefined && mayMovePayments ? '. Your other payments pay the first instalments' : '';
  const detailOf = (why: string) => `${why}${others}. Receipt ${receiptNo}`;
  if (event.kind === 'collection_taken_back') {
    return {
      title: `A payment of ${formatKwacha(event.amountNgwee)} was taken back`,
      detail: detailOf(
        `Your mobile-money operator took it back, so receipt ${reversedReceiptNo} no longer counts`,
      ),
    };
  }
  const why = event.cause === 'payer_or_operator' ? 'did not stay with us' : 'was booked by mistake';
  return { title: 'An entry was taken back', detail: detailOf(`Receipt ${reversedReceiptNo} ${why}`) };
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

function describeTakeOn(earlierLoanNo: string) {
  const detail = `Before, it was loan ${earlierLoanNo}. Its contract is in the lender’s earlier system`;
  return { title: 'Your loan came to this app', detail };
}

/** What a reversal led to on another payment of the loan. */
function describeConsequence(event: Consequence): Step {
  const amount = formatKwacha(event.amountNgwee);
  switch (event.kind) {
    case 'rebate_taken_back':
      return {
        title: `${amount} of interest counts again`,
        detail: `It was given back for an instalment that is not paid early any more${event.walletNgwee > 0 ? `. ${formatKwacha(event.walletNgwee)} of it left your wallet credit` : ''}`,
      };
    case 'rebate_added':
      return {
        title: `${amount} of interest given back`,
        detail: `Receipt ${event.ofReceiptNo} counts for another instalment now${event.walletNgwee > 0 ? `. ${formatKwacha(event.walletNgwee)} of it is wallet credit` : ''}`,
      };
    case 'overpayment_allocated':
      return {
        title: `${amount} of your wallet credit pays this loan`,
        detail: `${describeAllocation(event.allocation)}. It came with receipt ${event.ofReceiptNo} and counts for ${formatDay(event.valueOn)}`,
      };
  }
}
