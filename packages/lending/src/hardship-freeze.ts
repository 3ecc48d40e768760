import { addDays, type Day, earlierOf, laterOf } from './day.ts';
import { dayAtDaysLate } from './days-late.ts';
import type { HardshipPlan } from './hardship.ts';
import type { Instalment, Loan } from './loan.ts';
import { isCleared } from './owed.ts';

/** The hardship plan whose penalties are frozen: one that was agreed and has not ended. */
export function frozenPlanOf({ hardship }: Loan): HardshipPlan | null {
  return hardship !== null && hardship.endedOn === null ? hardship : null;
}

/** The unpaid instalment whose date is missed first if nothing more is paid, and the day on which it counts as missed. */
export type NextMiss = { period: number; on: Day };

/**
 * The next date of a frozen plan that will be missed. A day that was applied already ends nothing: an instalment that a
 * reversal opened again is missed on the next day at the earliest. `null` without a frozen plan, and when everything is
 * paid. Rule: docs/rules/hardship.md.
 */
export function nextMissOf(loan: Loan): NextMiss | null {
  const plan = frozenPlanOf(loan);
  if (plan === null || loan.accruedThroughOn === null) return null;
  const [first] = loan.instalments
    .filter((instalment) => !isCleared(instalment))
    .toSorted((a: Instalment, b: Instalment) => (a.dueOn < b.dueOn ? -1 : 1));
  if (first === undefined) return null;
  const missedOn = missedDayOf(plan, first);
  return { period: first.period, on: laterOf(missedOn, addDays(loan.accruedThroughOn, 1)) };
}

/**
 * The first day up to `throughOn` on which a date of a plan that has ended is missed, when its instalments are cleared on
 * the days of `clearedOn` (`null` while they are not). It is not before the day on which the plan ended. A date that an
 * extension moved is judged as long as it was valid. `null` when no date is missed. Rule: docs/rules/hardship.md.
 */
export function firstMissOf(
  plan: HardshipPlan & { endedOn: Day },
  instalments: readonly Instalment[],
  { clearedOn, throughOn }: { clearedOn: readonly (Day | null)[]; throughOn: Day },
): Day | null {
  const missed = instalments.flatMap((instalment, index) => {
    const on = missedDayOfValidDate(plan, instalment);
    const cleared = clearedOn[index] ?? null;
    // What was paid when the plan was agreed has no date in it.
    const isKept = cleared !== null && (cleared < on || cleared <= plan.agreedOn);
    return isKept || on > throughOn ? [] : [laterOf(on, plan.endedOn)];
  });
  return missed.length === 0 ? null : missed.reduce(earlierOf);
}

/** The first day on which a date since the agreement is missed while it is valid; the last date stays valid. */
function missedDayOfValidDate(plan: HardshipPlan, instalment: Instalment): Day {
  const { earlierDueDates, excusedDays } = instalment;
  const missedOn = earlierDueDates
    .filter(({ throughOn }) => throughOn > plan.agreedOn)
    .map(({ dueOn, throughOn }) => ({ throughOn, on: missedDayOf(plan, { dueOn, excusedDays }) }))
    .find(({ on, throughOn }) => on <= throughOn)?.on;
  return missedOn ?? missedDayOf(plan, instalment);
}

function missedDayOf(
  { missAfterDays }: HardshipPlan,
  instalment: Pick<Instalment, 'dueOn' | 'excusedDays'>,
): Day {
  return dayAtDaysLate(instalment, missAfterDays + 1);
}
