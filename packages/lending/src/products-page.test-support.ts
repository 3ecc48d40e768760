import { expect } from 'vitest';
import { extensionAnnualRate } from './apr.ts';
import { day } from './day.ts';
import { checkPolicy } from './policy-check.ts';
import {
  checkProduct,
  demoCatalogue,
  microfinancePolicy,
  moneylenderPolicy,
  type Policy,
  type Product,
} from './product.ts';
import { rate } from './rate.ts';
import { money, type Row } from './rule-page.test-support.ts';
import { productsForStore, storePolicy, summariseOffers } from './store-policy.ts';

const [quickLoan] = demoCatalogue as readonly [Product, Product];

export function checkProductsPage(products: Row[], terms: Row[], summaries: Row[]): void {
  for (const row of products) expect(row('answer')).toBe(answerTo(row));
  for (const row of terms) {
    const term = { termId: 1, days: Number(row('days')), instalments: Number(row('plans')) };
    const offered = productsForStore([{ ...quickLoan, terms: [term] }], storePolicy).length > 0;
    expect(row('offered')).toBe(offered ? 'yes' : 'no');
  }
  for (const row of summaries) {
    const offered = row('app') === 'any' ? demoCatalogue : productsForStore(demoCatalogue, storePolicy);
    const summary = summariseOffers(offered, microfinancePolicy, day('2026-11-21'));
    if (summary === null) throw new Error('nothing is on offer');
    const { example } = summary;
    expect(row('shortest')).toBe(String(summary.minTermDays));
    expect(row('longest')).toBe(String(summary.maxTermDays));
    expect(row('highest apr')).toBe(String(summary.maxApr));
    expect(row('days')).toBe(String(example.termDays));
    expect(row('borrowed')).toBe(money(example.quote.principalNgwee));
    expect(row('received')).toBe(money(example.quote.receivedNgwee));
    expect(row('repaid')).toBe(money(example.quote.totalRepayNgwee));
    expect(row('apr')).toBe(String(example.quote.apr));
  }
}

/** The shipped policies with a change, and whether such a policy is saved. */
export function checkPolicies(policies: Row[]): void {
  for (const row of policies) {
    const shipped = row('policy') === 'moneylender' ? moneylenderPolicy : microfinancePolicy;
    const checked = checkPolicy({ ...shipped, ...JSON.parse(row('change').replaceAll('`', '')) });
    expect(row('answer')).toBe(checked.ok ? 'saved' : checked.refusal.kind);
  }
}

/** The yearly prices of extensions on the page about them, and whether the microfinance policy allows each. */
export function checkExtensionPrices(prices: Row[]): void {
  for (const row of prices) {
    const extension = { days: Number(row('days')), rate: rate(row('fee rate')), max: 3 };
    expect(row('rate a year')).toBe(String(extensionAnnualRate(extension)));
    expect(row('answer')).toBe(savingOf({ ...quickLoan, extension }, microfinancePolicy));
  }
}

function answerTo(row: Row): string {
  const product: Product = {
    ...quickLoan,
    terms: [{ termId: 1, days: Number(row('days')), instalments: 1 }],
    dailyRate: rate(row('rate a day')),
    serviceFeeRate: rate(row('fee rate')),
    penalty: { dailyRate: rate(row('penalty a day')), graceDays: 1 },
    extension: { days: 7, rate: rate(row('extension rate')), max: 3 },
  };
  return savingOf(product, row('policy') === 'moneylender' ? moneylenderPolicy : microfinancePolicy);
}

/** `saved`, or the name of the refusal or of the rule that is broken. */
export function savingOf(product: Product, policy: Policy): string {
  const checked = checkProduct(product, policy);
  if (checked.ok) return 'saved';
  return checked.refusal.kind === 'breaks_policy' ? checked.refusal.rule : checked.refusal.kind;
}
