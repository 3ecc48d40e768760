import { type Day, formatDay, formatDayCount } from '@thumba/lending/day';
import type { LoanEvent } from '@thumba/lending/loan';
import { formatKwacha } from '@thumba/lending/money';
import { inWords } from '../../book/loan/staff-preview.ts';
import { describePosting } from '../../credit/servicing/loan-report.ts';

/** An event of a loan in one line, as staff read it. */
export function describeEvent(event: LoanEvent): string {
  const text = describePosting(event) ?? describeStep(event);
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** What moved no money of the loan by a posting of its own. */
function describeStep(event: LoanEvent): string {
  switch (event.kind) {
    case 'applied':
      return `applied for ${formatKwacha(event.amountNgwee)}`;
    case 'payout_started':
      if (event.reason !== undefined) return `payout sent again to the same number: ${event.reason}`;
      return event.insteadOf === undefined ? 'payout started' : 'payout started to another account';
    case 'paid_out':
      return `paid out, ${formatKwacha(event.amountNgwee)}`;
    case 'paid_out_unexpectedly':
      return `a payout of ${formatKwacha(event.amountNgwee)} arrived that the loan did not wait for; the money is in suspense`;
    case 'payout_failed':
      return `payout failed: ${inWords(event.reason)}`;
    case 'cancelled':
      return `cancelled: ${inWords(event.reason)}`;
    case 'repayment_submitted':
      return `${inWords(event.purpose)} of ${formatKwacha(event.amountNgwee)} asked for`;
    case 'repayment_failed':
      return `${inWords(event.purpose)} failed: ${inWords(event.reason)}`;
    case 'recovered':
      return 'the debt that was written off is paid';
    case 'settled':
      return `paid off${event.onTime ? ' on time' : ''}`;
    case 'closed_earlier':
      return `a late payment shows that it was paid off earlier${event.onTime ? ', on time' : ''}`;
    default:
      return describeReview(event);
  }
}

type OfPlan = Extract<
  LoanEvent,
  { kind: 'penalty_accrued' | 'penalty_waived' | `coupon_${string}` | `instalment_${string}` }
>;

function describeReview(event: LoanEvent): string {
  switch (event.kind) {
    case 'referred':
      return `waits for a person: ${list(event.reasons)}`;
    case 'sent_back':
      return `pictures of the ${event.picture} asked for again`;
    case 'evidence_asked':
      return `asked for evidence: ${inWords(event.evidence)}`;
    case 'evidence_lapsed':
      return `the evidence did not come in time: ${inWords(event.evidence)}`;
    case 'evidence_given':
      return `evidence given: ${inWords(event.evidence)}`;
    case 'counter_offered':
      return `offered ${offerText(event)} instead`;
    case 'counter_offer_signed':
      return `signed the offer of ${offerText(event)}`;
    case 'counter_offer_refused':
      return 'refused the other offer';
    case 'counter_offer_lapsed':
      return 'did not answer the other offer in time';
    case 'approved':
      return 'approved';
    case 'declined':
      return `declined: ${list(event.reasons)}, may apply again on ${dayText(event.mayApplyAgainOn)}`;
    case 'reopened':
      return 'another look was asked for';
    default:
      return describeDays(event as OfPlan);
  }
}

function describeDays(event: OfPlan): string {
  if (event.kind === 'coupon_released') return `coupon free again: ${inWords(event.reason)}`;
  const ofPlan = `of plan ${event.period}`;
  switch (event.kind) {
    case 'penalty_accrued':
      return `penalty ${ofPlan} for ${formatDayCount(event.days)}, ${formatKwacha(event.amountNgwee)}`;
    case 'penalty_waived':
      return `${formatKwacha(event.amountNgwee)} of the penalty ${ofPlan} taken back: ${inWords(event.reason)}`;
    case 'coupon_applied':
      return `coupon applied to plan ${event.period}`;
    case 'coupon_used':
      return `coupon pays ${formatKwacha(event.discountNgwee)} ${ofPlan}`;
    case 'instalment_due':
      return `plan ${event.period} is due`;
    case 'instalment_overdue':
      return `plan ${event.period} is late`;
  }
}

function offerText({ amountNgwee, termDays }: { amountNgwee: number; termDays: number }): string {
  return `${formatKwacha(amountNgwee)} for ${formatDayCount(termDays)}`;
}

function list(codes: readonly string[]): string {
  return codes.map(inWords).join(', ');
}

/** "4 December 2026". */
function dayText(on: Day): string {
  return `${formatDay(on)} ${on.slice(0, 4)}`;
}
