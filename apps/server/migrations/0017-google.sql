-- The Google account that opens a borrower's account, one each at most; its subject is found by a keyed hash.
create table borrower_by_google (
  subject_hash bytea primary key,
  borrower_id bigint not null unique,
  email_sealed bytea,
  linked_at timestamptz not null
);

-- Access tokens that have linked an account, until they end by themselves: each may do so once.
create table google_token_used (
  token_hash bytea primary key,
  expires_at timestamptz not null
);
create index google_token_used_by_end on google_token_used (expires_at);

-- How often Google was asked for somebody at an address, who is not signed in yet.
create table google_check (
  address_hash bytea not null,
  checked_at timestamptz not null
);
create index google_check_by_address on google_check (address_hash, checked_at);
