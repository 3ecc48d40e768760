import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { CouponChoice } from './coupon-choice.tsx';

test('without a coupon the selector is there, and its placeholder says that none is available', () => {
  const field = renderToStaticMarkup(
    <CouponChoice
      detail={{
        repayAccountId: 7,
        repayAccount: 'MTN · 096 **** 456',
        curPayLoanPeriod: 1,
        minRepayAmount: 20,
        walletBalance: 0,
        repayPlanList: [{ planId: 1, loanPeriod: 1, dueDate: '2026-12-21', remainingAmount: 1150 }],
        couponVoList: [],
      }}
      wantedCouponId={undefined}
    />,
  );
  expect(field).toContain('>Coupon</label>');
  expect(field).toMatch(/<input[^>]*placeholder="No coupons available"[^>]*readonly/i);
});
