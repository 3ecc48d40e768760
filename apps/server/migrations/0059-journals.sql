-- Journals: postings of the whole lender that no loan explains (docs/rules/journals.md). Their rows are in the ledger.

-- The name in an actor without what it is: "mary" of "staff:mary" and of "unverified:Mary". So one person under two
-- spellings counts as one.
create function person_of(actor text) returns text language sql immutable
  return lower(substr(actor, strpos(actor, ':') + 1));

create table journal (
  journal_id bigint generated always as identity primary key,
  entry_id bigint not null unique,
  kind text not null check (kind in ('manual', 'reversal', 'accrual', 'effective_interest', 'impairment',
    'credit_risk_reserve', 'charge_off', 'year_end', 'take_on', 'bank')),
  booked_on date not null,
  value_on date not null,
  booking_kind text not null default 'ordinary'
    constraint journal_booking_kind check (booking_kind in ('ordinary', 'adjustment', 'year_end')),
  reason text not null check (length(reason) between 3 and 200),
  made_by text not null,
  approved_by text,
  -- The number of the document that the journal belongs to, such as a run; what it numbers depends on the kind.
  document_id bigint,
  reversed_journal_id bigint references journal,
  posted_at timestamptz not null,
  constraint journal_two_people check (approved_by is null or person_of(approved_by) <> person_of(made_by)),
  constraint journal_is_approved check (approved_by is not null or kind not in ('manual', 'reversal', 'take_on', 'year_end')),
  constraint journal_reversal check ((kind = 'reversal') = (reversed_journal_id is not null)),
  constraint journal_adjustment_day check (booking_kind = 'ordinary'
    or (extract(month from booked_on) = 12 and extract(day from booked_on) = 31))
);
create unique index journal_reversed_once on journal (reversed_journal_id);
create index journal_booked_on on journal (booked_on);
create index journal_document on journal (kind, document_id) where document_id is not null;
create trigger journal_append_only before update or delete or truncate on journal
  for each statement execute function refuse_change_of_history();
