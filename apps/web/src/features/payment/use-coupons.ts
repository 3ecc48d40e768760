import { COUPON_STATUS } from '@thumba/contract/codes';
import type { Answer, Request } from '@thumba/contract/wire';
import { useEffect, useRef, useState } from 'react';
import { refresh, useSend } from '../../platform/query.ts';
import { couponToApply } from './best-coupon.ts';

type RepayDetail = Answer<'getRepayDetailV2'>;

const NO_COUPON = 0;

/** The plans whose coupon the borrower chose by hand, or chose not to use. No other one is chosen for them. */
const chosenByHand = new Set<number>();

/** The coupons of the next plan. The best one is chosen for the borrower, who can take another or none. */
export function useCoupons(detail: RepayDetail, wantedCouponId: number | undefined) {
  const { planId } = detail.repayPlanList[0]!;
  const send = useCouponApplication('loading');
  const sendQuietly = useCouponApplication();
  const wanted = useWantedCoupon(detail, wantedCouponId, (userCouponId) => send({ planId, userCouponId }));
  const [isRefused, setRefused] = useState(false);
  const mayChoose = !isRefused && !wanted && !chosenByHand.has(planId);
  const suggested = mayChoose ? couponToApply(detail) : undefined;

  return {
    /** Chosen by the borrower. */
    choose: (userCouponId = NO_COUPON) => {
      chosenByHand.add(planId);
      return send({ planId, userCouponId });
    },
    /** The best coupon, as long as it is not applied. */
    suggested,
    applySuggested: () => {
      if (suggested === undefined) return;
      // Without it the bill is paid as it was.
      sendQuietly({ planId, userCouponId: suggested.userCouponId }).catch(() => setRefused(true));
    },
  };
}

/** Applies the suggested coupon once the bill is what is paid, because it counts for nothing else. */
export function useSuggestedCoupon(
  { suggested, applySuggested }: ReturnType<typeof useCoupons>,
  isBillPaid: boolean,
): { isApplying: boolean } {
  const isApplying = isBillPaid && suggested !== undefined;
  const asked = useRef<number>(undefined);
  useEffect(() => {
    if (!isApplying || asked.current === suggested.userCouponId) return;
    asked.current = suggested.userCouponId;
    applySuggested();
  });
  return { isApplying };
}

/** Applies a coupon to a plan, or takes it back. The server then says what the plan costs. */
function useCouponApplication(loading?: 'loading') {
  const choice = useSend('couponUsedByPlanId', loading ? { loading } : { failureShownBy: 'screen' });
  return async (body: Request<'couponUsedByPlanId'>['body']) => {
    try {
      await choice.mutateAsync({ body });
    } finally {
      await refresh(
        'getRepayDetailV2',
        'listCoupons',
        'getUserInfo',
        'queryLoanDetail',
        'queryRepaymentPlan',
      );
    }
  };
}

/**
 * Chooses, once, the coupon that the borrower came here to use. A coupon that does not fit the bill is not chosen.
 * True while that coupon decides, so that no other one is chosen.
 */
function useWantedCoupon(
  { couponVoList }: RepayDetail,
  wantedCouponId: number | undefined,
  choose: (userCouponId: number) => Promise<void>,
): boolean {
  const wanted = useRef(wantedCouponId);
  useEffect(() => {
    const found = couponVoList.find(({ userCouponId }) => userCouponId === wanted.current);
    wanted.current = undefined;
    // The toast has shown why it was refused.
    if (found?.couponUsableStatus === COUPON_STATUS.usable) choose(found.userCouponId).catch(() => undefined);
  });
  return couponVoList.some(({ userCouponId }) => userCouponId === wantedCouponId);
}
