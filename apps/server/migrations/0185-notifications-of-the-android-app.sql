-- Notifications of the Android app, beside those of browsers.

-- `web`: a browser, reached at an address with two keys. `fcm`: the Android app, reached under a token of Firebase, which
-- is sealed in the place of the address.
alter table push_subscription
  add column service text not null default 'web' check (service in ('web', 'fcm')),
  alter column keys_sealed drop not null,
  add constraint push_subscription_has_keys_of_browser check ((service = 'web') = (keys_sealed is not null));
