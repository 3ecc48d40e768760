-- Differences are read page by page: the open ones from the oldest, the resolved ones from the newest, and those of one
-- statement.
create index reconciliation_difference_waiting on reconciliation_difference (difference_id) where state <> 'resolved';
create index reconciliation_difference_resolved on reconciliation_difference (difference_id) where state = 'resolved';
create index reconciliation_difference_of_statement on reconciliation_difference (statement_id);
