import type { Day } from '@thumba/lending/day';
import type { CouponWorth } from '@thumba/lending/loan';
import { add, type Ngwee, ngwee, ZERO } from '@thumba/lending/money';
import { priceLoan, type QuotedInstalment } from '@thumba/lending/pricing';
import { termsOf } from '@thumba/lending/product';
import { share } from '@thumba/lending/rate';
import type { Catalogue } from '../catalogue/catalogue.ts';

/** The most that one coupon takes off a plan of the products on offer, without penalties for being late. */
export function greatestWorthNgwee(catalogue: Catalogue, worth: CouponWorth, on: Day): Ngwee {
  switch (worth.kind) {
    case 'fixed':
      return worth.amountNgwee;
    case 'percent':
      return share(
        greatestOf(catalogue, on, (plan) => add(plan.interestNgwee, plan.feeNgwee)),
        worth.rate,
      );
    case 'fee_free':
      return greatestOf(catalogue, on, (plan) => plan.feeNgwee);
  }
}

/** Charges grow with the amount, so the greatest ones are those of the largest loan of each term. */
function greatestOf(
  { offered, policy }: Catalogue,
  on: Day,
  chargeOf: (plan: QuotedInstalment) => Ngwee,
): Ngwee {
  const charges = offered.flatMap((product) =>
    product.terms.flatMap((term) =>
      priceLoan(termsOf(product, policy, term, product.maxNgwee), on).instalments.map(chargeOf),
    ),
  );
  return ngwee(Math.max(ZERO, ...charges));
}
