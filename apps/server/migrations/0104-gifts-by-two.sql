-- A coupon that staff give was asked for by one person and approved by another (docs/rules/coupons.md). Gifts from
-- before have no request.
alter table borrower_coupon add column request_id bigint references staff_request;
create unique index borrower_coupon_one_for_request on borrower_coupon (request_id) where request_id is not null;

create function refuse_gift_without_request() returns trigger language plpgsql as $$
begin
  if not exists (select from staff_request r where r.request_id = new.request_id and r.kind = 'coupon_gift'
    and r.borrower_id = new.borrower_id and r.state = 'approved')
  then
    raise exception 'the gift of a coupon needs a request that a second person approved'
      using errcode = 'check_violation', constraint = 'borrower_coupon_gift_is_approved';
  end if;
  return new;
end
$$;
create trigger borrower_coupon_gift_is_approved before insert on borrower_coupon
  for each row when (new.source = 'staff') execute function refuse_gift_without_request();
