-- Two databases that were restored from one backup have the same system identifier and, from the restore on, the same
-- timeline. This random name keeps the logs that they store apart. Null where an earlier version restored.
alter table restored_book add column history_id text;
