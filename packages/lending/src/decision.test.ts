import { describe, expect, test } from 'vitest';
import { day } from './day.ts';
import {
  availableOn,
  checkAvailable,
  checkDecisionRules,
  checkScorecard,
  type DecisionInputs,
  decide,
  demoRules,
  demoScorecard,
  describeReason,
  largestAffordable,
  type Scorecard,
} from './decision.ts';
import type { DeclineReason, ReferReason } from './decision-reason.ts';
import { kwacha, type Ngwee } from './money.ts';
import { priceLoan } from './pricing.ts';
import { demoCatalogue, loanTerms, microfinancePolicy, type Product, type ProductTerm } from './product.ts';
import { rate } from './rate.ts';

const on = day('2026-11-21');
const [quickLoan, steadyLoan] = demoCatalogue as readonly [Product, Product];

/** A new borrower of 30 with an income of K5,000, who asks for K1,000. */
const newBorrower: DecisionInputs = {
  birthOn: day('1996-05-01'),
  isIdentityValid: true,
  faceMatches: null,
  cardDiffers: false,
  operatorNameDiffers: null,
  hasScreeningHit: false,
  hasDuplicates: false,
  hasOpenLoan: false,
  isBlocked: false,
  accountsOnDevice: null,
  monthlyIncomeNgwee: kwacha(5000),
  amountNgwee: kwacha(1000),
  limitNgwee: kwacha(2000),
  affordableNgwee: kwacha(1700),
  onTimeLoans: 0,
  questionnairePoints: 0,
  moneyReceivedNgwee: null,
  isPayoutNumberShared: false,
  borrowersOnPayoutNumber: 1,
  borrowersOnContact: 1,
  registrationsFromNetwork: null,
  applicationsFromNetwork: null,
};

function decideFor(different: Partial<DecisionInputs>, scorecard: Scorecard = demoScorecard) {
  return decide({ ...newBorrower, ...different }, demoRules, scorecard, on);
}

describe('the demo lender', () => {
  test('approves a new borrower and keeps the versions and the points', () => {
    expect(decideFor({})).toEqual({
      outcome: 'approve',
      reasons: [],
      points: 540,
      availableNgwee: kwacha(1700),
      versions: { rules: 1, scorecard: 1 },
    });
  });

  test.each([
    [kwacha(2000), 'approve'],
    [kwacha(1999), 'refer'],
    [kwacha(1000), 'refer'],
    [kwacha(999), 'decline'],
    [kwacha(0), 'decline'],
  ])('with an income of %d ngwee the outcome is %s', (monthlyIncomeNgwee, outcome) => {
    expect(decideFor({ monthlyIncomeNgwee }).outcome).toBe(outcome);
  });

  test.each([
    ['under_age', { birthOn: day('2008-11-22') }],
    ['identity_invalid', { isIdentityValid: false }],
    ['open_loan', { hasOpenLoan: true }],
    ['blocked', { isBlocked: true }],
    ['income_too_low', { monthlyIncomeNgwee: kwacha(900) }],
    ['not_affordable', { amountNgwee: kwacha(1750) }],
    ['above_limit', { amountNgwee: kwacha(1050), limitNgwee: kwacha(1000) }],
  ] satisfies [DeclineReason, Partial<DecisionInputs>][])(
    'declines for seven days: %s',
    (reason, different) => {
      expect(decideFor(different)).toMatchObject({
        outcome: 'decline',
        reasons: [reason],
        mayApplyAgainOn: '2026-11-28',
      });
    },
  );

  test('tells somebody too young to come back on the birthday', () => {
    expect(decideFor({ birthOn: day('2009-03-15') })).toMatchObject({ mayApplyAgainOn: '2027-03-15' });
    expect(decideFor({ birthOn: day('2008-11-21') }).outcome).toBe('approve');
  });

  test('gives every reason to decline, and does not trouble a person then', () => {
    expect(decideFor({ isBlocked: true, hasOpenLoan: true, faceMatches: false })).toMatchObject({
      outcome: 'decline',
      reasons: ['blocked', 'open_loan'],
    });
  });

  test.each([
    ['identity_to_check', { isIdentityValid: null }],
    ['income_to_check', { monthlyIncomeNgwee: kwacha(1500) }],
    ['face_to_check', { faceMatches: false }],
    ['card_to_check', { cardDiffers: true }],
    ['name_to_check', { operatorNameDiffers: true }],
    ['screening_to_check', { hasScreeningHit: true }],
    ['duplicate_to_check', { hasDuplicates: true }],
    ['device_to_check', { accountsOnDevice: 4 }],
  ] satisfies [ReferReason, Partial<DecisionInputs>][])('refers to a person: %s', (reason, different) => {
    expect(decideFor(different)).toMatchObject({ outcome: 'refer', reasons: [reason] });
  });

  test('never counts missing device or face data against anyone', () => {
    expect(decideFor({ accountsOnDevice: null, faceMatches: null }).outcome).toBe('approve');
    expect(decideFor({ moneyReceivedNgwee: kwacha(0) }).points).toBe(decideFor({}).points);
    expect(decideFor({ accountsOnDevice: 3, faceMatches: true }).outcome).toBe('approve');
    expect(decideFor({ operatorNameDiffers: null }).outcome).toBe('approve');
  });
});

describe('the scorecard', () => {
  test('adds the points of the highest band reached in each characteristic', () => {
    const decision = decideFor({
      birthOn: day('1980-01-01'),
      monthlyIncomeNgwee: kwacha(6000),
      onTimeLoans: 4,
      questionnairePoints: 7,
      moneyReceivedNgwee: kwacha(8999),
    });
    expect(decision.points).toBe(500 + 30 + 40 + 50 + 10 + 10);
  });

  test.each([
    [540, 500, 'approve', []],
    [541, 540, 'refer', ['score_to_check']],
    [600, 541, 'decline', ['score_too_low']],
  ])(
    'approving from %d and referring from %d points makes of 540: %s',
    (approveFrom, referFrom, outcome, reasons) => {
      const scorecard = { ...demoScorecard, approveFromPoints: approveFrom, referFromPoints: referFrom };
      expect(decideFor({}, scorecard)).toMatchObject({ outcome, reasons });
    },
  );
});

describe('what an income carries', () => {
  const [thirtyDays, , ninetyDays] = quickLoan.terms as readonly [ProductTerm, ProductTerm, ProductTerm];
  const forIncome = (income: number, term: ProductTerm, product = quickLoan) =>
    largestAffordable(product, term, kwacha(income), demoRules.instalmentShareOfIncome);

  test.each([
    [2000, thirtyDays, kwacha(650)], // 650 × 1.15 = 747.50 of 800
    [5000, thirtyDays, kwacha(1700)], // 1,955 of 2,000; 1,750 would be 2,012.50
    [10_000, thirtyDays, kwacha(2000)],
    [2000, ninetyDays, kwacha(1700)], // 787.67 of 800
    [287, thirtyDays, kwacha(0)], // 115.00 of 114.80
    [288, thirtyDays, kwacha(100)],
  ])('K%d a month', (income, term, largest) => {
    expect(forIncome(income, term)).toBe(largest);
  });

  test('is the very largest step whose largest instalment is at most 40 % of it', () => {
    const instalmentOf = (product: Product, term: ProductTerm, amount: Ngwee) => {
      const terms = loanTerms(product, microfinancePolicy, term.termId, amount);
      if (!terms.ok) return Number.POSITIVE_INFINITY;
      return Math.max(...priceLoan(terms.value, on).instalments.map((instalment) => instalment.totalNgwee));
    };
    for (const product of [quickLoan, steadyLoan]) {
      for (const term of product.terms) {
        for (let income = 100; income < 12_000; income += 371) {
          const largest = forIncome(income, term, product);
          const most = kwacha(income) * 0.4;
          if (largest > 0) expect(instalmentOf(product, term, largest)).toBeLessThanOrEqual(most);
          const next = (largest === 0 ? product.minNgwee : largest + product.stepNgwee) as Ngwee;
          expect(instalmentOf(product, term, next)).toBeGreaterThan(most);
        }
      }
    }
  });

  test('is offered on the product’s steps, as far as the limit goes', () => {
    expect(availableOn(quickLoan, kwacha(2000), kwacha(1700))).toBe(kwacha(1700));
    expect(availableOn(quickLoan, kwacha(1234), kwacha(1700))).toBe(kwacha(1200));
    expect(availableOn(quickLoan, kwacha(9000), kwacha(9000))).toBe(kwacha(2000));
    expect(availableOn(quickLoan, kwacha(2000), kwacha(0))).toBe(0);
    expect(availableOn(steadyLoan, kwacha(499), kwacha(9000))).toBe(0);
  });

  test('an amount above it is refused with the largest one', () => {
    expect(checkAvailable(kwacha(700), kwacha(650))).toEqual({
      ok: false,
      refusal: { kind: 'above_available', largestNgwee: kwacha(650) },
    });
    expect(checkAvailable(kwacha(650), kwacha(650)).ok).toBe(true);
  });
});

test('every reason is a sentence', () => {
  const reasons: (DeclineReason | ReferReason)[] = [
    'under_age',
    'identity_invalid',
    'open_loan',
    'blocked',
    'income_too_low',
    'not_affordable',
    'above_limit',
    'score_too_low',
    'card_not_clear',
    'details_differ',
    'face_not_matched',
    'income_not_shown',
    'not_reached',
    'staff_decision',
    'identity_to_check',
    'income_to_check',
    'face_to_check',
    'card_to_check',
    'name_to_check',
    'screening_to_check',
    'duplicate_to_check',
    'device_to_check',
    'score_to_check',
  ];
  const sentences = reasons.map(describeReason);
  for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z].{10,}\.$/);
  const found = ['card_to_check', 'name_to_check', 'screening_to_check', 'duplicate_to_check'] as const;
  expect(new Set(found.map(describeReason)).size).toBe(1);
});

test('the demo’s rules and scorecard may be used', () => {
  expect(checkDecisionRules(demoRules).ok).toBe(true);
  expect(checkScorecard(demoScorecard).ok).toBe(true);
});

test.each([
  [{ kind: 'under_age_allowed' }, { minAgeYears: 17 }],
  [{ kind: 'incomes_not_rising' }, { approveIncomeNgwee: kwacha(999) }],
  [{ kind: 'bad_income_share' }, { instalmentShareOfIncome: rate('0.00') }],
  [{ kind: 'bad_income_share' }, { instalmentShareOfIncome: rate('1.01') }],
])('rules are refused as %o', (refusal, different) => {
  expect(checkDecisionRules({ ...demoRules, ...different })).toEqual({ ok: false, refusal });
});

test('a scorecard is refused when its bands or its points do not rise', () => {
  expect(checkScorecard({ ...demoScorecard, approveFromPoints: 449 })).toEqual({
    ok: false,
    refusal: { kind: 'points_not_rising' },
  });
  expect(
    checkScorecard({
      ...demoScorecard,
      bands: { ...demoScorecard.bands, moneyReceivedKwacha: [{ from: 0, points: -1 }] },
    }),
  ).toEqual({ ok: false, refusal: { kind: 'message_points_below_zero' } });
  const { moneyReceivedKwacha: _named, ...bands } = demoScorecard.bands;
  expect(checkScorecard({ ...demoScorecard, bands }).ok).toBe(true);
  expect(decideFor({ moneyReceivedNgwee: kwacha(9000) }, { ...demoScorecard, bands }).points).toBe(540);
  const onTimeLoans = [
    { from: 3, points: 50 },
    { from: 3, points: 20 },
  ];
  expect(checkScorecard({ ...demoScorecard, bands: { ...demoScorecard.bands, onTimeLoans } })).toEqual({
    ok: false,
    refusal: { kind: 'bands_not_rising', characteristic: 'onTimeLoans' },
  });
});
