-- Statements of the lender's bank, money in transit between the bank and the operators, and the days of an operator's
-- wallet that a person signed off (docs/rules/bank.md).
insert into account (account, code, title, account_type, normal_side) values
  ('other_income', '4900', 'Other income', 'income', 'credit'),
  ('other_expense', '5900', 'Other expenses', 'expense', 'debit');

-- Until now a movement was posted to the bank at once. From now on it stands in
-- transit until the bank's statement has it.
alter table float_movement add column posted_against text not null default 'bank'
  constraint float_movement_posted_against check (posted_against in ('bank', 'in_transit', 'other'));

-- What lay in a wallet when the lender began with this program is taken on against the opening balances.
alter table float_movement drop constraint float_movement_kind_check;
alter table float_movement add constraint float_movement_kind_check
  check (kind in ('opening', 'top_up', 'withdrawal', 'charge'));

create table bank_statement (
  statement_id bigint generated always as identity primary key,
  file_hash bytea not null unique,
  row_count integer not null check (row_count >= 0),
  covers_from_on date not null,
  covers_through_on date not null,
  opening_ngwee bigint,
  closing_ngwee bigint,
  imported_at timestamptz not null,
  actor text not null,
  check (covers_from_on <= covers_through_on),
  check ((opening_ngwee is null) = (closing_ngwee is null))
);

-- What the bank writes beside an amount may name a person, so it is sealed.
create table bank_statement_row (
  row_id bigint generated always as identity primary key,
  statement_id bigint not null references bank_statement,
  line integer not null,
  row_hash bytea not null unique,
  booked_on date not null,
  value_on date not null,
  amount_ngwee bigint not null check (amount_ngwee <> 0),
  balance_ngwee bigint,
  row_sealed bytea not null,
  unique (statement_id, line)
);
create index bank_statement_row_by_amount on bank_statement_row (amount_ngwee, booked_on);

-- How the book has a row of the bank: one entry for each row, and one row for each entry.
create table bank_row_posting (
  row_id bigint primary key references bank_statement_row,
  posted_as text not null check (posted_as in ('booked_before', 'transit', 'share_capital', 'borrowings',
    'funding_expense', 'bank_charge_expense', 'suspense', 'other_income', 'other_expense')),
  entry_id bigint not null unique,
  operator text check (operator in ('mtn', 'airtel', 'zamtel')),
  direction text check (direction in ('collection', 'payout')),
  reason text not null,
  actor text not null,
  posted_at timestamptz not null,
  check ((posted_as = 'transit') = (operator is not null)),
  check ((operator is null) = (direction is null))
);

-- Money in transit that has arrived: the row of the bank and the movement of the float are the same money.
create table transit_arrival (
  row_id bigint primary key references bank_row_posting,
  movement_id bigint not null unique references float_movement,
  arrived_at timestamptz not null
);

-- What an operator's own statement says that it charged.
alter table operator_statement_row add column charge_ngwee bigint not null default 0
  constraint operator_statement_row_charge check (charge_ngwee >= 0);
create table operator_charge_posting (
  operator text not null,
  row_hash bytea not null,
  movement_id bigint not null references float_movement,
  primary key (operator, row_hash),
  foreign key (operator, row_hash) references operator_statement_row
);

-- A day of a wallet for which a person has seen that the operator's balance is the book's.
create table wallet_day (
  operator text not null check (operator in ('mtn', 'airtel', 'zamtel')),
  direction text not null check (direction in ('collection', 'payout')),
  on_day date not null,
  opening_ngwee bigint not null,
  payments_ngwee bigint not null,
  bank_ngwee bigint not null,
  suspense_ngwee bigint not null,
  charges_ngwee bigint not null,
  -- What the operator had on this day and the book on the day before or after.
  timing_ngwee bigint not null,
  balance_ngwee bigint not null,
  actor text not null,
  signed_at timestamptz not null,
  primary key (operator, direction, on_day),
  check (balance_ngwee = opening_ngwee + payments_ngwee + bank_ngwee + suspense_ngwee - charges_ngwee + timing_ngwee)
);

-- The few rows at the bank among all of the ledger.
create index ledger_transfer_at_bank on ledger_transfer (borrower_id, entry_id)
  where debit_account = 'bank' or credit_account = 'bank';
