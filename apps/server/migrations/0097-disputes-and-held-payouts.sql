-- A reminder is not sent for a loan that its borrower disputes by a complaint.
alter table reminder drop constraint reminder_dropped_because_check;
alter table reminder add constraint reminder_dropped_because_check
  check (dropped_because in ('too_late', 'payment_pending', 'paid', 'due_date_moved', 'disputed'));

-- Staff hold the payouts to a borrower, for example after a SIM swap. Another person releases them.
alter table borrower_block_event drop constraint borrower_block_event_kind_check;
alter table borrower_block_event add constraint borrower_block_event_kind_check
  check (kind in ('blocked', 'unblocked', 'payouts_held', 'payouts_released'));
-- Of a release: the hold that it ends, and who held.
alter table borrower_block_event add column ended_hold_id bigint, add column held_by text;
alter table borrower_block_event add constraint borrower_block_event_by_actor unique (borrower_id, event_id, actor);
alter table borrower_block_event add constraint borrower_block_event_ends_a_hold
  foreign key (borrower_id, ended_hold_id, held_by) references borrower_block_event (borrower_id, event_id, actor);
alter table borrower_block_event add constraint borrower_block_event_release_by_another check (
  (kind = 'payouts_released') = (ended_hold_id is not null) and (ended_hold_id is null) = (held_by is null)
  and (held_by is null or person_of(held_by) <> person_of(actor)));
-- A hold is released once.
create unique index borrower_block_event_hold_ends_once on borrower_block_event (borrower_id, ended_hold_id);
