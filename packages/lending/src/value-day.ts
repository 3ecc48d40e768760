import { type Day, earlierOf } from './day.ts';
import { countedDaysLate } from './days-late.ts';
import type { Instalment, PenaltyRun } from './loan.ts';
import { add, minimum, type Ngwee, ngwee, subtract } from './money.ts';
import { amountOfRuns, splitRuns } from './penalty.ts';

// A payment counts from the day of its submission, its value day. Usually the loan is still at that day, because the
// payment was pending. After a failed attempt the loan has moved on: this file tells an instalment of the value day from
// the one of today. Rule: docs/rules/value-day.md.

/**
 * An instalment with fewer penalty days. Its waived and paid penalty are lowered to the new sum where they exceed it.
 */
export function withPenaltyRuns(instalment: Instalment, penaltyRuns: readonly PenaltyRun[]): Instalment {
  const ofDaysNgwee = amountOfRuns(penaltyRuns);
  const penaltyWaivedNgwee = minimum(instalment.penaltyWaivedNgwee, ofDaysNgwee);
  const penaltyNgwee = subtract(ofDaysNgwee, penaltyWaivedNgwee);
  const penaltyPaidNgwee = minimum(instalment.penaltyPaidNgwee, penaltyNgwee);
  return { ...instalment, penaltyRuns, penaltyWaivedNgwee, penaltyNgwee, penaltyPaidNgwee };
}

/** An instalment at the end of the value day, without the penalties charged after it. */
export function asOfValueDay(instalment: Instalment, valueOn: Day): Instalment {
  const penaltyNgwee = add(instalment.penaltyPaidNgwee, penaltyOwedOn(instalment, valueOn));
  return { ...instalment, penaltyNgwee };
}

/** The days that an instalment was past due at the end of a day, by the due date valid then or by an earlier one. */
export function daysLateOn(instalment: Instalment, on: Day): number {
  let worst = 0;
  const { earlierDueDates, excusedDays } = instalment;
  for (const { dueOn, throughOn } of earlierDueDates) {
    worst = Math.max(worst, countedDaysLate({ dueOn, excusedDays }, earlierOf(on, throughOn)));
  }
  return Math.max(worst, countedDaysLate(instalment, on));
}

/** The most days that an instalment was past due. */
export function worstDaysLateOf(instalments: readonly Instalment[]): number {
  return Math.max(0, ...instalments.map((instalment) => instalment.daysLate));
}

/** The penalties up to the value day that are still owed. Waived and paid penalties count for the oldest days. */
function penaltyOwedOn(instalment: Instalment, valueOn: Day): Ngwee {
  const charged = amountOfRuns(splitRuns(instalment.penaltyRuns, valueOn).before);
  return ngwee(Math.max(0, charged - instalment.penaltyWaivedNgwee - instalment.penaltyPaidNgwee));
}
