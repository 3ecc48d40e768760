create table google_account (
  subject text primary key,
  email text not null unique,
  full_name text not null,
  first_seen_at timestamptz not null
);
create table google_token (
  token text primary key,
  subject text not null references google_account,
  client_id text not null,
  scope text not null,
  expires_at timestamptz not null
);
insert into google_account (subject, email, full_name, first_seen_at) values
  ('108460271935570261843', 'mutinta.zulu@example.com', 'Mutinta Zulu', '2026-01-01T00:00:01Z'),
  ('113027745981640372596', 'chanda.mwape@example.com', 'Chanda Mwape', '2026-01-01T00:00:02Z'),
  ('101958336270418895127', 'bwalya.phiri@example.com', 'Bwalya Phiri', '2026-01-01T00:00:03Z');
