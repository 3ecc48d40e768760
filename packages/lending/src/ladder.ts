import type { LadderPlace } from './loan.ts';
import { kwacha, type Ngwee } from './money.ts';
import { allow, type Outcome, refuse } from './outcome.ts';

/** The published rule by which a borrower's limit grows and shrinks. */
export type LadderRule = {
  /** The limit on each step, from the entry limit up. */
  steps: readonly Ngwee[];
  onTimeLoansPerStep: number;
  /** A loan that was later than this takes one step away; one that was a little late only starts the count again. */
  maxDaysLateToStay: number;
};

/** K2,000, 3,000, 4,000, 5,000; three on-time loans a step. */
export const demoLadder: LadderRule = {
  steps: [kwacha(2000), kwacha(3000), kwacha(4000), kwacha(5000)],
  onTimeLoansPerStep: 3,
  maxDaysLateToStay: 7,
};

export type LadderRefusal =
  | { kind: 'no_steps' }
  | { kind: 'steps_not_rising'; step: number }
  | { kind: 'no_loans_per_step' };

/** Whether a lender may publish a ladder: every step higher than the one before it, and something to climb it by. */
export function checkLadder(rule: LadderRule): Outcome<LadderRule, LadderRefusal> {
  if (rule.steps.length === 0) return refuse({ kind: 'no_steps' });
  const index = rule.steps.findIndex((limit, at) => limit <= (rule.steps[at - 1] ?? 0));
  if (index >= 0) return refuse({ kind: 'steps_not_rising', step: index + 1 });
  return rule.onTimeLoansPerStep < 1 ? refuse({ kind: 'no_loans_per_step' }) : allow(rule);
}

/** A borrower's place on the ladder, and the rule that moves it when a loan is settled. */
export type LadderStanding = { rule: LadderRule; place: LadderPlace };

/** Where every borrower starts. */
export const ENTRY_PLACE: LadderPlace = { step: 1, onTimeLoans: 0 };

/**
 * Where a settled loan leaves its borrower. On time (never a day late): one more counts, and the last one needed moves
 * a step up. Up to `maxDaysLateToStay` days late: the count starts again. Later than that: a step down as well.
 */
export function placeAfterSettled(rule: LadderRule, place: LadderPlace, worstDaysLate: number): LadderPlace {
  if (worstDaysLate > rule.maxDaysLateToStay) return { step: Math.max(1, place.step - 1), onTimeLoans: 0 };
  if (worstDaysLate > 0) return { step: place.step, onTimeLoans: 0 };
  const onTimeLoans = place.onTimeLoans + 1;
  if (onTimeLoans < rule.onTimeLoansPerStep) return { step: place.step, onTimeLoans };
  const isOnTop = place.step >= rule.steps.length;
  return isOnTop
    ? { step: place.step, onTimeLoans: rule.onTimeLoansPerStep }
    : { step: place.step + 1, onTimeLoans: 0 };
}

/** The limit in ngwee on a place. A place above the top, left by a longer ladder, has the top's limit. */
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
};

/**
 * What a borrower sees of the ladder: the place, and what the next step takes and gives. A place left by an older rule
 * is shown as this rule takes it: never above the top, and one loan short of the next step at most.
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
  };
}
