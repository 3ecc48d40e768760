-- When an attempt was first sent. `sent_at` is its last sending. Null for one that was not sent yet, or was surely not carried
-- out, or was sent by an earlier version.
alter table payment_attempt add column first_sent_at timestamptz;
