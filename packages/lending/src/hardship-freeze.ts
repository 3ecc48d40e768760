import { addDays, type Day, laterOf } from './day.ts';
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
  const missedOn = dayAtDaysLate(first, plan.missAfterDays + 1);
  return { period: first.period, on: laterOf(missedOn, addDays(loan.accruedThroughOn, 1)) };
}
