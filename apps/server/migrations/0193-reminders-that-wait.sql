-- Whether a reminder of a borrower still waits is asked for each bill of a day (contact/reminder/schedule-reminders.ts). A
-- reminder leaves this index when it is claimed the first time, so the index holds only those that wait.
create index message_untried_reminder on message (borrower_id) where may_be_dropped and tries = 0;
