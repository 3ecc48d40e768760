-- Reminders of bills that come due, the words of messages as data, and payments by whoever holds a reminder's link.

-- Every wording that a kind of message ever had: a message names the one it was sent in, and reads the same for ever.
create table message_template (
  kind text not null,
  version integer not null check (version >= 1),
  wording text not null,
  published_at timestamptz not null,
  primary key (kind, version)
);

alter table message
  add column template_version integer,
  -- Somebody else's copy of a receipt: it goes to the number that this payment was asked of.
  add column payer_attempt_id uuid,
  -- Words that may have stopped being true are looked at again before they are sent, and shown once they were.
  add column may_be_dropped boolean not null default false,
  add column dropped_at timestamptz,
  add constraint message_dropped_unsent check (dropped_at is null or (sent_at is null and next_try_at is null));

-- One reminder a loan a day.
create table reminder (
  borrower_id bigint not null,
  loan_id bigint not null,
  period integer not null,
  on_day date not null,
  kind text not null check (kind in ('reminder_before_due', 'reminder_due_day', 'reminder_overdue')),
  due_on date not null,
  -- What had been paid on the bill when it was written: a reminder that overlooks a payment is not sent.
  paid_ngwee bigint not null,
  -- The end of the hours in which it may go out. What has not gone out by then never does.
  expires_at timestamptz not null,
  dropped_because text check (dropped_because in ('too_late', 'payment_pending', 'paid', 'due_date_moved')),
  primary key (borrower_id, loan_id, on_day)
);
create index reminder_by_borrower on reminder (borrower_id, on_day);

-- In the order in which the end of day walks through what comes due and what is late.
create index instalment_unsettled on instalment (due_on, borrower_id, loan_id, period) where state <> 'settled';

-- Whoever holds the code of a loan may pay it. The code itself is nowhere: only its keyed hash.
create table repay_link (
  code_hash bytea primary key,
  borrower_id bigint not null,
  loan_id bigint not null,
  expires_on date not null,
  unique (borrower_id, loan_id)
);
create index repay_link_by_end on repay_link (expires_on);

alter table payment_attempt
  add column payer text not null default 'account' check (payer in ('account', 'own_number', 'other_number'));

-- Prompts asked for through links, by link and by the number that was prompted, for as long as they count.
create table repay_link_prompt (
  subject_hash bytea not null,
  attempt_id uuid not null,
  asked_at timestamptz not null,
  primary key (subject_hash, attempt_id)
);
create index repay_link_prompt_by_time on repay_link_prompt (asked_at);
