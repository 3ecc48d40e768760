-- When a number was last given the gifts of registering. It outlives the account, so that nobody deletes theirs and
-- registers again for another draw of the wheel.
create table welcomed_number (
  mobile_hash bytea primary key,
  welcomed_on date not null
);
create index welcomed_number_by_day on welcomed_number (welcomed_on);
insert into welcomed_number (mobile_hash, welcomed_on)
  select m.mobile_hash, b.registered_on from borrower_by_mobile m join borrower b using (borrower_id);
