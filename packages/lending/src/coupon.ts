import { catchUp } from './catch-up.ts';
import { followedBy, unchanged } from './change.ts';
import { addDays, type Day } from './day.ts';
import {
  type Change,
  type Coupon,
  type CouponReleaseReason,
  type CouponUse,
  type CouponWorth,
  type Instalment,
  instalmentOf,
  isRunning,
  type Loan,
  type LoanState,
} from './loan.ts';
import { kwacha, minimum, type Ngwee, ngwee, subtract, sum } from './money.ts';
import { allow, type Outcome, refuse } from './outcome.ts';
import { isCleared, owedOnInstalment } from './owed.ts';
import { type PaymentPendingRefusal, refusalWhilePending } from './pending.ts';
import { share } from './rate.ts';

/** What a coupon takes off the fee, the interest and the penalty of an instalment. It never pays principal. */
export type CouponDiscount = {
  feeNgwee: Ngwee;
  interestNgwee: Ngwee;
  penaltyNgwee: Ngwee;
  totalNgwee: Ngwee;
};

/** A coupon as a lender gives it away: the same for everyone, counted from the day it is given. */
export type CouponOffer = { name: string; worth: CouponWorth; minPlanNgwee: Ngwee | null; validDays: number };

export type CouponRefusal =
  | { kind: 'not_repayable'; state: LoanState }
  | PaymentPendingRefusal
  | { kind: 'coupon_not_valid'; validFrom: Day; validTo: Day }
  | { kind: 'nothing_owed_on_plan'; period: number }
  | { kind: 'plan_too_small_for_coupon'; minPlanNgwee: Ngwee };

/** A coupon that is not free to be applied, whatever its days and the instalment. */
export type CouponTakenRefusal = { kind: 'coupon_used' } | { kind: 'coupon_applied_elsewhere' };

/** Every new borrower of the demo lender gets one. */
export const welcomeCoupon: CouponOffer = {
  name: 'Welcome',
  worth: { kind: 'fixed', amountNgwee: kwacha(10) },
  minPlanNgwee: null,
  validDays: 60,
};

/** A coupon given to a borrower on a day: it counts that day and the `validDays` after it. */
export function giveCoupon(offer: CouponOffer, userCouponId: number, on: Day): Coupon {
  const { name, worth, minPlanNgwee, validDays } = offer;
  return { userCouponId, name, worth, minPlanNgwee, validFrom: on, validTo: addDays(on, validDays) };
}

/**
 * What a coupon takes off an instalment as it stands: first of its fee, then of its interest, then of its penalty. It
 * counts against all that was charged, also what was paid before: that money then goes to the rest of the instalment.
 */
export function couponDiscount(instalment: Instalment, { worth }: Pick<Coupon, 'worth'>): CouponDiscount {
  return discountParts(instalment, worthOf(worth, instalment));
}

/**
 * An amount as a discount on an instalment. Something always remains to be paid, because a coupon counts with a
 * payment, and no operator collects nothing.
 */
export function discountParts(instalment: Instalment, amountNgwee: Ngwee): CouponDiscount {
  const owedNgwee = owedOnInstalment(instalment).totalNgwee;
  const chargesNgwee = subtract(chargesOf(instalment), instalment.discountNgwee);
  const totalNgwee = minimum(amountNgwee, chargesNgwee, ngwee(Math.max(0, owedNgwee - 1)));
  const feeNgwee = minimum(instalment.feeNgwee, totalNgwee);
  const interestNgwee = minimum(instalment.interestNgwee, subtract(totalNgwee, feeNgwee));
  const penaltyNgwee = subtract(totalNgwee, sum([feeNgwee, interestNgwee]));
  return { feeNgwee, interestNgwee, penaltyNgwee, totalNgwee };
}

/** What the coupon held ready for an instalment takes off a payment of this value day that clears it. */
export function couponUseOn(loan: Loan, instalment: Instalment, valueOn: Day): CouponUse | null {
  const { coupon } = loan;
  if (coupon === null || coupon.period !== instalment.period || !countsOn(coupon, valueOn)) return null;
  const discountNgwee = couponDiscount(instalment, coupon).totalNgwee;
  return discountNgwee === 0 ? null : { userCouponId: coupon.userCouponId, discountNgwee };
}

/**
 * Whether a coupon may be held ready for an instalment; an application asks it for instalment 1. Refuses a day on which
 * the coupon does not count, an instalment that owes nothing, and one that was scheduled to pay less than the coupon
 * asks for.
 */
export function checkCoupon(
  coupon: Coupon,
  instalment: Instalment | undefined,
  period: number,
  on: Day,
): Outcome<null, CouponRefusal> {
  const { validFrom, validTo, minPlanNgwee } = coupon;
  if (!countsOn(coupon, on)) return refuse({ kind: 'coupon_not_valid', validFrom, validTo });
  if (instalment === undefined || isCleared(instalment)) {
    return refuse({ kind: 'nothing_owed_on_plan', period });
  }
  const { principalNgwee, interestNgwee, feeNgwee } = instalment;
  const scheduledNgwee = sum([principalNgwee, interestNgwee, feeNgwee]);
  return minPlanNgwee !== null && scheduledNgwee < minPlanNgwee
    ? refuse({ kind: 'plan_too_small_for_coupon', minPlanNgwee })
    : allow(null);
}

/**
 * Holds a coupon ready for an instalment, in place of any other one. Refuses, in this order: a loan that is not being
 * repaid; a payment under way, which has frozen what is applied; and what `checkCoupon` refuses.
 */
export function applyCoupon(
  loan: Loan,
  { coupon, period, on }: { coupon: Coupon; period: number; on: Day },
): Outcome<Change, CouponRefusal> {
  if (!isRunning(loan)) return refuse({ kind: 'not_repayable', state: loan.state });
  const pending = refusalWhilePending(loan);
  if (pending !== null) return refuse(pending);
  const caughtUp = catchUp(loan, on);
  const instalment = instalmentOf(caughtUp.loan, period);
  const checked = checkCoupon(coupon, instalment, period, on);
  if (!checked.ok) return checked;
  const released = followedBy(caughtUp, (before) => releaseCoupon(before, on, 'replaced'));
  return allow(followedBy(released, (before) => holdCoupon(before, coupon, period, on)));
}

/** Holds a coupon ready that was checked before. */
export function holdCoupon(loan: Loan, coupon: Coupon, period: number, on: Day): Change {
  return {
    ...unchanged({ ...loan, coupon: { ...coupon, period } }),
    events: [{ kind: 'coupon_applied', on, userCouponId: coupon.userCouponId, period }],
  };
}

/** Gives the applied coupon back to its borrower; without one nothing changes. Refuses while a payment is under way. */
export function removeCoupon(loan: Loan, { on }: { on: Day }): Outcome<Change, PaymentPendingRefusal> {
  const pending = refusalWhilePending(loan);
  return pending === null ? allow(releaseCoupon(loan, on, 'removed')) : refuse(pending);
}

/** The applied coupon is the borrower's again, free for another instalment or loan. */
export function releaseCoupon(loan: Loan, on: Day, reason: CouponReleaseReason): Change {
  if (loan.coupon === null) return unchanged(loan);
  const { userCouponId } = loan.coupon;
  return {
    ...unchanged({ ...loan, coupon: null }),
    events: [{ kind: 'coupon_released', on, userCouponId, reason }],
  };
}

/** Gives back a coupon whose instalment was paid without it. */
export function releaseIdleCoupon(loan: Loan, on: Day): Change {
  const held = loan.instalments.find((instalment) => instalment.period === loan.coupon?.period);
  return held !== undefined && isCleared(held) ? releaseCoupon(loan, on, 'plan_paid') : unchanged(loan);
}

function countsOn({ validFrom, validTo }: Coupon, on: Day): boolean {
  return validFrom <= on && on <= validTo;
}

function worthOf(worth: CouponWorth, instalment: Instalment): Ngwee {
  switch (worth.kind) {
    case 'fixed':
      return worth.amountNgwee;
    case 'percent':
      return share(chargesOf(instalment), worth.rate);
    case 'fee_free':
      return instalment.feeNgwee;
  }
}

function chargesOf({ feeNgwee, interestNgwee, penaltyNgwee }: Instalment): Ngwee {
  return sum([feeNgwee, interestNgwee, penaltyNgwee]);
}
