-- Notifications of a browser, in the place of some SMS.

-- Where the browser of a phone takes them. It ends with the session of that phone, however that ends, and with the
-- consent.
create table push_subscription (
  endpoint_hash bytea primary key,
  borrower_id bigint not null,
  session_hash bytea not null references session on delete cascade,
  endpoint_sealed bytea not null,
  keys_sealed bytea not null,
  created_at timestamptz not null,
  -- When a notification was last taken for it.
  used_at timestamptz,
  consent text not null default 'push' check (consent = 'push'),
  foreign key (borrower_id, consent) references consent_given on delete cascade
);
create index push_subscription_by_borrower on push_subscription (borrower_id);
create index push_subscription_by_session on push_subscription (session_hash);

-- By what a message went, once it went.
alter table message add column medium text not null default 'sms' check (medium in ('sms', 'push'));
