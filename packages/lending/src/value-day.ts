import { type AllocatedPayment, allocate } from './allocation.ts';
import { unchanged } from './change.ts';
import { type Day, daysBetween } from './day.ts';
import { transfer } from './ledger.ts';
import type { Change, ChargeKind, Instalment, Loan, LoanEvent, PenaltyRun } from './loan.ts';
import { add, minimum, type Ngwee, ngwee, subtract, sum, ZERO } from './money.ts';
import { owedOnInstalment } from './owed.ts';
import { amountOfRuns, joinRuns, penaltyBase, penaltyOfOneDay, splitRuns } from './penalty.ts';

// A payment counts for the day it was submitted. Usually the loan stands at that day, because it waited. When we had
// given the payment up, the loan has moved on: what was charged since then is split here from what was charged before.

/**
 * Takes back the penalties since the value day on what the payment clears, as if it had come that day, and the days
 * late with them. What was already paid of them becomes wallet credit.
 */
export function waiveSinceValueDay(
  loan: Loan,
  { amountNgwee, valueOn, on }: { amountNgwee: Ngwee; valueOn: Day; on: Day },
): Change {
  const cleared = clearedOnValueDay(loan, amountNgwee, valueOn);
  const events: LoanEvent[] = [];
  const refunds: Ngwee[] = [];
  const instalments = loan.instalments.map((instalment, index) => {
    const { clearedNgwee, isAllCleared } = cleared[index] ?? { clearedNgwee: ZERO, isAllCleared: false };
    const { before, after } = splitRuns(instalment.penaltyRuns, valueOn);
    const stillCharged = after.flatMap((run) => runWithout(loan, run, clearedNgwee));
    const penaltyRuns = joinRuns([...before, ...stillCharged]);
    const penaltyNgwee = amountOfRuns(penaltyRuns);
    const waived = subtract(instalment.penaltyNgwee, penaltyNgwee);
    const penaltyPaidNgwee = minimum(instalment.penaltyPaidNgwee, penaltyNgwee);
    refunds.push(subtract(instalment.penaltyPaidNgwee, penaltyPaidNgwee));
    if (waived > 0) {
      const { period } = instalment;
      events.push({ kind: 'penalty_waived', on, period, amountNgwee: waived, reason: 'paid_on_value_day' });
    }
    const daysLate = isAllCleared
      ? Math.min(instalment.daysLate, daysLateOn(instalment, valueOn))
      : instalment.daysLate;
    return { ...instalment, penaltyRuns, penaltyNgwee, penaltyPaidNgwee, daysLate };
  });
  const waivedNgwee = sum(
    events.map((event) => (event.kind === 'penalty_waived' ? event.amountNgwee : ZERO)),
  );
  const refundNgwee = sum(refunds);
  return {
    ...unchanged({ ...loan, instalments, worstDaysLate: worstDaysLateOf(instalments) }),
    transfers: [
      ...transfer('penalty_income', 'penalty_receivable', waivedNgwee),
      ...transfer('penalty_receivable', 'wallet_credit', refundNgwee),
    ],
    walletNgwee: refundNgwee,
    events,
  };
}

/**
 * Lays a payment on what was owed on its value day. Penalties charged after that day come last, when everything else
 * is cleared and money is left.
 */
export function allocateForValueDay(loan: Loan, amountNgwee: Ngwee, valueOn: Day): AllocatedPayment {
  const { repaymentOrder } = loan.terms;
  const asOfValueDay = loan.instalments.map((instalment) => ({
    ...instalment,
    penaltyNgwee: add(instalment.penaltyPaidNgwee, penaltyOwedOn(instalment, valueOn)),
  }));
  const first = allocate(asOfValueDay, amountNgwee, repaymentOrder);
  const withLaterPenalties = first.instalments.map((instalment, index) => ({
    ...instalment,
    penaltyNgwee: loan.instalments[index]?.penaltyNgwee ?? instalment.penaltyNgwee,
  }));
  const second = allocate(withLaterPenalties, first.remainderNgwee, repaymentOrder);
  return {
    instalments: second.instalments,
    parts: {
      penaltyNgwee: add(first.parts.penaltyNgwee, second.parts.penaltyNgwee),
      feeNgwee: add(first.parts.feeNgwee, second.parts.feeNgwee),
      interestNgwee: add(first.parts.interestNgwee, second.parts.interestNgwee),
      principalNgwee: add(first.parts.principalNgwee, second.parts.principalNgwee),
    },
    remainderNgwee: second.remainderNgwee,
  };
}

export function worstDaysLateOf(instalments: readonly Instalment[]): number {
  return Math.max(0, ...instalments.map((instalment) => instalment.daysLate));
}

/**
 * What the payment would have cleared of principal, interest and fee on its value day, per instalment. What was owed
 * then is read from the first penalty charged after it, which another payment may have cleared since; without one, it
 * is what is owed now, or all of it when it was cleared by another payment in its grace days.
 */
function clearedOnValueDay(
  loan: Loan,
  amountNgwee: Ngwee,
  valueOn: Day,
): { clearedNgwee: Ngwee; isAllCleared: boolean }[] {
  let left = amountNgwee;
  const take = (owed: Ngwee): Ngwee => {
    const taken = minimum(left, owed);
    left = subtract(left, taken);
    return taken;
  };
  return loan.instalments.map((instalment) => {
    const owedNgwee = baseOwedOn(instalment, valueOn);
    const beforePenaltyNgwee = subtract(owedNgwee, owedAfterPenalty(instalment, loan.terms.repaymentOrder));
    const clearedFirst = take(beforePenaltyNgwee);
    take(penaltyOwedOn(instalment, valueOn));
    const clearedNgwee = add(clearedFirst, take(subtract(owedNgwee, beforePenaltyNgwee)));
    return { clearedNgwee, isAllCleared: owedNgwee > 0 && clearedNgwee === owedNgwee };
  });
}

/** The part of what is owed now that the product lets a payment reach only after the penalty. */
function owedAfterPenalty(instalment: Instalment, repaymentOrder: readonly ChargeKind[]): Ngwee {
  const owed = owedOnInstalment(instalment);
  return sum(repaymentOrder.slice(repaymentOrder.indexOf('penalty') + 1).map((kind) => owed[`${kind}Ngwee`]));
}

function baseOwedOn(instalment: Instalment, valueOn: Day): Ngwee {
  const [firstAfter] = splitRuns(instalment.penaltyRuns, valueOn).after;
  if (firstAfter !== undefined) return firstAfter.baseNgwee;
  const owedNow = penaltyBase(instalment);
  const wasClearedSince = owedNow === 0 && instalment.daysLate > daysLateOn(instalment, valueOn);
  return wasClearedSince
    ? sum([instalment.principalNgwee, instalment.interestNgwee, instalment.feeNgwee])
    : owedNow;
}

/** Penalties charged up to the value day and not paid; what was paid is taken to have paid the oldest first. */
function penaltyOwedOn(instalment: Instalment, valueOn: Day): Ngwee {
  const charged = amountOfRuns(splitRuns(instalment.penaltyRuns, valueOn).before);
  return ngwee(Math.max(0, charged - instalment.penaltyPaidNgwee));
}

function daysLateOn(instalment: Instalment, on: Day): number {
  return Math.max(0, daysBetween(instalment.dueOn, on));
}

/** A run as it would have been charged had part of its base been cleared before it. */
function runWithout(loan: Loan, run: PenaltyRun, clearedNgwee: Ngwee): PenaltyRun[] {
  if (clearedNgwee === 0) return [run];
  const baseNgwee = ngwee(Math.max(0, run.baseNgwee - clearedNgwee));
  const perDayNgwee = minimum(run.perDayNgwee, penaltyOfOneDay(loan, baseNgwee));
  return perDayNgwee > 0 ? [{ ...run, baseNgwee, perDayNgwee }] : [];
}
