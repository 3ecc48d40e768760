import { type AllocatedPayment, allocate } from './allocation.ts';
import { unchanged } from './change.ts';
import { addDays, type Day, daysBetween, earlierOf, laterOf } from './day.ts';
import { transfer } from './ledger.ts';
import type { Change, ChargeKind, Instalment, Loan, PenaltyRun, WaiverReason } from './loan.ts';
import { add, minimum, type Ngwee, ngwee, subtract, sum, ZERO } from './money.ts';
import { owedOnInstalment } from './owed.ts';
import { amountOfRuns, joinRuns, penaltyBase, penaltyOfOneDay, splitRuns } from './penalty.ts';

// A payment counts from the day of its submission, its value day. Usually the loan is still at that day, because the
// payment was pending. After a failed attempt the loan has moved on: this file separates the penalties charged since.
// Rule: docs/rules/value-day.md.

/**
 * Takes back the penalties and days late since the value day on amounts that the payment (ngwee) clears, as if it had
 * come on that day. Penalties already paid become wallet credit. It is never refused.
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
 * Replaces the penalties and days late of a loan by those of `instalments`, which are never higher. The difference is
 * taken back from income, and the part of it that was paid becomes wallet credit.
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
  // A written-off amount is no receivable any more, so a penalty taken back lowers the write-off expense.
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
  for (const { dueOn, throughOn } of instalment.earlierDueDates) {
    worst = Math.max(worst, daysBetween(dueOn, earlierOf(on, throughOn)));
  }
  return Math.max(worst, daysBetween(instalment.dueOn, on));
}

/**
 * Pays what was owed on the value day with an amount in ngwee. Penalties charged after that day come last, with the
 * money that is left.
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

/** The most days that an instalment was past due. */
export function worstDaysLateOf(instalments: readonly Instalment[]): number {
  return Math.max(0, ...instalments.map((instalment) => instalment.daysLate));
}

/**
 * The penalty days of each instalment, had the payment come on its value day. For each day the payment clears, in
 * due order, the amounts overdue then, because payments since may have changed which instalment it would clear.
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

/** The part of each base (principal, interest and fee) that the payment clears, after penalties up to its value day. */
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

/** The amount owed on charges that follow the penalty in the repayment order. */
function owedAfterPenalty(instalment: Instalment, repaymentOrder: readonly ChargeKind[]): Ngwee {
  const owed = owedOnInstalment(instalment);
  return sum(repaymentOrder.slice(repaymentOrder.indexOf('penalty') + 1).map((kind) => owed[`${kind}Ngwee`]));
}

/**
 * The base of an instalment on the value day: the base of its first later penalty. Without a later penalty it is the
 * base now, or the whole instalment when another payment cleared it since, within its grace days.
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

/** The penalties up to the value day that are still owed. Waived and paid penalties count for the oldest days. */
function penaltyOwedOn(instalment: Instalment, valueOn: Day): Ngwee {
  const charged = amountOfRuns(splitRuns(instalment.penaltyRuns, valueOn).before);
  return ngwee(Math.max(0, charged - instalment.penaltyWaivedNgwee - instalment.penaltyPaidNgwee));
}

/** The run that would have been charged with part of its base cleared before. */
function runWithout(loan: Loan, run: PenaltyRun, clearedNgwee: Ngwee): PenaltyRun[] {
  if (clearedNgwee === 0) return [run];
  const baseNgwee = ngwee(Math.max(0, run.baseNgwee - clearedNgwee));
  const perDayNgwee = minimum(run.perDayNgwee, penaltyOfOneDay(loan, baseNgwee));
  return perDayNgwee > 0 ? [{ ...run, baseNgwee, perDayNgwee }] : [];
}
