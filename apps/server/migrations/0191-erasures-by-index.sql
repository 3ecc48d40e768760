-- When a message of a deleted account was last claimed: it is erased once it was sent. Messages of such accounts were looked
-- for among all messages.
alter table account_deletion add column message_claimed_at timestamptz;
create index account_deletion_messages on account_deletion (message_claimed_at) where message_claimed_at is not null;

-- What a deleted account leaves is found by its number.
create index analytics_event_by_mobile on analytics_event (mobile_hash) where mobile_hash is not null;
create index paper_by_code_by_borrower on paper_by_code (borrower_id);
