import { followedBy, unchanged } from './change.ts';
import { chargeCapRoom } from './charge-cap.ts';
import { addDays, type Day, earlierOf, laterOf } from './day.ts';
import { countedDaysLate, dayAtDaysLate } from './days-late.ts';
import { earnThrough } from './earning.ts';
import { frozenPlanOf, nextMissOf } from './hardship-freeze.ts';
import { transfer } from './ledger.ts';
import {
  type Change,
  type Instalment,
  type InstalmentState,
  isRunning,
  type Loan,
  type LoanEvent,
} from './loan.ts';
import { sum } from './money.ts';
import { isCleared } from './owed.ts';
import { accruePenalties, firstPenaltyOn, penaltyBase, penaltyOfOneDay } from './penalty.ts';
import { worstDaysLateOf } from './value-day.ts';

/**
 * Applies the days up to the end of `throughOn` to a loan: penalties, states, days late, income earned, and the day of
 * its next event. The end of the day, quotes and payments all call it, so a job that ran late, twice or not at all
 * changes no amount. While a payment is pending, no day after its submission counts. A day that was applied is not
 * applied again, and a loan that does not run is not changed. It is never refused. Rule: docs/rules/end-of-day.md.
 */
export function catchUp(loan: Loan, throughOn: Day): Change {
  if (!isRunning(loan) || loan.accruedThroughOn === null) return unchanged(loan);
  const limit = loan.pending === null ? throughOn : earlierOf(throughOn, loan.pending.submittedOn);
  const on = laterOf(loan.accruedThroughOn, limit);
  const moved = followedBy(moveStates(loan, on), (before) => endMissedPlan(before, on));
  const penalised = followedBy(moved, (before) => accrueTo(before, on));
  const earned = followedBy(penalised, (before) => earnThrough(before, on));
  return { ...earned, loan: { ...earned.loan, nextEventOn: nextEventOf(earned.loan, on) } };
}

function accrueTo(loan: Loan, on: Day): Change {
  if (loan.accruedThroughOn === null) throw new Error(`loan ${loan.loanId} runs without a first day`);
  const { instalments, accrued } = accruePenalties(loan, loan.accruedThroughOn, on);
  return {
    ...unchanged({ ...loan, instalments, accruedThroughOn: on }),
    transfers: transfer(
      'penalty_receivable',
      'penalty_income',
      sum(accrued.map((entry) => entry.amountNgwee)),
    ),
    events: accrued.map((entry) => ({ kind: 'penalty_accrued', on, ...entry })),
  };
}

function moveStates(loan: Loan, on: Day): Change {
  const events: LoanEvent[] = [];
  const instalments = loan.instalments.map((instalment) => {
    const state = instalmentStateOn(instalment, on);
    const { period, dueOn } = instalment;
    const daysLateNow = countedDaysLate(instalment, on);
    if (instalment.state === 'scheduled' && (state === 'due' || state === 'overdue')) {
      events.push({ kind: 'instalment_due', on: dueOn, period });
    }
    if (instalment.state !== 'overdue' && state === 'overdue') {
      events.push({ kind: 'instalment_overdue', on: dayAtDaysLate(instalment, 1), period });
    }
    const daysLate = state === 'overdue' ? Math.max(instalment.daysLate, daysLateNow) : instalment.daysLate;
    const isSame = state === instalment.state && daysLate === instalment.daysLate;
    return isSame ? instalment : { ...instalment, state, daysLate };
  });
  const isOverdue = instalments.some((instalment) => instalment.state === 'overdue');
  const worstDaysLate = worstDaysLateOf(instalments);
  return {
    ...unchanged({ ...loan, instalments, state: isOverdue ? 'overdue' : 'active', worstDaysLate }),
    events,
  };
}

/** Ends the freeze of penalties when a date of a hardship plan was missed. Rule: docs/rules/hardship.md. */
function endMissedPlan(loan: Loan, on: Day): Change {
  const plan = frozenPlanOf(loan);
  const missed = nextMissOf(loan);
  if (plan === null || missed === null || missed.on > on) return unchanged(loan);
  return {
    ...unchanged({ ...loan, hardship: { ...plan, endedOn: missed.on } }),
    events: [{ kind: 'hardship_ended', ...missed }],
  };
}

/**
 * The state of an instalment at the end of a day. It follows from the due date, the excused days and what is owed: an
 * instalment whose days since the due date are all excused is due, and not overdue.
 */
export function instalmentStateOn(instalment: Instalment, on: Day): InstalmentState {
  if (isCleared(instalment)) return 'settled';
  if (countedDaysLate(instalment, on) > 0) return 'overdue';
  return on >= instalment.dueOn ? 'due' : 'scheduled';
}

/** The next day that changes the loan. While a payment is pending there is none. */
function nextEventOf(loan: Loan, on: Day): Day | null {
  if (loan.pending !== null) return null;
  const mayCharge = chargeCapRoom(loan) > 0;
  const days = loan.instalments.map((instalment) => {
    if (instalment.state === 'scheduled') return instalment.dueOn;
    if (instalment.state === 'due') return dayAtDaysLate(instalment, 1);
    const isCharged = mayCharge && penaltyOfOneDay(loan, penaltyBase(instalment)) > 0;
    return isCharged ? laterOf(addDays(on, 1), firstPenaltyOn(loan, instalment)) : null;
  });
  return [...days, nextMissOf(loan)?.on ?? null]
    .filter((candidate) => candidate !== null)
    .reduce<Day | null>(
      (earliest, candidate) => (earliest === null ? candidate : earlierOf(earliest, candidate)),
      null,
    );
}
