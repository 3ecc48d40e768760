import { plannedInstalments } from '@thumba/lending/application';
import {
  type CouponRefusal,
  type CouponTakenRefusal,
  checkCoupon,
  couponDiscount,
} from '@thumba/lending/coupon';
import type { Day } from '@thumba/lending/day';
import {
  type AvailableRefusal,
  availableOn,
  checkAvailable,
  largestAffordable,
} from '@thumba/lending/decision';
import { limitOf } from '@thumba/lending/ladder';
import type { Coupon, LoanTerms } from '@thumba/lending/loan';
import { formatKwachaShort, type Ngwee, ngwee, ZERO } from '@thumba/lending/money';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import { priceLoan, type Quote } from '@thumba/lending/pricing';
import { loanTerms, type OfferRefusal, type Product } from '@thumba/lending/product';
import { productsForStore, type StorePolicy } from '@thumba/lending/store-policy';
import type { Catalogue } from '../../book/catalogue/catalogue.ts';
import { chooseCoupon, type NoSuchCoupon } from '../../book/coupon/coupons.ts';
import { elsewhereOf } from '../../people/borrower/bureau-answer.ts';
import { applicationWords } from './application-words.ts';
import type { ApplicationFacts } from './facts.ts';

export type Offer = {
  terms: LoanTerms;
  quote: Quote;
  affordableNgwee: Ngwee;
  limitNgwee: Ngwee;
  /** Applied to the first instalment, of which it takes off `discountNgwee`. */
  coupon: Coupon | null;
  discountNgwee: Ngwee;
};

export type OfferWish = {
  productId: number;
  termId: number;
  amountNgwee: Ngwee;
  userCouponId?: number | undefined;
};

export type MakeOfferRefusal =
  | OfferRefusal
  | AvailableRefusal
  | CouponRefusal
  | CouponTakenRefusal
  | NoSuchCoupon
  | { kind: 'no_such_product' }
  | { kind: 'product_locked'; sentence: string }
  | { kind: 'term_too_short_for_store'; minTermDays: number };

/** The products on offer under the rules of a store, or all where there is none. */
export function offeredProducts({ offered }: Catalogue, store: StorePolicy | null): readonly Product[] {
  return store ? productsForStore(offered, store) : offered;
}

/**
 * The loan that a borrower asks for, priced as if it were paid out today. Refuses, in this order: a product that does
 * not exist or is not open to them yet; a term that the store does not allow; what `loanTerms` refuses; more than limit
 * and income allow; a coupon that they cannot apply to the first instalment.
 */
export function makeOffer(
  facts: Pick<ApplicationFacts, 'catalogue' | 'ladder' | 'monthlyIncomeNgwee' | 'coupon'> &
    Partial<Pick<ApplicationFacts, 'bureau'>>,
  store: StorePolicy | null,
  wish: OfferWish,
  today: Day,
): Outcome<Offer, MakeOfferRefusal> {
  const { catalogue } = facts;
  const product = catalogue.products.find((candidate) => candidate.productId === wish.productId);
  if (!product) return refuse({ kind: 'no_such_product' });
  const sentence = lockedReason(catalogue, product, facts.ladder.step);
  if (sentence) return refuse({ kind: 'product_locked', sentence });
  const term = product.terms.find((candidate) => candidate.termId === wish.termId);
  if (store && term && term.days < store.minTermDays) {
    return refuse({ kind: 'term_too_short_for_store', minTermDays: store.minTermDays });
  }
  const terms = loanTerms(product, catalogue.policy, wish.termId, wish.amountNgwee);
  if (!terms.ok) return terms;
  const limitNgwee = limitOf(catalogue.ladder, facts.ladder);
  const elsewhereNgwee = instalmentsElsewhere(facts.bureau);
  const affordableNgwee = affordable(
    catalogue,
    product,
    wish.termId,
    facts.monthlyIncomeNgwee,
    elsewhereNgwee,
  );
  const largestNgwee = availableOn(product, limitNgwee, affordableNgwee);
  const available = checkAvailable(wish.amountNgwee, largestNgwee);
  if (!available.ok) return available;
  const quote = priceLoan(terms.value, today);
  const priced = { terms: terms.value, quote, affordableNgwee, limitNgwee };
  if (wish.userCouponId === undefined) return allow({ ...priced, coupon: null, discountNgwee: ZERO });
  const coupon = chooseCoupon(facts.coupon, null);
  if (!coupon.ok) return coupon;
  const [first] = plannedInstalments(quote);
  const checked = checkCoupon(coupon.value, first, 1, today);
  if (!checked.ok) return checked;
  const discountNgwee = couponDiscount(first!, coupon.value).totalNgwee;
  return allow({ ...priced, coupon: coupon.value, discountNgwee });
}

/** The largest amount that the income allows beside what is paid to other lenders. An unknown income allows every amount. */
export function affordable(
  catalogue: Catalogue,
  product: Product,
  termId: number,
  incomeNgwee: Ngwee | null,
  elsewhereNgwee = ZERO,
): Ngwee {
  const term = product.terms.find((candidate) => candidate.termId === termId);
  if (!term) return ZERO;
  if (incomeNgwee === null) return product.maxNgwee;
  return largestAffordable(
    product,
    term,
    incomeNgwee,
    catalogue.rules.instalmentShareOfIncome,
    elsewhereNgwee,
  );
}

/** What the borrower of an application pays to other lenders in a month, as far as it is known. */
export function instalmentsElsewhere(bureau: ApplicationFacts['bureau'] | undefined): Ngwee {
  return bureau?.answer ? elsewhereOf(bureau.answer).instalmentsNgwee : ZERO;
}

/** The largest amount that a borrower may ask for in any open product and term. 0 while blocked or with a loan. */
export function availableLimit(
  facts: Pick<ApplicationFacts, 'catalogue' | 'ladder' | 'monthlyIncomeNgwee' | 'isBlocked' | 'openLoan'>,
  store: StorePolicy | null,
): Ngwee {
  if (facts.isBlocked || facts.openLoan) return ZERO;
  const { catalogue } = facts;
  const limitNgwee = limitOf(catalogue.ladder, facts.ladder);
  const amounts = offeredProducts(catalogue, store)
    .filter((product) => lockedReason(catalogue, product, facts.ladder.step) === undefined)
    .flatMap((product) =>
      product.terms.map((term) =>
        availableOn(
          product,
          limitNgwee,
          affordable(catalogue, product, term.termId, facts.monthlyIncomeNgwee),
        ),
      ),
    );
  return ngwee(Math.max(0, ...amounts));
}

/** Why a product is not open to a borrower yet, or undefined where it is open. */
export function lockedReason(
  { ladder }: Pick<Catalogue, 'ladder'>,
  product: Product,
  ladderStep: number,
): string | undefined {
  if (ladderStep >= product.ladderStepNeeded) return undefined;
  const neededLimit = ladder.steps[product.ladderStepNeeded - 1];
  return neededLimit === undefined
    ? applicationWords.notOpenYet(product.name)
    : applicationWords.opensAtLimit(product.name, formatKwachaShort(neededLimit));
}
