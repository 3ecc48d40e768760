-- The lucky wheel. A version of it, its prizes and their odds are published by being written and never change; the
-- highest version stands.
create table wheel (
  version integer primary key check (version >= 1),
  -- What earns a chance, and how long one lasts.
  chance_occasions text[] not null check (chance_occasions <@ array['registration', 'on_time_settlement']),
  chance_days integer not null check (chance_days between 0 and 3660),
  published_at timestamptz not null default now()
);
create view standing_wheel as select * from wheel order by version desc limit 1;

-- The numbers from 0 to 9999 are shared out among the prizes: how many are a prize's are its odds, in parts of 10,000.
create table wheel_prize (
  wheel_version integer not null references wheel,
  prize_id integer not null check (prize_id >= 1),
  name text not null,
  kind text not null check (kind in ('coupon', 'nothing')),
  -- The very version, so that a prize stays what was published whatever becomes of the offer.
  offer_code text,
  offer_version integer,
  first_number integer not null,
  last_number integer not null,
  primary key (wheel_version, prize_id),
  foreign key (offer_code, offer_version) references coupon_offer,
  check ((kind = 'coupon') = (offer_code is not null)),
  check ((offer_code is null) = (offer_version is null)),
  check (0 <= first_number and first_number <= last_number and last_number <= 9999)
);

-- How many there are of a prize that is limited, and how many were given.
create table wheel_stock (
  wheel_version integer not null,
  prize_id integer not null,
  stock integer not null check (stock >= 0),
  given integer not null default 0,
  primary key (wheel_version, prize_id),
  foreign key (wheel_version, prize_id) references wheel_prize,
  check (given between 0 and stock)
);

create function wheel_is_whole() returns trigger language plpgsql as $$
declare
  written integer := coalesce(to_jsonb(new) ->> 'wheel_version', to_jsonb(new) ->> 'version');
begin
  if (select array_agg(number order by number) is distinct from array(select generate_series(0, 9999))
      from wheel_prize p, generate_series(p.first_number, p.last_number) as number
      where p.wheel_version = written)
    or (select count(*) filter (where s.prize_id is null) from wheel_prize p left join wheel_stock s using (wheel_version, prize_id)
      where p.wheel_version = written and p.kind = 'nothing') <> 1
  then
    raise exception 'wheel % needs a prize for every number, and one that is nothing', written
      using errcode = 'check_violation';
  end if;
  return null;
end
$$;
create constraint trigger wheel_is_whole after insert on wheel deferrable initially deferred
  for each row execute function wheel_is_whole();
create constraint trigger wheel_prize_is_whole after insert on wheel_prize deferrable initially deferred
  for each row execute function wheel_is_whole();
create trigger wheel_append_only before update or delete or truncate on wheel
  for each statement execute function refuse_change_of_history();
create trigger wheel_prize_append_only before update or delete or truncate on wheel_prize
  for each statement execute function refuse_change_of_history();

-- A chance to spin. Its number is known to its borrower before it is spent, and decides with the rest what is drawn.
create sequence wheel_chance_id start 1001;
create table wheel_chance (
  borrower_id bigint not null,
  chance_id bigint not null default nextval('wheel_chance_id'),
  occasion text not null,
  given_for_loan_id bigint,
  valid_to date not null,
  given_at timestamptz not null,
  spent_at timestamptz,
  primary key (borrower_id, chance_id)
) with (fillfactor = 80);
create unique index wheel_chance_one_registration on wheel_chance (borrower_id) where occasion = 'registration';
create unique index wheel_chance_one_for_loan on wheel_chance (borrower_id, given_for_loan_id)
  where given_for_loan_id is not null;

-- The secret of a day: its hash is published days before, the secret itself when its day has ended.
create table wheel_secret (
  on_day date primary key,
  secret_hash text not null,
  secret_sealed bytea not null,
  secret text,
  published_at timestamptz not null,
  check (secret is null or encode(sha256(convert_to(secret, 'UTF8')), 'hex') = secret_hash)
);

-- The number from 0 to 9999 that a chance draws: anybody can compute it from what is known afterwards.
create function wheel_number(chance_id bigint, phone_word text, secret text) returns integer
  language sql immutable strict parallel safe
  return (('x' || left(encode(sha256(convert_to(chance_id || ':' || phone_word || ':' || secret, 'UTF8')), 'hex'), 13))
    ::bit(52)::bigint % 10000)::integer;

create table wheel_draw (
  borrower_id bigint not null,
  chance_id bigint not null,
  wheel_version integer not null,
  on_day date not null,
  phone_word text not null,
  number integer not null check (number between 0 and 9999),
  -- The prize whose number it is, and the one that was given: nothing, where the first had run out.
  drawn_prize_id integer not null,
  given_prize_id integer not null,
  user_coupon_id bigint,
  drawn_at timestamptz not null,
  primary key (borrower_id, chance_id)
);
create index wheel_draw_by_prize on wheel_draw (wheel_version, drawn_prize_id, given_prize_id);
create trigger wheel_draw_append_only before update or delete or truncate on wheel_draw
  for each statement execute function refuse_change_of_history();

-- The demo lender's wheel.
insert into coupon_offer (offer_code, version, occasion, name, worth, valid_days)
values
  ('wheel-5', 1, null, 'Lucky K5', '{"kind": "fixed", "amountNgwee": 500}', 60),
  ('wheel-10', 1, null, 'Lucky K10', '{"kind": "fixed", "amountNgwee": 1000}', 60),
  ('wheel-50', 1, null, 'Lucky K50', '{"kind": "fixed", "amountNgwee": 5000}', 60),
  ('wheel-tenth', 1, null, 'Lucky 10%', '{"kind": "percent", "rate": "0.1"}', 60),
  ('wheel-no-fee', 1, null, 'Lucky no fee', '{"kind": "fee_free"}', 60);
insert into wheel (version, chance_occasions, chance_days)
values (1, array['registration', 'on_time_settlement'], 30);
insert into wheel_prize (wheel_version, prize_id, name, kind, offer_code, offer_version, first_number, last_number)
values
  (1, 1, 'K5 off', 'coupon', 'wheel-5', 1, 0, 2999),
  (1, 2, 'K10 off', 'coupon', 'wheel-10', 1, 3000, 3999),
  (1, 3, '10% off charges', 'coupon', 'wheel-tenth', 1, 4000, 4799),
  (1, 4, 'No service fee', 'coupon', 'wheel-no-fee', 1, 4800, 5199),
  (1, 5, 'K50 off', 'coupon', 'wheel-50', 1, 5200, 5299),
  (1, 6, 'No prize', 'nothing', null, null, 5300, 9999);
insert into wheel_stock (wheel_version, prize_id, stock) values (1, 4, 1000), (1, 5, 200);
set constraints all immediate;
