-- A session that began while the audit was empty planned to read all of it for the last entry, and kept that plan until
-- the table was analyzed.
alter function chain_staff_audit() set enable_seqscan = off;
