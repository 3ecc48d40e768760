import type { Day } from '@thumba/lending/day';
import type { OperatorName, PaymentDirection } from '@thumba/lending/ledger';
import type { LoanEvent } from '@thumba/lending/loan';
import type { Ngwee } from '@thumba/lending/money';
import type { AttemptPurpose, AttemptState } from '../../book/posting-line/posting.ts';
import { statement } from '../../platform/database.ts';
import type { FailureReason } from './operators/operator.ts';

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
  /** Through a link anybody may pay; somebody else's number gets a receipt of its own. */
  payer: 'account' | 'own_number' | 'other_number';
  state: AttemptState;
  submitted_on: Day;
  created_at: Date;
  sent_at: Date | null;
  enquiries: number;
  not_found: number;
  unanswered: number;
  next_step_at: Date;
  /** The state it was in before it was claimed: `created` means that it is to be sent now. */
  was: AttemptState;
};

/** How an attempt ends. */
export type End =
  | { state: 'succeeded'; operatorReference: string | null }
  | { state: 'failed'; reason: FailureReason }
  | { state: 'expired'; reason: FailureReason };

export const ATTEMPT_COLUMNS = `p.borrower_id, p.attempt_id, p.loan_id, p.direction, p.purpose, p.quoted, p.amount_ngwee,
     p.operator, p.msisdn_sealed, p.payer, p.state, p.submitted_on, p.created_at, p.sent_at, p.enquiries, p.not_found,
     p.unanswered, p.next_step_at`;

/**
 * Takes attempts whose next step is due and pushes that step into the future, so that a process that dies leaves
 * nothing locked: the step simply comes due again. What was never sent is marked as sent before it is.
 */
export const claimDueAttemptsStatement = statement<AttemptRow>(
  'payment: claim due attempts',
  `update payment_attempt p
   set next_step_at = $2::timestamptz,
     state = case when d.was = 'created' then 'sent' else p.state end,
     sent_at = case when d.was = 'created' then $1::timestamptz else p.sent_at end
   from (
     select borrower_id, attempt_id, state as was from payment_attempt
     where next_step_at <= $1::timestamptz
     order by next_step_at limit $3 for update skip locked
   ) d
   where p.borrower_id = d.borrower_id and p.attempt_id = d.attempt_id
   returning ${ATTEMPT_COLUMNS}, d.was`,
);

/**
 * Writes what an operator said short of an end. A callback that came in meanwhile has moved the next step closer
 * than our claim did; that is kept, and one that came before anybody knew the attempt is followed now. An ended
 * attempt keeps its end.
 */
export const noteAttemptStatement = statement<never>(
  'payment: note attempt',
  `with early as (
     update operator_callback set is_unmatched = false where attempt_id = $2 and is_unmatched returning 1
   )
   update payment_attempt set
     state = case when state in ('failed', 'expired') then state else $3 end,
     next_step_at = case
       when exists (select from early) then $12::timestamptz
       when next_step_at = $4::timestamptz then $5::timestamptz
       else least(next_step_at, $5::timestamptz) end,
     held_reason = null, held_since = null,
     sent_at = $6::timestamptz, enquiries = $7, not_found = $8, unanswered = $9,
     operator_code = coalesce($10, operator_code), expires_at = coalesce($11::timestamptz, expires_at)
   where borrower_id = $1 and attempt_id = $2 and state <> 'succeeded'`,
);

/** An ended attempt that was asked about again, for nothing. Callbacks that came in meanwhile are still to be followed. */
export const noteNoNewsStatement = statement<never>(
  'payment: note no news',
  `update payment_attempt set next_step_at = null
   where borrower_id = $1 and attempt_id = $2 and next_step_at = $3::timestamptz`,
);

/**
 * Keeps callbacks as they came, and takes the attempts that they are about until `$7`, as a claim would, so that no claim
 * is needed. Where nobody works ($7 is null) the next step is made due at once instead, and so is that of an attempt
 * that was not sent yet. Locks are taken in the order of ids, so that two processes that hear the same never wait for
 * each other.
 */
export const receiveCallbacksStatement = statement<AttemptRow>(
  'payment: receive callbacks',
  `with report as (
     select * from unnest($1::text[], $2::uuid[], $3::bytea[], $4::bytea[], $5::integer[])
       as report (operator, attempt_id, body_hash, body_sealed, times)
   ),
   kept as (
     insert into operator_callback (operator, attempt_id, body_hash, body_sealed, received_at, times_received,
       is_unmatched)
     select operator, attempt_id, body_hash, body_sealed, $6::timestamptz, times, attempt_id is not null
       and not exists (select from payment_by_attempt b where b.attempt_id = report.attempt_id)
     from report order by body_hash
     on conflict (body_hash) do update set times_received = operator_callback.times_received + excluded.times_received
   )
   update payment_attempt p set next_step_at = case
     when p.state = 'created' or $7::timestamptz is null then least(coalesce(p.next_step_at, $6::timestamptz),
       $6::timestamptz)
     else $7::timestamptz end
   from (
     select p.borrower_id, p.attempt_id from report
     join payment_by_attempt b on b.attempt_id = report.attempt_id
     join payment_attempt p on p.borrower_id = b.borrower_id and p.attempt_id = b.attempt_id
     where p.operator = report.operator and p.state <> 'succeeded'
     order by p.borrower_id, p.attempt_id for update of p
   ) known
   where p.borrower_id = known.borrower_id and p.attempt_id = known.attempt_id
   returning ${ATTEMPT_COLUMNS}, p.state as was`,
);

/** What anybody who follows a payment may see of it. */
export type PaymentProgress = {
  attempt_id: string;
  state: AttemptState;
  amount_ngwee: Ngwee;
  operator: OperatorName;
  created_at: Date;
  expires_at: Date | null;
  failure_reason: FailureReason | null;
  receipt_no: string | null;
};

/** The event that says what a payment was booked as. */
export type BookedPayment = Extract<LoanEvent, { kind: 'repaid' | 'extended' | 'money_returned' }>;

type PaymentRow = PaymentProgress & {
  purpose: Exclude<AttemptPurpose, 'loan_payout'>;
  event: BookedPayment | null;
};

/** A payment as its borrower follows it: one they make, or their wallet credit on its way to them. */
export const findPaymentStatement = statement<PaymentRow>(
  'payment: find',
  `select p.attempt_id, p.state, p.amount_ngwee, p.operator, p.created_at, p.expires_at,
     p.failure_reason, p.receipt_no, p.purpose,
     (select (e.detail - 'posting') || jsonb_build_object('kind', e.kind) from loan_event e
      where e.borrower_id = p.borrower_id and e.loan_id = p.loan_id
        and e.kind in ('repaid', 'extended', 'money_returned')
        and e.detail ->> 'attemptId' = p.attempt_id::text limit 1) as event
   from payment_attempt p
   where p.borrower_id = $1 and p.attempt_id = $2 and p.purpose <> 'loan_payout'`,
);

/** What was booked without an operator, from wallet credit or because it cost nothing, by the number of its receipt. */
export const findBookedStatement = statement<{ event: BookedPayment; recorded_at: Date }>(
  'payment: find booked',
  `select (e.detail - 'posting') || jsonb_build_object('kind', e.kind) as event, e.recorded_at from loan_event e
   where e.borrower_id = $1 and e.loan_id = $2 and e.kind in ('repaid', 'extended', 'money_returned')
     and e.detail ->> 'receiptNo' = $3 and e.detail ->> 'attemptId' is null
   limit 1`,
);

/** Asks for the next step of attempts at once. One that was not sent yet, or has succeeded, has nothing to be asked. */
export const hastenAttemptsStatement = statement<{ attempt_id: string }>(
  'payment: hasten attempts',
  `update payment_attempt p set next_step_at = least(coalesce(p.next_step_at, $3::timestamptz), $3::timestamptz)
   from unnest($1::bigint[], $2::uuid[]) as w(borrower_id, attempt_id)
   where p.borrower_id = w.borrower_id and p.attempt_id = w.attempt_id and p.state not in ('created', 'succeeded')
   returning p.attempt_id`,
);

/**
 * An attempt for money that came without one. It starts as one that we had given up, so that until it is posted nobody
 * waits for it and nothing is sent, and posting it is the same step as any late success.
 */
export const recordUnaskedCollectionStatement = statement<never>(
  'payment: record unasked collection',
  `with recorded as (
     insert into payment_attempt (borrower_id, attempt_id, loan_id, direction, purpose, amount_ngwee, operator,
       msisdn_sealed, state, failure_reason, submitted_on, created_at, finished_at)
     select $1, $2, $3, 'collection', 'repayment', $4, $5, coalesce($6, b.mobile_sealed), 'failed', 'not_completed', $7,
       $8::timestamptz, $8::timestamptz
     from borrower b where b.borrower_id = $1
     on conflict do nothing
     returning borrower_id, attempt_id
   )
   insert into payment_by_attempt (attempt_id, borrower_id) select attempt_id, borrower_id from recorded`,
);
