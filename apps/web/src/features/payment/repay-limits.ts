import { COUPON_STATUS } from '@thumba/contract/codes';
import type { Answer } from '@thumba/contract/wire';
import type { AmountLimits } from './amount-entry.ts';

type RepayDetail = Answer<'getRepayDetailV2'>;

export function appliedCoupon({
  couponVoList,
}: Pick<RepayDetail, 'couponVoList'>): RepayDetail['couponVoList'][number] | undefined {
  return couponVoList.find(({ couponUsableStatus }) => couponUsableStatus === COUPON_STATUS.applied);
}

/** What the first plan owed allows. */
export function repayLimits(detail: RepayDetail): AmountLimits {
  return {
    remainingAmount: detail.repayPlanList[0]!.remainingAmount,
    minRepayAmount: detail.minRepayAmount,
    discount: appliedCoupon(detail)?.discount ?? 0,
  };
}

/** The price of the whole loan today, with the quote that is submitted for it. */
export function quotedPrice({ settlement }: RepayDetail) {
  if (settlement?.quoteId === undefined) return undefined;
  return { amount: settlement.amount, quoteId: settlement.quoteId };
}
