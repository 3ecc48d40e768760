import type { CampaignAudience } from '@thumba/contract/staff/campaign-words';
import type { Day } from '@thumba/lending/day';
import type { CouponWorth } from '@thumba/lending/loan';
import { insertGiftedCoupons } from '../../book/coupon/coupon-gifts.ts';
import { type TwoPeople, twoPeopleOf } from '../../book/two-people.ts';
import { type Database, statement } from '../../platform/database.ts';
import { type Page, readPage } from '../../platform/page.ts';

/** For whom a campaign is. */
export type Audience = {
  audience: CampaignAudience;
  awayDays: number | null;
  goodLoans: number | null;
  channelCode: string | null;
};

const OPEN_STATES = `('applied', 'approved', 'paying_out', 'payout_failed', 'active', 'overdue', 'written_off')`;

/**
 * The SQL condition by which borrower `b` with the standing `s` belongs to the audience `c` on a day. A campaign never
 * reaches a closed account, a blocked borrower, or a borrower who is late or was written off.
 */
function belongsTo(on: string): string {
  const loans = 'from loan l where l.borrower_id = b.borrower_id';
  return `s.deleted_at is null and b.blocked_at is null
    and not exists (select ${loans} and l.state in ('overdue', 'written_off'))
    and (c.channel_code is null or b.registered_channel = c.channel_code)
    and case c.audience
      when 'all' then true
      when 'never_borrowed' then not exists (select ${loans} and l.disbursed_at is not null)
      when 'away' then not exists (select ${loans} and l.state in ${OPEN_STATES})
        and (select max(l.closed_on) ${loans} and l.disbursed_at is not null) <= ${on} - c.away_days
      when 'good_payers' then (select count(*) ${loans} and l.state = 'settled' and l.worst_days_late = 0) >= c.good_loans
    end`;
}

const countAudienceStatement = statement<
  { reached: number },
  {
    audience: string;
    awayDays: number | null;
    goodLoans: number | null;
    channelCode: string | null;
    on: Day;
    most: number;
  }
>(
  'campaign: count audience',
  `select count(*)::integer as reached from (
     select from (values ($audience::text, $awayDays::integer, $goodLoans::integer, $channelCode::text))
       c(audience, away_days, good_loans, channel_code),
       borrower_standing s join borrower b using (borrower_id)
     where ${belongsTo('$on::date')} limit $most
   ) found`,
);

/** How many borrowers belong to an audience. The count ends at `most`. */
export async function countAudience(
  db: Database,
  { audience, awayDays, goodLoans, channelCode }: Audience,
  { on, most }: { on: Day; most: number },
): Promise<number> {
  const values = { audience, awayDays, goodLoans, channelCode, on, most };
  return (await db.row(countAudienceStatement, values))!.reached;
}

export type NewCampaign = Audience & {
  name: string;
  offerCode: string;
  offerVersion: number;
  mostCoupons: number;
  requestId: number;
  startedBy: string;
  now: Date;
};

const startStatement = statement<
  { campaign_id: number },
  {
    name: string;
    offerCode: string;
    offerVersion: number;
    audience: string;
    awayDays: number | null;
    goodLoans: number | null;
    channelCode: string | null;
    mostCoupons: number;
    requestId: number;
    startedBy: string;
    now: Date;
  }
>(
  'campaign: start',
  `with started as (
     insert into campaign (name, offer_code, offer_version, audience, away_days, good_loans, channel_code, most_coupons,
       request_id, started_by, started_at)
     select $name, o.offer_code, o.version, $audience, $awayDays::integer, $goodLoans::integer, $channelCode,
       $mostCoupons::integer, $requestId, $startedBy, $now::timestamptz
     from standing_coupon_offer o where o.offer_code = $offerCode and o.version = $offerVersion::integer
       and not exists (select from campaign where request_id = $requestId)
     on conflict do nothing
     returning campaign_id
   )
   select campaign_id from started union all select campaign_id from campaign where request_id = $requestId`,
);

/** Undefined where the offer was changed since. A request starts one campaign. */
export async function startCampaign(db: Database, campaign: NewCampaign): Promise<number | undefined> {
  return (await db.row(startStatement, campaign))?.campaign_id;
}

const stopStatement = statement<{ stopped: boolean }, { campaignId: number; requestId: number; now: Date }>(
  'campaign: stop',
  `with stopped as (
     update campaign set stopped_at = $now::timestamptz, stop_request_id = $requestId
     where campaign_id = $campaignId and finished_at is null and stopped_at is null
     returning campaign_id
   )
   select exists (select from stopped) or exists (select from campaign where stop_request_id = $requestId) as stopped`,
);

/** False where it ended by itself meanwhile. */
export async function stopCampaign(
  db: Database,
  stop: { campaignId: number; requestId: number; now: Date },
): Promise<boolean> {
  return (await db.row(stopStatement, stop))!.stopped;
}

const BATCH = 1000;

const giveBatchStatement = statement<{ campaign_id: number }, { on: Day; now: Date }>(
  'campaign: give the next coupons',
  `with c as (
     select * from campaign where finished_at is null and stopped_at is null
     order by campaign_id limit 1 for update skip locked
   ),
   looked as (
     select s.borrower_id from borrower_standing s where s.borrower_id > (select after_borrower_id from c)
     order by s.borrower_id limit ${BATCH}
   ),
   chosen as (
     select b.borrower_id from c, looked join borrower b using (borrower_id) join borrower_standing s using (borrower_id)
     where ${belongsTo('$on::date')}
     order by b.borrower_id limit (select most_coupons - given from c)
   ),
   inserted as (
     ${insertGiftedCoupons({
       borrowerId: 'b.borrower_id',
       source: `'campaign'`,
       campaignId: 'c.campaign_id',
       on: '$on::date',
       at: '$now::timestamptz',
       from: `chosen b cross join c
         join coupon_offer o on o.offer_code = c.offer_code and o.version = c.offer_version`,
     })}
     on conflict (campaign_id, borrower_id) where campaign_id is not null do nothing
     returning borrower_id
   )
   update campaign u set after_borrower_id = coalesce((select max(borrower_id) from looked), u.after_borrower_id),
     given = u.given + (select count(*) from inserted),
     finished_at = case when (select count(*) from looked) < ${BATCH}
       or u.given + (select count(*) from inserted) >= u.most_coupons then $now::timestamptz end
   from c where u.campaign_id = c.campaign_id
   returning u.campaign_id`,
);

/** Gives the coupons of a running campaign to the next borrowers by number. Answers how many campaigns it worked on. */
export async function giveNextCoupons(db: Database, on: Day, now: Date): Promise<number> {
  return (await db.rows(giveBatchStatement, { on, now })).length;
}

export type KeptCampaign = Audience &
  TwoPeople & {
    campaignId: number;
    name: string;
    offerCode: string;
    offerName: string;
    worth: CouponWorth;
    state: 'running' | 'finished' | 'stopped';
    mostCoupons: number;
    given: number;
    startedAt: Date;
    endedAt: Date | null;
  };

const COLUMNS = `c.campaign_id as "campaignId", c.name, c.offer_code as "offerCode", o.name as "offerName", o.worth,
  c.audience, c.away_days as "awayDays", c.good_loans as "goodLoans", c.channel_code as "channelCode",
  c.most_coupons as "mostCoupons", c.given, c.started_at as "startedAt",
  coalesce(c.stopped_at, c.finished_at) as "endedAt",
  case when c.stopped_at is not null then 'stopped' when c.finished_at is not null then 'finished' else 'running' end
    as state, ${twoPeopleOf('c.request_id')}`;

const FROM_CAMPAIGN = `from campaign c join coupon_offer o on o.offer_code = c.offer_code and o.version = c.offer_version`;

const listStatement = statement<KeptCampaign & { total: number }, { limit: number; offset: number }>(
  'campaign: list',
  `select ${COLUMNS}, count(*) over ()::integer as total ${FROM_CAMPAIGN}
   order by c.campaign_id desc limit $limit offset $offset`,
);

/** The newest comes first. */
export async function listCampaigns(
  db: Database,
  page: Page,
): Promise<{ total: number; campaigns: KeptCampaign[] }> {
  const valuesOf = ({ limit, offset }: Page) => ({ limit, offset });
  const { total, rows } = await readPage(db, listStatement, valuesOf, page);
  return { total, campaigns: rows };
}

const findStatement = statement<KeptCampaign, { campaignId: number }>(
  'campaign: find',
  `select ${COLUMNS} ${FROM_CAMPAIGN} where c.campaign_id = $campaignId`,
);

export function findCampaign(db: Database, campaignId: number): Promise<KeptCampaign | undefined> {
  return db.row(findStatement, { campaignId });
}
