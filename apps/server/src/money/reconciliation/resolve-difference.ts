import { addDays, type Day, daysBetween, earlierOf } from '@thumba/lending/day';
import type { OperatorName, Transfer } from '@thumba/lending/ledger';
import { type Ngwee, ngwee } from '@thumba/lending/money';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import { placeDifference } from '@thumba/lending/reconciliation';
import type { Actor } from '../../book/actor.ts';
import { bookingDayOf, postAgainIfClosed } from '../../book/ledger/booking-day.ts';
import { insertTransfers, NO_BORROWER, transferRecords } from '../../book/ledger/transfers.ts';
import { findLoan } from '../../book/loan/queries.ts';
import { recordUnaskedCollectionStatement } from '../../book/payment-attempt/attempt-statements.ts';
import { checkReason, type ReasonRefusal } from '../../book/staff-action.ts';
import { type Approval, approvalColumns } from '../../book/staff-request.ts';
import { findBorrowerMobile } from '../../people/borrower/queries.ts';
import { type Clock, lusakaDay, toDate } from '../../platform/clock.ts';
import { type Database, statement } from '../../platform/database.ts';
import type { Sealing } from '../../platform/sealing.ts';
import type { EndDeps } from '../payment/attempt-end.ts';
import { endLoanAttempt, type LoanAttempt } from '../payment/attempt-ending.ts';
import { type Difference, findDifference } from './differences.ts';
import { isBooked } from './probable.ts';

/** What staff decided on a difference. A difference that moved money is resolved by staff only. */
export type Resolution = {
  differenceId: number;
  actor: Actor;
  reason: string;
  /** Where a second person approved it. */
  approval?: Approval;
};

export type ResolutionRefusal =
  | ReasonRefusal
  | { kind: 'no_such_difference' }
  | { kind: 'already_resolved' }
  /** Its posting to a loan was begun. Posting it to that loan again completes it. */
  | { kind: 'being_posted'; loanId: number | null }
  /** The operator is still asked how the payment ended, and its answer is posted without staff. */
  | { kind: 'waits_for_operator' }
  /** The difference is no money in our float. */
  | { kind: 'nothing_to_place' }
  /** The operator gave the money back before it was in our book. */
  | { kind: 'given_back' }
  /** Our book has the money that the operator gave back. */
  | { kind: 'stands_in_float' }
  /** Only a collection that belongs to no payment of ours can be posted to a loan. */
  | { kind: 'not_for_a_loan' }
  | { kind: 'no_such_loan' }
  /** Only a payout that the operator made can be the payout which waits since the book was restored. */
  | { kind: 'not_for_a_payout' }
  /** No payout with this id waits since a restore, at the same operator and with the same amount. */
  | { kind: 'no_such_payout' }
  /** The operator paid another number than that of the payout. */
  | { kind: 'other_number' }
  /** Money moved, so that one person alone does not leave it. */
  | { kind: 'second_person_needed' }
  /** Another difference is this payout. */
  | { kind: 'payout_is_linked'; differenceId: number };

export type ResolutionDeps = { db: Database; clock: Clock; today(): Day };

const suspendStatement = statement<
  { entry_id: number },
  {
    differenceId: number;
    actor: Actor;
    reason: string;
    requestId: number | null;
    approvedBy: Actor | null;
    now: Date;
    transfers: string;
  }
>(
  'reconciliation: put into suspense',
  `with resolved as (
     update reconciliation_difference set state = 'resolved', resolution = 'put_into_suspense', actor = $actor,
       reason = $reason, request_id = $requestId::bigint, approved_by = $approvedBy, resolved_at = $now::timestamptz,
       entry_id = nextval('ledger_entry_id')
     where difference_id = $differenceId and state = 'open' returning borrower_id, entry_id
   ),
   entries as (
     select coalesce(borrower_id, ${NO_BORROWER}) as borrower_id, entry_id, $now::timestamptz as recorded_at
     from resolved
   ),
   inserted_transfers as (
     ${insertTransfers({ records: 'transfers', entries: 'entries' })}
   )
   select entry_id from resolved`,
);

const readBookingDayStatement = statement<{ booked_on: Day }, { movedOn: Day; today: Day }>(
  'reconciliation: read booking day',
  `select ${bookingDayOf('$movedOn::date', '$today::date')} as booked_on`,
);

/** The money that a resolution moved in our book. */
export type Placed = { amountNgwee: Ngwee };

/**
 * Brings the float to the operator's amount, on the day on which the money moved. It stays in suspense until its owner is
 * known. Rule: docs/rules/bank.md.
 */
export async function putIntoSuspense(
  deps: ResolutionDeps,
  resolution: Resolution,
): Promise<Outcome<Placed, ResolutionRefusal>> {
  const { db, clock, today } = deps;
  const read = await readOpen(db, resolution);
  if (!read.ok) return read;
  const { difference, reason } = read.value;
  const placed = transferToSuspense(difference);
  if (!placed.ok) return placed;
  const transfer = placed.value;
  const { differenceId } = resolution;
  // The day of the operator's row, or the day on which our book has a payment that the operator does not have.
  const movedOn = businessDayOf(deps, difference.happened_at);
  const done = await postAgainIfClosed(async () => {
    const { booked_on: on } = (await db.row(readBookingDayStatement, { movedOn, today: today() }))!;
    const entry = { loanId: null, on, valueOn: earlierOf(movedOn, today()) };
    return db.row(suspendStatement, {
      differenceId,
      actor: resolution.actor,
      reason,
      ...approvalColumns(resolution.approval),
      now: toDate(clock.nowMs()),
      transfers: JSON.stringify(transferRecords([transfer], entry)),
    });
  });
  return done ? allow({ amountNgwee: transfer.amountNgwee }) : refuseTaken(db, differenceId);
}

/** The row of the ledger that brings the float to the operator's amount. */
export function transferToSuspense(difference: Difference): Outcome<Transfer, ResolutionRefusal> {
  const { operator, direction } = difference;
  const amount = amountToPlace(difference);
  if (!amount.ok) return amount;
  const [transfer] = placeDifference({ operator, direction, differenceNgwee: amount.value });
  return transfer ? allow(transfer) : refuse({ kind: 'nothing_to_place' });
}

/** The operator's amount less ours. */
function amountToPlace(difference: Difference): Outcome<number, ResolutionRefusal> {
  const statementNgwee = difference.statement_ngwee ?? 0;
  const attemptNgwee = difference.attempt_ngwee ?? 0;
  switch (difference.kind) {
    case 'extra':
    case 'duplicate':
      return difference.is_given_back ? refuse({ kind: 'given_back' }) : allow(statementNgwee);
    case 'missing':
      return allow(-attemptNgwee);
    case 'reversed':
      // The reversal of what our book never had changes nothing there.
      return difference.attempt_id === null && !isBooked(difference.gives_back)
        ? refuse({ kind: 'nothing_to_place' })
        : allow(-statementNgwee);
    case 'amount_differs':
      if (difference.attempt_state !== 'succeeded') return refuse({ kind: 'waits_for_operator' });
      return allow(statementNgwee - attemptNgwee);
    case 'status_differs':
      return refuse({ kind: 'waits_for_operator' });
  }
}

const takeForPostingStatement = statement<
  {
    posting_attempt_id: string;
    statement_ngwee: number;
    operator: OperatorName;
    operator_reference: string;
    statement_id: number;
    line: number;
    mobile_sealed: Buffer | null;
    happened_at: Date;
  },
  {
    differenceId: number;
    borrowerId: number;
    loanId: number;
    actor: Actor;
    reason: string;
    requestId: number | null;
    approvedBy: Actor | null;
    attemptId: string;
  }
>(
  'reconciliation: take for posting',
  `update reconciliation_difference d set state = 'posting', actor = coalesce(d.actor, $actor),
     reason = coalesce(d.reason, $reason), request_id = coalesce($requestId::bigint, d.request_id),
     approved_by = coalesce($approvedBy, d.approved_by), posting_borrower_id = $borrowerId, posting_loan_id = $loanId,
     posting_attempt_id = coalesce(d.posting_attempt_id, $attemptId)
   from operator_statement_row r
   where d.difference_id = $differenceId and r.operator = d.operator and r.row_hash = d.row_hash
     and (d.state = 'open'
       or (d.state = 'posting' and d.posting_borrower_id = $borrowerId and d.posting_loan_id = $loanId))
   returning d.posting_attempt_id, d.statement_ngwee, d.operator, r.operator_reference, r.statement_id, r.line,
     r.mobile_sealed, r.happened_at`,
);

const notePostedStatement = statement<never, { differenceId: number; now: Date }>(
  'reconciliation: note posted',
  `with posted as (
     update reconciliation_difference set state = 'resolved', resolution = 'posted_to_loan',
       resolved_at = $now::timestamptz
     where difference_id = $differenceId and state = 'posting'
     returning operator, row_hash, posting_borrower_id, posting_attempt_id
   )
   update operator_statement_row r set borrower_id = d.posting_borrower_id, attempt_id = d.posting_attempt_id
   from posted d where r.operator = d.operator and r.row_hash = d.row_hash`,
);

/**
 * Posts money that belongs to no payment of ours to the loan that staff name, as a late success: its value day is the
 * day on which it came. The attempt's id is kept first, so that a second try after a failure posts the money once.
 */
export async function postToLoan(
  deps: EndDeps & { sealing: Sealing },
  { borrowerId, loanId, ...resolution }: Resolution & { borrowerId: number; loanId: number },
): Promise<Outcome<Placed, ResolutionRefusal>> {
  const { db, clock } = deps;
  const read = await readForLoan(db, { ...resolution, borrowerId, loanId });
  if (!read.ok) return read;
  const taken = await db.row(takeForPostingStatement, {
    differenceId: resolution.differenceId,
    borrowerId,
    loanId,
    actor: resolution.actor,
    reason: read.value.reason,
    ...approvalColumns(resolution.approval),
    attemptId: deps.newAttemptId(),
  });
  if (!taken) return refuseTaken(db, resolution.differenceId);
  const amountNgwee = ngwee(taken.statement_ngwee);
  const now = toDate(clock.nowMs());
  const submittedOn = businessDayOf(deps, taken.happened_at);
  await db.rows(recordUnaskedCollectionStatement, {
    borrowerId,
    attemptId: taken.posting_attempt_id,
    loanId,
    amountNgwee,
    operator: taken.operator,
    mobileSealed: deps.sealing.seal(
      'payment_attempt.msisdn_sealed',
      { borrower_id: borrowerId, attempt_id: taken.posting_attempt_id },
      await payerOf(deps, taken, borrowerId),
    ),
    submittedOn,
    now,
  });
  await endLoanAttempt(
    deps,
    unaskedCollection({
      ...{ borrowerId, loanId, attemptId: taken.posting_attempt_id },
      ...{ amountNgwee, operator: taken.operator, submittedOn },
    }),
    { state: 'succeeded', operatorReference: taken.operator_reference },
  );
  await db.rows(notePostedStatement, { differenceId: resolution.differenceId, now });
  return allow({ amountNgwee });
}

/** A difference that can be posted to this loan. */
export async function readForLoan(
  db: Database,
  { borrowerId, loanId, ...resolution }: Resolution & { borrowerId: number; loanId: number },
): Promise<Outcome<Resolvable, ResolutionRefusal>> {
  const read = await readUnresolved(db, resolution);
  if (!read.ok) return read;
  const { kind, direction } = read.value.difference;
  if (direction !== 'collection' || (kind !== 'extra' && kind !== 'duplicate'))
    return refuse({ kind: 'not_for_a_loan' });
  if (read.value.difference.is_given_back) return refuse({ kind: 'given_back' });
  const stored = await findLoan(db, borrowerId, loanId);
  return stored?.loan.disbursedOn ? read : refuse({ kind: 'no_such_loan' });
}

/** The payment that money which came without one becomes. */
export function unaskedCollection(collection: {
  borrowerId: number;
  loanId: number;
  attemptId: string;
  amountNgwee: Ngwee;
  operator: OperatorName;
  submittedOn: Day;
}): LoanAttempt {
  const { borrowerId, loanId, attemptId, amountNgwee, operator, submittedOn } = collection;
  return {
    borrower_id: borrowerId,
    attempt_id: attemptId,
    loan_id: loanId,
    direction: 'collection',
    purpose: 'repayment',
    quoted: null,
    amount_ngwee: amountNgwee,
    operator,
    msisdn_sealed: null,
    payer: 'account',
    submitted_on: submittedOn,
  };
}

/** The business day of an instant in the past. In a demo the business date can be ahead of the calendar. */
export function businessDayOf({ clock, today }: Pick<ResolutionDeps, 'clock' | 'today'>, at: Date): Day {
  return addDays(today(), -daysBetween(lusakaDay(at.getTime()), lusakaDay(clock.nowMs())));
}

/** The number that the operator names, else the borrower's. */
async function payerOf(
  { db, sealing }: { db: Database; sealing: Sealing },
  row: { statement_id: number; line: number; mobile_sealed: Buffer | null },
  borrowerId: number,
): Promise<string> {
  if (row.mobile_sealed) return sealing.open('operator_statement_row.mobile_sealed', row, row.mobile_sealed);
  const mobile = await findBorrowerMobile(db, sealing, borrowerId);
  if (mobile === undefined) throw new Error(`borrower ${borrowerId} has no number`);
  return mobile;
}

export type Resolvable = { difference: Difference; reason: string };

export async function readUnresolved(
  db: Database,
  resolution: Resolution,
): Promise<Outcome<Resolvable, ResolutionRefusal>> {
  const reason = checkReason(resolution.reason);
  if (!reason.ok) return reason;
  const difference = await findDifference(db, resolution.differenceId);
  if (!difference) return refuse({ kind: 'no_such_difference' });
  if (difference.state === 'resolved') return refuse({ kind: 'already_resolved' });
  return allow({ difference, reason: reason.value });
}

export async function readOpen(
  db: Database,
  resolution: Resolution,
): Promise<Outcome<Resolvable, ResolutionRefusal>> {
  const read = await readUnresolved(db, resolution);
  return read.ok && read.value.difference.state !== 'open' ? refuseTaken(db, resolution.differenceId) : read;
}

/** Refuses a difference that is not open any more. */
export async function refuseTaken(
  db: Database,
  differenceId: number,
): Promise<Outcome<never, ResolutionRefusal>> {
  const difference = await findDifference(db, differenceId);
  return difference?.state === 'posting'
    ? refuse({ kind: 'being_posted', loanId: difference.posting_loan_id })
    : refuse({ kind: 'already_resolved' });
}
