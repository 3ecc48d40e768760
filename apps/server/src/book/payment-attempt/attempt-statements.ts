import { type AttemptState, ENDED_STATES } from '@thumba/lending/attempt';
import type { Day } from '@thumba/lending/day';
import type { OperatorName, PaymentDirection } from '@thumba/lending/ledger';
import type { Ngwee } from '@thumba/lending/money';
import { type Database, statement } from '../../platform/database.ts';
import { sqlList } from '../../platform/sql-list.ts';
import { insertMessages } from '../message/messages.ts';
import type { AttemptPurpose } from './attempt.ts';

export type AttemptRow = {
  borrower_id: number;
  attempt_id: string;
  /** `null` for a payout of wallet credit. */
  loan_id: number | null;
  direction: PaymentDirection;
  purpose: AttemptPurpose;
  quoted: unknown;
  amount_ngwee: Ngwee;
  operator: OperatorName;
  msisdn_sealed: Buffer;
  /** A link may be paid from another number than the borrower's. That number gets a receipt too. */
  payer: 'account' | 'own_number' | 'other_number';
  state: AttemptState;
  submitted_on: Day;
  created_at: Date;
  /** Its last sending. */
  sent_at: Date | null;
  /** Also `null` for an attempt that an earlier version has sent. */
  first_sent_at: Date | null;
  enquiries: number;
  not_found: number;
  unanswered: number;
  next_step_at: Date;
  /** Where it was sent. `null` for an attempt that was not sent yet, or that an earlier version has sent. */
  route_id: number | null;
  handed_over_for: HandOverReason | null;
  /** When the operator first showed that it knows the instruction. */
  known_to_operator_at: Date | null;
  /** Of an attempt that was claimed to be sent: it was never sent before. */
  is_first_sending?: boolean;
  /** Of an attempt that no connection serves: it was not sent yet, or only tried to and surely not carried out. */
  is_unsent?: boolean;
  /** The state before the claim. */
  was: AttemptState;
};

/** Why a person has to find out the outcome. */
export type HandOverReason =
  /** No setting connects to the route on which it was sent. */
  | 'route_gone'
  /** It is not known where it was sent, and the operator that is connected now does not know it. */
  | 'route_unknown'
  /** It was sent so long ago that the operator may have forgotten it. */
  | 'operator_forgets'
  /** The operator knew it, and later said that it does not know it. */
  | 'operator_denies';

/** What an operator told of an attempt in one step. */
export type ToldStep =
  | 'accepted'
  | 'known_already'
  | 'pending'
  | 'unknown'
  | 'amount_differs'
  | 'unanswered'
  | 'not_found'
  | 'to_be_sent_again'
  | 'handed_over';

export const ATTEMPT_COLUMNS = `p.borrower_id, p.attempt_id, p.loan_id, p.direction, p.purpose, p.quoted, p.amount_ngwee,
     p.operator, p.msisdn_sealed, p.payer, p.state, p.submitted_on, p.created_at, p.sent_at, p.first_sent_at,
     p.enquiries, p.not_found, p.unanswered, p.next_step_at, p.route_id, p.handed_over_for,
     p.known_to_operator_at`;

/** An attempt that waits because it could not be sent. An attempt that has ended keeps its `held_reason`. */
export const IS_HELD = `state in ('created', 'sent') and held_reason is not null`;

/**
 * Records an answer of an operator that does not end the attempt. The earlier next step of a callback that came
 * meanwhile is kept. A callback that came before the attempt was stored makes the next step due now. An ended attempt
 * keeps its end. An attempt that was handed over to a person stays so until it ends, whatever else the operator tells.
 */
export const noteAttemptStatement = statement<
  never,
  {
    borrowerId: number;
    attemptId: string;
    state: AttemptState;
    claimedStepAt: Date;
    nextStepAt: Date;
    sentAt: Date | null;
    enquiries: number;
    notFound: number;
    unanswered: number;
    operatorCode: string | null;
    expiresAt: Date | null;
    handedOverFor: HandOverReason | null;
    /** The operator has shown that it knows the instruction. */
    isKnown: boolean;
    /** Where it was asked about. Another process that held it back meanwhile may have taken its route away. */
    routeId: number | null;
    /** What its history keeps of the answer. `null` for an answer that it has already. */
    told: ToldStep | null;
    now: Date;
  }
>(
  'payment: note attempt',
  `with early_callbacks as (
     update operator_callback set is_unmatched = false where attempt_id = $attemptId and is_unmatched returning 1
   ),
   noted as (
     update payment_attempt set
       state = case when state in ('failed', 'expired') then state when handed_over_for is not null then 'unknown'
         else $state end,
       next_step_at = case
         when exists (select from early_callbacks) then $now::timestamptz
         when next_step_at = $claimedStepAt::timestamptz then $nextStepAt::timestamptz
         else least(next_step_at, $nextStepAt::timestamptz) end,
       route_id = coalesce(route_id, $routeId::integer),
       held_reason = null, held_since = null, handed_over_for = coalesce($handedOverFor::text, handed_over_for),
       handed_over_at = case when $handedOverFor::text is not null then coalesce(handed_over_at, $now::timestamptz)
         else handed_over_at end,
       known_to_operator_at = case when $isKnown or exists (select from early_callbacks)
         then coalesce(known_to_operator_at, $now::timestamptz) else known_to_operator_at end,
       sent_at = $sentAt::timestamptz, enquiries = $enquiries, not_found = $notFound, unanswered = $unanswered,
       operator_code = coalesce($operatorCode, operator_code), expires_at = coalesce($expiresAt::timestamptz, expires_at)
     where borrower_id = $borrowerId and attempt_id = $attemptId and state <> 'succeeded'
     returning borrower_id, attempt_id
   )
   insert into payment_attempt_step (borrower_id, attempt_id, taken_at, told, code)
   select borrower_id, attempt_id, $now::timestamptz, $told::text,
     coalesce($handedOverFor::text, $operatorCode::text)
   from noted where $told::text is not null`,
);

/**
 * Records that an enquiry about an ended attempt changed nothing. A callback that came meanwhile keeps its next step.
 */
export const noteNoNewsStatement = statement<
  never,
  { borrowerId: number; attemptId: string; claimedStepAt: Date; now: Date }
>(
  'payment: note no news',
  `with noted as (
     update payment_attempt set next_step_at = null
     where borrower_id = $borrowerId and attempt_id = $attemptId and next_step_at = $claimedStepAt::timestamptz
     returning borrower_id, attempt_id
   )
   insert into payment_attempt_step (borrower_id, attempt_id, taken_at, told)
   select borrower_id, attempt_id, $now::timestamptz, 'no_news' from noted`,
);

/**
 * Stores callbacks, and claims their attempts until `claimedUntil`. Without a driver in this process (`claimedUntil` is
 * null), and for an attempt that was not sent yet, the next step is made due at once instead. Locks are taken in the
 * order of ids, so that two processes with the same callbacks cannot deadlock.
 */
export const receiveCallbacksStatement = statement<
  AttemptRow,
  {
    operators: string[];
    attemptIds: (string | null)[];
    bodyHashes: Buffer[];
    bodiesSealed: Buffer[];
    counts: number[];
    now: Date;
    claimedUntil: Date | null;
  }
>(
  'payment: receive callbacks',
  `with callbacks as (
     select * from unnest($operators::text[], $attemptIds::uuid[], $bodyHashes::bytea[], $bodiesSealed::bytea[],
       $counts::integer[]) as c (operator, attempt_id, body_hash, body_sealed, times)
   ),
   inserted_callbacks as (
     insert into operator_callback (operator, attempt_id, body_hash, body_sealed, received_at, times_received,
       is_unmatched)
     select operator, attempt_id, body_hash, body_sealed, $now::timestamptz, times, attempt_id is not null
       and not exists (select from payment_by_attempt b where b.attempt_id = callbacks.attempt_id)
     from callbacks order by body_hash
     on conflict (body_hash) do update set times_received = operator_callback.times_received + excluded.times_received
   )
   update payment_attempt p set next_step_at = case
     when p.state = 'created' or $claimedUntil::timestamptz is null
       then least(coalesce(p.next_step_at, $now::timestamptz), $now::timestamptz)
     else $claimedUntil::timestamptz end,
     known_to_operator_at = coalesce(p.known_to_operator_at, $now::timestamptz)
   from (
     select p.borrower_id, p.attempt_id from callbacks
     join payment_by_attempt b on b.attempt_id = callbacks.attempt_id
     join payment_attempt p on p.borrower_id = b.borrower_id and p.attempt_id = b.attempt_id
     where p.operator = callbacks.operator and p.state <> 'succeeded'
     order by p.borrower_id, p.attempt_id for update of p
   ) known
   where p.borrower_id = known.borrower_id and p.attempt_id = known.attempt_id
   returning ${ATTEMPT_COLUMNS}, p.state as was`,
);

const findEarlierCallbackStatement = statement<{ is_taken: boolean }, { operator: string }>(
  'payment: find earlier callback',
  `select exists (select from payment_attempt
     where has_earlier_callback and operator = $operator and state not in ${sqlList(ENDED_STATES)}) as is_taken`,
);

/** Whether a payment is open that may be reported at the address of an earlier version. */
export async function isEarlierCallbackTaken(db: Database, operator: string): Promise<boolean> {
  return (await db.row(findEarlierCallbackStatement, { operator }))!.is_taken;
}

/** Makes the next step of attempts due at once, except of attempts that were not sent yet or have succeeded. */
export const hastenAttemptsStatement = statement<
  { attempt_id: string },
  { borrowerIds: number[]; attemptIds: string[]; now: Date }
>(
  'payment: hasten attempts',
  `update payment_attempt p set next_step_at = least(coalesce(p.next_step_at, $now::timestamptz), $now::timestamptz)
   from unnest($borrowerIds::bigint[], $attemptIds::uuid[]) as w(borrower_id, attempt_id)
   where p.borrower_id = w.borrower_id and p.attempt_id = w.attempt_id and p.state not in ('created', 'succeeded')
   returning p.attempt_id`,
);

/**
 * Records an attempt for money that came without one. It begins as failed: no loan waits for it and nothing is sent,
 * and it is posted as a late success.
 */
export const recordUnaskedCollectionStatement = statement<
  never,
  {
    borrowerId: number;
    attemptId: string;
    loanId: number;
    amountNgwee: Ngwee;
    operator: OperatorName;
    mobileSealed: Buffer;
    submittedOn: Day;
    now: Date;
  }
>(
  'payment: record unasked collection',
  `with inserted_attempt as (
     insert into payment_attempt (borrower_id, attempt_id, loan_id, direction, purpose, amount_ngwee, operator,
       msisdn_sealed, state, failure_reason, submitted_on, created_at, finished_at)
     values ($borrowerId, $attemptId, $loanId, 'collection', 'repayment', $amountNgwee, $operator, $mobileSealed,
       'failed', 'not_completed', $submittedOn, $now::timestamptz, $now::timestamptz)
     on conflict do nothing
     returning borrower_id, attempt_id
   )
   insert into payment_by_attempt (attempt_id, borrower_id) select attempt_id, borrower_id from inserted_attempt`,
);

/**
 * Puts an attempt that was certainly not carried out back to `created`, with the reason. The borrower of a payout gets
 * one message about it. For a loan it is one message for all attempts of its payout.
 */
export const holdAttemptStatement = statement<
  { message_id: number },
  {
    borrowerId: number;
    attemptId: string;
    claimedStepAt: Date;
    nextStepAt: Date;
    reason: string;
    now: Date;
    isWorthTelling: boolean;
    /**
     * It was never sent before, so it may go to any route later: unless another process has claimed it meanwhile, and
     * may be sending it.
     */
    isFirstSending: boolean;
    /** The operator has shown that it knows the instruction. */
    isKnown: boolean;
    today: Day;
  }
>(
  'payment: hold attempt',
  `with before as (
     select borrower_id, attempt_id, loan_id, amount_ngwee, told_of_hold_at, held_reason,
       $isFirstSending and next_step_at = $claimedStepAt::timestamptz as was_never_sent from payment_attempt
     where borrower_id = $borrowerId and attempt_id = $attemptId and state in ('created', 'sent') for update
   ),
   held_attempt as (
     update payment_attempt p set state = 'created', operator_code = $reason, held_reason = $reason, counted_on = null,
       known_to_operator_at = case when $isKnown then coalesce(p.known_to_operator_at, $now::timestamptz)
         else p.known_to_operator_at end,
       held_since = coalesce(p.held_since, $now::timestamptz),
       route_id = case when b.was_never_sent then null else p.route_id end,
       first_sent_at = case when b.was_never_sent then null else p.first_sent_at end,
       told_of_hold_at = case when $isWorthTelling then coalesce(p.told_of_hold_at, $now::timestamptz)
         else p.told_of_hold_at end,
       next_step_at = case
         when p.next_step_at = $claimedStepAt::timestamptz then $nextStepAt::timestamptz
         else least(p.next_step_at, $nextStepAt::timestamptz) end
     from before b where p.borrower_id = b.borrower_id and p.attempt_id = b.attempt_id
   ),
   kept_step as (
     insert into payment_attempt_step (borrower_id, attempt_id, taken_at, told, code)
     select borrower_id, attempt_id, $now::timestamptz, 'held', $reason from before
     where held_reason is distinct from $reason
   )
   ${insertMessages({
     borrowerId: 'b.borrower_id',
     loanId: 'b.loan_id',
     kind: `'payout_held'`,
     figures: `jsonb_build_object('amountNgwee', b.amount_ngwee)`,
     on: '$today::date',
     at: '$now::timestamptz',
     from: `before b
       where $isWorthTelling and b.told_of_hold_at is null and not exists (select from message m
         where m.borrower_id = b.borrower_id and m.loan_id = b.loan_id and m.kind = 'payout_held')`,
   })}
   returning message_id`,
);
