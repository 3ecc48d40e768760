import type { LadderPlace } from './loan.ts';
import { kwacha, type Ngwee } from './money.ts';
import { allow, type Outcome, refuse } from './outcome.ts';

/** The published rule for a borrower's limit. Rule page: docs/rules/limit-ladder.md. */
export type LadderRule = {
  /** The limit of each step in ngwee, from the entry limit up. */
  steps: readonly Ngwee[];
  onTimeLoansPerStep: number;
  /** A loan later than this moves the borrower one step down; a loan late by fewer days only restarts the count. */
  maxDaysLateToStay: number;
};

/** The ladder of the demo lender. */
export const demoLadder: LadderRule = {
  steps: [kwacha(2000), kwacha(3000), kwacha(4000), kwacha(5000)],
  onTimeLoansPerStep: 3,
  maxDaysLateToStay: 7,
};

export type LadderRefusal =
  | { kind: 'no_steps' }
  | { kind: 'steps_not_rising'; step: number }
  | { kind: 'no_loans_per_step' };

/** Checks a ladder before it is saved. Refuses, in this order: no steps; steps that do not rise; no loans per step. */
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
 * The borrower's place after a settled loan. A loan on time counts, and the last one needed moves one step up. A loan
 * at most `maxDaysLateToStay` days late restarts the count. A later one also moves one step down. Rule:
 * docs/rules/limit-ladder.md.
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
  };
}
