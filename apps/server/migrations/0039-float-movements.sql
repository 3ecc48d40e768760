-- What the lender moved between the bank and the float at an operator, and what an operator charged.
create table float_movement (
  movement_id bigint generated always as identity primary key,
  operator text not null check (operator in ('mtn', 'airtel', 'zamtel')),
  direction text not null check (direction in ('collection', 'payout')),
  kind text not null check (kind in ('top_up', 'withdrawal', 'charge')),
  amount_ngwee bigint not null check (amount_ngwee > 0),
  reason text not null,
  actor text not null,
  recorded_at timestamptz not null,
  entry_id bigint not null unique
);
