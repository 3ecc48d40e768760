-- What phones tell of their borrowers, where that is allowed.

-- The consents that are given now, as consent_change tells their history. What is kept by a consent refers to its row:
-- nothing of it can be written without one, and all of it goes with the row, whoever writes at the same moment.
create table consent_given (
  borrower_id bigint not null,
  kind text not null check (kind in ('marketing', 'device', 'messages', 'location', 'push')),
  -- How often the phone told something by this consent in an hour: a limit.
  hour_start timestamptz,
  tellings integer not null default 0,
  primary key (borrower_id, kind)
);
insert into consent_given (borrower_id, kind)
  select borrower_id, kind from (
    select distinct on (borrower_id, kind) borrower_id, kind, is_given from consent_change
    order by borrower_id, kind, ordinal desc
  ) last
  where is_given and kind <> 'privacy' and not exists (
    select from account_deletion d where d.borrower_id = last.borrower_id);

-- A phone as it last described itself, by the occasion it did so at.
create table phone_record (
  borrower_id bigint not null,
  phone_hash bytea not null,
  occasion text not null check (occasion in ('start', 'sign_in', 'risk')),
  phone_sealed bytea not null,
  told_at timestamptz not null,
  consent text not null default 'device' check (consent = 'device'),
  primary key (borrower_id, phone_hash, occasion),
  foreign key (borrower_id, consent) references consent_given on delete cascade
);
create index phone_record_by_phone on phone_record (phone_hash, borrower_id);

-- Where a borrower roughly was, the last time they told.
create table rough_location (
  borrower_id bigint primary key,
  location_sealed bytea not null,
  told_at timestamptz not null,
  consent text not null default 'location' check (consent = 'location'),
  foreign key (borrower_id, consent) references consent_given on delete cascade
);

-- What the SMS of operators and banks add up to. The SMS themselves are nowhere.
create table money_message_figures (
  borrower_id bigint primary key,
  figures_sealed bytea not null,
  told_at timestamptz not null,
  consent text not null default 'messages' check (consent = 'messages'),
  foreign key (borrower_id, consent) references consent_given on delete cascade
);
