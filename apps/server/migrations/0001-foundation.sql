-- Every table that grows with traffic carries borrower_id first in its key, and what must be unique over all
-- borrowers stands in a small look-up table of its own, so that the schema can be spread by borrower_id.
-- Personal data is sealed (AES-256-GCM) and found by a keyed hash. Amounts are ngwee.

-- The business day is Lusaka's calendar day plus offset_days; only a demo ever moves the offset.
create table business_calendar (
  only_row boolean primary key default true check (only_row),
  offset_days integer not null default 0,
  day_ended_through date not null
);

-- ---------------------------------------------------------------- borrowers

create table borrower (
  borrower_id bigint generated always as identity primary key,
  mobile_sealed bytea not null,
  blocked_at timestamptz,
  registered_at timestamptz not null,
  registered_on date not null,
  registered_channel text not null default ''
);

create table borrower_by_mobile (
  mobile_hash bytea primary key,
  borrower_id bigint not null
);

create table borrower_by_national_id (
  national_id_hash bytea primary key,
  borrower_id bigint not null unique
);

-- What the posting line reads and moves with every loan: wallet credit and the place on the limit ladder.
create table borrower_standing (
  borrower_id bigint primary key,
  wallet_ngwee bigint not null default 0 check (wallet_ngwee >= 0),
  ladder_step integer not null default 1 check (ladder_step >= 1),
  on_time_loans integer not null default 0 check (on_time_loans >= 0)
);

create sequence repay_account_id;
create table repay_account (
  borrower_id bigint not null,
  account_id bigint not null default nextval('repay_account_id'),
  mobile_sealed bytea not null,
  mobile_hash bytea not null,
  operator text not null check (operator in ('mtn', 'airtel', 'zamtel')),
  is_default boolean not null default false,
  created_at timestamptz not null,
  primary key (borrower_id, account_id),
  unique (borrower_id, mobile_hash)
);
create unique index repay_account_one_default on repay_account (borrower_id) where is_default;

-- ---------------------------------------------------------------- sessions

create table signin_code (
  mobile_hash bytea primary key,
  code_hash bytea not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  tries_left integer not null check (tries_left >= 0),
  is_used boolean not null default false
);

create table signin_code_send (
  mobile_hash bytea not null,
  address_hash bytea not null,
  sent_at timestamptz not null
);
create index signin_code_send_by_mobile on signin_code_send (mobile_hash, sent_at);
create index signin_code_send_by_address on signin_code_send (address_hash, sent_at);

create table session (
  token_hash bytea primary key,
  borrower_id bigint not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index session_by_borrower on session (borrower_id);

-- Seen request signatures. Losing them in a crash reopens a window of minutes in which no money can move twice
-- anyway, so the table is not worth its write-ahead log.
create unlogged table request_seen (
  request_hash bytea primary key,
  seen_at timestamptz not null
);
create index request_seen_by_time on request_seen (seen_at);

-- ---------------------------------------------------------------- authentication

create table stored_file (
  file_id text primary key,
  borrower_id bigint,
  purpose text not null check (purpose in ('nrc_front', 'nrc_back', 'selfie', 'avatar')),
  byte_count integer not null,
  address_hash bytea not null,
  uploaded_at timestamptz not null
);
create index stored_file_unclaimed on stored_file (uploaded_at) where borrower_id is null;
create index stored_file_by_address on stored_file (address_hash, uploaded_at);
create index stored_file_by_borrower on stored_file (borrower_id, uploaded_at);

create table borrower_identity (
  borrower_id bigint primary key,
  front_file_id text not null,
  back_file_id text,
  identity_sealed bytea not null,
  confirmed_at timestamptz not null
);

create table borrower_form (
  borrower_id bigint not null,
  cer_code integer not null check (cer_code in (2, 3)),
  values_sealed bytea not null,
  completed_at timestamptz not null,
  primary key (borrower_id, cer_code)
);

create table questionnaire_answer (
  borrower_id bigint not null,
  questionnaire_id integer not null,
  answers jsonb not null,
  points integer not null,
  answered_at timestamptz not null,
  primary key (borrower_id, questionnaire_id)
);

-- ---------------------------------------------------------------- loans

create sequence loan_id start 100001;
create table loan (
  borrower_id bigint not null,
  loan_id bigint not null,
  version integer not null,
  state text not null check (state in ('applied', 'approved', 'declined', 'cancelled', 'paying_out',
    'payout_failed', 'active', 'overdue', 'settled', 'written_off', 'recovered')),
  terms jsonb not null,
  account_id bigint not null,
  principal_ngwee bigint not null check (principal_ngwee > 0),
  received_ngwee bigint not null check (received_ngwee >= 0),
  applied_at timestamptz not null,
  applied_on date not null,
  disbursed_at timestamptz,
  disbursed_on date,
  closed_on date,
  accrued_through_on date,
  interest_earned_ngwee bigint not null default 0 check (interest_earned_ngwee >= 0),
  fee_earned_ngwee bigint not null default 0 check (fee_earned_ngwee >= 0),
  extensions_used integer not null default 0 check (extensions_used >= 0),
  extension_fees_ngwee bigint not null default 0 check (extension_fees_ngwee >= 0),
  worst_days_late integer not null default 0 check (worst_days_late >= 0),
  pending_attempt_id uuid,
  pending_period integer,
  pending_amount_ngwee bigint,
  pending_since_on date,
  next_event_on date,
  primary key (borrower_id, loan_id),
  check (num_nonnulls(pending_attempt_id, pending_period, pending_amount_ngwee, pending_since_on) in (0, 4))
) with (fillfactor = 80);
create unique index loan_one_open on loan (borrower_id)
  where state in ('applied', 'approved', 'paying_out', 'payout_failed', 'active', 'overdue', 'written_off');
create index loan_next_event on loan (next_event_on, borrower_id, loan_id) where next_event_on is not null;

create table instalment (
  borrower_id bigint not null,
  loan_id bigint not null,
  period integer not null check (period between 1 and 99),
  starts_on date not null,
  due_on date not null,
  state text not null check (state in ('scheduled', 'due', 'overdue', 'settled')),
  principal_ngwee bigint not null check (principal_ngwee >= 0),
  interest_ngwee bigint not null check (interest_ngwee >= 0),
  fee_ngwee bigint not null check (fee_ngwee >= 0),
  penalty_ngwee bigint not null default 0,
  principal_paid_ngwee bigint not null default 0 check (principal_paid_ngwee between 0 and principal_ngwee),
  interest_paid_ngwee bigint not null default 0 check (interest_paid_ngwee between 0 and interest_ngwee),
  fee_paid_ngwee bigint not null default 0 check (fee_paid_ngwee between 0 and fee_ngwee),
  penalty_paid_ngwee bigint not null default 0 check (penalty_paid_ngwee between 0 and penalty_ngwee),
  penalty_runs jsonb not null default '[]',
  days_late integer not null default 0 check (days_late >= 0),
  primary key (borrower_id, loan_id, period)
) with (fillfactor = 80);

create table loan_acceptance (
  borrower_id bigint not null,
  loan_id bigint not null,
  contract_version text not null,
  shown jsonb not null,
  shown_hash text not null,
  purpose text not null default '',
  app_version_code text not null default '',
  app_channel_code text not null default '',
  agreed_at timestamptz not null,
  primary key (borrower_id, loan_id)
);

create table loan_decision (
  borrower_id bigint not null,
  loan_id bigint not null,
  outcome text not null check (outcome in ('approve', 'refer', 'decline')),
  points integer not null,
  reasons jsonb not null,
  inputs jsonb not null,
  versions jsonb not null,
  may_apply_again_on date,
  decided_at timestamptz not null,
  primary key (borrower_id, loan_id)
);

-- The history of a loan, dated by business day, with the actor: also the audit row of every change.
-- Each connection takes ids in blocks, so they name an entry and do not order it: the version of the loan does.
create sequence ledger_entry_id cache 32;
create table loan_event (
  borrower_id bigint not null,
  entry_id bigint not null,
  ordinal integer not null,
  loan_id bigint not null,
  loan_version integer not null,
  kind text not null,
  on_day date not null,
  detail jsonb not null,
  actor text not null,
  recorded_at timestamptz not null,
  primary key (borrower_id, entry_id, ordinal)
);

-- ---------------------------------------------------------------- the book

create domain ledger_account as text check (value in (
  'principal_receivable', 'interest_receivable', 'fee_receivable', 'penalty_receivable',
  'unearned_interest', 'unearned_fee',
  'float_mtn_collection', 'float_mtn_payout', 'float_airtel_collection', 'float_airtel_payout',
  'float_zamtel_collection', 'float_zamtel_payout', 'bank', 'wallet_credit',
  'interest_income', 'fee_income', 'penalty_income', 'extension_income', 'recovery_income',
  'coupon_expense', 'prize_expense', 'operator_charge_expense', 'write_off_expense', 'suspense'));

create table ledger_transfer (
  borrower_id bigint not null,
  entry_id bigint not null,
  line integer not null,
  loan_id bigint,
  debit_account ledger_account not null,
  credit_account ledger_account not null,
  amount_ngwee bigint not null check (amount_ngwee > 0),
  business_on date not null,
  recorded_at timestamptz not null,
  primary key (borrower_id, entry_id, line),
  check (debit_account <> credit_account)
);

create function refuse_change_of_history() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only: a mistake is put right by a new row', tg_table_name;
end
$$;
create trigger ledger_transfer_append_only before update or delete or truncate on ledger_transfer
  for each statement execute function refuse_change_of_history();
create trigger loan_event_append_only before update or delete or truncate on loan_event
  for each statement execute function refuse_change_of_history();

-- ---------------------------------------------------------------- payments

-- One instruction to an operator. Its row is committed before the operator hears of it, and attempt_id is the id sent.
create table payment_attempt (
  borrower_id bigint not null,
  attempt_id uuid not null,
  loan_id bigint not null,
  direction text not null check (direction in ('collection', 'payout')),
  purpose text not null check (purpose in ('repayment', 'loan_payout')),
  period integer,
  amount_ngwee bigint not null check (amount_ngwee > 0),
  operator text not null check (operator in ('mtn', 'airtel', 'zamtel')),
  msisdn_sealed bytea not null,
  state text not null check (state in ('created', 'sent', 'pending', 'succeeded', 'failed', 'expired', 'unknown')),
  submitted_on date not null,
  created_at timestamptz not null,
  sent_at timestamptz,
  expires_at timestamptz,
  finished_at timestamptz,
  next_step_at timestamptz,
  enquiries integer not null default 0,
  not_found integer not null default 0,
  unanswered integer not null default 0,
  operator_code text,
  operator_reference text,
  failure_reason text,
  receipt_no text,
  primary key (borrower_id, attempt_id)
) with (fillfactor = 80);
create index payment_attempt_next_step on payment_attempt (next_step_at) where next_step_at is not null;
create index payment_attempt_by_loan on payment_attempt (borrower_id, loan_id);

create table payment_by_attempt (
  attempt_id uuid primary key,
  borrower_id bigint not null
);

create function attempt_keeps_its_end() returns trigger language plpgsql as $$
begin
  raise exception 'a payment attempt that succeeded never changes';
end
$$;
create trigger payment_attempt_succeeded_is_final before update on payment_attempt
  for each row when (old.state = 'succeeded' and new.state <> 'succeeded')
  execute function attempt_keeps_its_end();

create table operator_callback (
  callback_id bigint generated always as identity primary key,
  operator text not null,
  attempt_id uuid,
  body_hash bytea not null unique,
  body_sealed bytea not null,
  received_at timestamptz not null,
  times_received integer not null default 1
);

-- The answer a key got, kept with the effect it had, so that the same request again gets the same answer.
create table idempotency_key (
  borrower_id bigint not null,
  key_hash bytea not null,
  input_hash bytea not null,
  answer jsonb not null,
  created_at timestamptz not null,
  primary key (borrower_id, key_hash)
);

-- ---------------------------------------------------------------- messages

create table message (
  borrower_id bigint not null,
  message_id bigint generated always as identity,
  loan_id bigint,
  kind text not null,
  figures jsonb not null,
  on_day date not null,
  created_at timestamptz not null,
  next_try_at timestamptz,
  tries integer not null default 0,
  sent_at timestamptz,
  primary key (borrower_id, message_id)
);
create index message_next_try on message (next_try_at) where next_try_at is not null;
