-- A coupon that a member of staff gave says who gave it and why.
alter table borrower_coupon
  add column given_by text,
  add column given_reason text,
  add constraint borrower_coupon_giver_whole check ((given_by is null) = (given_reason is null)),
  add constraint borrower_coupon_giver_is_staff check (given_by is null or source = 'staff');
