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

/** A discount on the fee, the interest and the penalty of an instalment, in ngwee. A coupon never pays principal. */
export type CouponDiscount = {
  feeNgwee: Ngwee;
  interestNgwee: Ngwee;
  penaltyNgwee: Ngwee;
  totalNgwee: Ngwee;
};

/** A coupon that a lender gives to many borrowers. It is valid for `validDays` days after the day it is given. */
export type CouponOffer = { name: string; worth: CouponWorth; minPlanNgwee: Ngwee | null; validDays: number };

export type CouponRefusal =
  | { kind: 'not_repayable'; state: LoanState }
  | PaymentPendingRefusal
  | { kind: 'coupon_not_valid'; validFrom: Day; validTo: Day }
  | { kind: 'nothing_owed_on_plan'; period: number }
  | { kind: 'plan_too_small_for_coupon'; minPlanNgwee: Ngwee };

/** The coupon was used before, or is applied to another loan. */
export type CouponTakenRefusal = { kind: 'coupon_used' } | { kind: 'coupon_applied_elsewhere' };

/** The demo lender gives one to every new borrower. */
export const welcomeCoupon: CouponOffer = {
  name: 'Welcome',
  worth: { kind: 'fixed', amountNgwee: kwacha(10) },
  minPlanNgwee: null,
  validDays: 60,
};

/** The coupon that a borrower gets of an offer on `on`. It is valid on that day and for `validDays` days after it. */
export function giveCoupon(offer: CouponOffer, userCouponId: number, on: Day): Coupon {
  const { name, worth, minPlanNgwee, validDays } = offer;
  return { userCouponId, name, worth, minPlanNgwee, validFrom: on, validTo: addDays(on, validDays) };
}

/**
 * The discount of a coupon on an instalment, in ngwee: first on its fee, then its interest, then its penalty. It is
 * measured on everything charged, paid or not; money that had paid a discounted charge then pays the rest of the
 * instalment. Rule: docs/rules/coupons.md.
 */
export function couponDiscount(instalment: Instalment, { worth }: Pick<Coupon, 'worth'>): CouponDiscount {
  return discountParts(instalment, worthOf(worth, instalment));
}

/**
 * Splits an amount in ngwee as a discount on an instalment. At least 1 ngwee always remains to be paid, because a
 * coupon counts with a payment and no operator collects an amount of zero. Rule: docs/rules/coupons.md.
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

/** The use of the coupon applied to an instalment by a payment that clears it on `valueOn`, or `null` without one. */
export function couponUseOn(loan: Loan, instalment: Instalment, valueOn: Day): CouponUse | null {
  const { coupon } = loan;
  if (coupon === null || coupon.period !== instalment.period || !countsOn(coupon, valueOn)) return null;
  const discountNgwee = couponDiscount(instalment, coupon).totalNgwee;
  return discountNgwee === 0 ? null : { userCouponId: coupon.userCouponId, discountNgwee };
}

/**
 * Checks that a coupon may be applied to an instalment; for an application that is instalment 1. Refuses, in this
 * order: a day on which the coupon is not valid; an instalment that owes nothing; a scheduled amount below the coupon's
 * minimum. Rule: docs/rules/coupons.md.
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
 * Applies a coupon to an instalment, in place of any other coupon. Refuses, in this order: a loan that does not run; a
 * pending payment, because its submission fixed the coupon; what `checkCoupon` refuses.
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

/** Applies a coupon that `checkCoupon` has allowed. */
export function holdCoupon(loan: Loan, coupon: Coupon, period: number, on: Day): Change {
  return {
    ...unchanged({ ...loan, coupon: { ...coupon, period } }),
    events: [{ kind: 'coupon_applied', on, userCouponId: coupon.userCouponId, period }],
  };
}

/** Takes the applied coupon off. A loan without one is not changed. Refuses during a pending payment. */
export function removeCoupon(loan: Loan, { on }: { on: Day }): Outcome<Change, PaymentPendingRefusal> {
  const pending = refusalWhilePending(loan);
  return pending === null ? allow(releaseCoupon(loan, on, 'removed')) : refuse(pending);
}

/** Frees the applied coupon for another instalment or loan. A loan without one is not changed. */
export function releaseCoupon(loan: Loan, on: Day, reason: CouponReleaseReason): Change {
  if (loan.coupon === null) return unchanged(loan);
  const { userCouponId } = loan.coupon;
  return {
    ...unchanged({ ...loan, coupon: null }),
    events: [{ kind: 'coupon_released', on, userCouponId, reason }],
  };
}

/** Frees the applied coupon when its instalment was paid without it. */
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
