import { type Ngwee, ngwee, roundHalfUp, ZERO } from '@thumba/lending/money';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import { fractionOf, type Rate, rate } from '@thumba/lending/rate';
import { beginAtZeroAndRise, isAboveOne, isLower, neverFall, ruleOf } from './classification.ts';
import type { LoanFacts } from './loan-facts.ts';

export type Stage = 1 | 2 | 3;

export type DefaultBucket = {
  fromDaysPastDue: number;
  /** How many of these loans default within twelve months, or within their term where it is shorter. */
  twelveMonthRate: Rate;
  /** How many of these loans default within their remaining term. */
  lifetimeRate: Rate;
};

/** The probabilities of default that the lender enters. It is data with versions. Rule: docs/rules/impairment.md. */
export type DefaultTable = {
  /** Where the rates come from, and what they expect of the future. */
  basis: string;
  isConfirmed: boolean;
  stage2FromDaysPastDue: number;
  stage3FromDaysPastDue: number;
  /** The lowest lifetime rate of a loan with forbearance. */
  forborneRate: Rate;
  buckets: readonly DefaultBucket[];
};

export type LossBucket = {
  fromDaysPastDue: number;
  /** The share that is lost of a loan in default: what does not come back, at its present value. */
  lossRate: Rate;
};

/** The loss given default that the lender enters. It is data with versions. Rule: docs/rules/impairment.md. */
export type LossTable = { basis: string; isConfirmed: boolean; buckets: readonly LossBucket[] };

/** The table that comes with the program. A lender enters its own figures. */
export const exampleDefaultTable: DefaultTable = {
  basis: 'Example of the program, not measured on loans of the lender',
  isConfirmed: false,
  stage2FromDaysPastDue: 30,
  stage3FromDaysPastDue: 90,
  forborneRate: rate('0.3'),
  buckets: [
    { fromDaysPastDue: 0, twelveMonthRate: rate('0.05'), lifetimeRate: rate('0.05') },
    { fromDaysPastDue: 1, twelveMonthRate: rate('0.15'), lifetimeRate: rate('0.15') },
    { fromDaysPastDue: 8, twelveMonthRate: rate('0.3'), lifetimeRate: rate('0.3') },
    { fromDaysPastDue: 30, twelveMonthRate: rate('0.6'), lifetimeRate: rate('0.6') },
    { fromDaysPastDue: 60, twelveMonthRate: rate('0.8'), lifetimeRate: rate('0.8') },
    { fromDaysPastDue: 90, twelveMonthRate: rate('1'), lifetimeRate: rate('1') },
  ],
};

/** The table that comes with the program. A lender enters its own figures. */
export const exampleLossTable: LossTable = {
  basis: 'Example of the program, not measured on loans of the lender',
  isConfirmed: false,
  buckets: [
    { fromDaysPastDue: 0, lossRate: rate('0.6') },
    { fromDaysPastDue: 90, lossRate: rate('0.7') },
    { fromDaysPastDue: 180, lossRate: rate('0.9') },
  ],
};

/** IFRS 9 B5.5.37: default is presumed at 90 days past due. 5.5.11: credit risk has risen after 30. */
const LATEST_STAGE_3 = 90;
const LATEST_STAGE_2 = 31;

export type DefaultTableRefusal =
  | { kind: 'days_not_rising'; table: string }
  | { kind: 'rate_above_one'; table: string }
  | { kind: 'rates_not_rising'; table: string }
  | { kind: 'stage_1_is_zero' }
  | { kind: 'lifetime_below_twelve_months'; fromDaysPastDue: number }
  | { kind: 'stage_too_late'; stage: 2 | 3; latestDaysPastDue: number }
  | { kind: 'stage_within_bucket'; stage: 2 | 3 };

/**
 * Refuses, in this order: days that do not begin at 0 and rise; a rate above 1; rates that fall; a rate of 0, because
 * stage 1 is never 0; a lifetime rate below that of twelve months; a stage that begins later than the standard presumes;
 * a stage that begins within a bucket.
 */
export function checkDefaultTable(table: DefaultTable): Outcome<DefaultTable, DefaultTableRefusal> {
  const { buckets, stage2FromDaysPastDue, stage3FromDaysPastDue, forborneRate } = table;
  if (!beginAtZeroAndRise(buckets)) return refuse({ kind: 'days_not_rising', table: 'default-probability' });
  const twelveMonths = buckets.map(({ twelveMonthRate }) => twelveMonthRate);
  const lifetimes = buckets.map(({ lifetimeRate }) => lifetimeRate);
  if ([...twelveMonths, ...lifetimes, forborneRate].some(isAboveOne))
    return refuse({ kind: 'rate_above_one', table: 'default-probability' });
  if (!neverFall(twelveMonths) || !neverFall(lifetimes))
    return refuse({ kind: 'rates_not_rising', table: 'default-probability' });
  if (twelveMonths.some(isZero)) return refuse({ kind: 'stage_1_is_zero' });
  const short = buckets.find(({ twelveMonthRate, lifetimeRate }) => isLower(lifetimeRate, twelveMonthRate));
  if (short !== undefined)
    return refuse({ kind: 'lifetime_below_twelve_months', fromDaysPastDue: short.fromDaysPastDue });
  const begins = (days: number) => buckets.some(({ fromDaysPastDue }) => fromDaysPastDue === days);
  if (stage3FromDaysPastDue > LATEST_STAGE_3)
    return refuse({ kind: 'stage_too_late', stage: 3, latestDaysPastDue: LATEST_STAGE_3 });
  if (stage2FromDaysPastDue > LATEST_STAGE_2 || stage2FromDaysPastDue >= stage3FromDaysPastDue)
    return refuse({ kind: 'stage_too_late', stage: 2, latestDaysPastDue: LATEST_STAGE_2 });
  if (!begins(stage2FromDaysPastDue)) return refuse({ kind: 'stage_within_bucket', stage: 2 });
  return begins(stage3FromDaysPastDue) ? allow(table) : refuse({ kind: 'stage_within_bucket', stage: 3 });
}

export type LossTableRefusal =
  | { kind: 'days_not_rising'; table: string }
  | { kind: 'rate_above_one'; table: string }
  | { kind: 'loss_is_zero' };

/** Refuses, in this order: days that do not begin at 0 and rise; a rate above 1; a rate of 0. */
export function checkLossTable(table: LossTable): Outcome<LossTable, LossTableRefusal> {
  const { buckets } = table;
  if (!beginAtZeroAndRise(buckets)) return refuse({ kind: 'days_not_rising', table: 'loss-given-default' });
  const rates = buckets.map(({ lossRate }) => lossRate);
  if (rates.some(isAboveOne)) return refuse({ kind: 'rate_above_one', table: 'loss-given-default' });
  return rates.some(isZero) ? refuse({ kind: 'loss_is_zero' }) : allow(table);
}

/** The stage of a loan. Forbearance that is not cured is at least stage 2. Rule: docs/rules/impairment.md. */
export function stageOf(
  table: Pick<DefaultTable, 'stage2FromDaysPastDue' | 'stage3FromDaysPastDue'>,
  { daysPastDue, isForborne }: Pick<LoanFacts, 'daysPastDue' | 'isForborne'>,
): Stage {
  if (daysPastDue >= table.stage3FromDaysPastDue) return 3;
  return daysPastDue >= table.stage2FromDaysPastDue || isForborne ? 2 : 1;
}

/**
 * The probability of default of a loan: of twelve months in stage 1, of the remaining term in stage 2, and 1 in
 * stage 3.
 */
export function defaultRateOf(
  table: DefaultTable,
  loan: Pick<LoanFacts, 'daysPastDue' | 'isForborne'>,
): Rate {
  const { twelveMonthRate, lifetimeRate } = ruleOf(table.buckets, loan.daysPastDue);
  const stage = stageOf(table, loan);
  if (stage === 3) return rate('1');
  if (stage === 1) return twelveMonthRate;
  return loan.isForborne && isLower(lifetimeRate, table.forborneRate) ? table.forborneRate : lifetimeRate;
}

/**
 * Gross carrying amount × probability of default × loss given default in ngwee, rounded half up once, and at least one
 * ngwee: no loan is expected to lose nothing. A loan without an amount has none. IFRS 9 5.5.17.
 */
export function expectedLossOf(grossNgwee: number, defaultRate: Rate, lossRate: Rate): Ngwee {
  if (grossNgwee <= 0) return ZERO;
  const [probability, loss] = [fractionOf(defaultRate), fractionOf(lossRate)];
  const rounded = roundHalfUp(
    BigInt(grossNgwee) * probability.numerator * loss.numerator,
    probability.denominator * loss.denominator,
  );
  return ngwee(Math.max(1, rounded));
}

/** "8–29" or "90+": the days past due of a bucket. */
export function bucketName(buckets: readonly { fromDaysPastDue: number }[], fromDaysPastDue: number): string {
  const index = buckets.findIndex((bucket) => bucket.fromDaysPastDue === fromDaysPastDue);
  const next = buckets[index + 1];
  if (next === undefined) return `${fromDaysPastDue}+`;
  const throughDays = next.fromDaysPastDue - 1;
  return throughDays === fromDaysPastDue ? String(fromDaysPastDue) : `${fromDaysPastDue}–${throughDays}`;
}

function isZero(each: Rate): boolean {
  return fractionOf(each).numerator === 0n;
}
