import { describe, expect, test } from 'vitest';
import { kwacha, ngwee } from './money.ts';
import {
  brokenPolicyRules,
  checkProduct,
  demoCatalogue,
  loanTerms,
  microfinancePolicy,
  moneylenderPolicy,
  type Product,
  type ProductRefusal,
  policyWithLaterLimits,
  productsKeeping,
} from './product.ts';
import { rate } from './rate.ts';

const [quickLoan, steadyLoan] = demoCatalogue as readonly [Product, Product];

/** A product whose charges are a share of the principal over its one term of so many days. */
function chargingProduct(shareOfPrincipal: string, days: number): Product {
  return {
    ...quickLoan,
    minNgwee: kwacha(1000),
    maxNgwee: kwacha(1000),
    terms: [{ termId: 1, days, instalments: 1 }],
    dailyRate: rate('0'),
    serviceFeeRate: rate(shareOfPrincipal),
    penalty: { dailyRate: rate('0'), graceDays: 0 },
    extension: null,
  };
}

const feesAllowed = { ...moneylenderPolicy, feesAllowed: true };

describe('an offer', () => {
  test('carries what was chosen and what the licence says', () => {
    expect(loanTerms(quickLoan, microfinancePolicy, 3, kwacha(1000))).toMatchObject({
      ok: true,
      value: {
        productId: 1,
        termId: 3,
        principalNgwee: kwacha(1000),
        termDays: 90,
        instalmentCount: 3,
        chargeCapRate: '1.00',
        coolingOffHours: 24,
        minLeftoverNgwee: kwacha(50),
      },
    });
  });

  test('carries the due day of its product, and none where the product has none', () => {
    const dueDay = { rule: 'day_of_month', day: 25 } as const;
    const offer = loanTerms({ ...quickLoan, dueDay }, microfinancePolicy, 1, kwacha(1000));
    expect(offer).toMatchObject({ ok: true, value: { dueDay } });
    const without = loanTerms(quickLoan, microfinancePolicy, 1, kwacha(1000));
    expect(without.ok && Object.keys(without.value)).not.toContain('dueDay');
  });

  test.each([
    [9, kwacha(1000), { kind: 'unknown_term' }],
    [1, kwacha(50), { kind: 'amount_below_minimum', minimumNgwee: kwacha(100) }],
    [1, kwacha(2050), { kind: 'amount_above_maximum', maximumNgwee: kwacha(2000) }],
    [1, kwacha(120), { kind: 'amount_not_on_step', minimumNgwee: kwacha(100), stepNgwee: kwacha(50) }],
    [1, ngwee(10_001), { kind: 'amount_not_on_step', minimumNgwee: kwacha(100), stepNgwee: kwacha(50) }],
  ])('in term %d of %d ngwee is refused with its reason', (termId, amount, refusal) => {
    expect(loanTerms(quickLoan, microfinancePolicy, termId, amount)).toEqual({ ok: false, refusal });
  });
});

test('the demo catalogue keeps the microfinance policy', () => {
  expect(brokenPolicyRules(quickLoan, microfinancePolicy)).toEqual([]);
  expect(brokenPolicyRules(steadyLoan, microfinancePolicy)).toEqual([]);
});

describe('saving a product', () => {
  test('is allowed for the demo catalogue', () => {
    for (const product of demoCatalogue) {
      expect(checkProduct(product, microfinancePolicy)).toEqual({ ok: true, value: product });
    }
  });

  test.each([
    [{ kind: 'no_terms' }, { terms: [] }],
    [{ kind: 'bad_term', termId: 1 }, { terms: [{ termId: 1, days: 31, instalments: 3 }] }],
    [{ kind: 'bad_term', termId: 1 }, { terms: [{ termId: 1, days: 30, instalments: 0 }] }],
    [
      { kind: 'bad_term', termId: 1 },
      {
        terms: [
          { termId: 1, days: 30, instalments: 1 },
          { termId: 1, days: 60, instalments: 2 },
        ],
      },
    ],
    [{ kind: 'bad_amounts' }, { stepNgwee: kwacha(0) }],
    [{ kind: 'bad_amounts' }, { stepNgwee: kwacha(70) }],
    [{ kind: 'bad_amounts' }, { minNgwee: kwacha(2050) }],
    [{ kind: 'bad_term', termId: 1 }, { terms: [{ termId: 1, days: 3651, instalments: 1 }] }],
    [{ kind: 'bad_term', termId: 1 }, { terms: [{ termId: 1, days: 100, instalments: 100 }] }],
    [
      { kind: 'too_many_amounts', most: 500 },
      { minNgwee: ngwee(1), stepNgwee: ngwee(1) },
    ],
    [{ kind: 'too_many_amounts', most: 500 }, { maxNgwee: kwacha(25_100) }],
    [{ kind: 'bad_rate', rate: 'dailyRate' }, { dailyRate: rate('1') }],
    [
      { kind: 'bad_rate', rate: 'serviceFeeRate' },
      { serviceFeeRate: rate('1.00'), feeMode: 'deducted' },
    ],
    [{ kind: 'bad_rate', rate: 'penalty.dailyRate' }, { penalty: { dailyRate: rate('9999'), graceDays: 1 } }],
    [{ kind: 'bad_rate', rate: 'extension.rate' }, { extension: { days: 7, rate: rate('1.5'), max: 1 } }],
    [{ kind: 'no_minimum_repayment' }, { minRepayNgwee: kwacha(0) }],
    [{ kind: 'bad_repayment_order' }, { repaymentOrder: ['penalty', 'fee', 'interest', 'interest'] }],
    [{ kind: 'bad_repayment_order' }, { repaymentOrder: ['principal'] }],
    [{ kind: 'bad_due_day' }, { dueDay: { rule: 'day_of_month', day: 28.5 } }],
    [
      { kind: 'plans_closer_than_due_days', termId: 2, leastDays: 30 },
      {
        dueDay: { rule: 'month_end' },
        terms: [
          { termId: 1, days: 14, instalments: 1 },
          { termId: 2, days: 58, instalments: 2 },
        ],
      },
    ],
    [{ kind: 'breaks_policy', rule: 'max_apr' }, { serviceFeeRate: rate('0.30') }],
    [
      { kind: 'breaks_policy', rule: 'max_extension_annual_rate' },
      { extension: { days: 7, rate: rate('0.10'), max: 3 } },
    ],
    [{ kind: 'breaks_policy', rule: 'max_effective_annual_rate' }, { serviceFeeRate: rate('0.10') }],
    [{ kind: 'breaks_policy', rule: 'min_term' }, { terms: [{ termId: 1, days: 6, instalments: 1 }] }],
  ] satisfies [ProductRefusal, Partial<Product>][])('is refused as %o', (refusal, different) => {
    expect(checkProduct({ ...quickLoan, ...different }, microfinancePolicy)).toEqual({ ok: false, refusal });
  });

  test('under a moneylender names the fee it may not have', () => {
    expect(checkProduct(quickLoan, moneylenderPolicy)).toEqual({
      ok: false,
      refusal: { kind: 'breaks_policy', rule: 'fees_not_allowed' },
    });
    const plain: Product = {
      ...quickLoan,
      interestMethod: 'declining',
      dailyRate: rate('0.0013'),
      serviceFeeRate: rate('0'),
      extension: { days: 7, rate: rate('0'), max: 3 },
      penalty: { dailyRate: rate('0.0010'), graceDays: 1 },
    };
    expect(checkProduct(plain, moneylenderPolicy).ok).toBe(true);
  });
});

test('what breaks a policy is left out, term by term', () => {
  expect(productsKeeping(microfinancePolicy, demoCatalogue)).toEqual(demoCatalogue);
  expect(productsKeeping(moneylenderPolicy, demoCatalogue)).toEqual([]);
  const noShortTerms = { ...microfinancePolicy, minTermDays: 31 };
  expect(productsKeeping(noShortTerms, [quickLoan])).toEqual([
    { ...quickLoan, terms: [{ termId: 3, days: 90, instalments: 3 }] },
  ]);
});

describe('the policy', () => {
  test.each([
    ['min_term', { terms: [{ termId: 1, days: 6, instalments: 1 }] }, microfinancePolicy],
    ['max_apr', { serviceFeeRate: rate('0.30') }, microfinancePolicy],
    ['max_extension_annual_rate', { extension: { days: 7, rate: rate('0.10'), max: 3 } }, microfinancePolicy],
    ['max_effective_annual_rate', { serviceFeeRate: rate('0.10') }, microfinancePolicy],
    ['charge_cap', { dailyRate: rate('0.0324'), extension: null }, microfinancePolicy],
    ['fees_not_allowed', {}, moneylenderPolicy],
    ['extension_fees_not_allowed', { serviceFeeRate: rate('0') }, moneylenderPolicy],
    [
      'max_annual_simple_rate',
      { serviceFeeRate: rate('0'), extension: null, penalty: { dailyRate: rate('0'), graceDays: 0 } },
      moneylenderPolicy,
    ],
  ] as const)('names the rule %s when an offer breaks it', (rule, different, policy) => {
    const product: Product = { ...quickLoan, ...different };
    expect(loanTerms(product, policy, 1, kwacha(1000))).toEqual({
      ok: false,
      refusal: { kind: 'breaks_policy', rule },
    });
    expect(brokenPolicyRules(product, policy)).toContain(rule);
  });

  test('counts the penalty rate on all that is overdue against the ceiling', () => {
    const product: Product = {
      ...chargingProduct('0.03', 30),
      penalty: { dailyRate: rate('0.0012767'), graceDays: 1 },
    };
    expect(brokenPolicyRules(product, feesAllowed)).toEqual([]);
    const dearer: Product = { ...product, penalty: { dailyRate: rate('0.0012768'), graceDays: 1 } };
    expect(brokenPolicyRules(dearer, feesAllowed)).toEqual(['max_annual_simple_rate']);
  });

  test.each([
    [30, '0.03945', '0.03946'],
    [90, '0.11836', '0.11837'],
  ])('at 48 %% a year allows %d days at most the share %s of K1,000', (days, most, more) => {
    expect(loanTerms(chargingProduct(most, days), feesAllowed, 1, kwacha(1000)).ok).toBe(true);
    expect(loanTerms(chargingProduct(more, days), feesAllowed, 1, kwacha(1000))).toEqual({
      ok: false,
      refusal: { kind: 'breaks_policy', rule: 'max_annual_simple_rate' },
    });
  });
});

describe('the price of an extension', () => {
  test('is compared exactly: 10 % for 10 days is 365 % a year, and a limit of 365 % allows it', () => {
    const product: Product = { ...quickLoan, extension: { days: 10, rate: rate('0.1'), max: 3 } };
    const policyAt = (maxExtensionAnnualRate: number | null) => ({
      ...microfinancePolicy,
      maxExtensionAnnualRate,
    });
    expect(brokenPolicyRules(product, policyAt(365))).toEqual([]);
    expect(brokenPolicyRules(product, policyAt(364.999999))).toEqual(['max_extension_annual_rate']);
    expect(brokenPolicyRules(product, policyAt(null))).toEqual([]);
  });

  test('is not part of the APR that judges the loan', () => {
    const withoutLimit = { ...microfinancePolicy, maxExtensionAnnualRate: null };
    const dear: Product = { ...quickLoan, extension: { days: 1, rate: rate('0.99'), max: 3 } };
    expect(brokenPolicyRules(dear, withoutLimit)).toEqual([]);
  });

  test('is nothing under a moneylender, also where its policy allows fees of extensions', () => {
    const plain: Product = {
      ...quickLoan,
      interestMethod: 'declining',
      dailyRate: rate('0.0013'),
      serviceFeeRate: rate('0'),
      extension: { days: 7, rate: rate('0.0001'), max: 3 },
      penalty: { dailyRate: rate('0.0010'), graceDays: 1 },
    };
    const allowing = { ...moneylenderPolicy, extensionFeesAllowed: true };
    expect(brokenPolicyRules(plain, allowing)).toEqual(['max_extension_annual_rate']);
    expect(
      brokenPolicyRules({ ...plain, extension: { ...plain.extension!, rate: rate('0') } }, allowing),
    ).toEqual([]);
  });
});

describe('a policy that was saved by an earlier version', () => {
  const {
    maxExtensionAnnualRate: _rate,
    maxEffectiveAnnualRate: _effective,
    ...earlier
  } = microfinancePolicy;
  test('has the limits of the shipped policy of its name', () => {
    expect(policyWithLaterLimits({ ...earlier, minTermDays: 30 })).toEqual({
      ...microfinancePolicy,
      minTermDays: 30,
    });
    expect(policyWithLaterLimits({ ...earlier, name: 'moneylender' })).toMatchObject({
      maxExtensionAnnualRate: 0,
      maxEffectiveAnnualRate: null,
    });
  });

  test('keeps a limit that was saved, also that there is none', () => {
    const saved = { ...microfinancePolicy, maxExtensionAnnualRate: null, maxEffectiveAnnualRate: null };
    expect(policyWithLaterLimits(saved)).toEqual(saved);
  });
});
