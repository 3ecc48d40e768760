import { type AllocatedPayment, allocate } from './allocation.ts';
import { unchanged } from './change.ts';
import { addDays, type Day, daysBetween, earlierOf, laterOf } from './day.ts';
import { transfer } from './ledger.ts';
import type { Change, ChargeKind, Instalment, Loan, PenaltyRun, WaiverReason } from './loan.ts';
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
  if (loan.accruedThroughOn === null || loan.accruedThroughOn <= valueOn) return unchanged(loan);
  const recharged = rechargeSince(loan, amountNgwee, valueOn);
  const cleared = clearedOnValueDay(loan, amountNgwee, valueOn);
  const instalments = loan.instalments.map((instalment, index) => {
    const charged = withPenaltyRuns(instalment, recharged[index] ?? instalment.penaltyRuns);
    const stillLateOn = splitRuns(charged.penaltyRuns, valueOn).after.at(-1)?.throughOn;
    const isCleared = charged.penaltyNgwee < instalment.penaltyNgwee || cleared[index] === true;
    const clearedOn = stillLateOn ?? (isCleared ? valueOn : null);
    const daysLate =
      clearedOn === null
        ? instalment.daysLate
        : Math.min(instalment.daysLate, daysLateOn(instalment, clearedOn));
    return { ...charged, daysLate };
  });
  return takeBackPenalties(loan, instalments, { on, reason: 'paid_on_value_day' });
}

/**
 * The loan with the penalties and days late of these instalments, which are charged no more than before. What is
 * charged no longer is taken back from income, and what was already paid of it becomes wallet credit.
 */
export function takeBackPenalties(
  loan: Loan,
  instalments: readonly Instalment[],
  { on, reason }: { on: Day; reason: WaiverReason },
): Change {
  const takenBack = loan.instalments.map((before, index) => {
    const after = instalments[index] ?? before;
    return {
      period: before.period,
      waivedNgwee: subtract(before.penaltyNgwee, after.penaltyNgwee),
      refundNgwee: subtract(before.penaltyPaidNgwee, after.penaltyPaidNgwee),
    };
  });
  const refundNgwee = sum(takenBack.map((penalty) => penalty.refundNgwee));
  // What was written off has left the receivables: a penalty taken back lessens that expense instead.
  const wasWrittenOff = loan.state === 'written_off' || loan.state === 'recovered';
  const owedAccount = wasWrittenOff ? 'write_off_expense' : 'penalty_receivable';
  return {
    ...unchanged({ ...loan, instalments, worstDaysLate: worstDaysLateOf(instalments) }),
    transfers: [
      ...transfer('penalty_income', owedAccount, sum(takenBack.map((penalty) => penalty.waivedNgwee))),
      ...transfer(owedAccount, 'wallet_credit', refundNgwee),
    ],
    walletNgwee: refundNgwee,
    events: takenBack
      .filter(({ waivedNgwee }) => waivedNgwee > 0)
      .map(({ period, waivedNgwee }) => ({
        kind: 'penalty_waived',
        on,
        period,
        amountNgwee: waivedNgwee,
        reason,
      })),
  };
}

/** An instalment charged with fewer penalty days: what was waived or paid is never more than what they come to. */
export function withPenaltyRuns(instalment: Instalment, penaltyRuns: readonly PenaltyRun[]): Instalment {
  const ofDaysNgwee = amountOfRuns(penaltyRuns);
  const penaltyWaivedNgwee = minimum(instalment.penaltyWaivedNgwee, ofDaysNgwee);
  const penaltyNgwee = subtract(ofDaysNgwee, penaltyWaivedNgwee);
  const penaltyPaidNgwee = minimum(instalment.penaltyPaidNgwee, penaltyNgwee);
  return { ...instalment, penaltyRuns, penaltyWaivedNgwee, penaltyNgwee, penaltyPaidNgwee };
}

/** An instalment as it stood at the end of the value day: without the penalties charged after it. */
export function asOfValueDay(instalment: Instalment, valueOn: Day): Instalment {
  const penaltyNgwee = add(instalment.penaltyPaidNgwee, penaltyOwedOn(instalment, valueOn));
  return { ...instalment, penaltyNgwee };
}

/** How many days past due an instalment was at the end of a day, by whichever due date held then or before. */
export function daysLateOn(instalment: Instalment, on: Day): number {
  let worst = 0;
  for (const { dueOn, throughOn } of instalment.earlierDueDates) {
    worst = Math.max(worst, daysBetween(dueOn, earlierOf(on, throughOn)));
  }
  return Math.max(worst, daysBetween(instalment.dueOn, on));
}

/**
 * Lays a payment on what was owed on its value day. Penalties charged after that day come last, when everything else
 * is cleared and money is left.
 */
export function allocateForValueDay(loan: Loan, amountNgwee: Ngwee, valueOn: Day): AllocatedPayment {
  const { repaymentOrder } = loan.terms;
  const first = allocate(
    loan.instalments.map((instalment) => asOfValueDay(instalment, valueOn)),
    amountNgwee,
    repaymentOrder,
  );
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

/** The most days that any instalment was past due. */
export function worstDaysLateOf(instalments: readonly Instalment[]): number {
  return Math.max(0, ...instalments.map((instalment) => instalment.daysLate));
}

/**
 * The penalty days of each instalment as they would have been with the payment on its value day: day by day, it is
 * laid in due order on what was then overdue. Other payments since may have moved what it would have cleared from one
 * instalment to the next.
 */
function rechargeSince(loan: Loan, amountNgwee: Ngwee, valueOn: Day): PenaltyRun[][] {
  const owedNow = loan.instalments.map(penaltyBase);
  const recharged = loan.instalments.map((instalment) => splitRuns(instalment.penaltyRuns, valueOn).before);
  const lastOn = loan.instalments.reduce(
    (last, { penaltyRuns }) => laterOf(last, penaltyRuns.at(-1)?.throughOn ?? last),
    valueOn,
  );
  for (let on = addDays(valueOn, 1); on <= lastOn; on = addDays(on, 1)) {
    const runs = loan.instalments.map(({ penaltyRuns }) =>
      penaltyRuns.find((run) => run.fromOn <= on && on <= run.throughOn),
    );
    const bases = runs.map((run, index) => run?.baseNgwee ?? owedNow[index] ?? ZERO);
    clearedOf(loan, bases, amountNgwee, valueOn).forEach((clearedNgwee, index) => {
      const run = runs[index];
      if (run === undefined) return;
      recharged[index]?.push(...runWithout(loan, { ...run, fromOn: on, throughOn: on }, clearedNgwee));
    });
  }
  return recharged.map(joinRuns);
}

/** Whether the payment alone would have cleared what each instalment owed on the value day. */
function clearedOnValueDay(loan: Loan, amountNgwee: Ngwee, valueOn: Day): boolean[] {
  const bases = loan.instalments.map((instalment) => baseOwedOn(instalment, valueOn));
  return clearedOf(loan, bases, amountNgwee, valueOn).map(
    (clearedNgwee, index) => clearedNgwee > 0 && clearedNgwee === bases[index],
  );
}

/** How much of some bases (principal, interest and fee) the payment clears, penalties of before its value day included. */
function clearedOf(loan: Loan, bases: readonly Ngwee[], amountNgwee: Ngwee, valueOn: Day): Ngwee[] {
  let left = amountNgwee;
  const take = (owed: Ngwee): Ngwee => {
    const taken = minimum(left, owed);
    left = subtract(left, taken);
    return taken;
  };
  return loan.instalments.map((instalment, index) => {
    const base = bases[index] ?? ZERO;
    const afterPenalty = minimum(base, owedAfterPenalty(instalment, loan.terms.repaymentOrder));
    const takenFirst = take(subtract(base, afterPenalty));
    take(penaltyOwedOn(instalment, valueOn));
    return add(takenFirst, take(afterPenalty));
  });
}

/** The part of what is owed now that the product lets a payment reach only after the penalty. */
function owedAfterPenalty(instalment: Instalment, repaymentOrder: readonly ChargeKind[]): Ngwee {
  const owed = owedOnInstalment(instalment);
  return sum(repaymentOrder.slice(repaymentOrder.indexOf('penalty') + 1).map((kind) => owed[`${kind}Ngwee`]));
}

/**
 * What an instalment owed on the value day: what its first penalty after it was charged on. Without one, it is what it
 * owes now, or all of it when another payment cleared it since, in its grace days.
 */
function baseOwedOn(instalment: Instalment, valueOn: Day): Ngwee {
  const [firstAfter] = splitRuns(instalment.penaltyRuns, valueOn).after;
  if (firstAfter !== undefined) return firstAfter.baseNgwee;
  const owedNow = penaltyBase(instalment);
  const wasClearedSince = owedNow === 0 && instalment.daysLate > daysLateOn(instalment, valueOn);
  return wasClearedSince
    ? sum([instalment.principalNgwee, instalment.interestNgwee, instalment.feeNgwee])
    : owedNow;
}

/** Penalties charged up to the value day and still owed; what was waived or paid went to the oldest first. */
function penaltyOwedOn(instalment: Instalment, valueOn: Day): Ngwee {
  const charged = amountOfRuns(splitRuns(instalment.penaltyRuns, valueOn).before);
  return ngwee(Math.max(0, charged - instalment.penaltyWaivedNgwee - instalment.penaltyPaidNgwee));
}

/** A run as it would have been charged had part of its base been cleared before it. */
function runWithout(loan: Loan, run: PenaltyRun, clearedNgwee: Ngwee): PenaltyRun[] {
  if (clearedNgwee === 0) return [run];
  const baseNgwee = ngwee(Math.max(0, run.baseNgwee - clearedNgwee));
  const perDayNgwee = minimum(run.perDayNgwee, penaltyOfOneDay(loan, baseNgwee));
  return perDayNgwee > 0 ? [{ ...run, baseNgwee, perDayNgwee }] : [];
}
