import { addDays, type Day, daysBetween, earlierOf, laterOf } from './day.ts';
import type { Instalment } from './loan.ts';

type DatedInstalment = Pick<Instalment, 'dueOn' | 'excusedDays'>;

/**
 * The days that an instalment is past its due date at the end of a day, without the excused days. Negative before the
 * due date. The ladder, penalties and states use it. Ageing counts the real days. Rule: docs/rules/reversal.md.
 */
export function countedDaysLate({ dueOn, excusedDays }: DatedInstalment, on: Day): number {
  const days = daysBetween(dueOn, on);
  // Most instalments have none, and every payment asks for all instalments of its loan.
  if (excusedDays.length === 0) return days;
  return excusedDays.reduce((counted, excused) => {
    const fromOn = laterOf(excused.fromOn, addDays(dueOn, 1));
    const throughOn = earlierOf(excused.throughOn, on);
    return fromOn > throughOn ? counted : counted - daysBetween(fromOn, throughOn) - 1;
  }, days);
}

/** The first day at whose end an instalment is `count` counted days late. `count` is 1 or more. */
export function dayAtDaysLate(instalment: DatedInstalment, count: number): Day {
  let on = addDays(instalment.dueOn, count);
  if (instalment.excusedDays.length === 0) return on;
  for (
    let missing = count - countedDaysLate(instalment, on);
    missing > 0;
    missing = count - countedDaysLate(instalment, on)
  ) {
    on = addDays(on, missing);
  }
  return on;
}
