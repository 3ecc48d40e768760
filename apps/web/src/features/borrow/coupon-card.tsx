import { COUPON_STATUS } from '@thumba/contract/codes';
import type { Answer } from '@thumba/contract/wire';
import { moneyText } from '@thumba/home/wire-money';
import { CallFailure } from '../../platform/call-answer.ts';
import type { LoanWish } from '../../platform/loan-wish.ts';
import { useAnswer } from '../../platform/query.ts';
import { Card } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { borrowWords } from '../../words/borrow.ts';
import { couponWorthText } from '../coupon/coupon-worth.ts';
import { CouponField } from '../payment/coupon-field.tsx';

type Estimate = Answer<'productTrial'>;
type Coupons = Answer<'listCoupons'>['items'];

/** The coupon that was chosen for the loan, as long as it is offered and fits the loan. */
export function useCoupon(wish: LoanWish, estimate: Estimate, wantedId: number | undefined) {
  const owned = useAnswer('listCoupons', { body: { status: COUPON_STATUS.usable, pageSize: 100 } });
  const coupons = usableFor(estimate, owned.data?.items ?? []);
  const isThere = coupons.some(({ userCouponId }) => userCouponId === wantedId);
  const trial = useAnswer(
    'productTrial',
    { body: { ...wish, userCouponId: wantedId ?? 0 } },
    { isEnabled: isThere },
  );
  const isRefused = isThere && trial.error instanceof CallFailure && trial.error.kind === 'refused';
  const isLetGo = isRefused || (owned.data !== undefined && !isThere);
  return {
    coupons,
    userCouponId: isLetGo ? undefined : wantedId,
    discount: isThere && !isRefused ? trial.data?.couponDiscount : undefined,
    /** Asks again about a refused coupon: the answer says why. */
    async confirm(chosenId: number | undefined) {
      if (isRefused && chosenId === wantedId) await trial.refetch({ throwOnError: true });
    },
  };
}

function usableFor({ plans }: Estimate, owned: Coupons) {
  return owned
    .filter(({ couponUsableStatus }) => couponUsableStatus === COUPON_STATUS.usable)
    .filter(({ minAmount = 0 }) => plans[0]!.total >= minAmount)
    .map((coupon) => ({ ...coupon, worth: couponWorthText(coupon) }));
}

type CouponCardProps = {
  coupon: ReturnType<typeof useCoupon>;
  estimate: Estimate;
  onChoose: (userCouponId: number | undefined) => void;
};

/** Shown beside the total, because the contract and the APR do not include it. */
export function CouponCard({ coupon, estimate, onChoose }: CouponCardProps) {
  const { coupons, userCouponId, discount, confirm } = coupon;
  if (coupons.length === 0) return null;
  return (
    <Card>
      <CouponField
        coupons={coupons}
        chosenId={userCouponId}
        onConfirm={async (chosenId) => {
          await confirm(chosenId);
          onChoose(chosenId);
        }}
      />
      {userCouponId !== undefined &&
        (discount === undefined ? (
          <Skeleton lines={[22, 22]} />
        ) : (
          <Discount estimate={estimate} discount={discount} />
        ))}
    </Card>
  );
}

function Discount({ estimate, discount }: { estimate: Estimate; discount: number }) {
  const words = borrowWords.coupon;
  const isInParts = estimate.plans.length > 1;
  return (
    <Facts
      facts={[
        {
          label: isInParts ? words.offFirstPayment : words.offRepayment,
          value: moneyText(-discount),
          tone: 'good',
        },
      ]}
    />
  );
}
