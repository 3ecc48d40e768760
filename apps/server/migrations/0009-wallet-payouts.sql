-- What happened to payouts of wallet credit, dated by business day, with the actor. Such a payout belongs to no loan and
-- so to no loan's history; this names the entry of the book that each step of it made.
create table wallet_payout_event (
  borrower_id bigint not null,
  entry_id bigint not null,
  attempt_id uuid not null,
  kind text not null check (kind in ('submitted', 'succeeded', 'failed')),
  on_day date not null,
  actor text not null,
  recorded_at timestamptz not null,
  primary key (borrower_id, entry_id)
);
create trigger wallet_payout_event_append_only before update or delete or truncate on wallet_payout_event
  for each statement execute function refuse_change_of_history();
