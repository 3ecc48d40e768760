import { isAprAbove, isEffectiveRateAbove, isExtensionRateAbove } from './apr.ts';
import { chargeCap } from './charge-cap.ts';
import { type DueDay, type DueDayRefusal, refusalOfDueDay } from './due-day.ts';
import {
  CHARGE_KINDS,
  type ChargeKind,
  type FeeMode,
  type InterestMethod,
  type LoanTerms,
  type SettlementInterest,
} from './loan.ts';
import { add, kwacha, type Ngwee, roundHalfUp } from './money.ts';
import { allow, type Outcome, refuse } from './outcome.ts';
import { fractionOf, type Rate, rate } from './rate.ts';
import { cashFlowsOf, planSchedule, type Schedule } from './schedule.ts';

export type ProductTerm = { termId: number; days: number; instalments: number };

/** A product on offer. A change makes a new version; a loan keeps the version it was signed with. */
export type Product = {
  productId: number;
  version: number;
  name: string;
  minNgwee: Ngwee;
  maxNgwee: Ngwee;
  stepNgwee: Ngwee;
  terms: readonly ProductTerm[];
  dailyRate: Rate;
  serviceFeeRate: Rate;
  interestMethod: InterestMethod;
  feeMode: FeeMode;
  extension: { days: number; rate: Rate; max: number } | null;
  penalty: { dailyRate: Rate; graceDays: number };
  repaymentOrder: readonly ChargeKind[];
  minRepayNgwee: Ngwee;
  settlementInterest: SettlementInterest;
  /** The lowest step of the limit ladder that may borrow it; 1 is open to all borrowers. */
  ladderStepNeeded: number;
  /** The day of the month on which plans are due. Without it they are due when their days have passed. */
  dueDay?: DueDay | undefined;
};

/** The limits of the lender's licence. */
export type Policy = {
  name: 'microfinance' | 'moneylender';
  /** Highest yearly rate as `apr` is computed, in percent. It judges the loan alone, without extensions. */
  maxApr: number | null;
  /** Highest effective yearly rate in percent, of the loan alone too. */
  maxEffectiveAnnualRate: number | null;
  /** Highest yearly rate of an extension in percent: its fee rate × 365 / its days. */
  maxExtensionAnnualRate: number | null;
  /** Highest simple interest a year on principal outstanding, with fees and the penalty rate. */
  maxAnnualSimpleRate: Rate | null;
  feesAllowed: boolean;
  extensionFeesAllowed: boolean;
  /** Highest total of interest, fees, penalties and extension fees, as a share of principal. */
  chargeCapRate: Rate;
  minTermDays: number;
  coolingOffHours: number;
};

export type PolicyRule =
  | 'max_apr'
  | 'max_effective_annual_rate'
  | 'max_annual_simple_rate'
  | 'fees_not_allowed'
  | 'extension_fees_not_allowed'
  | 'max_extension_annual_rate'
  | 'charge_cap'
  | 'min_term';

export type OfferRefusal =
  | { kind: 'unknown_term' }
  | { kind: 'amount_below_minimum'; minimumNgwee: Ngwee }
  | { kind: 'amount_above_maximum'; maximumNgwee: Ngwee }
  | { kind: 'amount_not_on_step'; minimumNgwee: Ngwee; stepNgwee: Ngwee }
  | { kind: 'breaks_policy'; rule: PolicyRule };

/** The policy of a microfinance licence, which the demo lender has. */
export const microfinancePolicy: Policy = {
  name: 'microfinance',
  maxApr: 350,
  maxEffectiveAnnualRate: 800,
  maxExtensionAnnualRate: 350,
  maxAnnualSimpleRate: null,
  feesAllowed: true,
  extensionFeesAllowed: true,
  chargeCapRate: rate('1.00'),
  minTermDays: 7,
  coolingOffHours: 24,
};

/** The policy of a moneylender's licence: a ceiling on simple interest, no fees, no extension fees. */
export const moneylenderPolicy: Policy = {
  name: 'moneylender',
  maxApr: null,
  maxEffectiveAnnualRate: null,
  maxExtensionAnnualRate: 0,
  maxAnnualSimpleRate: rate('0.48'),
  feesAllowed: false,
  extensionFeesAllowed: false,
  chargeCapRate: rate('1.00'),
  minTermDays: 7,
  coolingOffHours: 24,
};

/** The limits that a policy saved by an earlier version does not have. */
type LaterLimits = Pick<Policy, 'maxEffectiveAnnualRate' | 'maxExtensionAnnualRate'>;
export type SavedPolicy = Omit<Policy, keyof LaterLimits> & Partial<LaterLimits>;

/** A saved policy with the limits that it was saved without. They are those of the shipped policy of its name. */
export function policyWithLaterLimits(saved: SavedPolicy): Policy {
  const shipped = saved.name === 'moneylender' ? moneylenderPolicy : microfinancePolicy;
  const { maxEffectiveAnnualRate, maxExtensionAnnualRate } = shipped;
  return { maxEffectiveAnnualRate, maxExtensionAnnualRate, ...saved };
}

/** The least amount that a part payment may leave. */
export const MIN_LEFTOVER = kwacha(50);

const demoConditions = {
  version: 1,
  stepNgwee: kwacha(50),
  dailyRate: rate('0.004'),
  serviceFeeRate: rate('0.03'),
  feeMode: 'added',
  extension: { days: 7, rate: rate('0.05'), max: 3 },
  penalty: { dailyRate: rate('0.005'), graceDays: 1 },
  repaymentOrder: ['penalty', 'fee', 'interest', 'principal'],
  minRepayNgwee: kwacha(20),
  settlementInterest: 'daily',
} as const satisfies Partial<Product>;

/** The products of the demo lender. Term ids are unique over all products. */
export const demoCatalogue: readonly Product[] = [
  {
    ...demoConditions,
    productId: 1,
    name: 'Quick loan',
    minNgwee: kwacha(100),
    maxNgwee: kwacha(2000),
    terms: [
      { termId: 1, days: 30, instalments: 1 },
      { termId: 2, days: 14, instalments: 1 },
      { termId: 3, days: 90, instalments: 3 },
    ],
    interestMethod: 'flat',
    ladderStepNeeded: 1,
  },
  {
    ...demoConditions,
    productId: 2,
    name: 'Steady loan',
    minNgwee: kwacha(500),
    maxNgwee: kwacha(5000),
    terms: [
      { termId: 4, days: 90, instalments: 3 },
      { termId: 5, days: 180, instalments: 6 },
    ],
    interestMethod: 'declining',
    ladderStepNeeded: 2,
  },
];

/**
 * The terms of one offer of `amountNgwee`. Refuses, in this order: a term that the product does not have; an amount
 * below its minimum, above its maximum or off its steps; terms that break the policy. Rule: docs/rules/products.md.
 */
export function loanTerms(
  product: Product,
  policy: Policy,
  termId: number,
  amountNgwee: Ngwee,
): Outcome<LoanTerms, OfferRefusal> {
  const term = product.terms.find((candidate) => candidate.termId === termId);
  if (term === undefined) return refuse({ kind: 'unknown_term' });
  const { minNgwee, maxNgwee, stepNgwee } = product;
  if (amountNgwee < minNgwee) return refuse({ kind: 'amount_below_minimum', minimumNgwee: minNgwee });
  if (amountNgwee > maxNgwee) return refuse({ kind: 'amount_above_maximum', maximumNgwee: maxNgwee });
  if ((amountNgwee - minNgwee) % stepNgwee !== 0) {
    return refuse({ kind: 'amount_not_on_step', minimumNgwee: minNgwee, stepNgwee });
  }
  const terms = termsOf(product, policy, term, amountNgwee);
  const rule = brokenPolicyRule(terms, policy);
  return rule === null ? allow(terms) : refuse({ kind: 'breaks_policy', rule });
}

export type ProductRate = 'dailyRate' | 'serviceFeeRate' | 'penalty.dailyRate' | 'extension.rate';

export type ProductRefusal =
  | { kind: 'no_terms' }
  | { kind: 'bad_term'; termId: number }
  | { kind: 'bad_amounts' }
  | { kind: 'too_many_amounts'; most: number }
  | { kind: 'bad_rate'; rate: ProductRate }
  | { kind: 'no_minimum_repayment' }
  | { kind: 'bad_repayment_order' }
  | DueDayRefusal
  | { kind: 'breaks_policy'; rule: PolicyRule };

/** The most amounts of a product. The highest yearly rate is searched among all of them. */
export const MAX_AMOUNTS = 500;
const MAX_TERM_DAYS = 3650;
/** The largest instalment number that the database stores. */
const MAX_INSTALMENTS = 99;

/**
 * Checks a product before it is saved. Refuses, in this order: no terms; a term id used twice, or days that do not
 * divide into the instalments; amounts that are not steps from minimum to maximum; too many amounts; a rate of 100 % or
 * more; a minimum repayment of zero, which no operator collects; a repayment order without every charge; a due day that
 * not each month has, or plans that follow each other faster than due days do; the first broken rule of the policy. Rule:
 * docs/rules/products.md.
 */
export function checkProduct(product: Product, policy: Policy): Outcome<Product, ProductRefusal> {
  if (product.terms.length === 0) return refuse({ kind: 'no_terms' });
  const badTerm = product.terms.find((term, index) => !isTerm(term) || isTermBefore(product.terms, index));
  if (badTerm !== undefined) return refuse({ kind: 'bad_term', termId: badTerm.termId });
  const { minNgwee, maxNgwee, stepNgwee, repaymentOrder } = product;
  const isOnSteps = minNgwee > 0 && stepNgwee > 0 && (maxNgwee - minNgwee) % stepNgwee === 0;
  if (!isOnSteps || maxNgwee < minNgwee) return refuse({ kind: 'bad_amounts' });
  if ((maxNgwee - minNgwee) / stepNgwee >= MAX_AMOUNTS) {
    return refuse({ kind: 'too_many_amounts', most: MAX_AMOUNTS });
  }
  const badRate = ratesOf(product).find(([, value]) => isWholeOrMore(value));
  if (badRate !== undefined) return refuse({ kind: 'bad_rate', rate: badRate[0] });
  if (product.minRepayNgwee === 0) return refuse({ kind: 'no_minimum_repayment' });
  const isWholeOrder = CHARGE_KINDS.every((kind) => repaymentOrder.includes(kind));
  if (!isWholeOrder || repaymentOrder.length !== CHARGE_KINDS.length)
    return refuse({ kind: 'bad_repayment_order' });
  const badDueDay = refusalOfDueDay(product);
  if (badDueDay !== null) return refuse(badDueDay);
  const [rule] = brokenPolicyRules(product, policy);
  return rule === undefined ? allow(product) : refuse({ kind: 'breaks_policy', rule });
}

function isTerm({ days, instalments }: ProductTerm): boolean {
  const isInRange = instalments >= 1 && instalments <= MAX_INSTALMENTS && days <= MAX_TERM_DAYS;
  return isInRange && days >= instalments && days % instalments === 0;
}

function ratesOf(product: Product): [ProductRate, Rate][] {
  return [
    ['dailyRate', product.dailyRate],
    ['serviceFeeRate', product.serviceFeeRate],
    ['penalty.dailyRate', product.penalty.dailyRate],
    ...(product.extension === null
      ? []
      : [['extension.rate', product.extension.rate] as [ProductRate, Rate]]),
  ];
}

function isTermBefore(terms: readonly ProductTerm[], index: number): boolean {
  return terms.slice(0, index).some((term) => term.termId === terms[index]?.termId);
}

/**
 * The rules of the policy that a product breaks in any of its terms, at its minimum or its maximum. Such a product may
 * not be offered. `loanTerms` also checks each single offer.
 */
export function brokenPolicyRules(product: Product, policy: Policy): PolicyRule[] {
  const rules = product.terms.flatMap((term) =>
    [product.minNgwee, product.maxNgwee].map((amount) =>
      brokenPolicyRule(termsOf(product, policy, term, amount), policy),
    ),
  );
  return [...new Set(rules.filter((rule) => rule !== null))];
}

/** The products with only the terms that keep the policy; a product without such a term is left out. */
export function productsKeeping(policy: Policy, products: readonly Product[]): Product[] {
  return productsWithTerms(
    products,
    (product, term) => brokenPolicyRules({ ...product, terms: [term] }, policy).length === 0,
  );
}

/** The products with only the terms that `isKept` accepts; a product without such a term is left out. */
export function productsWithTerms(
  products: readonly Product[],
  isKept: (product: Product, term: ProductTerm) => boolean,
): Product[] {
  return products
    .map((product) => ({ ...product, terms: product.terms.filter((term) => isKept(product, term)) }))
    .filter((product) => product.terms.length > 0);
}

/** The terms of a loan of `principalNgwee`, whether or not the product would be offered with them. */
export function termsOf(
  product: Product,
  policy: Policy,
  term: ProductTerm,
  principalNgwee: Ngwee,
): LoanTerms {
  return {
    productId: product.productId,
    productVersion: product.version,
    productName: product.name,
    termId: term.termId,
    principalNgwee,
    termDays: term.days,
    instalmentCount: term.instalments,
    interestMethod: product.interestMethod,
    dailyRate: product.dailyRate,
    feeMode: product.feeMode,
    serviceFeeRate: product.serviceFeeRate,
    penaltyDailyRate: product.penalty.dailyRate,
    penaltyGraceDays: product.penalty.graceDays,
    extension: product.extension,
    chargeCapRate: policy.chargeCapRate,
    minRepayNgwee: product.minRepayNgwee,
    minLeftoverNgwee: MIN_LEFTOVER,
    repaymentOrder: product.repaymentOrder,
    coolingOffHours: policy.coolingOffHours,
    settlementInterest: product.settlementInterest,
    ...(product.dueDay === undefined ? {} : { dueDay: product.dueDay }),
  };
}

/**
 * The first rule of the policy that terms break. A rate is judged by the term's own days: due days only move payments to
 * later dates, so no loan has a higher one, on whatever day it is paid out.
 */
function brokenPolicyRule(terms: LoanTerms, policy: Policy): PolicyRule | null {
  if (terms.termDays < policy.minTermDays) return 'min_term';
  const schedule = planSchedule(terms);
  if (!policy.feesAllowed && schedule.feeNgwee > 0) return 'fees_not_allowed';
  if (!policy.extensionFeesAllowed && terms.extension !== null && !isZero(terms.extension.rate)) {
    return 'extension_fees_not_allowed';
  }
  if (
    policy.maxExtensionAnnualRate !== null &&
    terms.extension !== null &&
    isExtensionRateAbove(terms.extension, policy.maxExtensionAnnualRate)
  ) {
    return 'max_extension_annual_rate';
  }
  if (chargesOf(schedule) > chargeCap(terms)) return 'charge_cap';
  if (policy.maxAnnualSimpleRate !== null && breaksCeiling(terms, schedule, policy.maxAnnualSimpleRate)) {
    return 'max_annual_simple_rate';
  }
  const flows = cashFlowsOf(schedule);
  const { maxApr, maxEffectiveAnnualRate } = policy;
  if (maxApr !== null && isAprAbove(schedule.receivedNgwee, flows, maxApr)) return 'max_apr';
  if (
    maxEffectiveAnnualRate !== null &&
    isEffectiveRateAbove(schedule.receivedNgwee, flows, maxEffectiveAnnualRate)
  ) {
    return 'max_effective_annual_rate';
  }
  return null;
}

/**
 * True when terms break a ceiling on simple interest a year on principal outstanding, as the law words it. The charges
 * may not exceed the ceiling over the days each part of the principal is outstanding; a deducted fee lowers the
 * outstanding amount. The daily penalty is charged on interest and fee too, and may not exceed the ceiling on the
 * principal alone. Rule: docs/rules/apr.md.
 */
function breaksCeiling(terms: LoanTerms, schedule: Schedule, ceiling: Rate): boolean {
  const highest = fractionOf(ceiling);
  const most = roundHalfUp(
    highest.numerator * principalDays(schedule) * BigInt(schedule.receivedNgwee),
    highest.denominator * 365n * BigInt(terms.principalNgwee),
  );
  if (chargesOf(schedule) > most) return true;
  const penalty = fractionOf(terms.penaltyDailyRate);
  return schedule.instalments.some(
    ({ totalNgwee, principalNgwee }) =>
      penalty.numerator * 365n * BigInt(totalNgwee) * highest.denominator >
      highest.numerator * BigInt(principalNgwee) * penalty.denominator,
  );
}

/** The sum of each part of the principal (ngwee) × the days to the end of its period. */
export function principalDays(schedule: Schedule): bigint {
  return schedule.instalments.reduce(
    (total, { principalNgwee, endsAfterDays }) => total + BigInt(principalNgwee) * BigInt(endsAfterDays),
    0n,
  );
}

function chargesOf(schedule: Schedule): Ngwee {
  return add(schedule.interestNgwee, schedule.feeNgwee);
}

function isWholeOrMore(rate: Rate): boolean {
  const { numerator, denominator } = fractionOf(rate);
  return numerator >= denominator;
}

function isZero(rate: Rate): boolean {
  return fractionOf(rate).numerator === 0n;
}
