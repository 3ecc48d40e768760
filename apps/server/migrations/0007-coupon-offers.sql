-- Which coupon the lender gives, and on which occasion: with an occasion it is given by itself, without one by staff
-- or as a prize. A version never changes, and the highest one of a code is the one that stands.
create table coupon_offer (
  offer_code text not null,
  version integer not null check (version >= 1),
  occasion text check (occasion in ('registration')),
  name text not null,
  worth jsonb not null check (worth ->> 'kind' in ('fixed', 'percent', 'fee_free')),
  min_plan_ngwee bigint check (min_plan_ngwee > 0),
  valid_days integer not null check (valid_days between 0 and 3660),
  primary key (offer_code, version)
);
create trigger coupon_offer_append_only before update or delete or truncate on coupon_offer
  for each statement execute function refuse_change_of_history();
create view standing_coupon_offer as
  select distinct on (offer_code) * from coupon_offer order by offer_code, version desc;

insert into coupon_offer (offer_code, version, occasion, name, worth, valid_days)
values ('welcome', 1, 'registration', 'Welcome', '{"kind": "fixed", "amountNgwee": 1000}', 60);

-- What a coupon was given for stays with it, and nobody registers twice.
alter table borrower_coupon
  add column offer_code text,
  add column offer_version integer,
  add constraint borrower_coupon_offer_whole check ((offer_code is null) = (offer_version is null));
drop index borrower_coupon_one_welcome;
create unique index borrower_coupon_one_registration on borrower_coupon (borrower_id, offer_code)
  where source = 'registration';
