-- The day of each penalty waiver, so that payments in the order of their value days find what was owed on their own day.
alter table instalment add column penalty_waivers jsonb not null default '[]';
