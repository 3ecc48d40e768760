import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { CouponChoice } from './coupon-choice.tsx';

test('without a coupon the selector is there, and its placeholder says that none is available', () => {
  const field = renderToStaticMarkup(
    <CouponChoice detail={{ couponVoList: [] }} pays="bill" onChoose={() => Promise.resolve()} />,
  );
  expect(field).toContain('>Coupon</label>');
  expect(field).toMatch(/<input[^>]*placeholder="No coupons available"[^>]*readonly/i);
});
