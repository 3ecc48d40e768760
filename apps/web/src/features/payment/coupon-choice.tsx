import { COUPON_STATUS } from '@thumba/contract/codes';
import type { Answer, Request } from '@thumba/contract/wire';
import { Suspense, useEffect, useRef } from 'react';
import { lazyPart } from '../../platform/lazy-part.tsx';
import { moneyText } from '../../platform/money.ts';
import { refresh, useSend } from '../../platform/query.ts';
import { TextField } from '../../ui/field.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { couponFieldWords } from '../../words/coupon.ts';
import { repayWords } from '../../words/repay.ts';
import { appliedCoupon } from './repay-limits.ts';

const CouponField = lazyPart(() => import('./coupon-field.tsx').then((part) => part.CouponField));

type RepayDetail = Answer<'getRepayDetailV2'>;

type CouponChoiceProps = { detail: RepayDetail; wantedCouponId: number | undefined };

/** The coupons that fit the next plan of a bill. */
export function CouponChoice({ detail, wantedCouponId }: CouponChoiceProps) {
  const apply = useCouponApplication();
  const { planId } = detail.repayPlanList[0]!;
  const choose = (userCouponId: number) => apply({ planId, userCouponId });
  useWantedCoupon(detail, wantedCouponId, choose);
  if (detail.couponVoList.length === 0) {
    return (
      <TextField
        label={couponFieldWords.label}
        value=""
        placeholder={couponFieldWords.noneAvailable}
        readOnly
      />
    );
  }
  return (
    <Suspense fallback={<Skeleton lines={[18, 54]} />}>
      <CouponField
        coupons={detail.couponVoList.map((offered) => ({
          ...offered,
          worth: repayWords.takesOff(moneyText(offered.discount)),
        }))}
        chosenId={appliedCoupon(detail)?.userCouponId}
        onConfirm={(userCouponId = NO_COUPON) => choose(userCouponId)}
      />
    </Suspense>
  );
}

const NO_COUPON = 0;

/** Applies a coupon to a plan, or takes it back. The server then says what the plan costs. */
function useCouponApplication() {
  const choice = useSend('couponUsedByPlanId', { loading: 'loading' });
  return async (body: Request<'couponUsedByPlanId'>['body']) => {
    try {
      await choice.mutateAsync({ body });
    } finally {
      await refresh('getRepayDetailV2', 'listCoupons', 'getUserInfo');
    }
  };
}

/** Chooses, once, the coupon that the borrower came here to use. A coupon that does not fit the bill is not chosen. */
function useWantedCoupon(
  { couponVoList }: RepayDetail,
  wantedCouponId: number | undefined,
  choose: (userCouponId: number) => Promise<void>,
): void {
  const wanted = useRef(wantedCouponId);
  useEffect(() => {
    const found = couponVoList.find(({ userCouponId }) => userCouponId === wanted.current);
    wanted.current = undefined;
    // The toast has shown why it was refused.
    if (found?.couponUsableStatus === COUPON_STATUS.usable) choose(found.userCouponId).catch(() => undefined);
  });
}
