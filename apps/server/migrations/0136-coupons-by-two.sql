-- A coupon offer, a campaign and a wheel were asked for by one person and approved by another (docs/decisions/0126).
-- What the program was set up with, and what is from before, has no request.
create function refuse_without_approval() returns trigger language plpgsql as $$
begin
  if not exists (select from staff_request r where r.request_id = new.request_id and r.kind = tg_argv[0]
    and r.state = 'approved')
  then
    raise exception '% needs a request that a second person approved', tg_table_name
      using errcode = 'check_violation', constraint = tg_table_name || '_is_approved';
  end if;
  return new;
end
$$;

alter table coupon_offer
  add column published_by text not null default 'setup',
  add column published_at timestamptz not null default now(),
  add column request_id bigint unique references staff_request;
create trigger coupon_offer_is_approved before insert on coupon_offer
  for each row when (new.published_by <> 'setup' or new.request_id is not null)
  execute function refuse_without_approval('coupon_offer');

alter table wheel
  add column published_by text not null default 'setup',
  add column request_id bigint unique references staff_request;
create trigger wheel_is_approved before insert on wheel
  for each row when (new.published_by <> 'setup' or new.request_id is not null)
  execute function refuse_without_approval('wheel_change');

-- A coupon for many borrowers at once: for whom, and how many at most. It goes through the borrowers once, by number.
create table campaign (
  campaign_id bigint generated always as identity primary key,
  name text not null,
  offer_code text not null,
  offer_version integer not null,
  audience text not null check (audience in ('all', 'never_borrowed', 'away', 'good_payers')),
  -- For how many days the borrowers of `away` have had no loan.
  away_days integer check (away_days between 1 and 3660),
  -- How many loans without a late day those of `good_payers` paid off.
  good_loans integer check (good_loans between 1 and 100),
  channel_code text,
  most_coupons integer not null check (most_coupons between 1 and 1000000),
  request_id bigint not null unique references staff_request,
  started_by text not null,
  started_at timestamptz not null,
  after_borrower_id bigint not null default 0,
  given integer not null default 0,
  finished_at timestamptz,
  stopped_at timestamptz,
  stop_request_id bigint unique references staff_request,
  foreign key (offer_code, offer_version) references coupon_offer,
  constraint campaign_keeps_its_limit check (given between 0 and most_coupons),
  constraint campaign_away check ((audience = 'away') = (away_days is not null)),
  constraint campaign_good check ((audience = 'good_payers') = (good_loans is not null)),
  constraint campaign_stop_whole check ((stopped_at is null) = (stop_request_id is null))
);
create index campaign_running on campaign (campaign_id) where finished_at is null and stopped_at is null;
create trigger campaign_is_approved before insert on campaign
  for each row execute function refuse_without_approval('campaign_start');

create function keep_campaign() returns trigger language plpgsql as $$
begin
  if (new.name, new.offer_code, new.offer_version, new.audience, new.away_days, new.good_loans, new.channel_code,
      new.most_coupons, new.request_id, new.started_by, new.started_at)
    is distinct from (old.name, old.offer_code, old.offer_version, old.audience, old.away_days, old.good_loans,
      old.channel_code, old.most_coupons, old.request_id, old.started_by, old.started_at)
    or new.given < old.given or old.stopped_at is not null
  then
    raise exception 'a campaign stays as it was approved';
  end if;
  if new.stopped_at is not null and not exists (select from staff_request r
    where r.request_id = new.stop_request_id and r.kind = 'campaign_stop' and r.state = 'approved'
      and r.subject = 'campaign ' || new.campaign_id)
  then
    raise exception 'stopping a campaign needs a request that a second person approved'
      using errcode = 'check_violation', constraint = 'campaign_stop_is_approved';
  end if;
  return new;
end
$$;
create trigger campaign_is_kept before update on campaign for each row execute function keep_campaign();

-- A borrower gets one coupon of a campaign, and none after its end.
alter table borrower_coupon
  add column campaign_id bigint references campaign,
  add constraint borrower_coupon_campaign_whole check ((source = 'campaign') = (campaign_id is not null));
create unique index borrower_coupon_one_of_campaign on borrower_coupon (campaign_id, borrower_id)
  where campaign_id is not null;

create function refuse_coupon_of_ended_campaign() returns trigger language plpgsql as $$
begin
  if not exists (select from campaign c where c.campaign_id = new.campaign_id and c.stopped_at is null
    and c.offer_code = new.offer_code and c.offer_version = new.offer_version)
  then
    raise exception 'a coupon of a campaign is of its offer, while it runs'
      using errcode = 'check_violation', constraint = 'borrower_coupon_campaign_runs';
  end if;
  return new;
end
$$;
create trigger borrower_coupon_campaign_runs before insert on borrower_coupon
  for each row when (new.campaign_id is not null) execute function refuse_coupon_of_ended_campaign();

-- How many coupons of each offer were given and used, and what they cost.
create index borrower_coupon_by_offer on borrower_coupon (offer_code, offer_version, state, valid_to)
  where offer_code is not null;
create index ledger_transfer_of_coupons on ledger_transfer (borrower_id, entry_id)
  include (debit_account, credit_account, amount_ngwee)
  where debit_account = 'coupon_expense' or credit_account = 'coupon_expense';
create index loan_event_of_coupons on loan_event (borrower_id, entry_id)
  where kind in ('coupon_used', 'coupon_released');

-- How often the wheel is spun in a month.
create index wheel_draw_by_day on wheel_draw (on_day);
