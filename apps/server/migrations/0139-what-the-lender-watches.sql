-- What the reports of the back office about funnels, decisions, people, operators, codes and messages are read from. The
-- indexes have only columns that do not change later, so that an update of a row stays as cheap as it was.

create index borrower_registered on borrower (registered_on, borrower_id);
create index loan_applied_on on loan (applied_on, loan_id);
create index application_review_by_time on application_review (reviewed_at);
create index staff_request_override on staff_request (loan_id) where kind = 'decision_override' and state = 'done';
create index staff_request_override_asked on staff_request (made_at) where kind = 'decision_override';
create index arrears_call_by_time on arrears_call (begun_at);
create index arrears_promise_by_time on arrears_promise (made_at);
create index complaint_event_answered on complaint_event (recorded_at) where kind = 'answered';
create index staff_audit_of_pictures on staff_audit (happened_at)
  where outcome = 'shown' and call = 'getApplicationPicture';
create index payment_attempt_by_day on payment_attempt (submitted_on, created_at, attempt_id);
create index payment_attempt_step_unknown on payment_attempt_step (taken_at) where told = 'unknown';

-- How many parts an operator charges for an SMS. Null for a notification, and for what was sent before parts were counted.
alter table message add column parts smallint check (parts > 0);
create index message_sent on message (sent_at, message_id) include (kind, medium, parts) where sent_at is not null;

-- How many codes were sent and entered on a day. Hours go into it when they are a week old.
create table code_day (
  on_day date not null,
  -- Of the numbers.
  prefix text not null,
  sent bigint not null,
  verified bigint not null,
  primary key (on_day, prefix)
);

-- How often the first pages of the app were shown on a day. A single event goes after ninety days.
create table app_opening_day (
  on_day date not null,
  channel_code text not null,
  openings bigint not null,
  primary key (on_day, channel_code)
);
insert into app_opening_day (on_day, channel_code, openings)
select (e.received_at at time zone 'Africa/Lusaka')::date,
  coalesce((select c.channel_code from channel c where c.channel_code = e.channel_code),
    (select c.channel_code from channel c where c.is_default)),
  count(*)
from analytics_event e
where e.action_id = 'show' and e.page_id in ('/home', '/promotion')
group by 1, 2;
