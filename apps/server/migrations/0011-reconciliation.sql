-- Operators' statements, what they say otherwise than our book, and what borrowers say they paid.

create table operator_statement (
  statement_id bigint generated always as identity primary key,
  operator text not null check (operator in ('mtn', 'airtel', 'zamtel')),
  file_hash bytea not null,
  row_count integer not null check (row_count > 0),
  covers_from timestamptz not null,
  covers_until timestamptz not null,
  imported_at timestamptz not null,
  actor text not null,
  unique (operator, file_hash),
  check (covers_from < covers_until)
);

-- An operator's row is nobody's until it is matched, so its key is what the operator calls it and not a borrower.
create table operator_statement_row (
  operator text not null,
  row_hash bytea not null,
  statement_id bigint not null references operator_statement,
  line integer not null,
  -- null for a movement that is no payment of a borrower: a fee, a transfer to the bank
  direction text check (direction in ('collection', 'payout')),
  outcome text not null check (outcome in ('succeeded', 'failed', 'pending', 'reversed')),
  operator_reference text not null,
  reference_hash bytea not null,
  named_attempt_id uuid,
  mobile_hash bytea,
  mobile_sealed bytea,
  amount_ngwee bigint not null check (amount_ngwee >= 0),
  happened_at timestamptz not null,
  row_sealed bytea not null,
  borrower_id bigint,
  attempt_id uuid,
  primary key (operator, row_hash),
  check ((borrower_id is null) = (attempt_id is null)),
  check (direction is null or amount_ngwee > 0)
);
create index operator_statement_row_of_statement on operator_statement_row (statement_id);
create index operator_statement_row_of_attempt on operator_statement_row (borrower_id, attempt_id)
  where attempt_id is not null;
create index operator_statement_row_by_reference on operator_statement_row (reference_hash);

-- A statement's number is looked for among the borrowers' accounts.
create index repay_account_by_mobile on repay_account (mobile_hash);

create sequence reconciliation_difference_id start 1;
create table reconciliation_difference (
  difference_id bigint primary key default nextval('reconciliation_difference_id'),
  operator text not null,
  kind text not null check (kind in ('missing', 'extra', 'amount_differs', 'reversed', 'status_differs', 'duplicate')),
  direction text not null check (direction in ('collection', 'payout')),
  statement_id bigint not null references operator_statement,
  row_hash bytea,
  borrower_id bigint,
  attempt_id uuid,
  -- what the operator's row says, and what our attempt does; null where there is none
  statement_ngwee bigint,
  attempt_ngwee bigint,
  happened_at timestamptz not null,
  found_at timestamptz not null,
  state text not null default 'open' check (state in ('open', 'posting', 'resolved')),
  resolution text check (resolution in ('posted_to_loan', 'put_into_suspense', 'ignored', 'agreed')),
  reason text,
  actor text,
  resolved_at timestamptz,
  -- where it was put: the attempt of a posting to a loan, or the entry of the book
  posting_borrower_id bigint,
  posting_loan_id bigint,
  posting_attempt_id uuid,
  entry_id bigint,
  unique (operator, row_hash),
  check ((kind = 'missing') = (row_hash is null)),
  check ((state = 'resolved') = (resolution is not null)),
  check ((state = 'open') = (actor is null)),
  check ((resolution = 'put_into_suspense') = (entry_id is not null))
);
create unique index reconciliation_difference_missing_once on reconciliation_difference (borrower_id, attempt_id)
  where kind = 'missing';
create index reconciliation_difference_open on reconciliation_difference (operator, difference_id)
  where state <> 'resolved';
create index reconciliation_difference_by_entry on reconciliation_difference (entry_id) where entry_id is not null;

-- ---------------------------------------------------------------- "I paid"

create table claim_ticket (
  borrower_id bigint not null,
  ticket_id bigint generated always as identity (start with 1001),
  reference_hash bytea not null,
  reference_sealed bytea not null,
  -- found: an operator's statement holds it; settled: it is posted
  state text not null default 'open' check (state in ('open', 'found', 'settled')),
  attempt_id uuid,
  claimed_at timestamptz not null,
  settled_at timestamptz,
  primary key (borrower_id, ticket_id),
  unique (borrower_id, reference_hash),
  check ((state = 'settled') = (settled_at is not null)),
  check (state <> 'settled' or attempt_id is not null)
);
create index claim_ticket_waiting on claim_ticket (reference_hash) where state <> 'settled';

create table claims_of_day (
  borrower_id bigint not null,
  on_day date not null,
  claims integer not null check (claims > 0),
  primary key (borrower_id, on_day)
);
