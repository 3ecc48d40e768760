import { useAnswer } from '../../platform/query.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { couponUseWords as words } from '../../words/coupon-use.ts';
import { mayBePaid } from '../bill/bill-status.ts';

type UseCouponLinkProps = { userCouponId: number; variant?: 'primary' | 'secondary' };

/** Leads to where a coupon applies: the open bill, or the next loan. */
export function UseCouponLink({ userCouponId, variant }: UseCouponLinkProps) {
  const { data } = useAnswer('getMyLoanInfo', {});
  const loan = data?.order;
  const isForBill = loan !== undefined && mayBePaid(loan);
  const isKnown = data !== undefined;
  return (
    <ButtonLink
      to={isForBill ? `/billing-details/${loan.orderId}?coupon=${userCouponId}` : '/home'}
      variant={variant}
    >
      {isKnown ? (isForBill ? words.onBill : words.onNextLoan) : words.use}
    </ButtonLink>
  );
}
