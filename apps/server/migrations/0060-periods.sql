-- What one person proposes and another one approves: journals (docs/rules/journals.md), and the closing and reopening of
-- periods (docs/rules/periods.md). What is answered stays as it was proposed.
create table journal_proposal (
  proposal_id bigint generated always as identity primary key,
  kind text not null check (kind in ('manual', 'reversal', 'take_on')),
  booked_on date not null,
  value_on date not null,
  booking_kind text not null check (booking_kind in ('ordinary', 'adjustment')),
  lines jsonb not null,
  reason text not null check (length(reason) between 3 and 200),
  reversed_journal_id bigint references journal,
  proposed_by text not null,
  proposed_at timestamptz not null,
  constraint journal_proposal_reversal check ((kind = 'reversal') = (reversed_journal_id is not null)),
  unique (proposal_id, proposed_by)
);
create trigger journal_proposal_append_only before update or delete or truncate on journal_proposal
  for each statement execute function refuse_change_of_history();

-- A proposal is answered once. The person who made it may take it back, and may not approve it.
create table journal_answer (
  proposal_id bigint primary key,
  proposed_by text not null,
  answer text not null check (answer in ('approved', 'declined')),
  journal_id bigint unique references journal,
  reason text not null default '' check (length(reason) <= 200),
  answered_by text not null,
  answered_at timestamptz not null,
  foreign key (proposal_id, proposed_by) references journal_proposal (proposal_id, proposed_by),
  constraint journal_answer_two_people
    check (answer = 'declined' or person_of(answered_by) <> person_of(proposed_by)),
  constraint journal_answer_journal check ((answer = 'approved') = (journal_id is not null))
);
create trigger journal_answer_append_only before update or delete or truncate on journal_answer
  for each statement execute function refuse_change_of_history();

-- Who closed and reopened which period, and why. A period is a month, or month 13 for the adjustments of its year. One
-- person asks and another one answers.
create table period_event (
  period_event_id bigint generated always as identity primary key,
  period text not null check (period ~ '^[0-9]{4}-(0[1-9]|1[0-3])$'),
  kind text not null check (kind in ('close_asked', 'closed', 'reopen_asked', 'reopened', 'declined')),
  reason text not null default '' check (length(reason) <= 200),
  actor text not null,
  answered_event_id bigint,
  asked_by text,
  journal_id bigint references journal,
  recorded_at timestamptz not null,
  unique (period_event_id, period, actor),
  foreign key (answered_event_id, period, asked_by) references period_event (period_event_id, period, actor),
  constraint period_event_answer check ((kind in ('close_asked', 'reopen_asked')) = (answered_event_id is null)
    and (answered_event_id is null) = (asked_by is null)),
  constraint period_event_two_people
    check (kind = 'declined' or asked_by is null or person_of(actor) <> person_of(asked_by)),
  constraint period_event_reason check (kind not in ('reopen_asked', 'reopened') or length(reason) >= 3)
);
create unique index period_event_answered_once on period_event (answered_event_id);
create trigger period_event_append_only before update or delete or truncate on period_event
  for each statement execute function refuse_change_of_history();

-- Ends when every statement is done that was writing the ledger, and lets none begin before the end of the transaction.
-- A statement that began before a period was closed is so in the period, or refused.
create function hold_ledger_writes() returns void
language plpgsql security definer set search_path = pg_catalog, public set lock_timeout = '2s' as $$
begin
  lock table ledger_transfer in share mode;
end
$$;

-- The sums of the ledger by day of booking, so that a report of any time is quick (docs/rules/periods.md).
create table account_day_total (
  business_on date not null,
  account ledger_account not null,
  booking_kind text not null check (booking_kind in ('ordinary', 'adjustment', 'year_end')),
  debit_ngwee bigint not null,
  credit_ngwee bigint not null,
  primary key (business_on, account, booking_kind)
);
-- Days up to totalled_through_on have their totals. Those up to announced_through_on get them now: a row of such a day
-- waits, so that it is either counted with its day or added to its total.
create table day_total_progress (
  is_one boolean primary key default true check (is_one),
  announced_through_on date,
  totalled_through_on date,
  check (totalled_through_on <= announced_through_on)
);
insert into day_total_progress default values;

create function add_to_day_totals() returns trigger language plpgsql as $$
begin
  if (select min(a.business_on) from added a) <= (select announced_through_on from day_total_progress) then
    perform pg_advisory_xact_lock_shared(hashtext('day totals'));
    insert into account_day_total as total (business_on, account, booking_kind, debit_ngwee, credit_ngwee)
      select a.business_on, side.account, a.booking_kind, sum(side.debit), sum(side.credit)
      from added a join day_total_progress p on a.business_on <= p.totalled_through_on
      cross join lateral (values (a.debit_account, a.amount_ngwee, 0), (a.credit_account, 0, a.amount_ngwee))
        as side (account, debit, credit)
      group by a.business_on, side.account, a.booking_kind order by 1, 2, 3
    on conflict (business_on, account, booking_kind) do update
      set debit_ngwee = total.debit_ngwee + excluded.debit_ngwee,
        credit_ngwee = total.credit_ngwee + excluded.credit_ngwee;
  end if;
  return null;
end
$$;
create trigger ledger_transfer_day_totals after insert on ledger_transfer
  referencing new table as added for each statement execute function add_to_day_totals();
