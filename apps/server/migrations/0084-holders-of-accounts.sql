-- When the holder of an account stopped to matter for payouts: the name at the operator was compared before money was
-- sent to it, or a person allowed it. Null until then.
alter table repay_account
  add column holder_cleared_at timestamptz,
  -- The person of staff. Null where the names are no difference.
  add column holder_cleared_by text,
  add column holder_reason_sealed bytea;

-- The pictures of a download, in their order. They are put into their places when the file is sent. Null for a file that
-- needs none, as those of the version before.
alter table data_download add column file_ids text[];
