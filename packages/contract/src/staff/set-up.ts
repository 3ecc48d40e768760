import { z } from 'zod';
import { day, id, kwacha, kwachaOut, percent } from '../fields.ts';
import { effectiveOn, versionChange, versionLine, waitingChange } from './kept-version.ts';
import { OFFER_PARTS } from './offer-parts.ts';
import { reason } from './people.ts';
import { digest, filed, preview } from './preview.ts';

/** The parts of the offer. A part of which there is one has its own name as the item. */
const part = z.enum(OFFER_PARTS);
/** The number of a product, the name of a policy, or the name of the part where there is one. */
const item = z.string().regex(/^[a-z0-9_]{1,40}$/);
const itemParams = z.object({ part, item });

/** A part of the offer as `catalogue.ts` describes it. The server names the field that it refuses. */
const content = z.unknown();

const version = z.int().min(1);
const change = { part, content, effectiveOn };

/** How many applications and loans have a price that a change does not touch. */
const untouched = z.object({
  /** Applications that wait for a decision. */
  applications: z.int(),
  /** Offers that wait for the borrower. */
  offers: z.int(),
  /** Loans that are signed and not paid back yet. */
  loans: z.int(),
});

export const setUp = {
  listOfferItems: {
    output: z.object({
      businessDate: day,
      policyInForce: z.string(),
      items: z.array(
        z.object({
          part,
          item: z.string(),
          title: z.string(),
          /** `null` for an item whose first version is planned. */
          running: versionLine.nullable(),
          planned: versionLine.nullable(),
          /** The request for the next version that waits for a second person. */
          waitingRequestId: id.nullable(),
          /** Its terms that the policy in force does not allow, with the rules that they break. */
          withheld: z.array(z.string()),
        }),
      ),
    }),
  },
  getOfferItem: {
    params: itemParams,
    output: z.object({
      businessDate: day,
      title: z.string(),
      running: versionLine.extend({ content }).nullable(),
      planned: versionChange.extend({ content }).nullable(),
      waiting: waitingChange.nullable(),
      withheld: z.array(z.string()),
      /** A number that no term of a product has yet. */
      freeTermId: id,
      /** Of the product, or of all products for another part. */
      untouched,
    }),
  },
  listOfferVersions: {
    params: itemParams,
    query: z.object({
      /** The version above the page: older ones follow. */
      before: z.coerce.number().int().min(1).optional(),
      pageSize: z.coerce.number().int().min(1).max(50).default(10),
    }),
    output: z.object({ items: z.array(versionChange), next: z.int().nullable() }),
  },
  previewOfferChange: {
    body: z.object(change),
    output: z.object({
      /** What keeps it from being saved: each broken rule in a sentence, by its name. */
      problems: z.array(z.string()),
      /** `null` where it cannot be saved, or where nothing is different. */
      preview: preview.nullable(),
    }),
  },
  estimateProduct: {
    body: z.object({ content, termId: id, amount: kwacha, effectiveOn }),
    output: z.object({
      principal: kwachaOut,
      receivedAmount: kwachaOut,
      interest: kwachaOut,
      serviceFee: kwachaOut,
      totalRepay: kwachaOut,
      totalCost: kwachaOut,
      costPercent: percent,
      apr: percent,
      effectiveAnnualRate: percent,
      maxCharges: kwachaOut,
      plans: z.array(
        z.object({
          loanPeriod: z.int(),
          dueDate: day,
          principal: kwachaOut,
          interest: kwachaOut,
          serviceFee: kwachaOut,
          total: kwachaOut,
        }),
      ),
    }),
  },
  askForOfferChange: { body: z.object({ ...change, reason, digest }), output: filed },
  previewOfferWithdrawal: { params: itemParams, body: z.object({ version }), output: preview },
  askForOfferWithdrawal: {
    params: itemParams,
    body: z.object({ version, reason, digest }),
    output: filed,
  },
};
