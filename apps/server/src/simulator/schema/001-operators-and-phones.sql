create table phone (
  mobile text primary key,
  network text not null check (network in ('mtn', 'airtel', 'zamtel', 'other')),
  balance_ngwee bigint not null check (balance_ngwee >= 0),
  first_seen_at timestamptz not null
);

create table float_account (
  operator text not null check (operator in ('mtn', 'airtel')),
  direction text not null check (direction in ('collect', 'payout')),
  balance_ngwee bigint not null check (balance_ngwee >= 0),
  primary key (operator, direction)
);

create table message (
  id bigint generated always as identity primary key,
  mobile text not null references phone,
  sender text not null,
  body text not null,
  sent_at timestamptz not null,
  read_at timestamptz
);
create index message_inbox on message (mobile, id desc);

create table instruction (
  id bigint generated always as identity primary key,
  operator text not null check (operator in ('mtn', 'airtel')),
  direction text not null check (direction in ('collect', 'payout')),
  reference text not null,
  mobile text not null,
  amount_ngwee bigint not null check (amount_ngwee > 0),
  currency text not null,
  request jsonb not null,
  callback_url text,
  fault_draw bigint not null,
  enquiry_count integer not null default 0,
  outcome text not null default 'pending' check (outcome in ('pending', 'succeeded', 'failed', 'expired')),
  failure text,
  created_at timestamptz not null,
  prompt_expires_at timestamptz,
  settles_at timestamptz,
  settled_at timestamptz,
  unique (operator, direction, reference),
  check ((outcome = 'pending') = (settled_at is null)),
  check ((outcome in ('failed', 'expired')) = (failure is not null))
);
create index instruction_open on instruction (mobile) where outcome = 'pending';
create index instruction_due on instruction (least(prompt_expires_at, settles_at)) where outcome = 'pending';

create table callback (
  id bigint generated always as identity primary key,
  instruction_id bigint not null references instruction,
  purpose text not null check (purpose in ('outcome', 'repeat', 'stale', 'forged')),
  method text not null check (method in ('PUT', 'POST')),
  url text not null,
  body text not null,
  due_at timestamptz not null,
  sent_at timestamptz,
  answer_status integer
);
create index callback_due on callback (due_at) where sent_at is null;
create index callback_of_instruction on callback (instruction_id);

create table api_user (
  id uuid primary key,
  callback_host text not null,
  api_key text,
  created_at timestamptz not null
);

create table access_token (
  token text primary key,
  operator text not null check (operator in ('mtn', 'airtel')),
  product text not null,
  api_user text not null,
  expires_at timestamptz not null
);

create table signing_key (
  id integer primary key check (id = 1),
  private_key text not null
);

create table fault_plan (
  id integer primary key check (id = 1),
  seed bigint not null,
  rates jsonb not null,
  instruction_draws bigint not null default 0,
  token_draws bigint not null default 0
);
