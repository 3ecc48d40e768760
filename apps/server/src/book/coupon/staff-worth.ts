import type { CouponWorth } from '@thumba/lending/loan';
import { formatKwacha } from '@thumba/lending/money';
import { formatPercent } from '@thumba/lending/rate';

/** What a coupon takes off, in English for staff. */
export function describeWorth(worth: CouponWorth): string {
  switch (worth.kind) {
    case 'fixed':
      return `${formatKwacha(worth.amountNgwee)} off`;
    case 'percent':
      return `${formatPercent(worth.rate)} of the charges off`;
    case 'fee_free':
      return 'the fee off';
  }
}
