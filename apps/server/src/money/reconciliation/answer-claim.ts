import type { ClaimAnswer } from '@thumba/contract/staff/claim-answers';
import type { Day } from '@thumba/lending/day';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import type { Actor } from '../../book/actor.ts';
import { insertMessages } from '../../book/message/messages.ts';
import { type Clock, toDate } from '../../platform/clock.ts';
import { type Database, statement } from '../../platform/database.ts';

/** A payment is made before its borrower says so. Operators can be slow. */
const DAYS_BEFORE = 7;

/** SQL: the attempt `p` was made in the days around the claim `t`. */
export const IN_DAYS_OF_CLAIM = `p.created_at between t.claimed_at - interval '${DAYS_BEFORE} days'
    and t.claimed_at + interval '1 day'`;

/**
 * SQL: whether a payment may still turn out to be the one that the claim `t` names: one without an outcome, or the one
 * that a statement says succeeded.
 */
export const MAY_BE_FOUND = `(t.attempt_id is not null or exists (select from payment_attempt p
  where p.borrower_id = t.borrower_id and p.direction = 'collection'
    and p.state in ('created', 'sent', 'pending', 'unknown') and ${IN_DAYS_OF_CLAIM}))`;

/** SQL: the row `r` of a statement has the money that the claim `t` names: of its borrower, or from a number of theirs. */
export const HAS_CLAIMED_MONEY = `r.reference_hash = t.reference_hash and r.outcome = 'succeeded'
  and r.direction = 'collection' and (r.borrower_id = t.borrower_id or (r.attempt_id is null
    and exists (select from repay_account a where a.borrower_id = t.borrower_id and a.mobile_hash = r.mobile_hash)))`;

/** SQL: the money of the row `r` is posted, or staff resolved it and nothing of it is left in suspense. */
export const HAS_ITS_PLACE = `(exists (select from payment_attempt p
    where p.borrower_id = r.borrower_id and p.attempt_id = r.attempt_id and p.state = 'succeeded')
  or exists (select from reconciliation_difference d left join suspense_piece piece on piece.entry_id = d.entry_id
    where d.operator = r.operator and d.row_hash = r.row_hash and d.state = 'resolved'
      and (d.entry_id is null or piece.placed_ngwee = piece.amount_ngwee)))`;

/** Whether the money that a claim names stands in a statement and waits for its place, or has it. */
export type ClaimedMoney = 'waits' | 'placed' | null;

/** SQL: `ClaimedMoney` of the claim `t`. */
export const CLAIMED_MONEY = `(select case when bool_and(${HAS_ITS_PLACE}) then 'placed'
    when count(*) > 0 then 'waits' end from operator_statement_row r where ${HAS_CLAIMED_MONEY})`;

/** The one answer that is true where the money is with us and has its place. */
export const ANSWER_OF_PLACED = 'counted_already' satisfies ClaimAnswer;

export type AnsweringRefusal =
  | { kind: 'no_such_claim' }
  | { kind: 'may_be_found' }
  | { kind: 'found' }
  | { kind: 'placed' }
  | { kind: 'settled' }
  | { kind: 'answered'; by: Actor };

const answerStatement = statement<
  { ticket_id: number },
  { ticketId: number; answer: ClaimAnswer; actor: Actor; today: Day; now: Date }
>(
  'claims: answer',
  `with answered as (
     update claim_ticket t set state = 'answered', answer = $answer, answered_by = $actor, answered_on = $today::date,
       answered_at = $now::timestamptz
     where t.ticket_id = $ticketId and t.state = 'open' and not ${MAY_BE_FOUND}
       and case ${CLAIMED_MONEY} when 'waits' then false when 'placed' then $answer = '${ANSWER_OF_PLACED}' else true end
     returning t.borrower_id, t.ticket_id
   )
   ${insertMessages({
     borrowerId: 'borrower_id',
     kind: `'claim_answered'`,
     figures: `jsonb_build_object('ticketNo', ticket_id)`,
     on: '$today::date',
     at: '$now::timestamptz',
     from: 'answered',
   })}
   returning (figures ->> 'ticketNo')::bigint as ticket_id`,
);

const stateStatement = statement<
  {
    state: 'open' | 'found' | 'answered' | 'settled';
    answered_by: Actor | null;
    claimed_money: ClaimedMoney;
  },
  { ticketId: number }
>(
  'claims: state',
  `select state, answered_by, ${CLAIMED_MONEY} as claimed_money from claim_ticket t where ticket_id = $ticketId`,
);

/**
 * Tells the borrower what became of a payment that is not found, once, and ends the ticket. It moves no money, so one
 * person does it. Refused while a payment of these days may still be the one, and where a statement has its money.
 */
export async function answerClaim(
  { db, clock, today }: { db: Database; clock: Clock; today(): Day },
  given: { ticketId: number; answer: ClaimAnswer; actor: Actor },
): Promise<Outcome<null, AnsweringRefusal>> {
  const now = toDate(clock.nowMs());
  if (await db.row(answerStatement, { ...given, today: today(), now })) return allow(null);
  const claim = await db.row(stateStatement, { ticketId: given.ticketId });
  if (!claim) return refuse({ kind: 'no_such_claim' });
  if (claim.state === 'open') return refuse({ kind: whyNotYet(claim.claimed_money, given.answer) });
  return claim.state === 'answered'
    ? refuse({ kind: 'answered', by: claim.answered_by! })
    : refuse({ kind: claim.state });
}

function whyNotYet(money: ClaimedMoney, answer: ClaimAnswer): 'found' | 'placed' | 'may_be_found' {
  if (money === 'waits') return 'found';
  return money === 'placed' && answer !== ANSWER_OF_PLACED ? 'placed' : 'may_be_found';
}
