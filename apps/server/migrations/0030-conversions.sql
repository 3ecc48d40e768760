-- The server reports registrations to the network whose advertisement brought the borrower. The page reports nothing.

-- The access token of the channel's pixel. Without it nothing is reported.
alter table channel add column pixel_token_sealed bytea;

-- The registrations of borrowers who allowed the report, for some days.
create table conversion (
  borrower_id bigint primary key,
  -- Random. The network counts a report that it gets twice once.
  event_id uuid not null,
  channel_code text not null,
  registered_at timestamptz not null,
  -- Null where the draw left the registration out, and after the report was accepted.
  next_try_at timestamptz,
  tries integer not null default 0,
  sent_at timestamptz
);
create index conversion_by_next_try on conversion (next_try_at) where next_try_at is not null;
