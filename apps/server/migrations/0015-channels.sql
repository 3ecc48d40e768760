-- Where borrowers come from: each channel has its own app to install, and one whose advertisements are measured the
-- identity of its pixel there. An unknown channel is the default one.
create table channel (
  channel_code text primary key,
  name text not null,
  is_default boolean not null default false,
  pixel_id text,
  -- Empty where there is no such file to download.
  apk_url text not null default '',
  package_name text not null,
  intent_host text not null
);
create unique index channel_one_default on channel (is_default) where is_default;

insert into channel (channel_code, name, is_default, package_name, intent_host)
values ('default', 'Thumba', true, 'com.thumba.wallet', 'details'),
  ('GP', 'Google Play', false, 'com.thumba.wallet', 'details'),
  ('WM2', 'Partner WM2', false, 'com.thumba.wallet', 'details'),
  ('H5GPF', 'Partner H5GPF', false, 'com.thumba.wallet', 'details');

-- What the lender tells everybody for some days: a bar on home, a popup after signing in, or a holiday that the law
-- declared beside those of every year.
create table notice (
  notice_code text primary key,
  kind text not null check (kind in ('notice', 'marketing', 'holiday')),
  title text not null,
  body text not null,
  image_url text,
  link text,
  shown_from date not null,
  shown_until date not null,
  constraint notice_days_in_order check (shown_from <= shown_until),
  constraint marketing_leads_somewhere check (kind <> 'marketing' or link is not null)
);

-- Which screens were seen and what was tapped there. A number that somebody typed is a keyed hash; the rows go after
-- some days, so the only index is the one that finds the old ones.
create table analytics_event (
  received_at timestamptz not null,
  device_type smallint not null,
  app_name text not null,
  app_version text not null,
  channel_code text not null,
  page_id text not null,
  page_name text not null,
  action_id text not null,
  action_name text not null,
  value text,
  mobile_hash bytea
);
create index analytics_event_by_time on analytics_event using brin (received_at);

-- How much of it came from an address within an hour, for as long as that counts.
create table analytics_sender (
  address_hash bytea not null,
  hour_start timestamptz not null,
  events integer not null,
  primary key (address_hash, hour_start)
);
