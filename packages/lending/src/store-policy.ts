import type { Day } from './day.ts';
import { kwacha, type Ngwee, ngwee } from './money.ts';
import { priceLoan, type Quote } from './pricing.ts';
import { loanTerms, type Policy, type Product, productsWithTerms } from './product.ts';

/** What an app store asks of the loans that an app from it may offer. */
export type StorePolicy = {
  /** The last instalment is due at least so many days after the payout. */
  minTermDays: number;
  /** The amount of the worked example, or the nearest one below it that a product offers. */
  exampleNgwee: Ngwee;
};

/** Google Play lists no loan that is to be repaid in full within 60 days. */
export const storePolicy: StorePolicy = { minTermDays: 61, exampleNgwee: kwacha(1000) };

export type WorkedExample = {
  productId: number;
  termId: number;
  termDays: number;
  instalments: number;
  quote: Quote;
};

/** What has to be said in public about the loans on offer. */
export type OfferSummary = {
  minTermDays: number;
  maxTermDays: number;
  /** The highest `apr` of any amount and term on offer. */
  maxApr: number;
  example: WorkedExample;
};

/** The products with the terms that a store allows; a product that has none is left out. */
export function productsForStore(products: readonly Product[], store: StorePolicy): Product[] {
  return productsWithTerms(products, (_, term) => term.days >= store.minTermDays);
}

/**
 * Shortest and longest term, highest yearly rate and a worked example of some products, or `null` when nothing is on
 * offer. The example is the first product in its first term, paid out on `on`.
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
  return terms.ok ? priceLoan(terms.value, on) : null;
}
