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
import { instalmentTotal, serviceFeeOf } from './owed.ts';

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
    instalments: before.instalments.flatMap((instalment, index) => {
      const move = moveOf(instalment, change.loan.instalments[index] ?? instalment);
      return move === null ? [] : [move];
    }),
    walletNgwee: change.walletNgwee,
    interestEarnedNgwee: change.loan.interestEarnedNgwee - before.interestEarnedNgwee,
    feeEarnedNgwee: change.loan.feeEarnedNgwee - before.feeEarnedNgwee,
  };
}

/**
 * The loan with the amounts it would have without a posting, or `null` when a later posting depends on it: a penalty
 * was paid and then waived, or later charges used the room under the charge cap. The later posting is then reversed
 * first. Rule: docs/rules/reversal.md.
 */
export function withoutPosting(loan: Loan, posting: Posting): Loan | null {
  const instalments = soundlyPaid(
    loan.instalments.map((instalment) =>
      undo(
        instalment,
        posting.instalments.find((move) => move.period === instalment.period),
      ),
    ),
    loan.terms.repaymentOrder,
  );
  if (instalments === null) return null;
  const before = { ...loan, instalments };
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
    const paidNow = sum(loan.instalments.map((instalment) => instalment[`${kind}PaidNgwee`]));
    const moved = posting.instalments.reduce((total, move) => total + (move[`${kind}PaidNgwee`] ?? 0), 0);
    const paidThen = sum(undone.instalments.map((instalment) => instalment[`${kind}PaidNgwee`]));
    return { account: `${kind}_receivable` as const, moreNgwee: paidThen - (paidNow - moved) };
  });
  const side = (sign: 1 | -1) =>
    differences.map(({ account, moreNgwee }): [LedgerAccount, Ngwee] => [
      account,
      ngwee(Math.max(0, sign * moreNgwee)),
    ]);
  return [
    ...matched(side(-1), side(1)),
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

/**
 * The instalments, of which later payments may have moved the money that a posting had brought. What is paid of interest
 * and fee is filled up from the last instalment. Where this does not do, all that is paid of principal, interest and fee
 * is allocated again in the repayment order. `null` where a penalty or another amount is not sound.
 */
function soundlyPaid(
  instalments: readonly Instalment[],
  repaymentOrder: readonly ChargeKind[],
): readonly Instalment[] | null {
  const filled = withoutDeficits(instalments, repaymentOrder);
  if (filled.every(isSound)) return filled;
  const paidNgwee = sumOfPaid(instalments);
  if (paidNgwee < 0) return null;
  const unpaid = instalments.map((instalment) => ({
    ...instalment,
    principalPaidNgwee: ZERO,
    interestPaidNgwee: ZERO,
    feePaidNgwee: ZERO,
  }));
  const order = repaymentOrder.filter((kind) => kind !== 'penalty');
  if (!unpaid.every(isSound)) return null;
  const again = allocate(unpaid, ngwee(paidNgwee), order);
  return again.remainderNgwee === 0 ? again.instalments : null;
}

function sumOfPaid(instalments: readonly Instalment[]): number {
  return instalments.reduce(
    (total, { principalPaidNgwee, interestPaidNgwee, feePaidNgwee }) =>
      total + principalPaidNgwee + interestPaidNgwee + feePaidNgwee,
    0,
  );
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
