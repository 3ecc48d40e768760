import type { CouponWorthKind } from '@thumba/contract/staff/campaign-words';
import type { Day } from '@thumba/lending/day';
import type { CouponWorth } from '@thumba/lending/loan';
import { formatKwacha, type Ngwee } from '@thumba/lending/money';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import { rate } from '@thumba/lending/rate';
import type { Catalogue } from '../../book/catalogue/catalogue.ts';
import { greatestWorthNgwee } from '../../book/coupon/greatest-worth.ts';
import type { ApprovedRequest, AskedRequest, EffectLine, Execution } from '../../book/staff-request.ts';
import type { Database } from '../../platform/database.ts';
import { offerVersions, publishOffer } from './offer-versions.ts';
import { describeOffer, type Offer } from './offers.ts';

export type WantedOffer = {
  code: string;
  name: string;
  worth: CouponWorthKind;
  amountNgwee: Ngwee | null;
  percent: number | null;
  minPlanNgwee: Ngwee | null;
  validDays: number;
  occasion: Offer['occasion'];
};

export type OfferRefusal = { kind: 'bad_worth' } | { kind: 'nothing_different' };

type Deps = { db: Database; catalogue: Catalogue; on: Day };

/** What a second person is asked for: an offer, or other terms of one. Coupons that were given keep their terms. */
export async function askForOffer(
  { db, catalogue, on }: Deps,
  wanted: WantedOffer,
  reason: string,
): Promise<Outcome<AskedRequest, OfferRefusal>> {
  const worth = worthOf(wanted);
  if (worth === undefined) return refuse({ kind: 'bad_worth' });
  const { code, name, minPlanNgwee, validDays, occasion } = wanted;
  const [before] = await offerVersions(db, code);
  const after = { name, worth, min_plan_ngwee: minPlanNgwee, valid_days: validDays, occasion };
  const effect: EffectLine[] = [
    { title: 'Coupon', before: before ? describeOffer(before) : null, after: describeOffer(after) },
    {
      title: 'A coupon takes off at most',
      before: before ? formatKwacha(greatestWorthNgwee(catalogue, before.worth, on)) : null,
      after: formatKwacha(greatestWorthNgwee(catalogue, worth, on)),
    },
  ];
  if (before && effect[0]!.before === effect[0]!.after) return refuse({ kind: 'nothing_different' });
  return allow({
    kind: 'coupon_offer',
    title: before ? `Coupon offer ${code}: version ${before.version + 1}` : `New coupon offer ${code}`,
    subject: subjectOfOffer(code),
    borrowerId: null,
    loanId: null,
    ofStaffId: null,
    payload: { code, name, worth, minPlanNgwee, validDays, occasion, seenVersion: before?.version ?? 0 },
    effect: effect.filter((line) => line.before !== line.after),
    message: `${describeOffer({ ...after, occasion: null })}.`,
    reason,
  });
}

/** One request for an offer waits at a time. */
export function subjectOfOffer(code: string): string {
  return `coupon offer ${code}`;
}

const TENTHS_IN_WHOLE = 1000;

function worthOf({ worth, amountNgwee, percent }: WantedOffer): CouponWorth | undefined {
  switch (worth) {
    case 'fixed':
      return amountNgwee === null || amountNgwee <= 0 ? undefined : { kind: 'fixed', amountNgwee };
    case 'percent':
      return percent === null
        ? undefined
        : { kind: 'percent', rate: rate(String(Math.round(percent * 10) / TENTHS_IN_WHOLE)) };
    case 'fee_free':
      return { kind: 'fee_free' };
  }
}

type OfferPayload = {
  code: string;
  name: string;
  worth: CouponWorth;
  minPlanNgwee: Ngwee | null;
  validDays: number;
  occasion: Offer['occasion'];
  seenVersion: number;
};

/** Publishes the offer that was approved, unless it was changed since. A second time it finds it. */
export async function publishOfferAsApproved(
  { db, now }: { db: Database; now: Date },
  { requestId, madeBy, payload }: ApprovedRequest,
): Promise<Execution> {
  const offer = payload as OfferPayload;
  const version = await publishOffer(db, { ...offer, requestId, publishedBy: madeBy, now });
  return version === undefined
    ? { isDone: false, sentence: 'The offer has changed since this was asked for. Ask again.' }
    : { isDone: true, sentence: `The coupon offer ${offer.code} stands in version ${version}.` };
}
