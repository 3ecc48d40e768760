import type { Answer } from '@thumba/contract/wire';
import { moneyText } from '@thumba/home/wire-money';
import { Suspense } from 'react';
import { lazyPart } from '../../platform/lazy-part.tsx';
import { TextField } from '../../ui/field.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { couponFieldWords } from '../../words/coupon.ts';
import { repayWords } from '../../words/repay.ts';
import { bestCoupon } from './best-coupon.ts';
import styles from './payment.module.css';
import { appliedCoupon } from './repay-limits.ts';

const CouponField = lazyPart(() => import('./coupon-field.tsx').then((part) => part.CouponField));

type RepayDetail = Answer<'getRepayDetailV2'>;

type CouponChoiceProps = {
  detail: Pick<RepayDetail, 'couponVoList'>;
  /** What is paid. */
  pays: 'loan' | 'bill' | 'part';
  /** Whether a coupon counts for it: only for a bill that is paid in full, at no lower price. */
  isCounted: boolean;
  onChoose: (userCouponId: number | undefined) => Promise<void>;
};

/** The coupons that fit the next plan of a bill. */
export function CouponChoice({ detail, pays, isCounted, onChoose }: CouponChoiceProps) {
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
  if (!isCounted) {
    // The price of the whole loan says it itself.
    return pays === 'loan' ? null : <p className={styles.note}>{couponFieldWords.kept}</p>;
  }
  return (
    <Suspense fallback={<Skeleton lines={[18, 54]} />}>
      <CouponField
        coupons={detail.couponVoList.map((offered) => ({
          ...offered,
          worth: repayWords.takesOff(moneyText(offered.discount)),
        }))}
        chosenId={appliedCoupon(detail)?.userCouponId}
        hint={hintOf(detail)}
        onConfirm={onChoose}
      />
    </Suspense>
  );
}

function hintOf(detail: CouponChoiceProps['detail']): string {
  const chosen = appliedCoupon(detail);
  const isBest = chosen !== undefined && chosen.userCouponId === bestCoupon(detail)?.userCouponId;
  return isBest && detail.couponVoList.length > 1 ? couponFieldWords.isBest : couponFieldWords.countsWhenFull;
}
