import type { Day } from '@thumba/lending/day';
import { hastenAttemptsStatement } from '../../book/payment-attempt/attempt-statements.ts';
import { type Clock, DAY_MS, lusakaDay, toDate } from '../../platform/clock.ts';
import type { Database, Transaction } from '../../platform/database.ts';
import type { Sealing } from '../../platform/sealing.ts';
import { isAttemptId } from '../payment/operators/operator.ts';
import {
  type ClaimableAttempt,
  claimableAttemptsStatement,
  claimStatement,
  closeClaimStatement,
  closeClaimsStatement,
  linkClaimStatement,
  linkClaimsStatement,
  newTicketIdStatement,
  payersSinceClaimStatement,
} from './claims-sql.ts';

/** An operator that has only just sent the prompt is asked on its own schedule, which Airtel wants kept. */
const ASKED_SOONEST_MS = 180_000;
const ASKED_AFTER_FAILURE_MS = 7 * DAY_MS;
const MAX_ASKED = 5;
/** A payment that was given up is confirmed within this time, if it is at all. */
const CONFIRMED_WITHIN_MS = 40 * DAY_MS;

export type ClaimAnswer =
  | { kind: 'too_many' }
  | { kind: 'posted'; payment: ClaimableAttempt }
  | { kind: 'checking' | 'not_found'; ticketId: number };

export function referenceHashes(sealing: Sealing, reference: string): Buffer[] {
  return sealing.lookupHashes('payment_reference', plainReference(reference));
}

/** The same for "mp261121.1000.a12345 " and "MP261121.1000.A12345". */
export function plainReference(reference: string): string {
  return reference.replaceAll(/\s/g, '').toUpperCase();
}

/**
 * A borrower says that a payment was made. It is looked for among their own payments only, so that the answer is the
 * same for a payment of another borrower and for no payment. For their payments that are open, or failed lately, the
 * operator is asked at once, because its answer may have changed.
 */
export async function claimPayment(
  deps: { db: Database; sealing: Sealing; clock: Clock; today(): Day; onHint(): void },
  { borrowerId, reference }: { borrowerId: number; reference: string },
): Promise<ClaimAnswer> {
  const { db, sealing, clock } = deps;
  const nowMs = clock.nowMs();
  const { ticket_id: newTicketId } = (await db.row(newTicketIdStatement, {}))!;
  const claimed = await db.row(claimStatement, {
    borrowerId,
    lusakaDay: lusakaDay(nowMs),
    newTicketId,
    hashes: referenceHashes(sealing, reference),
    referenceSealed: sealing.seal(
      'claim_ticket.reference_sealed',
      { borrower_id: borrowerId, ticket_id: newTicketId },
      reference,
    ),
    now: toDate(nowMs),
  });
  if (!claimed) return { kind: 'too_many' };
  const { ticket_id: ticketId } = claimed;
  const linking = { borrowerId, ticketId, now: toDate(nowMs), today: deps.today() };
  // A statement can have been imported before the borrower says that they paid.
  const ticket = (await db.row(linkClaimStatement, linking)) ?? claimed;
  const attempts = await db.rows(claimableAttemptsStatement, {
    borrowerId,
    createdSince: toDate(nowMs - ASKED_AFTER_FAILURE_MS),
  });
  const named = attempts.find(
    (attempt) => attempt.attempt_id === ticket.attempt_id || isNamed(attempt, reference),
  );
  if (named?.state === 'succeeded') {
    await db.rows(closeClaimStatement, {
      borrowerId,
      ticketId,
      attemptId: named.attempt_id,
      now: toDate(nowMs),
    });
    return { kind: 'posted', payment: named };
  }
  const asked = named ? [named] : attempts.filter((attempt) => attempt.may_be_asked).slice(0, MAX_ASKED);
  const askedNow = asked.filter(({ sent_at }) => sent_at && nowMs - sent_at.getTime() >= ASKED_SOONEST_MS);
  await db.rows(hastenAttemptsStatement, {
    borrowerIds: askedNow.map(() => borrowerId),
    attemptIds: askedNow.map((attempt) => attempt.attempt_id),
    now: toDate(nowMs),
  });
  if (askedNow.length > 0) deps.onHint();
  const isBeingChecked = asked.length > 0 || ticket.state === 'found';
  return { kind: isBeingChecked ? 'checking' : 'not_found', ticketId };
}

function isNamed(
  attempt: Pick<ClaimableAttempt, 'attempt_id' | 'operator_reference'>,
  reference: string,
): boolean {
  const id = reference.trim().toLowerCase();
  if (isAttemptId(id) && attempt.attempt_id === id) return true;
  const { operator_reference: known } = attempt;
  return known !== null && plainReference(known) === plainReference(reference);
}

/** Closes the tickets whose payment has been posted since, also after an answer, and writes their borrowers a message. */
export async function closeClaims(
  { db, sealing }: { db: Database; sealing: Sealing },
  now: Date,
  today: Day,
): Promise<number> {
  const answeredSince = toDate(now.getTime() - CONFIRMED_WITHIN_MS);
  const payers = await db.rows(payersSinceClaimStatement, { answeredSince });
  const answered = payers.filter(
    (payer) =>
      payer.attempt_id === payer.claimed_attempt_id ||
      isNamed(payer, sealing.open('claim_ticket.reference_sealed', payer, payer.reference_sealed)),
  );
  if (answered.length === 0) return 0;
  const rows = await db.rows(closeClaimsStatement, {
    borrowerIds: answered.map((payer) => payer.borrower_id),
    ticketIds: answered.map((payer) => payer.ticket_id),
    attemptIds: answered.map((payer) => payer.attempt_id),
    now,
    today,
  });
  return rows.length;
}

/** Links tickets to the rows of an operator's statement that answer them. */
export async function linkClaims(db: Transaction, statementId: number, now: Date, today: Day): Promise<void> {
  await db.rows(linkClaimsStatement, { statementId, now, today });
}
