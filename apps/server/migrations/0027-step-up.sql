-- The second code: six digits to the borrower's own number. It serves one borrower, session and purpose.
create table step_up_code (
  borrower_id bigint not null,
  session_id uuid not null,
  purpose text not null check (purpose in ('download', 'account', 'payout', 'mobile', 'device')),
  code_hash bytea not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  tries_left integer not null check (tries_left >= 0),
  is_used boolean not null default false,
  primary key (borrower_id, session_id, purpose)
);

-- Five wrong second codes end a session on a new device. They are counted over all its codes.
alter table session add column wrong_step_ups integer not null default 0;

-- A new payout account waits until then for money. Null for an account that never waited: one of the registration, and
-- one that exists now.
alter table repay_account add column payouts_from timestamptz;

alter table borrower_use_of_day drop constraint borrower_use_of_day_kind_check;
alter table borrower_use_of_day add constraint borrower_use_of_day_kind_check
  check (kind in ('claim', 'data_download', 'identity_question'));
