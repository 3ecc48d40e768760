import type { Day } from '@thumba/lending/day';
import {
  type AvailableRefusal,
  availableOn,
  checkAvailable,
  largestAffordable,
} from '@thumba/lending/decision';
import { limitOf } from '@thumba/lending/ladder';
import type { LoanTerms } from '@thumba/lending/loan';
import { formatKwachaShort, type Ngwee, ZERO } from '@thumba/lending/money';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import { priceLoan, type Quote } from '@thumba/lending/pricing';
import { loanTerms, type OfferRefusal, type Product } from '@thumba/lending/product';
import type { Lender } from '../loan/lender.ts';
import type { ApplicationFacts } from './facts.ts';

export type Offer = { terms: LoanTerms; quote: Quote; affordableNgwee: Ngwee; limitNgwee: Ngwee };

export type OfferWish = { productId: number; termId: number; amountNgwee: Ngwee };

export type MakeOfferRefusal =
  | OfferRefusal
  | AvailableRefusal
  | { kind: 'no_such_product' }
  | { kind: 'product_locked'; sentence: string };

/**
 * What this borrower would get for what they ask, priced as if it were paid out today. Refuses, in this order: a
 * product that does not exist or is not open to them yet; what `loanTerms` refuses; more than limit and income allow.
 */
export function makeOffer(
  lender: Lender,
  facts: Pick<ApplicationFacts, 'ladder' | 'monthlyIncomeNgwee'>,
  wish: OfferWish,
  today: Day,
): Outcome<Offer, MakeOfferRefusal> {
  const product = lender.products.find((candidate) => candidate.productId === wish.productId);
  if (!product) return refuse({ kind: 'no_such_product' });
  const sentence = lockedReason(lender, product, facts.ladder.step);
  if (sentence) return refuse({ kind: 'product_locked', sentence });
  const terms = loanTerms(product, lender.policy, wish.termId, wish.amountNgwee);
  if (!terms.ok) return terms;
  const limitNgwee = limitOf(lender.ladder, facts.ladder);
  const affordableNgwee = affordable(lender, product, wish.termId, facts.monthlyIncomeNgwee);
  const largestNgwee = availableOn(product, limitNgwee, affordableNgwee);
  const available = checkAvailable(wish.amountNgwee, largestNgwee);
  if (!available.ok) return available;
  const quote = priceLoan(terms.value, today);
  return allow({ terms: terms.value, quote, affordableNgwee, limitNgwee });
}

/** Until the income is known, it does not hold anybody back from looking. */
function affordable(lender: Lender, product: Product, termId: number, incomeNgwee: Ngwee | null): Ngwee {
  const term = product.terms.find((candidate) => candidate.termId === termId);
  if (!term) return ZERO;
  if (incomeNgwee === null) return product.maxNgwee;
  return largestAffordable(product, term, incomeNgwee, lender.rules.instalmentShareOfIncome);
}

/** The most that this borrower may ask for now in any open product and term: nothing while blocked or with a loan. */
export function availableLimit(
  lender: Lender,
  facts: Pick<ApplicationFacts, 'ladder' | 'monthlyIncomeNgwee' | 'isBlocked' | 'openLoan'>,
): Ngwee {
  if (facts.isBlocked || facts.openLoan) return ZERO;
  const limitNgwee = limitOf(lender.ladder, facts.ladder);
  const amounts = lender.products
    .filter((product) => lockedReason(lender, product, facts.ladder.step) === undefined)
    .flatMap((product) =>
      product.terms.map((term) =>
        availableOn(product, limitNgwee, affordable(lender, product, term.termId, facts.monthlyIncomeNgwee)),
      ),
    );
  return Math.max(0, ...amounts) as Ngwee;
}

/** Why a product is not open to a borrower yet, or undefined when it is. */
export function lockedReason(lender: Lender, product: Product, ladderStep: number): string | undefined {
  if (ladderStep >= product.ladderStepNeeded) return undefined;
  const neededLimit = lender.ladder.steps[product.ladderStepNeeded - 1];
  return neededLimit === undefined
    ? 'Not open yet'
    : `Opens when your limit reaches ${formatKwachaShort(neededLimit)}`;
}
