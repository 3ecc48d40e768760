-- A loan that is paid off on time is an occasion too. Each loan is one once, also when its settlement was taken back and
-- came again.
alter table coupon_offer
  drop constraint coupon_offer_occasion_check,
  add constraint coupon_offer_occasion_check check (occasion in ('registration', 'on_time_settlement'));
alter table borrower_coupon add column given_for_loan_id bigint;
create unique index borrower_coupon_one_for_loan on borrower_coupon (borrower_id, given_for_loan_id, offer_code)
  where given_for_loan_id is not null;
