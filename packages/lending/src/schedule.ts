import type { CashFlow } from './apr.ts';
import type { LoanTerms } from './loan.ts';
import { minimum, type Ngwee, ngwee, roundHalfUp, subtract, sum, ZERO } from './money.ts';
import { fractionOf, type Rate, share } from './rate.ts';

/** The terms of a loan that determine its schedule. */
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
  /** Days from the payout to the first day of the period. */
  startsAfterDays: number;
  /** Days from the payout to the last day of the period. The due date is this day, or the next due day from it on. */
  endsAfterDays: number;
  principalNgwee: Ngwee;
  interestNgwee: Ngwee;
  feeNgwee: Ngwee;
  totalNgwee: Ngwee;
};

export type Schedule = {
  receivedNgwee: Ngwee;
  interestNgwee: Ngwee;
  /** The whole service fee, added to the instalments or deducted from the payout. */
  feeNgwee: Ngwee;
  instalments: readonly PlannedInstalment[];
};

/**
 * The schedule of a loan in ngwee and in days from its payout. Flat: principal × daily rate × days, in equal parts.
 * Declining: equal instalments, interest on the outstanding principal. An added fee is repaid in equal parts; a
 * deducted fee lowers the payout. The last instalment absorbs the rounding. Throws when the days do not divide into the
 * instalments. Rule: docs/rules/pricing.md.
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
        endsAfterDays: (index + 1) * periodDays,
        principalNgwee,
        interestNgwee,
        feeNgwee: part,
        totalNgwee: sum([principalNgwee, interestNgwee, part]),
      };
    }),
  };
}

/**
 * The payments of a schedule as cash flows, each on the last day of its period. A due day only moves a payment to a later
 * date, so the yearly rate of these flows is the highest that the loan can have.
 */
export function cashFlowsOf({ instalments }: Pick<Schedule, 'instalments'>): CashFlow[] {
  return instalments.map(({ endsAfterDays, totalNgwee }) => ({
    afterDays: endsAfterDays,
    amountNgwee: totalNgwee,
  }));
}

/** An amount in ngwee in equal parts, each rounded half up. The last part absorbs the rounding. */
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
 * The equal instalment in ngwee that repays a principal with interest on the outstanding part, rounded half up once:
 * `P × i × (1 + i)^n / ((1 + i)^n − 1)`, with i the rate of one period, as an exact fraction. Rule:
 * docs/rules/pricing.md.
 */
function annuity(principal: Ngwee, dailyRate: Rate, periodDays: number, count: number): Ngwee {
  const { numerator, denominator } = fractionOf(dailyRate);
  const interest = numerator * BigInt(periodDays);
  if (interest === 0n) return roundHalfUp(BigInt(principal), BigInt(count));
  const growth = (denominator + interest) ** BigInt(count);
  const noGrowth = denominator ** BigInt(count);
  return roundHalfUp(BigInt(principal) * interest * growth, denominator * (growth - noGrowth));
}
