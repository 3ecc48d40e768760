import type { Day } from '@thumba/lending/day';
import type { OperatorName, PaymentDirection } from '@thumba/lending/ledger';
import type { Ngwee } from '@thumba/lending/money';
import type { AttemptState } from '../loan/posting.ts';
import { statement } from '../platform/database.ts';

export type AttemptRow = {
  borrower_id: number;
  attempt_id: string;
  loan_id: number;
  direction: PaymentDirection;
  amount_ngwee: Ngwee;
  operator: OperatorName;
  msisdn_sealed: Buffer;
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
   returning p.borrower_id, p.attempt_id, p.loan_id, p.direction, p.amount_ngwee, p.operator,
     p.msisdn_sealed, p.state, p.submitted_on, p.created_at, p.sent_at, p.enquiries, p.not_found, p.unanswered,
     p.next_step_at, d.was`,
);

/**
 * Writes what an operator said short of an end. A callback that came in meanwhile has moved the next step closer
 * than our claim did; that is kept. An ended attempt keeps its end.
 */
export const noteAttemptStatement = statement<never>(
  'payment: note attempt',
  `update payment_attempt set
     state = case when state in ('failed', 'expired') then state else $3 end,
     next_step_at = case
       when next_step_at = $4::timestamptz then $5::timestamptz
       else least(next_step_at, $5::timestamptz) end,
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

/** Keeps the callback as it came, and asks for the attempt's next step at once. Answers whether one is known. */
export const receiveCallbackStatement = statement<{ known: boolean }>(
  'payment: receive callback',
  `with event as (
     insert into operator_callback (operator, attempt_id, body_hash, body_sealed, received_at)
     values ($1, $2, $3, $4, $5::timestamptz)
     on conflict (body_hash) do update set times_received = operator_callback.times_received + 1
     returning callback_id
   ),
   hastened as (
     update payment_attempt p set next_step_at = least(coalesce(p.next_step_at, $5::timestamptz), $5::timestamptz)
     from payment_by_attempt b
     where b.attempt_id = $2 and p.borrower_id = b.borrower_id and p.attempt_id = b.attempt_id
       and p.operator = $1 and p.state <> 'succeeded'
     returning 1
   )
   select exists (select from hastened) as known from event`,
);

export type PaymentRow = {
  attempt_id: string;
  state: AttemptState;
  amount_ngwee: Ngwee;
  operator: OperatorName;
  created_at: Date;
  expires_at: Date | null;
  failure_reason: string | null;
  receipt_no: string | null;
  allocation: { [part: string]: number } | null;
};

/** A repayment as its borrower follows it. */
export const findPaymentStatement = statement<PaymentRow>(
  'payment: find',
  `select p.attempt_id, p.state, p.amount_ngwee, p.operator, p.created_at, p.expires_at,
     p.failure_reason, p.receipt_no,
     (select e.detail -> 'allocation' from loan_event e
      where e.borrower_id = p.borrower_id and e.loan_id = p.loan_id and e.kind = 'repaid'
        and e.detail ->> 'attemptId' = p.attempt_id::text limit 1) as allocation
   from payment_attempt p
   where p.borrower_id = $1 and p.attempt_id = $2 and p.direction = 'collection'`,
);
