import type { Day } from '@thumba/lending/day';
import type { Change, Loan, LoanEvent } from '@thumba/lending/loan';
import { sum } from '@thumba/lending/money';
import type { Actor } from '../actor.ts';
import type { IdempotencyKey } from '../idempotency/idempotency.ts';
import type { AttemptEnd } from '../payment-attempt/attempt.ts';
import { placementRecord } from '../suspense/placement.ts';
import type { Acceptance, CouponState, Posting, Review } from './posting.ts';

/*
 * The JSON records that a change writes beside its loan. Their properties are named as the columns are.
 */

type Dated = { change: Change; on: Day };

/** An offer that the borrower signs was approved by the person of staff who made it. */
export function eventRecords(change: Change, actor: Actor, review?: Review) {
  const approvedBy = review?.outcome === 'counter_offer_signed' ? review.approvedBy : actor;
  return change.events.map(({ kind, on, ...detail }, index) => ({
    loan_id: change.loan.loanId,
    ordinal: index + 1,
    loan_version: change.loan.version + 1,
    kind,
    on_day: on,
    detail,
    actor: kind === 'approved' ? approvedBy : actor,
  }));
}

export function messageRecords({
  change,
  on,
  payerReceipt,
}: Dated & { payerReceipt?: Posting<unknown>['payerReceipt'] }) {
  const recordOf = ({ kind, ...figures }: { kind: string }, payerAttemptId: string | null) => ({
    loan_id: change.loan.loanId,
    kind,
    figures,
    on_day: on,
    payer_attempt_id: payerAttemptId,
  });
  const records = change.messages.map((message) => recordOf(message, null));
  if (!payerReceipt) return records;
  const { attemptId, ...receipt } = payerReceipt;
  return [...records, recordOf(receipt, attemptId)];
}

export function standingRecords(change: Change) {
  if (change.walletNgwee === 0 && change.ladder === null) return [];
  return [
    {
      loan_id: change.loan.loanId,
      wallet_change_ngwee: change.walletNgwee,
      ladder_step: change.ladder?.step ?? null,
      on_time_loans: change.ladder?.onTimeLoans ?? null,
    },
  ];
}

export function attemptEndRecords(loan: Loan, end: AttemptEnd | undefined) {
  if (!end) return [];
  return [
    {
      loan_id: loan.loanId,
      attempt_id: end.attemptId,
      state: end.state,
      operator_reference: end.operatorReference,
      failure_reason: end.failureReason,
      receipt_no: end.receiptNo,
    },
  ];
}

/** The other attempts to pay out a loan are superseded when one has succeeded. */
export function supersedingRecords({ loan, events }: Change, end: AttemptEnd | undefined) {
  if (end?.state !== 'succeeded' || !events.some(({ kind }) => kind === 'paid_out')) return [];
  return [{ loan_id: loan.loanId, attempt_id: end.attemptId }];
}

export function reviewRecords(loan: Loan, review: Review | undefined, actor: Actor) {
  if (!review) return [];
  const { outcome, noteSealed, shown } = review;
  const isDecline = outcome === 'decline';
  const isSendBack = outcome === 'send_back';
  const isAsk = outcome === 'ask_evidence';
  const isSigned = outcome === 'counter_offer_signed';
  return [
    {
      loan_id: loan.loanId,
      loan_version: loan.version + 1,
      outcome,
      reason: outcome === 'approve' || isDecline || isSigned ? review.reason : null,
      decided_by: isSigned ? review.approvedBy : actor,
      reason_code: isDecline ? review.reasonCode : null,
      declined_for: isDecline ? review.declinedFor : null,
      may_apply_again_on: isDecline ? review.mayApplyAgainOn : null,
      picture: isSendBack ? review.picture : null,
      file_id: isSendBack ? review.fileId : null,
      note_sealed: noteSealed?.toString('hex') ?? null,
      evidence: isAsk ? review.evidence : null,
      ends_at: isAsk ? review.endsAt : null,
      file_ids: outcome === 'evidence_given' ? review.fileIds : [],
      ...offerColumns(review),
      shown,
      actor,
    },
  ];
}

function offerColumns(review: Review) {
  if (review.outcome !== 'counter_offer') return { terms: null };
  const { terms, contractVersion, accountId, holderAskedAt, endsAt } = review.offer;
  return {
    terms,
    contract_version: contractVersion,
    account_id: accountId,
    holder_asked_at: holderAskedAt,
    ends_at: endsAt,
  };
}

export function acceptanceRecords(loan: Loan, acceptance: Acceptance | undefined) {
  return acceptance ? [{ loan_id: loan.loanId, loan_version: loan.version + 1, ...acceptance }] : [];
}

export function placementRecords({
  change: { loan },
  on,
  placement,
}: Dated & Pick<Posting<unknown>, 'placement'>) {
  if (!placement) return [];
  const amountNgwee = sum(placement.parts.map((part) => part.amountNgwee));
  return [placementRecord(placement, { target: 'loan', loanId: loan.loanId, amountNgwee, on })];
}

export function takenBackRecords({ change: { loan }, takenBack }: Posting<unknown>) {
  if (!takenBack) return [];
  const { differenceId, reason, actor, requestId, approvedBy } = takenBack;
  return [
    {
      ...{ loan_id: loan.loanId, difference_id: differenceId, reason, actor },
      ...{ request_id: requestId, approved_by: approvedBy },
    },
  ];
}

export function keyRecords(loan: Loan, key: IdempotencyKey | undefined, answer: unknown) {
  if (!key) return [];
  return [
    {
      loan_id: loan.loanId,
      key_hash: key.keyHashes[0].toString('hex'),
      input_hash: key.inputHash.toString('hex'),
      answer,
    },
  ];
}

/** The state of each coupon after the last event about it in a change. */
export function couponRecords({ loan, events }: Change) {
  const records = new Map<number, { state: CouponState; used_on: Day | null }>();
  for (const event of events) {
    if (event.kind === 'coupon_applied') records.set(event.userCouponId, { state: 'applied', used_on: null });
    if (event.kind === 'coupon_used') records.set(event.userCouponId, { state: 'used', used_on: event.on });
    if (event.kind === 'coupon_released') records.set(event.userCouponId, { state: 'usable', used_on: null });
  }
  return [...records].map(([userCouponId, record]) => ({
    loan_id: loan.loanId,
    user_coupon_id: userCouponId,
    ...record,
  }));
}

/**
 * The occasions of a change on which a lender may give a coupon or a chance at the wheel. A loan that does not count for
 * the ladder is none.
 */
export function occasionRecords({ loan, events }: Change) {
  return events.flatMap((event) =>
    isPaidOnTime(event) && loan.ladderMove?.isCounted !== false
      ? [{ loan_id: loan.loanId, occasion: 'on_time_settlement', on_day: event.on }]
      : [],
  );
}

/** A loan that was late and was on time after all, because of a late payment, had no occasion before. */
function isPaidOnTime(event: LoanEvent): boolean {
  if (event.kind === 'closed_earlier') return event.onTime && !event.wasOnTime;
  return event.kind === 'settled' && event.onTime;
}
