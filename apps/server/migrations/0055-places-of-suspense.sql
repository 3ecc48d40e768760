-- Where staff have placed the money that was in suspense. A piece is what one entry of the book moved to or from
-- suspense without a place. Its row is made by the first placement.
create table suspense_piece (
  entry_id bigint primary key,
  amount_ngwee bigint not null check (amount_ngwee > 0),
  placed_ngwee bigint not null check (placed_ngwee >= 0),
  constraint suspense_piece_not_placed_twice check (placed_ngwee <= amount_ngwee)
);

create sequence suspense_placement_id start 1;
create table suspense_placement (
  placement_id bigint primary key default nextval('suspense_placement_id'),
  -- covered: money that came covers money that had left
  target text not null check (target in ('loan', 'wallet', 'payer', 'covered')),
  -- 0 where the owner of the money is not known
  borrower_id bigint not null,
  loan_id bigint,
  attempt_id uuid,
  amount_ngwee bigint not null check (amount_ngwee > 0),
  state text not null check (state in ('under_way', 'done', 'failed')),
  -- The entry of the book that took the money out of suspense.
  entry_id bigint,
  reason text not null,
  actor text not null,
  on_day date not null,
  placed_at timestamptz not null,
  check ((target = 'loan') = (loan_id is not null)),
  check ((target = 'payer') = (attempt_id is not null)),
  check (target = 'payer' or state = 'done'),
  check ((state = 'done' and target <> 'covered') = (entry_id is not null))
);
create unique index suspense_placement_by_entry on suspense_placement (entry_id) where entry_id is not null;
create unique index suspense_placement_by_attempt on suspense_placement (attempt_id) where attempt_id is not null;
create index suspense_placement_by_borrower on suspense_placement (borrower_id);

-- How much of each piece a placement took.
create table suspense_placement_part (
  placement_id bigint not null references suspense_placement,
  piece_entry_id bigint not null references suspense_piece (entry_id),
  amount_ngwee bigint not null check (amount_ngwee >= 0),
  primary key (placement_id, piece_entry_id)
);
create index suspense_placement_part_by_piece on suspense_placement_part (piece_entry_id);

create index ledger_transfer_suspense on ledger_transfer (entry_id)
  where debit_account = 'suspense' or credit_account = 'suspense';

-- A payout of money in suspense to its payer belongs to no loan, as one of wallet credit.
alter table payment_attempt drop constraint payment_attempt_purpose_check;
alter table payment_attempt add constraint payment_attempt_purpose_check check (purpose in ('repayment', 'extension',
  'settlement', 'cooling_off', 'loan_payout', 'wallet_payout', 'suspense_return')) not valid;
alter table payment_attempt drop constraint payment_attempt_loan_known;
alter table payment_attempt add constraint payment_attempt_loan_known
  check ((loan_id is null) = (purpose in ('wallet_payout', 'suspense_return'))) not valid;
