import { type Day, daysBetween } from './day.ts';
import type { LadderPlace, Loan } from './loan.ts';
import { kwacha, type Ngwee } from './money.ts';
import { allow, type Outcome, refuse } from './outcome.ts';
import { fractionOf, type Rate, rate, share } from './rate.ts';

/** The published rule for a borrower's limit. Rule page: docs/rules/limit-ladder.md. */
export type LadderRule = {
  /** The limit of each step in ngwee, from the entry limit up. */
  steps: readonly Ngwee[];
  onTimeLoansPerStep: number;
  /** A loan later than this moves the borrower one step down; a loan late by fewer days only restarts the count. */
  maxDaysLateToStay: number;
  /** A loan on time counts only if at least so many days passed between its payout and its settlement. */
  minDaysHeld: number;
  /** A loan on time counts only if its principal was at least this share of the borrower's limit when it was taken. */
  minShareOfLimit: Rate;
};

/** The least time and the least share of a ladder that was saved before they were part of it. */
export const LADDER_DEFAULTS = { minDaysHeld: 7, minShareOfLimit: rate('0.25') } as const;

/** The ladder of the demo lender. */
export const demoLadder: LadderRule = {
  steps: [kwacha(2000), kwacha(3000), kwacha(4000), kwacha(5000)],
  onTimeLoansPerStep: 3,
  maxDaysLateToStay: 7,
  ...LADDER_DEFAULTS,
};

export type LadderRefusal =
  | { kind: 'no_steps' }
  | { kind: 'steps_not_rising'; step: number }
  | { kind: 'no_loans_per_step' }
  | { kind: 'bad_share_of_limit' };

/**
 * Checks a ladder before it is saved. Refuses, in this order: no steps; steps that do not rise; no loans per step; a
 * least share above the whole limit.
 */
export function checkLadder(rule: LadderRule): Outcome<LadderRule, LadderRefusal> {
  if (rule.steps.length === 0) return refuse({ kind: 'no_steps' });
  const index = rule.steps.findIndex((limit, at) => limit <= (rule.steps[at - 1] ?? 0));
  if (index >= 0) return refuse({ kind: 'steps_not_rising', step: index + 1 });
  if (rule.onTimeLoansPerStep < 1) return refuse({ kind: 'no_loans_per_step' });
  const { numerator, denominator } = fractionOf(rule.minShareOfLimit);
  return numerator > denominator ? refuse({ kind: 'bad_share_of_limit' }) : allow(rule);
}

/** A borrower's place on the ladder, and the rule that moves it when a loan is settled. */
export type LadderStanding = { rule: LadderRule; place: LadderPlace };

/** Where every borrower starts. */
export const ENTRY_PLACE: LadderPlace = { step: 1, onTimeLoans: 0 };

/** The least principal in ngwee of a loan that counts, at a limit in ngwee. */
export function leastCountingNgwee(rule: LadderRule, limitNgwee: Ngwee): Ngwee {
  return share(limitNgwee, rule.minShareOfLimit);
}

/**
 * True for a loan that was held for the least time and was at least the least share of the limit. A loan from before
 * the limit was kept is measured by the limit of the present place. Rule: docs/rules/limit-ladder.md.
 */
export function countsForLadder(
  { rule, place }: LadderStanding,
  { terms, disbursedOn, limitNgwee }: Pick<Loan, 'terms' | 'disbursedOn' | 'limitNgwee'>,
  settledOn: Day,
): boolean {
  const leastNgwee = leastCountingNgwee(rule, limitNgwee ?? limitOf(rule, place));
  return (
    terms.principalNgwee >= leastNgwee &&
    disbursedOn !== null &&
    daysBetween(disbursedOn, settledOn) >= rule.minDaysHeld
  );
}

/**
 * The borrower's place after a settled loan. A loan on time moves nothing if it does not count; the last counting one
 * needed moves one step up. A loan at most `maxDaysLateToStay` days late restarts the count. A later one also moves one
 * step down. A late loan moves its borrower whether it counts or not. Rule: docs/rules/limit-ladder.md.
 */
export function placeAfterSettled(
  rule: LadderRule,
  place: LadderPlace,
  { worstDaysLate, counts }: { worstDaysLate: number; counts: boolean },
): LadderPlace {
  if (worstDaysLate > rule.maxDaysLateToStay) return { step: Math.max(1, place.step - 1), onTimeLoans: 0 };
  if (worstDaysLate > 0) return { step: place.step, onTimeLoans: 0 };
  if (!counts) return place;
  const onTimeLoans = place.onTimeLoans + 1;
  if (onTimeLoans < rule.onTimeLoansPerStep) return { step: place.step, onTimeLoans };
  const isOnTop = place.step >= rule.steps.length;
  return isOnTop
    ? { step: place.step, onTimeLoans: rule.onTimeLoansPerStep }
    : { step: place.step + 1, onTimeLoans: 0 };
}

/** The limit of a place in ngwee. A place above the top step (of an older, longer ladder) has the limit of the top. */
export function limitOf(rule: LadderRule, place: LadderPlace): Ngwee {
  const limit = rule.steps[Math.min(place.step, rule.steps.length) - 1];
  if (limit === undefined) throw new RangeError(`no step ${place.step} on the ladder`);
  return limit;
}

export type LadderView = {
  step: number;
  onTimeLoans: number;
  neededLoans: number;
  limitNgwee: Ngwee;
  /** `null` on the top step. */
  nextLimitNgwee: Ngwee | null;
  minDaysHeld: number;
  /** The least principal of a loan that is taken now and counts. */
  leastCountingNgwee: Ngwee;
};

/**
 * The ladder for the borrower's screen: the place, the loans needed for the next step and its limit in ngwee. A place
 * from an older rule is shown within this rule: at most the top step, at most one loan short of the next.
 */
export function ladderView(rule: LadderRule, place: LadderPlace): LadderView {
  const nextLimitNgwee = rule.steps[place.step] ?? null;
  const mostOnTime = rule.onTimeLoansPerStep - (nextLimitNgwee === null ? 0 : 1);
  return {
    step: Math.min(place.step, rule.steps.length),
    onTimeLoans: Math.min(place.onTimeLoans, mostOnTime),
    neededLoans: rule.onTimeLoansPerStep,
    limitNgwee: limitOf(rule, place),
    nextLimitNgwee,
    minDaysHeld: rule.minDaysHeld,
    leastCountingNgwee: leastCountingNgwee(rule, limitOf(rule, place)),
  };
}
