import { refresh } from '../../platform/query.ts';

/** After money has moved, everything that tells how the loan and the wallet stand is asked for again. */
export function refreshAfterPayment(): Promise<void> {
  return refresh(
    'getMyLoanInfo',
    'queryLoanDetail',
    'queryRepaymentPlan',
    'getRepayDetailV2',
    'listOrders',
    'getWallet',
    'getUserInfo',
    'listCoupons',
  );
}
