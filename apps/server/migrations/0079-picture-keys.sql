-- The key of a picture, sealed for the picture, its borrower and its purpose. Null for a picture of an earlier version, which
-- is sealed under a data key. Empty once the key is erased.
alter table stored_file add column key_sealed bytea;

-- Which person of staff looked at which picture, or into the archive of a deleted account, and why.
create table staff_look (
  look_id bigint generated always as identity primary key,
  looked_at timestamptz not null,
  looked_by text not null,
  reason text not null check (length(reason) between 3 and 200),
  borrower_id bigint not null,
  -- The purpose of the picture, or 'archive'.
  subject text not null,
  file_id text,
  constraint staff_look_at_a_picture check ((subject = 'archive') = (file_id is null))
);
create index staff_look_by_borrower on staff_look (borrower_id, look_id);
create trigger staff_look_append_only before update or delete or truncate on staff_look
  for each statement execute function refuse_change_of_history();

-- The archive of deleted accounts: who the borrower was and what was paid, for the years that the law asks for. The program
-- seals it with a public key and cannot open it. Compliance has the private key.
create table borrower_archive (
  borrower_id bigint primary key,
  archived_at timestamptz not null,
  content bytea not null
);

-- Finds the pictures whose time is over.
create index stored_file_by_purpose on stored_file (purpose, uploaded_at) where borrower_id is not null;
