import type { StaffAnswer } from '@thumba/contract/staff/wire';
import type { Day } from '@thumba/lending/day';
import { ngwee, parseKwacha, toKwacha } from '@thumba/lending/money';
import type { Outcome } from '@thumba/lending/outcome';
import type { LiveCatalogue } from '../../book/catalogue/catalogue.ts';
import { greatestWorthNgwee } from '../../book/coupon/greatest-worth.ts';
import { describeWorth } from '../../book/coupon/staff-worth.ts';
import type { AskedRequest } from '../../book/staff-request.ts';
import { refusalUnlessSeen, requestPreview } from '../../book/staff-request-preview.ts';
import type { Database } from '../../platform/database.ts';
import { done, type Reply, refused } from '../../platform/reply.ts';
import { type StaffPerson, type StaffServer, serveStaff } from '../../platform/serve-staff.ts';
import { type KeptCampaign, listCampaigns } from './campaigns.ts';
import {
  type CouponFigures,
  costInLedgerNgwee,
  figuresOfCampaigns,
  figuresOfOffers,
  NO_COUPONS,
} from './coupon-figures.ts';
import { type OfferVersion, offerVersions, standingOffers } from './offer-versions.ts';
import {
  askForCampaign,
  askForCampaignStop,
  type CampaignRefusal,
  describeAudience,
  subjectOfStop,
} from './staff-campaigns.ts';
import { askForOffer, type OfferRefusal, subjectOfOffer } from './staff-offers.ts';

export type CouponRouteDeps = {
  db: Database;
  catalogue: LiveCatalogue;
  today(): Day;
  fileRequest(asked: AskedRequest, maker: StaffPerson): Promise<Reply<{ requestId: number }>>;
  /** The requests of a kind that wait: their subjects, each with its number. */
  openSubjectsOf(kind: 'coupon_offer' | 'campaign_stop'): Promise<ReadonlyMap<string, number>>;
};

type Refusal = OfferRefusal | CampaignRefusal;

const REFUSALS: Record<Refusal['kind'], Reply<never>> = {
  bad_worth: refused(400, 'Write what the coupon takes off.', { reason: 'bad_worth' }),
  nothing_different: refused(409, 'These are the terms of now.', { reason: 'nothing_different' }),
  no_such_offer: refused(400, 'There is no such offer.', { reason: 'no_such_offer' }),
  bad_audience: refused(400, 'Write for how many days, or how many loans.', { reason: 'bad_audience' }),
  not_running: refused(409, 'This campaign does not run any more.', { reason: 'not_running' }),
};

/** Coupon offers and campaigns: what they gave and cost, and other ones by two people. */
export function registerCouponRoutes(server: StaffServer, deps: CouponRouteDeps): void {
  const { db, today } = deps;

  serveStaff(server, 'listOffers', async () => {
    const on = today();
    const [offers, figures, ledgerNgwee, waiting] = await Promise.all([
      standingOffers(db),
      figuresOfOffers(db, on),
      costInLedgerNgwee(db),
      deps.openSubjectsOf('coupon_offer'),
    ]);
    const ofOffersNgwee = [...figures.values()].reduce((total, { costNgwee }) => total + costNgwee, 0);
    return done({
      cost: toKwacha(ledgerNgwee),
      otherCost: toKwacha(ngwee(ledgerNgwee - ofOffersNgwee)),
      items: offers.map((offer) => ({
        ...versionView(offer),
        ...figuresView(figures.get(offer.offer_code) ?? NO_COUPONS),
        code: offer.offer_code,
        greatestWorth: toKwacha(greatestWorthNgwee(deps.catalogue.current(), offer.worth, on)),
        wheelLeft: offer.wheelLeft,
        waitingRequestId: waiting.get(subjectOfOffer(offer.offer_code)) ?? null,
      })),
    });
  });

  serveStaff(server, 'listOfferHistory', async ({ params: { offerCode } }) =>
    done({ items: (await offerVersions(db, offerCode)).map(versionView) }),
  );

  serveStaff(server, 'listCampaigns', async ({ query: { page, pageSize } }) => {
    const { total, campaigns } = await listCampaigns(db, { offset: (page - 1) * pageSize, limit: pageSize });
    const [figures, waiting] = await Promise.all([
      figuresOfCampaigns(
        db,
        campaigns.map(({ campaignId }) => campaignId),
        today(),
      ),
      deps.openSubjectsOf('campaign_stop'),
    ]);
    return done({
      total,
      items: campaigns.map((campaign) => ({
        ...campaignView(campaign),
        ...figuresView(figures.get(campaign.campaignId) ?? NO_COUPONS),
        waitingRequestId: waiting.get(subjectOfStop(campaign.campaignId)) ?? null,
      })),
    });
  });

  registerChangeRoutes(server, deps);
}

function registerChangeRoutes(server: StaffServer, deps: CouponRouteDeps): void {
  const partsOf = () => ({ db: deps.db, catalogue: deps.catalogue.current(), on: deps.today() });
  const shown = (asked: Outcome<AskedRequest, Refusal>) =>
    asked.ok ? done(requestPreview(asked.value)) : REFUSALS[asked.refusal.kind];
  const filed = async (asked: Outcome<AskedRequest, Refusal>, digest: string, person: StaffPerson) =>
    asked.ok
      ? (refusalUnlessSeen(asked.value, digest) ?? deps.fileRequest(asked.value, person))
      : REFUSALS[asked.refusal.kind];

  serveStaff(server, 'previewCouponOffer', async ({ body }) =>
    shown(await askForOffer(partsOf(), wantedOffer(body), PREVIEW)),
  );
  serveStaff(server, 'askForCouponOffer', async ({ body }, { person, note }) => {
    note({ offer: body.code });
    return filed(await askForOffer(partsOf(), wantedOffer(body), body.reason), body.digest, person);
  });
  serveStaff(server, 'previewCampaign', async ({ body }) =>
    shown(await askForCampaign(partsOf(), body, PREVIEW)),
  );
  serveStaff(server, 'askForCampaign', async ({ body }, { person, note }) => {
    const { reason, digest, ...wanted } = body;
    note({ offer: wanted.offerCode, audience: wanted.audience, mostCoupons: wanted.mostCoupons });
    return filed(await askForCampaign(partsOf(), wanted, reason), digest, person);
  });
  serveStaff(server, 'previewCampaignStop', async ({ params: { campaignId } }) =>
    shown(await askForCampaignStop(deps, campaignId, PREVIEW)),
  );
  serveStaff(server, 'askForCampaignStop', async ({ params: { campaignId }, body }, { person, note }) => {
    note({ campaignId });
    return filed(await askForCampaignStop(deps, campaignId, body.reason), body.digest, person);
  });
}

/** A preview needs no reason of a person yet. */
const PREVIEW = 'a preview';

function wantedOffer({
  amount,
  minPlan,
  ...offer
}: {
  code: string;
  name: string;
  worth: 'fixed' | 'percent' | 'fee_free';
  amount: number | null;
  percent: number | null;
  minPlan: number | null;
  validDays: number;
  occasion: 'registration' | 'on_time_settlement' | null;
}) {
  return { ...offer, amountNgwee: ngweeOf(amount), minPlanNgwee: ngweeOf(minPlan) };
}

function ngweeOf(kwacha: number | null) {
  return kwacha === null ? null : parseKwacha(kwacha)!;
}

function versionView(offer: OfferVersion): StaffAnswer<'listOfferHistory'>['items'][number] {
  const { version, savedAt, madeBy, checkedBy, requestId, name, worth, min_plan_ngwee, occasion } = offer;
  return {
    ...{ version, savedAt: savedAt.toISOString(), madeBy, checkedBy, requestId },
    ...{ name, worth: describeWorth(worth), validDays: offer.valid_days, occasion },
    minPlan: min_plan_ngwee === null ? null : toKwacha(min_plan_ngwee),
  };
}

function figuresView({ given, usable, used, expired, costNgwee }: CouponFigures) {
  return { given, usable, used, expired, cost: toKwacha(costNgwee) };
}

function campaignView(campaign: KeptCampaign) {
  const { campaignId, name, offerCode, offerName, state, mostCoupons, madeBy, checkedBy } = campaign;
  return {
    ...{ campaignId, name, offerCode, offerName, state, mostCoupons, madeBy, checkedBy },
    worth: describeWorth(campaign.worth),
    audience: describeAudience(campaign),
    startedAt: campaign.startedAt.toISOString(),
    endedAt: campaign.endedAt?.toISOString() ?? null,
  };
}
