import { expect, test } from 'vitest';
import { day } from './day.ts';
import { kwacha } from './money.ts';
import { demoCatalogue, loanTerms, microfinancePolicy, type Product } from './product.ts';
import { productsForStore, storePolicy, summariseOffers } from './store-policy.ts';

const on = day('2026-11-21');
const [quickLoan] = demoCatalogue as readonly [Product, Product];
const listed = productsForStore(demoCatalogue, storePolicy);

test('a store lists only terms that end 61 days or more after the payout', () => {
  expect(listed.map((product) => product.terms.map((term) => term.days))).toEqual([[90], [90, 180]]);
  const terms = [60, 61].map((days, index) => ({ termId: 10 + index, days, instalments: 1 }));
  expect(productsForStore([{ ...quickLoan, terms }], storePolicy)[0]?.terms).toEqual([terms[1]]);
  expect(productsForStore([{ ...quickLoan, terms: terms.slice(0, 1) }], storePolicy)).toEqual([]);
});

test('a term that the store does not list is not accepted for it either', () => {
  const [product] = listed as [Product];
  expect(loanTerms(product, microfinancePolicy, 1, kwacha(1000))).toEqual({
    ok: false,
    refusal: { kind: 'unknown_term' },
  });
  expect(loanTerms(product, microfinancePolicy, 3, kwacha(1000)).ok).toBe(true);
});

test('the offers are summed up: terms, highest yearly rate, and an example', () => {
  const summary = summariseOffers(listed, microfinancePolicy, on);
  expect(summary).toMatchObject({
    minTermDays: 90,
    maxTermDays: 180,
    example: {
      productId: 1,
      termId: 3,
      termDays: 90,
      instalments: 3,
      quote: { principalNgwee: kwacha(1000), totalRepayNgwee: kwacha(1390) },
    },
  });
  expect(summary?.maxApr).toBeGreaterThanOrEqual(summary?.example.quote.apr ?? 0);
  const everything = summariseOffers(demoCatalogue, microfinancePolicy, on);
  expect(everything).toMatchObject({ minTermDays: 14, maxTermDays: 180, example: { termId: 1 } });
  expect(everything?.maxApr).toBeLessThanOrEqual(350);
  expect(everything?.maxApr).toBeGreaterThan(summary?.maxApr ?? 0);
});

test('a due day changes nothing in the summary, because on some day of payout it gives no day more', () => {
  const dueDay = { rule: 'month_end' } as const;
  const withDueDay = demoCatalogue.map((product) => ({ ...product, dueDay }));
  expect(summariseOffers(withDueDay, microfinancePolicy, on)).toEqual(
    summariseOffers(demoCatalogue, microfinancePolicy, on),
  );
  expect(productsForStore(withDueDay, storePolicy).map(({ terms }) => terms)).toEqual(
    listed.map(({ terms }) => terms),
  );
});

test('without any offer there is nothing to sum up', () => {
  expect(summariseOffers([], microfinancePolicy, on)).toBeNull();
});
