import { refresh } from '../../platform/query.ts';

/** After money has moved, all data about the loan and the wallet is read again. */
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
