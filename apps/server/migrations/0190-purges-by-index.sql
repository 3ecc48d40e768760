-- What is removed because its time is over is found by an index over that time, and not by reading the table.
create index session_by_end on session (expires_at);
create index signin_code_by_end on signin_code (expires_at);
create index step_up_code_by_end on step_up_code (expires_at);
create index borrower_use_of_day_by_day on borrower_use_of_day (on_day);
create index analytics_sender_by_hour on analytics_sender (hour_start);
create index conversion_by_registration on conversion (registered_at);

-- A range of blocks keeps its earliest time after its events were removed and newer ones took their places, so that in the
-- end each purge read the whole table.
create index analytics_event_by_arrival on analytics_event (received_at);
drop index analytics_event_by_time;

-- From when the days of a callback are counted, where that is later than its arrival.
alter table operator_callback add column kept_since timestamptz;
create index operator_callback_by_age on operator_callback (coalesce(kept_since, received_at));
