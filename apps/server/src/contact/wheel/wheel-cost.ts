import type { Day } from '@thumba/lending/day';
import type { CouponWorth } from '@thumba/lending/loan';
import { type Ngwee, roundHalfUp, ZERO } from '@thumba/lending/money';
import type { Catalogue } from '../../book/catalogue/catalogue.ts';
import { greatestWorthNgwee } from '../../book/coupon/greatest-worth.ts';
import { type Database, statement } from '../../platform/database.ts';
import { NUMBERS, type WheelForm } from './publish-wheel.ts';

export type PrizeOffer = { code: string; name: string; worth: CouponWorth };

const offersStatement = statement<PrizeOffer>(
  'wheel: offers for prizes',
  'select offer_code as code, name, worth from standing_coupon_offer order by offer_code',
);

export function offersForPrizes(db: Database): Promise<PrizeOffer[]> {
  return db.rows(offersStatement, {});
}

/** The most that a coupon of each offer takes off. */
export function worthsOf(offers: readonly PrizeOffer[], catalogue: Catalogue, on: Day): Map<string, Ngwee> {
  return new Map(offers.map(({ code, worth }) => [code, greatestWorthNgwee(catalogue, worth, on)]));
}

/** What so many spins cost in the long run, if each coupon takes off what it can at most and no prize runs out. */
export function expectedCostNgwee(
  prizes: WheelForm['prizes'],
  worths: ReadonlyMap<string, Ngwee>,
  spins: number,
): Ngwee {
  const ofAllNumbers = prizes.reduce(
    (total, { offer, odds }) =>
      total + BigInt(odds) * BigInt(offer === null ? ZERO : (worths.get(offer) ?? ZERO)),
    0n,
  );
  return roundHalfUp(ofAllNumbers * BigInt(spins), BigInt(NUMBERS)) as Ngwee;
}

const SPINS_OF_DAYS = 30;

const spinsStatement = statement<{ spins: number; spins_of_month: number }, { on: Day }>(
  'wheel: how often it was spun',
  `select (select count(*) from wheel_draw d join standing_wheel w on w.version = d.wheel_version)::integer as spins,
     (select count(*) from wheel_draw where on_day > $on::date - ${SPINS_OF_DAYS})::integer as spins_of_month`,
);

/** The spins of the newest wheel, and those of the last 30 days on any. */
export async function countSpins(db: Database, on: Day): Promise<{ spins: number; spinsOfMonth: number }> {
  const row = (await db.row(spinsStatement, { on }))!;
  return { spins: row.spins, spinsOfMonth: row.spins_of_month };
}

const ledgerCostStatement = statement<{ cost_ngwee: Ngwee }>(
  'wheel: cost in the ledger',
  `select coalesce(sum(case when t.debit_account = 'coupon_expense' then t.amount_ngwee else -t.amount_ngwee end), 0)::bigint
     as cost_ngwee
   from wheel_draw d
   join loan_event e on e.borrower_id = d.borrower_id and e.kind in ('coupon_used', 'coupon_released')
     and e.detail ->> 'userCouponId' = d.user_coupon_id::text
   join ledger_transfer t on t.borrower_id = e.borrower_id and t.entry_id = e.entry_id
     and (t.debit_account = 'coupon_expense' or t.credit_account = 'coupon_expense')`,
);

/** What used coupons of the wheel took off, as the ledger has it. */
export async function wheelCostInLedgerNgwee(db: Database): Promise<Ngwee> {
  return (await db.row(ledgerCostStatement, {}))!.cost_ngwee;
}
