import { chargeCapRoom } from './charge-cap.ts';
import { addDays, type Day, daysBetween, laterOf } from './day.ts';
import { dayAtDaysLate } from './days-late.ts';
import { nextMissOf } from './hardship-freeze.ts';
import type { Instalment, Loan, PenaltyRun } from './loan.ts';
import { add, minimum, type Ngwee, ngwee, sum, ZERO } from './money.ts';
import { owedOnInstalment } from './owed.ts';
import { share } from './rate.ts';

export type AccruedPenalty = { period: number; days: number; amountNgwee: Ngwee };

/** The amount in ngwee that a penalty is charged on: principal, interest and fee owed. Rule: docs/rules/penalty.md. */
export function penaltyBase(instalment: Instalment): Ngwee {
  const { principalNgwee, interestNgwee, feeNgwee } = owedOnInstalment(instalment);
  return sum([principalNgwee, interestNgwee, feeNgwee]);
}

/** The penalty in ngwee of the next day; zero within the grace days and at the charge cap. */
export function penaltyPerDay(loan: Loan): Ngwee {
  if (loan.accruedThroughOn === null) return ZERO;
  const { accrued } = accruePenalties(loan, loan.accruedThroughOn, addDays(loan.accruedThroughOn, 1));
  return sum(accrued.map((penalty) => penalty.amountNgwee));
}

/** The penalty of one day in ngwee: base × daily rate, rounded half up, before the charge cap. */
export function penaltyOfOneDay(loan: Loan, baseNgwee: Ngwee): Ngwee {
  return share(baseNgwee, loan.terms.penaltyDailyRate);
}

/**
 * The first day with a penalty: the day after the due date and the grace days, without excused days, and not before a
 * hardship plan ends. Grace days, and days on which penalties were frozen, are never charged later.
 */
export function firstPenaltyOn(loan: Loan, instalment: Instalment): Day {
  const afterGraceOn = dayAtDaysLate(instalment, loan.terms.penaltyGraceDays + 1);
  const unfrozenOn = loan.hardship?.endedOn ?? nextMissOf(loan)?.on;
  return unfrozenOn === undefined ? afterGraceOn : laterOf(afterGraceOn, unfrozenOn);
}

/**
 * Charges a penalty for each day after `afterOn` up to and including `throughOn`, in due order within a day, up to the
 * charge cap. The base is the same on all these days, because a payment is posted only after its day was accrued. Rule:
 * docs/rules/penalty.md.
 */
export function accruePenalties(
  loan: Loan,
  afterOn: Day,
  throughOn: Day,
): { instalments: readonly Instalment[]; accrued: readonly AccruedPenalty[] } {
  // Most payments are of a day that the loan is caught up to already.
  if (afterOn >= throughOn) return { instalments: loan.instalments, accrued: [] };
  const late = loan.instalments
    .map((instalment) => ({ instalment, baseNgwee: penaltyBase(instalment) }))
    .map((entry) => ({
      ...entry,
      fromOn: laterOf(firstPenaltyOn(loan, entry.instalment), addDays(afterOn, 1)),
      perDayNgwee: penaltyOfOneDay(loan, entry.baseNgwee),
      charged: [] as PenaltyRun[],
    }))
    .filter(({ fromOn, perDayNgwee }) => fromOn <= throughOn && perDayNgwee > 0);
  if (late.length === 0) return { instalments: loan.instalments, accrued: [] };

  let room = chargeCapRoom(loan);
  for (let on = addDays(afterOn, 1); on <= throughOn && room > 0; on = addDays(on, 1)) {
    for (const { fromOn, perDayNgwee, baseNgwee, charged } of late) {
      const amount = on < fromOn ? ZERO : minimum(perDayNgwee, room);
      room = ngwee(room - amount);
      if (amount > 0) extendRuns(charged, { fromOn: on, throughOn: on, baseNgwee, perDayNgwee: amount });
    }
  }

  const charged = late.filter((entry) => entry.charged.length > 0);
  return {
    instalments: loan.instalments.map((instalment) => {
      const entry = charged.find((candidate) => candidate.instalment === instalment);
      if (entry === undefined) return instalment;
      const penaltyRuns = joinRuns([...instalment.penaltyRuns, ...entry.charged]);
      return {
        ...instalment,
        penaltyRuns,
        penaltyNgwee: add(instalment.penaltyNgwee, amountOfRuns(entry.charged)),
      };
    }),
    accrued: charged.map(({ instalment, charged: runs }) => ({
      period: instalment.period,
      days: daysOfRuns(runs),
      amountNgwee: amountOfRuns(runs),
    })),
  };
}

/** The penalty of some runs in ngwee: days × penalty per day. */
export function amountOfRuns(runs: readonly PenaltyRun[]): Ngwee {
  return sum(runs.map((run) => ngwee(run.perDayNgwee * daysOfRun(run))));
}

/** The days that some runs are charged for. */
export function daysOfRuns(runs: readonly PenaltyRun[]): number {
  return runs.reduce((days, run) => days + daysOfRun(run), 0);
}

/** The run that is charged when part of its base, in ngwee, was cleared before; none when nothing is charged then. */
export function runWithout(loan: Loan, run: PenaltyRun, clearedNgwee: Ngwee): PenaltyRun[] {
  if (clearedNgwee === 0) return [run];
  const baseNgwee = ngwee(Math.max(0, run.baseNgwee - clearedNgwee));
  const perDayNgwee = minimum(run.perDayNgwee, penaltyOfOneDay(loan, baseNgwee));
  return perDayNgwee > 0 ? [{ ...run, baseNgwee, perDayNgwee }] : [];
}

/** Splits runs into the days up to and including `throughOn` and the days after it. */
export function splitRuns(
  runs: readonly PenaltyRun[],
  throughOn: Day,
): { before: PenaltyRun[]; after: PenaltyRun[] } {
  const before: PenaltyRun[] = [];
  const after: PenaltyRun[] = [];
  for (const run of runs) {
    if (run.throughOn <= throughOn) before.push(run);
    else if (run.fromOn > throughOn) after.push(run);
    else {
      before.push({ ...run, throughOn });
      after.push({ ...run, fromOn: addDays(throughOn, 1) });
    }
  }
  return { before, after };
}

function daysOfRun(run: PenaltyRun): number {
  return daysBetween(run.fromOn, run.throughOn) + 1;
}

/** Joins runs that follow each other with the same base and penalty. */
export function joinRuns(runs: readonly PenaltyRun[]): PenaltyRun[] {
  const joined: PenaltyRun[] = [];
  for (const run of runs) extendRuns(joined, run);
  return joined;
}

/** Adds a run to the end of a list. It extends the last run when that has the same base and penalty. */
function extendRuns(runs: PenaltyRun[], next: PenaltyRun): void {
  const last = runs.at(-1);
  const extendsLast =
    last !== undefined &&
    last.perDayNgwee === next.perDayNgwee &&
    last.baseNgwee === next.baseNgwee &&
    addDays(last.throughOn, 1) === next.fromOn;
  if (extendsLast) runs[runs.length - 1] = { ...last, throughOn: next.throughOn };
  else runs.push(next);
}
