-- A reminder is not sent for a loan that its borrower disputes by a complaint.
alter table reminder drop constraint reminder_dropped_because_check;
alter table reminder add constraint reminder_dropped_because_check
  check (dropped_because in ('too_late', 'payment_pending', 'paid', 'due_date_moved', 'disputed'));
