-- A payout that could not be sent yet says why and since when, and whether its borrower was told.
alter table payment_attempt
  add column held_reason text check (held_reason in ('float_low', 'operator_down')),
  add column held_since timestamptz,
  add column told_of_hold_at timestamptz,
  add constraint payment_attempt_held_whole check ((held_reason is null) = (held_since is null));

-- What an operator may not have taken from the float yet, added up whenever the float is asked for.
create index payment_attempt_payout_under_way on payment_attempt (operator)
  where direction = 'payout' and state in ('pending', 'unknown');

-- A report about a payment that nobody knew: followed as soon as that payment is sent.
alter table operator_callback add column is_unmatched boolean not null default false;
create index operator_callback_unmatched on operator_callback (attempt_id) where is_unmatched;

-- What a person found out about a payment that its operator never told the end of.
create table payment_settlement (
  borrower_id bigint not null,
  attempt_id uuid not null,
  outcome text not null check (outcome in ('succeeded', 'failed')),
  reason text not null,
  actor text not null,
  settled_at timestamptz not null,
  primary key (borrower_id, attempt_id)
);
