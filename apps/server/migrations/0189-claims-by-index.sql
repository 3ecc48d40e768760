-- What waits is claimed by an index that has the whole condition, so that what waits for something else costs nothing.

-- A message that waits to go as a notification. One that an earlier version of the program writes goes as an SMS.
alter table message add column is_for_phones boolean not null default false;
update message m set is_for_phones = true
  where m.next_try_at is not null and m.may_be_dropped and m.tries < 3
    and exists (select from push_subscription s where s.borrower_id = m.borrower_id);
create index message_next_try_of_way on message (is_for_phones, next_try_at) where next_try_at is not null;
drop index message_next_try;

-- A payment that waits, by its lane (apps/server/src/book/payment-attempt/claim-attempts.ts). `payment_attempt_next_step`
-- stays for what looks at all that waits by its time.
create index payment_attempt_lane on payment_attempt (operator, direction, (coalesce(route_id, 0)),
    (state = 'created' and (route_id is not null or sent_at is null or held_reason is not null)), next_step_at)
  where next_step_at is not null;
