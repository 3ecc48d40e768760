-- Who blocked and unblocked an account, and why. `borrower.blocked_at` says whether it is blocked now.
create table borrower_block_event (
  borrower_id bigint not null,
  event_id bigint generated always as identity,
  kind text not null check (kind in ('blocked', 'unblocked')),
  -- Of a block: what staff chose.
  reason_code text,
  note_sealed bytea not null,
  actor text not null,
  -- Of an unblocking: the second person, and the request that they approved.
  approved_by text,
  request_id bigint references staff_request,
  recorded_at timestamptz not null,
  primary key (borrower_id, event_id),
  constraint borrower_block_event_reason check ((reason_code is not null) = (kind = 'blocked')),
  constraint borrower_block_event_two_people check ((kind = 'unblocked') = (approved_by is not null)
    and (approved_by is null or person_of(approved_by) <> person_of(actor)))
);
create unique index borrower_block_event_of_request on borrower_block_event (request_id);

create function erase_block_notes(borrower_ids bigint[]) returns void
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  perform refuse_before_the_years(borrower_ids);
  update public.borrower_block_event set note_sealed = '' where borrower_id = any (borrower_ids);
end
$$;

-- What staff note about a borrower. The borrower does not read it.
create table borrower_note (
  borrower_id bigint not null,
  note_id bigint generated always as identity,
  text_sealed bytea not null,
  actor text not null,
  written_at timestamptz not null,
  primary key (borrower_id, note_id)
);
