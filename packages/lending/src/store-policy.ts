import type { Day } from './day.ts';
import { kwacha, type Ngwee, ngwee } from './money.ts';
import { priceLoan, type Quote } from './pricing.ts';
import { loanTerms, type Policy, type Product, productsWithTerms } from './product.ts';

/** An app store's conditions for loans in its apps. */
export type StorePolicy = {
  /** The least number of days from the payout to the last instalment. */
  minTermDays: number;
  /** The amount of the worked example; a product without it uses the nearest lower amount. */
  exampleNgwee: Ngwee;
};

/** Google Play does not allow loans that must be repaid in full within 60 days. */
export const storePolicy: StorePolicy = { minTermDays: 61, exampleNgwee: kwacha(1000) };

export type WorkedExample = {
  productId: number;
  termId: number;
  termDays: number;
  instalments: number;
  quote: Quote;
};

/** The public information about the loans on offer. */
export type OfferSummary = {
  minTermDays: number;
  maxTermDays: number;
  /** The highest `apr` of any amount and term on offer. */
  maxApr: number;
  example: WorkedExample;
};

/** The products with only the terms that a store allows. Rule: docs/rules/products.md. */
export function productsForStore(products: readonly Product[], store: StorePolicy): Product[] {
  return productsWithTerms(products, (_, term) => term.days >= store.minTermDays);
}

/**
 * The shortest and the longest term in days, the highest yearly rate in percent and a worked example, or `null` without
 * an offer. The example is the first product with its first term, paid out on `on`. The rates are those of the term's own
 * days, which are the highest on any day. Rule: docs/rules/apr.md.
 */
export function summariseOffers(
  products: readonly Product[],
  policy: Policy,
  on: Day,
  exampleNgwee = storePolicy.exampleNgwee,
): OfferSummary | null {
  const [first] = products;
  const [firstTerm] = first?.terms ?? [];
  if (first === undefined || firstTerm === undefined) return null;
  const termDays = products.flatMap((product) => product.terms.map((term) => term.days));
  const rates = products.flatMap((product) =>
    product.terms.flatMap(({ termId }) =>
      amountsOf(product).map((amount) => quoteOf(product, policy, termId, amount, on)?.apr ?? 0),
    ),
  );
  const amounts = amountsOf(first);
  const amount = amounts.findLast((candidate) => candidate <= exampleNgwee) ?? first.minNgwee;
  const quote = quoteOf(first, policy, firstTerm.termId, amount, on);
  if (quote === null) return null;
  const { termId, days, instalments } = firstTerm;
  return {
    minTermDays: Math.min(...termDays),
    maxTermDays: Math.max(...termDays),
    maxApr: Math.max(...rates),
    example: { productId: first.productId, termId, termDays: days, instalments, quote },
  };
}

function amountsOf({ minNgwee, maxNgwee, stepNgwee }: Product): Ngwee[] {
  const count = Math.floor((maxNgwee - minNgwee) / stepNgwee) + 1;
  return Array.from({ length: count }, (_, index) => ngwee(minNgwee + index * stepNgwee));
}

function quoteOf(product: Product, policy: Policy, termId: number, amount: Ngwee, on: Day): Quote | null {
  const terms = loanTerms(product, policy, termId, amount);
  return terms.ok ? priceLoan({ ...terms.value, dueDay: undefined }, on) : null;
}
