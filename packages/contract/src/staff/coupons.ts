import { z } from 'zod';
import { id, idInPath, instant, kwacha, kwachaOut, page, pageSize, visibleText } from '../fields.ts';
import {
  CAMPAIGN_AUDIENCES,
  COUPON_OCCASIONS,
  COUPON_WORTHS,
  MOST_CAMPAIGN_COUPONS,
} from './campaign-words.ts';
import { versionOf } from './kept-version.ts';
import { reason } from './people.ts';
import { digest, filed, preview } from './preview.ts';

const code = z.string().regex(/^[\w-]{1,60}$/, 'Write letters, digits, - and _ only.');
const occasion = z.enum(COUPON_OCCASIONS).nullable();

const terms = {
  name: z.string(),
  /** "K10.00 off" */
  worth: z.string(),
  minPlan: kwachaOut.nullable(),
  validDays: z.int(),
  occasion,
};

/** What one coupon takes off at most, for the products that are on offer. */
const greatestWorth = kwachaOut;

const counts = {
  given: z.int(),
  usable: z.int(),
  used: z.int(),
  expired: z.int(),
  /** What used coupons took off, as the ledger has it. */
  cost: kwachaOut,
};

const offerForm = z.object({
  code,
  name: visibleText(40).refine((text) => text.trim() !== '', 'Write a name.'),
  worth: z.enum(COUPON_WORTHS),
  /** For `fixed`. */
  amount: kwacha.nullable().default(null),
  /** For `percent`: of the charges, from 0.1 to 100. */
  percent: z.number().min(0.1).max(100).multipleOf(0.1).nullable().default(null),
  minPlan: kwacha.nullable().default(null),
  validDays: z.int().min(0).max(3660),
  occasion: occasion.default(null),
});

const campaignForm = z.object({
  name: visibleText(60).refine((text) => text.trim() !== '', 'Write a name.'),
  offerCode: code,
  audience: z.enum(CAMPAIGN_AUDIENCES),
  awayDays: z.int().min(1).max(3660).nullable().default(null),
  goodLoans: z.int().min(1).max(100).nullable().default(null),
  channelCode: z.string().max(60).nullable().default(null),
  mostCoupons: z.int().min(1).max(MOST_CAMPAIGN_COUPONS),
});

const campaignId = idInPath;

/** Coupon offers, and campaigns that give their coupons to many borrowers. */
export const coupons = {
  listOffers: {
    output: z.object({
      /** The ledger's account for coupons, and what of it belongs to no offer. */
      cost: kwachaOut,
      otherCost: kwachaOut,
      items: z.array(
        z.object({
          ...versionOf,
          ...terms,
          ...counts,
          code,
          greatestWorth,
          /** How many the wheel has left; null where it is no prize, or a prize without a limit. */
          wheelLeft: z.int().nullable(),
          waitingRequestId: id.nullable(),
        }),
      ),
    }),
  },
  listOfferHistory: {
    params: z.object({ offerCode: code }),
    output: z.object({ items: z.array(z.object({ ...versionOf, ...terms })) }),
  },
  previewCouponOffer: { body: offerForm, output: preview },
  askForCouponOffer: { body: offerForm.extend({ reason, digest }), output: filed },
  listCampaigns: {
    query: z.object({ page, pageSize }),
    output: z.object({
      total: z.int(),
      items: z.array(
        z.object({
          campaignId: id,
          name: z.string(),
          offerCode: code,
          offerName: z.string(),
          worth: z.string(),
          /** "borrowers who never borrowed, of the channel GP" */
          audience: z.string(),
          state: z.enum(['running', 'finished', 'stopped']),
          mostCoupons: z.int(),
          ...counts,
          startedAt: instant,
          madeBy: z.string().nullable(),
          checkedBy: z.string().nullable(),
          endedAt: instant.nullable(),
          waitingRequestId: id.nullable(),
        }),
      ),
    }),
  },
  previewCampaign: { body: campaignForm, output: preview },
  askForCampaign: { body: campaignForm.extend({ reason, digest }), output: filed },
  previewCampaignStop: { params: z.object({ campaignId }), output: preview },
  askForCampaignStop: { params: z.object({ campaignId }), body: z.object({ reason, digest }), output: filed },
};
