import { formatCount } from '@thumba/lending/count';
import type { Day } from '@thumba/lending/day';
import { formatKwacha, ngwee } from '@thumba/lending/money';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import type { Catalogue } from '../../book/catalogue/catalogue.ts';
import { greatestWorthNgwee } from '../../book/coupon/greatest-worth.ts';
import type { ApprovedRequest, AskedRequest, Execution } from '../../book/staff-request.ts';
import type { Database } from '../../platform/database.ts';
import {
  type Audience,
  countAudience,
  findCampaign,
  giveNextCoupons,
  startCampaign,
  stopCampaign,
} from './campaigns.ts';
import { describeOffer, listOffers } from './offers.ts';

export type WantedCampaign = Audience & { name: string; offerCode: string; mostCoupons: number };

export type CampaignRefusal = { kind: 'no_such_offer' } | { kind: 'bad_audience' } | { kind: 'not_running' };

type Deps = { db: Database; catalogue: Catalogue; on: Day };

/** What a second person is asked for: a campaign, with how many borrowers it would reach and what it costs at most. */
export async function askForCampaign(
  { db, catalogue, on }: Deps,
  wanted: WantedCampaign,
  reason: string,
): Promise<Outcome<AskedRequest, CampaignRefusal>> {
  const { name, offerCode, mostCoupons, ...of } = wanted;
  const audience = wholeAudience(of);
  if (!audience) return refuse({ kind: 'bad_audience' });
  const offer = (await listOffers(db)).find((one) => one.offer_code === offerCode);
  if (!offer) return refuse({ kind: 'no_such_offer' });
  const reached = await countAudience(db, audience, { on, most: mostCoupons + 1 });
  const eachNgwee = greatestWorthNgwee(catalogue, offer.worth, on);
  const coupons = Math.min(reached, mostCoupons);
  return allow({
    kind: 'campaign_start',
    title: `Campaign ${name}: at most ${formatCount(mostCoupons)} coupons ${offer.name}`,
    subject: `campaign for ${offerCode}, ${describeAudience(audience)}`,
    borrowerId: null,
    loanId: null,
    ofStaffId: null,
    payload: { name, offerCode, offerVersion: offer.version, mostCoupons, ...audience },
    effect: [
      { title: 'For', before: null, after: describeAudience(audience) },
      { title: 'Coupon', before: null, after: describeOffer({ ...offer, occasion: null }) },
      { title: REACHED, before: null, after: reachText(reached, mostCoupons) },
      { title: 'Coupons at most', before: null, after: formatCount(mostCoupons) },
      {
        title: COST,
        before: null,
        after: `${formatKwacha(ngwee(eachNgwee * coupons))}, with ${formatKwacha(eachNgwee)} a coupon`,
      },
    ],
    figuresOfNow: [REACHED, COST],
    message: `${describeOffer({ ...offer, occasion: null })}.`,
    reason,
  });
}

const REACHED = 'Borrowers it would reach now';
const COST = 'Cost at most';

function reachText(reached: number, most: number): string {
  return reached > most ? `more than ${formatCount(most)}` : formatCount(reached);
}

/** The audience with only the values that it takes. Undefined where one is missing. */
function wholeAudience({ audience, awayDays, goodLoans, channelCode }: Audience): Audience | undefined {
  const isAway = audience === 'away';
  const isGood = audience === 'good_payers';
  if ((isAway ? awayDays : goodLoans) === null && (isAway || isGood)) return undefined;
  return {
    audience,
    awayDays: isAway ? awayDays : null,
    goodLoans: isGood ? goodLoans : null,
    channelCode,
  };
}

export function describeAudience({ audience, awayDays, goodLoans, channelCode }: Audience): string {
  const words = {
    all: 'all borrowers',
    never_borrowed: 'borrowers who never borrowed',
    away: `borrowers without a loan for ${awayDays} days after their last one`,
    good_payers: `borrowers who paid off ${goodLoans} loans or more without a late day`,
  };
  return `${words[audience]}${channelCode === null ? '' : `, of the channel ${channelCode}`}`;
}

type CampaignPayload = WantedCampaign & { offerVersion: number };

/** Starts the campaign that was approved and gives its first coupons. A second time it finds it. */
export async function startCampaignAsApproved(
  { db, on, now }: { db: Database; on: Day; now: Date },
  { requestId, madeBy, payload }: ApprovedRequest,
): Promise<Execution> {
  const campaignId = await startCampaign(db, {
    ...(payload as CampaignPayload),
    ...{ requestId, startedBy: madeBy, now },
  });
  if (campaignId === undefined)
    return { isDone: false, sentence: 'The offer has changed since this was asked for. Ask again.' };
  await giveNextCoupons(db, on, now);
  return { isDone: true, sentence: `Campaign ${campaignId} runs and gives its coupons in the background.` };
}

/** Stopping leaves the coupons that were given. */
export async function askForCampaignStop(
  { db }: Pick<Deps, 'db'>,
  campaignId: number,
  reason: string,
): Promise<Outcome<AskedRequest, CampaignRefusal>> {
  const campaign = await findCampaign(db, campaignId);
  if (!campaign || campaign.state !== 'running') return refuse({ kind: 'not_running' });
  return allow({
    kind: 'campaign_stop',
    title: `End of the campaign ${campaign.name}`,
    subject: subjectOfStop(campaignId),
    borrowerId: null,
    loanId: null,
    ofStaffId: null,
    payload: { campaignId },
    effect: [
      { title: 'Campaign', before: 'gives coupons', after: 'gives no more' },
      { title: 'Coupons that were given', before: null, after: 'stay with their borrowers' },
    ],
    message: null,
    reason,
  });
}

export function subjectOfStop(campaignId: number): string {
  return `campaign ${campaignId}`;
}

export async function stopCampaignAsApproved(
  { db, now }: { db: Database; now: Date },
  { requestId, payload }: ApprovedRequest,
): Promise<Execution> {
  const { campaignId } = payload as { campaignId: number };
  return (await stopCampaign(db, { campaignId, requestId, now }))
    ? { isDone: true, sentence: `Campaign ${campaignId} gives no more coupons.` }
    : { isDone: false, sentence: 'The campaign has ended by itself meanwhile.' };
}
