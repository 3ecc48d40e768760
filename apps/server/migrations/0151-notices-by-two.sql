-- What all borrowers are told was asked for by one person and approved by another (docs/decisions/0126). What the program
-- set up, and notices from before, have no request.
alter table notice
  add column version integer not null default 1,
  add column published_by text not null default 'setup',
  add column published_at timestamptz not null default now(),
  add column request_id bigint unique references staff_request;
create trigger notice_is_approved before insert or update on notice
  for each row when (new.published_by <> 'setup' or new.request_id is not null)
  execute function refuse_without_approval('notice_change');

-- The earlier versions of a notice.
create table notice_version (
  notice_code text not null,
  version integer not null,
  content jsonb not null,
  published_by text not null,
  published_at timestamptz not null,
  request_id bigint references staff_request,
  primary key (notice_code, version)
);
create trigger notice_version_append_only before update or delete or truncate on notice_version
  for each statement execute function refuse_change_of_history();

create function keep_notice_version() returns trigger language plpgsql as $$
begin
  if old.published_by = new.published_by and old.request_id is not distinct from new.request_id
    and old.request_id is not null then
    raise exception 'a notice of two people stays as it was approved';
  end if;
  insert into notice_version (notice_code, version, content, published_by, published_at, request_id)
  values (old.notice_code, old.version, jsonb_build_object('kind', old.kind, 'title', old.title, 'body', old.body,
    'imageUrl', old.image_url, 'link', old.link, 'shownFrom', old.shown_from, 'shownUntil', old.shown_until),
    old.published_by, old.published_at, old.request_id)
  on conflict do nothing;
  return new;
end
$$;
create trigger notice_keeps_version before update on notice for each row execute function keep_notice_version();

-- The list of staff begins with the newest notices.
create index notice_by_first_day on notice (shown_from desc, notice_code);
