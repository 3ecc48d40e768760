import {
  applyCoupon,
  type CouponRefusal,
  type CouponTakenRefusal,
  removeCoupon,
} from '@thumba/lending/coupon';
import type { Day } from '@thumba/lending/day';
import { type Change, instalmentOf, type Loan } from '@thumba/lending/loan';
import type { Ngwee } from '@thumba/lending/money';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import { chooseCoupon, type NoSuchCoupon } from '../../book/coupon/coupons.ts';
import { loanToday, planPayoff } from '../../book/loan/loan-view.ts';
import { readPlanId } from '../../book/loan/plan-id.ts';
import type { PostingOutcome, PostingRefusal, Subject } from '../../book/posting-line/posting.ts';
import type { PostingLine } from '../../book/posting-line/posting-line.ts';

export type CouponDeps = { line: PostingLine; today(): Day };

export type PlanPayoff = { payoffNgwee: Ngwee; discountNgwee: Ngwee };

type ChoiceRefusal = CouponRefusal | CouponTakenRefusal | NoSuchCoupon | PostingRefusal;

/** Applies a coupon to a plan, or with `null` takes it off again. Answers what clears the plan then. */
export function choosePlanCoupon(
  { line, today }: CouponDeps,
  choice: { borrowerId: number; planId: number; userCouponId: number | null },
): Promise<PostingOutcome<PlanPayoff, ChoiceRefusal>> {
  const { loanId, period } = readPlanId(choice.planId);
  const { borrowerId, userCouponId } = choice;
  return line.post<PlanPayoff, ChoiceRefusal>({
    borrowerId,
    loanId,
    ...(userCouponId === null ? {} : { userCouponId }),
    actor: 'borrower',
    decide(subject) {
      const on = today();
      const { loan } = subject;
      if (!instalmentOf(loan, period)) return refuse({ kind: 'no_such_loan' });
      const chosen =
        userCouponId === null ? removeCoupon(loan, { on }) : applyNamedCoupon(subject, period, on);
      if (!chosen.ok) return chosen;
      const isAsBefore =
        userCouponId === null ? loan.coupon?.period !== period : isApplied(loan, period, userCouponId);
      return isAsBefore
        ? { ok: true, unchanged: true, answer: payoffOf(loan, period, on) }
        : allow({ change: chosen.value, on, answer: payoffOf(chosen.value.loan, period, on) });
    },
  });
}

function applyNamedCoupon(
  { loan, coupon }: Subject,
  period: number,
  on: Day,
): Outcome<Change, CouponRefusal | CouponTakenRefusal | NoSuchCoupon> {
  const chosen = chooseCoupon(coupon, loan.loanId);
  return chosen.ok ? applyCoupon(loan, { coupon: chosen.value, period, on }) : chosen;
}

function isApplied(loan: Loan, period: number, userCouponId: number): boolean {
  return loan.coupon?.userCouponId === userCouponId && loan.coupon.period === period;
}

function payoffOf(loan: Loan, period: number, on: Day): PlanPayoff {
  const current = loanToday(loan, on);
  return planPayoff(current, instalmentOf(current, period)!, on);
}
