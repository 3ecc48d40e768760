-- Which file is at the address of a channel's app. The app offers a newer version of itself by these two, and Android
-- installs only the file that they name (docs/android-bridge.md, `updateApp`). Channels from before have neither.
alter table channel
  add column apk_version_code integer check (apk_version_code between 1 and 2100000000),
  add column apk_sha256 text check (apk_sha256 ~ '^[0-9a-f]{64}$'),
  add constraint channel_app_file_is_whole check ((apk_version_code is null) = (apk_sha256 is null)),
  add constraint channel_app_file_has_address check (apk_version_code is null or apk_url <> '');
