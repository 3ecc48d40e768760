import type { Day } from '@thumba/lending/day';
import type { Ngwee } from '@thumba/lending/money';
import { type Database, statement } from '../../platform/database.ts';

/** What became of the coupons of an offer or a campaign, and what they cost. */
export type CouponFigures = {
  given: number;
  usable: number;
  used: number;
  expired: number;
  costNgwee: Ngwee;
};

export const NO_COUPONS: CouponFigures = { given: 0, usable: 0, used: 0, expired: 0, costNgwee: 0 as Ngwee };

/**
 * What each used coupon took off: the transfers of the entry that used it, less those of the entry that took the payment
 * back. An entry moves the account for coupons for one coupon.
 */
const COST_OF_COUPONS = `(
  select e.borrower_id, (e.detail ->> 'userCouponId')::bigint as user_coupon_id,
    sum(case when t.debit_account = 'coupon_expense' then t.amount_ngwee else -t.amount_ngwee end) as cost_ngwee
  from loan_event e join ledger_transfer t using (borrower_id, entry_id)
  where e.kind in ('coupon_used', 'coupon_released')
    and (t.debit_account = 'coupon_expense' or t.credit_account = 'coupon_expense')
  group by e.borrower_id, e.detail ->> 'userCouponId')`;

const COUNTS = `count(*)::integer as given,
  (count(*) filter (where u.state <> 'used' and u.valid_to >= $on::date))::integer as usable,
  (count(*) filter (where u.state = 'used'))::integer as used,
  (count(*) filter (where u.state <> 'used' and u.valid_to < $on::date))::integer as expired`;

type CountRow = Omit<CouponFigures, 'costNgwee'>;

const countByOfferStatement = statement<CountRow & { offer_code: string }, { on: Day }>(
  'coupon: counts of offers',
  `select u.offer_code, ${COUNTS} from borrower_coupon u where u.offer_code is not null group by u.offer_code`,
);

const costByOfferStatement = statement<{ offer_code: string; cost_ngwee: Ngwee }>(
  'coupon: costs of offers',
  `select u.offer_code, sum(c.cost_ngwee)::bigint as cost_ngwee
   from ${COST_OF_COUPONS} c join borrower_coupon u using (borrower_id, user_coupon_id)
   where u.offer_code is not null group by u.offer_code`,
);

/** The figures of each offer over all its versions, by its code. */
export async function figuresOfOffers(db: Database, on: Day): Promise<Map<string, CouponFigures>> {
  const [counts, costs] = await Promise.all([
    db.rows(countByOfferStatement, { on }),
    db.rows(costByOfferStatement, {}),
  ]);
  const costOf = new Map(costs.map((row) => [row.offer_code, row.cost_ngwee]));
  return new Map(
    counts.map(({ offer_code: code, ...row }) => [
      code,
      { ...row, costNgwee: costOf.get(code) ?? NO_COUPONS.costNgwee },
    ]),
  );
}

const ofCampaignsStatement = statement<
  CountRow & { campaign_id: number; cost_ngwee: Ngwee },
  { on: Day; campaignIds: number[] }
>(
  'coupon: figures of campaigns',
  `select u.campaign_id, ${COUNTS}, coalesce(sum(c.cost_ngwee), 0)::bigint as cost_ngwee
   from borrower_coupon u left join lateral (
     select sum(case when t.debit_account = 'coupon_expense' then t.amount_ngwee else -t.amount_ngwee end) as cost_ngwee
     from loan_event e join ledger_transfer t using (borrower_id, entry_id)
     where u.state = 'used' and e.borrower_id = u.borrower_id and e.kind in ('coupon_used', 'coupon_released')
       and e.detail ->> 'userCouponId' = u.user_coupon_id::text
       and (t.debit_account = 'coupon_expense' or t.credit_account = 'coupon_expense')
   ) c on true
   where u.campaign_id = any ($campaignIds::bigint[]) group by u.campaign_id`,
);

export async function figuresOfCampaigns(
  db: Database,
  campaignIds: readonly number[],
  on: Day,
): Promise<Map<number, CouponFigures>> {
  const rows = await db.rows(ofCampaignsStatement, { on, campaignIds: [...campaignIds] });
  return new Map(
    rows.map(({ campaign_id: campaignId, cost_ngwee: costNgwee, ...row }) => [
      campaignId,
      { ...row, costNgwee },
    ]),
  );
}

const ledgerCostStatement = statement<{ cost_ngwee: Ngwee }>(
  'coupon: cost in the ledger',
  `select coalesce(sum(case when debit_account = 'coupon_expense' then amount_ngwee else -amount_ngwee end), 0)::bigint
     as cost_ngwee
   from ledger_transfer where debit_account = 'coupon_expense' or credit_account = 'coupon_expense'`,
);

/** What all coupons cost, as the ledger has it. */
export async function costInLedgerNgwee(db: Database): Promise<Ngwee> {
  return (await db.row(ledgerCostStatement, {}))!.cost_ngwee;
}
