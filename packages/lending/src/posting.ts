import { allocate } from './allocation.ts';
import { chargeCap, isAboveChargeCap, usedOfChargeCap } from './charge-cap.ts';
import { type LedgerAccount, matched, type Transfer, transfer } from './ledger.ts';
import {
  CHARGE_KINDS,
  type Change,
  type ChargeKind,
  type Instalment,
  type InstalmentMove,
  type Loan,
  type Posting,
} from './loan.ts';
import { type Ngwee, ngwee, sum, ZERO } from './money.ts';
import { instalmentTotal, isWrittenOff, serviceFeeOf } from './owed.ts';

const MOVED_AMOUNTS = [
  'interestNgwee',
  'feeNgwee',
  'penaltyNgwee',
  'penaltyWaivedNgwee',
  'interestWaivedNgwee',
  'feeWaivedNgwee',
  'principalPaidNgwee',
  'interestPaidNgwee',
  'feePaidNgwee',
  'penaltyPaidNgwee',
  'discountNgwee',
  'rebateNgwee',
  'creditedInterestNgwee',
] as const satisfies readonly (keyof Instalment & keyof InstalmentMove)[];

/** The receipt number of the next posting on a loan. It is unique, because every change raises the loan's version. */
export function receiptNoOf(loan: Loan): string {
  return `${loan.loanId}-${loan.version + 1}`;
}

/**
 * The effect of a change on a loan's amounts, in ngwee, from which it can be reversed. Rule: docs/rules/reversal.md.
 */
export function postingOf(before: Loan, change: Change): Posting {
  return {
    transfers: change.transfers,
    instalments: movesBetween(before.instalments, change.loan.instalments),
    walletNgwee: change.walletNgwee,
    interestEarnedNgwee: change.loan.interestEarnedNgwee - before.interestEarnedNgwee,
    feeEarnedNgwee: change.loan.feeEarnedNgwee - before.feeEarnedNgwee,
  };
}

/** What instalments have more, or less, than before. */
export function movesBetween(before: readonly Instalment[], after: readonly Instalment[]): InstalmentMove[] {
  return before.flatMap((instalment, index) => {
    const move = moveOf(instalment, after[index] ?? instalment);
    return move === null ? [] : [move];
  });
}

/** Instalments without some moves, whether or not they are sound then. */
export function withoutMoves(
  instalments: readonly Instalment[],
  moves: readonly InstalmentMove[],
): Instalment[] {
  return instalments.map((instalment) =>
    undo(
      instalment,
      moves.find((move) => move.period === instalment.period),
    ),
  );
}

/**
 * The loan with the amounts it would have without a posting, or `null` when a later posting depends on it: a penalty
 * was paid and then waived, or later charges used the room under the charge cap. The later posting is then reversed
 * first. Rule: docs/rules/reversal.md.
 */
export function withoutPosting(loan: Loan, posting: Posting): Loan | null {
  const instalments = soundlyPaid(
    withoutMoves(loan.instalments, posting.instalments),
    loan.terms.repaymentOrder,
  );
  if (instalments === null) return null;
  const before = { ...loan, instalments: withLessCredit(instalments, loan.instalments) };
  if (isAboveChargeCap(before) || usesMoreThanCap(before, loan)) return null;
  const earned = (amount: number, charged: number) => ngwee(Math.max(0, Math.min(amount, charged)));
  return {
    ...before,
    interestEarnedNgwee: earned(
      loan.interestEarnedNgwee - posting.interestEarnedNgwee,
      instalmentTotal(instalments, 'interestNgwee'),
    ),
    feeEarnedNgwee: earned(loan.feeEarnedNgwee - posting.feeEarnedNgwee, serviceFeeOf(before)),
  };
}

/**
 * The transfers that a reversal needs beside the opposite ones of the posting. Later payments may have moved its money
 * from interest to principal, because they gave interest back, and days since may have earned what they had taken back.
 */
export function movedSince(loan: Loan, posting: Posting, undone: Loan): Transfer[] {
  const differences = CHARGE_KINDS.map((kind) => {
    const moved = posting.instalments.reduce((total, move) => total + (move[`${kind}PaidNgwee`] ?? 0), 0);
    return { kind, moreNgwee: paidOf(undone, kind) - (paidOf(loan, kind) - moved) };
  });
  // What was written off is no receivable any more, whatever it is for.
  return [
    ...(isWrittenOff(loan) ? [] : betweenCharges(differences)),
    ...(['interest', 'fee'] as const).flatMap((kind) => {
      const name = `${kind}EarnedNgwee` as const;
      const moreNgwee = undone[name] - (loan[name] - posting[name]);
      return [
        ...transfer(`unearned_${kind}`, `${kind}_income`, ngwee(Math.max(0, moreNgwee))),
        ...transfer(`${kind}_income`, `unearned_${kind}`, ngwee(Math.max(0, -moreNgwee))),
      ];
    }),
  ];
}

/** The transfers of money that pays other charges of a loan than before. What is paid in all is the same. */
export function movedBetweenCharges(before: Loan, after: Loan): Transfer[] {
  return betweenCharges(
    CHARGE_KINDS.map((kind) => ({ kind, moreNgwee: paidOf(after, kind) - paidOf(before, kind) })),
  );
}

function betweenCharges(differences: readonly { kind: ChargeKind; moreNgwee: number }[]): Transfer[] {
  const side = (sign: 1 | -1) =>
    differences.map(({ kind, moreNgwee }): [LedgerAccount, Ngwee] => [
      `${kind}_receivable`,
      ngwee(Math.max(0, sign * moreNgwee)),
    ]);
  return matched(side(-1), side(1));
}

function paidOf({ instalments }: Loan, kind: ChargeKind): Ngwee {
  return sum(instalments.map((instalment) => instalment[`${kind}PaidNgwee`]));
}

/**
 * Makes the paid amounts possible again after a posting was taken off: none below zero, none above its charge. Missing
 * interest and fee are taken from what the last instalments paid. If that is not enough, all that is paid of principal,
 * interest and fee is allocated again; if that fails too, what is paid of penalties as well. `null` where another amount
 * is not sound, or where a penalty that the posting had paid was waived since.
 */
function soundlyPaid(
  moved: readonly Instalment[],
  repaymentOrder: readonly ChargeKind[],
): readonly Instalment[] | null {
  // An earlier reversal may have moved them between the instalments.
  const instalments = SPREAD_AMOUNTS.reduce(withoutNegative, moved);
  const filled = withoutDeficits(instalments, repaymentOrder);
  if (filled.every(isSound)) return filled;
  const order = repaymentOrder.filter((kind) => kind !== 'penalty');
  return paidAgain(instalments, order) ?? paidAgain(instalments, repaymentOrder);
}

/** The instalments with what is paid of some charges allocated to these again, or `null` where that is not sound. */
function paidAgain(
  instalments: readonly Instalment[],
  order: readonly ChargeKind[],
): readonly Instalment[] | null {
  const totals = order.map((kind) => numberSum(instalments, `${kind}PaidNgwee`));
  const paidNgwee = totals.reduce((total, amount) => total + amount, 0);
  // A penalty that is still charged was not waived: an earlier reversal has moved the money that had paid it.
  const isPenaltyWaived =
    numberSum(instalments, 'penaltyPaidNgwee') < -numberSum(instalments, 'penaltyNgwee');
  if (paidNgwee < 0 || isPenaltyWaived) return null;
  const unpaid = instalments.map((instalment) => ({
    ...instalment,
    ...Object.fromEntries(order.map((kind) => [`${kind}PaidNgwee`, ZERO])),
  }));
  if (!unpaid.every(isSound)) return null;
  const again = allocate(unpaid, ngwee(paidNgwee), order);
  return again.remainderNgwee === 0 ? again.instalments : null;
}

function numberSum(instalments: readonly Instalment[], amount: keyof Instalment): number {
  return instalments.reduce((total, instalment) => total + Number(instalment[amount]), 0);
}

const SPREAD_AMOUNTS = ['interestNgwee', 'rebateNgwee', 'creditedInterestNgwee'] as const;

/**
 * The instalments with no more interest in the wallet than was given back. A late payment may have credited interest for
 * the posting.
 */
function withLessCredit(instalments: readonly Instalment[], before: readonly Instalment[]): Instalment[] {
  const excessOf = (some: readonly Instalment[]) =>
    Math.max(0, numberSum(some, 'creditedInterestNgwee') - numberSum(some, 'rebateNgwee'));
  let left = Math.max(0, excessOf(instalments) - excessOf(before));
  return instalments.map((instalment) => {
    const taken = Math.min(left, instalment.creditedInterestNgwee);
    left -= taken;
    return { ...instalment, creditedInterestNgwee: ngwee(instalment.creditedInterestNgwee - taken) };
  });
}

/** What is less than nothing of an amount is taken from the other instalments, the last ones first. */
function withoutNegative(
  instalments: readonly Instalment[],
  amount: (typeof SPREAD_AMOUNTS)[number],
): readonly Instalment[] {
  let missing = instalments.reduce((total, instalment) => total + Math.max(0, -instalment[amount]), 0);
  if (missing === 0 || numberSum(instalments, amount) < 0) return instalments;
  return instalments
    .toReversed()
    .map((instalment) => {
      const most = Math.max(0, instalment[amount]);
      const taken = Math.min(missing, most);
      missing -= taken;
      return { ...instalment, [amount]: ngwee(most - taken) };
    })
    .reverse();
}

/**
 * Interest and fee of which less than nothing is paid are filled up from what is paid on the last instalment, principal
 * first. Where not enough is paid, they stay below nothing.
 */
function withoutDeficits(
  instalments: readonly Instalment[],
  repaymentOrder: readonly ChargeKind[],
): Instalment[] {
  let missing = 0;
  const filled = instalments.map((instalment) => {
    const interestMissing = Math.max(0, -instalment.interestPaidNgwee);
    const feeMissing = Math.max(0, -instalment.feePaidNgwee);
    missing += interestMissing + feeMissing;
    return {
      ...instalment,
      interestPaidNgwee: ngwee(instalment.interestPaidNgwee + interestMissing),
      feePaidNgwee: ngwee(instalment.feePaidNgwee + feeMissing),
    };
  });
  if (missing === 0) return [...instalments];
  const lastFirst = filled.reverse().map((instalment) => {
    const paid: Instalment = { ...instalment };
    for (const kind of [...repaymentOrder].reverse()) {
      const taken = Math.min(missing, paid[`${kind}PaidNgwee`]);
      if (taken <= 0) continue;
      paid[`${kind}PaidNgwee`] = ngwee(paid[`${kind}PaidNgwee`] - taken);
      missing -= taken;
    }
    return paid;
  });
  return missing === 0 ? lastFirst.reverse() : [...instalments];
}

/** An amount that a reversal charges again has to fit under the cap, together with what was waived or charged since. */
function usesMoreThanCap(before: Loan, loan: Loan): boolean {
  const usedNgwee = usedOfChargeCap(before);
  return usedNgwee > chargeCap(loan.terms) && usedNgwee > usedOfChargeCap(loan);
}

/** The transfers that undo some transfers: debit and credit are exchanged. */
export function mirrored(transfers: readonly Transfer[]): Transfer[] {
  return transfers.map(({ debitAccount, creditAccount, amountNgwee }) => ({
    debitAccount: creditAccount,
    creditAccount: debitAccount,
    amountNgwee,
  }));
}

function moveOf(before: Instalment, after: Instalment): InstalmentMove | null {
  // A posting that leaves an instalment alone keeps its object.
  if (after === before) return null;
  const moved = MOVED_AMOUNTS.filter((amount) => after[amount] !== before[amount]);
  if (moved.length === 0) return null;
  return {
    period: before.period,
    ...Object.fromEntries(moved.map((amount) => [amount, after[amount] - before[amount]])),
  };
}

function undo(instalment: Instalment, move: InstalmentMove | undefined): Instalment {
  if (move === undefined) return instalment;
  const undone = MOVED_AMOUNTS.map((amount) => [amount, instalment[amount] - (move[amount] ?? 0)]);
  return { ...instalment, ...Object.fromEntries(undone) };
}

function isSound(instalment: Instalment): boolean {
  const isPaidOfCharged = (paid: number, charged: number) => paid >= 0 && paid <= charged;
  return (
    isPaidOfCharged(instalment.principalPaidNgwee, instalment.principalNgwee) &&
    isPaidOfCharged(instalment.interestPaidNgwee, instalment.interestNgwee) &&
    isPaidOfCharged(instalment.feePaidNgwee, instalment.feeNgwee) &&
    isPaidOfCharged(instalment.penaltyPaidNgwee, instalment.penaltyNgwee) &&
    instalment.penaltyWaivedNgwee >= 0 &&
    instalment.interestWaivedNgwee >= 0 &&
    instalment.feeWaivedNgwee >= 0 &&
    instalment.discountNgwee >= 0 &&
    instalment.rebateNgwee >= 0 &&
    instalment.creditedInterestNgwee >= 0
  );
}
