-- The last hardship plan of a loan: when it was agreed, and since when penalties count again. Null for a loan without one.
alter table loan add column hardship jsonb;

-- A late bill whose charges are frozen by such a plan is reminded of in other words.
alter table reminder drop constraint reminder_kind_check;
alter table reminder add constraint reminder_kind_check check (kind in ('reminder_before_due', 'reminder_due_day',
  'reminder_overdue', 'reminder_overdue_frozen')) not valid;
