import { COUPON_STATUS } from '@thumba/contract/codes';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { CouponChoice } from './coupon-choice.tsx';

const coupon = {
  userCouponId: 7,
  couponName: 'Welcome',
  discount: 10,
  validTo: '2026-12-31',
  couponUsableStatus: COUPON_STATUS.usable,
} as const;

const draw = (pays: 'loan' | 'bill' | 'part', isCounted: boolean, couponVoList: (typeof coupon)[]) =>
  renderToStaticMarkup(
    <CouponChoice
      detail={{ couponVoList }}
      pays={pays}
      isCounted={isCounted}
      onChoose={() => Promise.resolve()}
    />,
  );

test('without a coupon the selector is there, and its placeholder says that none is available', () => {
  const field = draw('bill', true, []);
  expect(field).toContain('>Coupon</label>');
  expect(field).toMatch(/<input[^>]*placeholder="No coupons available"[^>]*readonly/i);
});

test('where no coupon counts, there is no selector, and one line says that the coupon is kept', () => {
  for (const pays of ['part', 'bill'] as const) {
    expect(draw(pays, false, [coupon])).toMatch(
      /^<p[^>]*>A coupon does not count for this amount\. You keep it/,
    );
  }
});

test('the price of the whole loan says itself that a coupon is kept', () => {
  expect(draw('loan', false, [coupon])).toBe('');
});
