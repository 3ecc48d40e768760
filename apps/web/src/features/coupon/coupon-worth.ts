import type { Answer } from '@thumba/contract/wire';
import { moneyText } from '@thumba/home/wire-money';
import { formatPercentage } from '@thumba/lending/rate';
import { couponFieldWords } from '../../words/coupon.ts';

type Coupon = Answer<'listCoupons'>['items'][number];

/** "K10.00 off": what a coupon takes off. */
export function couponWorthText({ kind, discount }: Pick<Coupon, 'kind' | 'discount'>): string {
  switch (kind) {
    case 'fixed':
      return couponFieldWords.off(moneyText(discount));
    case 'percent':
      return couponFieldWords.percentOff(formatPercentage(discount));
    case 'fee_free':
      return couponFieldWords.noFee;
  }
}
