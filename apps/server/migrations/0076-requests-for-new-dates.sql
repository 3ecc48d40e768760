-- A borrower who cannot pay asks for new due dates by a ticket with a topic of its own.
alter table complaint drop constraint complaint_topic_check;
alter table complaint add constraint complaint_topic_check
  check (topic in ('payment', 'cost', 'reminders', 'decision', 'data', 'app', 'new_dates', 'other'))
  not valid;
