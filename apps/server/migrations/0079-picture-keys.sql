-- The key of a picture, sealed for the picture, its borrower and its purpose. Null for a picture of an earlier version, which
-- is sealed under a data key. Empty once the key is erased.
alter table stored_file add column key_sealed bytea;
