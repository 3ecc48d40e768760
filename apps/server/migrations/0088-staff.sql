-- The people of staff, how they sign in, what they ask of each other, and the audit of what they did
-- (docs/running/staff-accounts.md).

create table staff_member (
  staff_id bigint generated always as identity primary key,
  user_name text not null unique check (user_name ~ '^[a-z][a-z0-9.-]{1,39}$'),
  name text not null check (length(name) between 2 and 60),
  state text not null default 'invited' check (state in ('invited', 'active', 'ended')),
  made_by text not null,
  made_at timestamptz not null,
  ended_at timestamptz,
  check ((state = 'ended') = (ended_at is not null))
);

-- A person who left keeps their name in the history, so no account is deleted, and an ended one does not come back.
create function refuse_return_of_staff() returns trigger language plpgsql as $$
begin
  if old.state = 'ended' or new.user_name <> old.user_name then
    raise exception 'an ended account of staff stays as it is, and a user name does not change';
  end if;
  return new;
end
$$;
create trigger staff_member_stays before update on staff_member
  for each row execute function refuse_return_of_staff();

create table staff_password (
  staff_id bigint primary key references staff_member,
  -- Argon2id, with its parameters and salt.
  password_hash text not null,
  totp_secret_sealed bytea not null,
  -- The step of the code that was used last. An earlier one, or the same, is refused.
  totp_last_step bigint not null,
  set_at timestamptz not null
);

create table staff_passkey (
  credential_id text primary key,
  staff_id bigint not null references staff_member,
  public_key bytea not null,
  use_count bigint not null,
  transports text[] not null,
  name text not null,
  added_at timestamptz not null,
  last_used_at timestamptz
);
create index staff_passkey_by_staff on staff_passkey (staff_id);

-- One link for a person, used once. What was entered with it waits here until the first code is right.
create table staff_invitation (
  staff_id bigint primary key references staff_member,
  token_digest bytea not null unique,
  made_by text not null,
  made_at timestamptz not null,
  ends_at timestamptz not null,
  password_hash text,
  totp_secret_sealed bytea,
  challenge text
);

create table staff_session (
  session_id uuid primary key default gen_random_uuid(),
  token_digest bytea not null unique,
  -- Null until it is known who signs in with a passkey.
  staff_id bigint references staff_member,
  step text not null check (step in ('passkey', 'code', 'signed_in')),
  challenge text,
  browser text not null,
  started_at timestamptz not null,
  used_at timestamptz not null,
  idle_ends_at timestamptz not null,
  ends_at timestamptz not null,
  check (step = 'passkey' or staff_id is not null)
);
create index staff_session_by_staff on staff_session (staff_id, started_at);
create index staff_session_ends on staff_session (ends_at);

-- A browser in which a person has signed in. Its guesses are counted apart from those of unknown browsers.
create table staff_browser (
  browser_digest bytea not null,
  staff_id bigint not null references staff_member,
  used_at timestamptz not null,
  primary key (browser_digest, staff_id)
);

-- The borrower accounts that a person of staff declared: their own, and those of relatives.
create table staff_relation (
  relation_id bigint generated always as identity primary key,
  staff_id bigint not null references staff_member,
  relation text not null check (relation in ('self', 'relative')),
  mobile_hash bytea not null,
  mobile_sealed bytea not null,
  declared_at timestamptz not null
);
create index staff_relation_by_staff on staff_relation (staff_id, mobile_hash);

-- Whether the borrower is the person of staff or a declared relative: by the number of the account, or of any
-- mobile-money account of it.
create function is_related_staff(of_staff_id bigint, of_borrower_id bigint) returns boolean language sql stable as $$
  select exists (
    select from staff_relation r
    where r.staff_id = of_staff_id and (
      exists (select from borrower_by_mobile m where m.mobile_hash = r.mobile_hash and m.borrower_id = of_borrower_id)
      or exists (select from repay_account a where a.borrower_id = of_borrower_id and a.mobile_hash = r.mobile_hash)))
$$;

-- What a person asks for and a second person approves. What was asked, its effect and the reasons are sealed.
create table staff_request (
  request_id bigint generated always as identity primary key,
  kind text not null,
  borrower_id bigint,
  loan_id bigint,
  of_staff_id bigint references staff_member,
  -- Two waiting requests for the same thing are one.
  subject text not null,
  payload_sealed bytea not null,
  effect_sealed bytea not null,
  reason_sealed bytea not null,
  state text not null default 'waiting'
    check (state in ('waiting', 'approved', 'done', 'failed', 'declined', 'withdrawn', 'expired')),
  -- An actor: `staff:mary`, from the console or from the terminal.
  made_by text not null,
  made_by_staff_id bigint references staff_member,
  made_at timestamptz not null,
  expires_at timestamptz not null,
  checked_by text,
  checked_by_staff_id bigint references staff_member,
  checked_at timestamptz,
  check_reason_sealed bytea,
  ended_at timestamptz,
  failure text,
  constraint staff_request_two_people check (
    (checked_by is null or person_of(checked_by) <> person_of(made_by))
    and (checked_by_staff_id is null or checked_by_staff_id is distinct from made_by_staff_id)),
  constraint staff_request_is_checked check (
    (state in ('approved', 'done', 'failed', 'declined')) = (checked_by is not null)
    and (checked_by is null) = (checked_at is null)),
  constraint staff_request_ends check ((state in ('waiting', 'approved')) = (ended_at is null))
);
create unique index staff_request_waits_once on staff_request (kind, subject) where state in ('waiting', 'approved');
create index staff_request_open on staff_request (request_id) where state in ('waiting', 'approved');
create index staff_request_by_borrower on staff_request (borrower_id, request_id) where borrower_id is not null;

-- A request is answered once, and what was asked stays as it was.
create function keep_staff_request() returns trigger language plpgsql as $$
begin
  if (new.kind, new.borrower_id, new.loan_id, new.of_staff_id, new.subject, new.made_by, new.made_by_staff_id, new.made_at)
    is distinct from (old.kind, old.borrower_id, old.loan_id, old.of_staff_id, old.subject, old.made_by,
      old.made_by_staff_id, old.made_at)
  then
    raise exception 'what was asked for stays as it was asked';
  end if;
  -- Erasing the words of a borrower whose years are over is the only change of what was asked.
  if (new.payload_sealed <> old.payload_sealed and not (new.payload_sealed = '' and old.ended_at is not null))
    or (new.effect_sealed <> old.effect_sealed and not (new.effect_sealed = '' and old.ended_at is not null))
  then
    raise exception 'what was asked for stays as it was asked';
  end if;
  if old.checked_by is not null and new.checked_by is distinct from old.checked_by then
    raise exception 'the person who checked a request stays';
  end if;
  if new.state <> old.state and not ((old.state = 'waiting') or (old.state = 'approved' and new.state in ('done', 'failed'))) then
    raise exception 'a request is answered once'
      using errcode = 'integrity_constraint_violation', constraint = 'staff_request_answered_once';
  end if;
  return new;
end
$$;
create trigger staff_request_is_kept before update on staff_request
  for each row execute function keep_staff_request();

-- The roles of a person. Each comes from a request that a second person approved, but for the first of all.
create table staff_role (
  staff_id bigint not null references staff_member,
  role text not null,
  granted_at timestamptz not null,
  request_id bigint references staff_request,
  primary key (staff_id, role)
);

create function refuse_role_without_request() returns trigger language plpgsql as $$
begin
  if new.request_id is null then
    if new.role <> 'administrator' or exists (select from staff_role) then
      raise exception 'a role of staff needs a request that a second person approved'
        using errcode = 'integrity_constraint_violation', constraint = 'staff_role_is_approved';
    end if;
  elsif not exists (select from staff_request r where r.request_id = new.request_id and r.kind = 'role_grant'
    and r.of_staff_id = new.staff_id and r.state = 'approved')
  then
    raise exception 'a role of staff needs a request that a second person approved'
      using errcode = 'integrity_constraint_violation', constraint = 'staff_role_is_approved';
  end if;
  return new;
end
$$;
create trigger staff_role_is_approved before insert or update on staff_role
  for each row execute function refuse_role_without_request();

-- What staff did and looked at, in a chain: each entry has the hash of the one before it.
create table staff_audit (
  entry_id bigint primary key,
  happened_at timestamptz not null,
  actor text not null,
  staff_id bigint,
  call text not null,
  outcome text not null check (outcome in ('begun', 'done', 'refused', 'failed', 'shown')),
  borrower_id bigint,
  subject_kind text,
  subject_id bigint,
  request_reference text,
  -- Numbers and codes, no words of people.
  detail jsonb not null default '{}' check (jsonb_typeof(detail) = 'object' and pg_column_size(detail) < 2000),
  previous_hash bytea not null,
  hash bytea not null
);
create index staff_audit_by_borrower on staff_audit (borrower_id, entry_id) where borrower_id is not null;
create index staff_audit_by_actor on staff_audit (actor, entry_id);
create index staff_audit_by_call on staff_audit (call, entry_id);
create index staff_audit_by_time on staff_audit (happened_at);
create trigger staff_audit_append_only before update or delete or truncate on staff_audit
  for each statement execute function refuse_change_of_history();

-- The hash of an entry, from everything that it says and from the hash of the one before it.
create function staff_audit_hash(entry staff_audit) returns bytea language sql immutable as $$
  select sha256(convert_to(jsonb_build_array(entry.entry_id, (extract(epoch from entry.happened_at) * 1000000)::bigint,
    entry.actor, entry.staff_id, entry.call, entry.outcome, entry.borrower_id, entry.subject_kind, entry.subject_id,
    entry.request_reference, entry.detail, encode(entry.previous_hash, 'hex'))::text, 'UTF8'))
$$;

-- The lock is held until the transaction ends, so that no two entries follow the same one.
create function chain_staff_audit() returns trigger language plpgsql as $$
declare
  last_entry staff_audit;
begin
  perform pg_advisory_xact_lock(881);
  select * into last_entry from staff_audit order by entry_id desc limit 1;
  new.entry_id := coalesce(last_entry.entry_id, 0) + 1;
  new.previous_hash := coalesce(last_entry.hash, '\x'::bytea);
  new.hash := staff_audit_hash(new);
  return new;
end
$$;
create trigger staff_audit_is_chained before insert on staff_audit
  for each row execute function chain_staff_audit();
