import type { CashFlow } from './apr.ts';
import type { LoanTerms } from './loan.ts';
import { minimum, type Ngwee, ngwee, roundHalfUp, subtract, sum, ZERO } from './money.ts';
import { fractionOf, type Rate, share } from './rate.ts';

/** The part of a loan's terms that its amounts follow from. */
export type PricedTerms = Pick<
  LoanTerms,
  | 'principalNgwee'
  | 'termDays'
  | 'instalmentCount'
  | 'interestMethod'
  | 'dailyRate'
  | 'feeMode'
  | 'serviceFeeRate'
>;

export type PlannedInstalment = {
  period: number;
  /** Days from the payout to the first day of the period, and to the day the instalment is due. */
  startsAfterDays: number;
  dueAfterDays: number;
  principalNgwee: Ngwee;
  interestNgwee: Ngwee;
  feeNgwee: Ngwee;
  totalNgwee: Ngwee;
};

export type Schedule = {
  receivedNgwee: Ngwee;
  interestNgwee: Ngwee;
  /** The whole service fee, whether it is repaid with the instalments or was deducted from the payout. */
  feeNgwee: Ngwee;
  instalments: readonly PlannedInstalment[];
};

/**
 * What a loan on these terms pays when, counted in days from its payout, to the ngwee. Flat: principal × daily rate ×
 * days, shared equally. Declining: equal instalments, interest on the principal still out. A fee that is added is
 * shared equally; one that is deducted lessens the payout and is not repaid again. The last instalment absorbs what
 * rounding leaves.
 */
export function planSchedule(terms: PricedTerms): Schedule {
  const count = terms.instalmentCount;
  const periodDays = terms.termDays / count;
  if (!Number.isInteger(periodDays) || periodDays < 1) {
    throw new RangeError(`${terms.termDays} days do not make ${count} instalments`);
  }
  const parts = terms.interestMethod === 'flat' ? flatParts(terms) : decliningParts(terms, periodDays);
  const feeNgwee = share(terms.principalNgwee, terms.serviceFeeRate);
  const feeRepaidNgwee = terms.feeMode === 'added' ? feeNgwee : ZERO;
  const fees = equalParts(feeRepaidNgwee, count);
  return {
    receivedNgwee:
      terms.feeMode === 'added' ? terms.principalNgwee : subtract(terms.principalNgwee, feeNgwee),
    interestNgwee: sum(parts.map((part) => part.interestNgwee)),
    feeNgwee,
    instalments: parts.map(({ principalNgwee, interestNgwee }, index) => {
      const part = fees[index] ?? ZERO;
      return {
        period: index + 1,
        startsAfterDays: index * periodDays,
        dueAfterDays: (index + 1) * periodDays,
        principalNgwee,
        interestNgwee,
        feeNgwee: part,
        totalNgwee: sum([principalNgwee, interestNgwee, part]),
      };
    }),
  };
}

/** What the schedule pays back, as a yearly rate is computed from it. */
export function cashFlowsOf({ instalments }: Pick<Schedule, 'instalments'>): CashFlow[] {
  return instalments.map(({ dueAfterDays, totalNgwee }) => ({
    afterDays: dueAfterDays,
    amountNgwee: totalNgwee,
  }));
}

/** Equal parts, each rounded half up and never more than is left, so that the last one absorbs the rounding. */
export function equalParts(amount: Ngwee, count: number): Ngwee[] {
  const part = roundHalfUp(BigInt(amount), BigInt(count));
  let left = amount;
  return Array.from({ length: count }, (_, index) => {
    const taken = index === count - 1 ? left : minimum(part, left);
    left = subtract(left, taken);
    return taken;
  });
}

type Part = { principalNgwee: Ngwee; interestNgwee: Ngwee };

function flatParts(terms: PricedTerms): Part[] {
  const interest = equalParts(
    share(terms.principalNgwee, terms.dailyRate, terms.termDays),
    terms.instalmentCount,
  );
  return equalParts(terms.principalNgwee, terms.instalmentCount).map((principalNgwee, index) => ({
    principalNgwee,
    interestNgwee: interest[index] ?? ZERO,
  }));
}

function decliningParts(terms: PricedTerms, periodDays: number): Part[] {
  const payment = annuity(terms.principalNgwee, terms.dailyRate, periodDays, terms.instalmentCount);
  let outstanding = terms.principalNgwee;
  return Array.from({ length: terms.instalmentCount }, (_, index) => {
    const interestNgwee = share(outstanding, terms.dailyRate, periodDays);
    const isLast = index === terms.instalmentCount - 1;
    const principalNgwee = isLast ? outstanding : minimum(ngwee(payment - interestNgwee), outstanding);
    outstanding = subtract(outstanding, principalNgwee);
    return { principalNgwee, interestNgwee };
  });
}

/**
 * The equal payment that repays a principal with interest on what is still out:
 * `P × i × (1 + i)^n / ((1 + i)^n − 1)` with i the rate of one period, kept as a fraction of whole numbers and
 * rounded half up once.
 */
function annuity(principal: Ngwee, dailyRate: Rate, periodDays: number, count: number): Ngwee {
  const { numerator, denominator } = fractionOf(dailyRate);
  const interest = numerator * BigInt(periodDays);
  if (interest === 0n) return roundHalfUp(BigInt(principal), BigInt(count));
  const grown = (denominator + interest) ** BigInt(count);
  const ungrown = denominator ** BigInt(count);
  return roundHalfUp(BigInt(principal) * interest * grown, denominator * (grown - ungrown));
}
