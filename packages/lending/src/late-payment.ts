import { type AllocatedParts, type AllocatedPayment, allocate } from './allocation.ts';
import { followedBy, unchanged } from './change.ts';
import type { Day } from './day.ts';
import { type LedgerAccount, matched, transfer } from './ledger.ts';
import {
  CHARGE_KINDS,
  type Change,
  type ChargeKind,
  type Instalment,
  type Loan,
  type LoanEvent,
  type WaiverReason,
} from './loan.ts';
import { add, minimum, type Ngwee, ngwee, subtract, sum } from './money.ts';
import { isCleared, isWrittenOff } from './owed.ts';
import { worstDaysLateOf } from './value-day.ts';
import type { PostedInOrder } from './value-day-order.ts';

// What a late payment changes besides paying: penalties and extension fees that it makes unneeded are taken back, and
// the money that had paid them pays the same loan. Rule: docs/rules/value-day.md.

/** Money that had paid what was taken back, in ngwee, by what it had paid. */
type FreedMoney = { parts: AllocatedParts; extensionFeesNgwee: Ngwee };

/** True when days after the value day were already applied to the loan. */
export function isCaughtUpPast({ accruedThroughOn }: Loan, valueOn: Day): boolean {
  return accruedThroughOn !== null && accruedThroughOn > valueOn;
}

/**
 * Books a late payment: before it, what it makes unneeded is taken back; after it, the money that this set free pays the
 * same loan. A payment that is not late (`inOrder` is null) is booked alone.
 */
export function bookAround(
  loan: Loan,
  inOrder: PostedInOrder | null,
  { on, reason }: { on: Day; reason: WaiverReason },
  book: (loan: Loan) => Change,
): Change {
  if (inOrder === null) return book(loan);
  const unneeded = { ...inOrder, instalments: inOrder.beforeRebates };
  const { change, freed } = takeBackUnneeded(loan, unneeded, { on, reason });
  const booked = followedBy(change, book);
  return followedBy(booked, (before) => allocateFreed(before, freed, inOrder.instalments, on));
}

/**
 * Takes back the penalties, days late and extension fees that the loan would not have with its payments in order. The
 * money that had paid them is not placed yet: `allocateFreed` does that, after the late payment was booked.
 */
function takeBackUnneeded(
  loan: Loan,
  { instalments: target, returnedFees, hardship }: PostedInOrder,
  { on, reason }: { on: Day; reason: WaiverReason },
): { change: Change; freed: FreedMoney } {
  const instalments = loan.instalments.map((instalment, index) =>
    loweredTo(target[index] ?? instalment, instalment),
  );
  const waived = loan.instalments.map(({ period, penaltyNgwee }, index) => ({
    period,
    amountNgwee: subtract(penaltyNgwee, instalments[index]?.penaltyNgwee ?? penaltyNgwee),
  }));
  const extensionFeesNgwee = sum(returnedFees.map(({ amountNgwee }) => amountNgwee));
  const events: LoanEvent[] = [
    ...waived
      .filter(({ amountNgwee }) => amountNgwee > 0)
      .map((penalty) => ({ kind: 'penalty_waived' as const, on, ...penalty, reason })),
    ...returnedFees.map(({ payment, period, amountNgwee }) => ({
      kind: 'extension_fee_returned' as const,
      on,
      period,
      amountNgwee,
      ofReceiptNo: payment.receiptNo ?? '',
    })),
    ...(hardship?.endedOn === loan.hardship?.endedOn
      ? []
      : [{ kind: 'hardship_continued' as const, on, endedOn: hardship?.endedOn ?? null }]),
  ];
  return {
    change: {
      ...unchanged({
        ...loan,
        instalments,
        hardship,
        worstDaysLate: worstDaysLateOf(instalments),
        extensionFeesNgwee: subtract(loan.extensionFeesNgwee, extensionFeesNgwee),
        countedPayments: loan.countedPayments.map((payment) => withFeeReturned(payment, returnedFees)),
      }),
      transfers: transfer(
        'penalty_income',
        owedAccount(loan, 'penalty'),
        sum(waived.map(({ amountNgwee }) => amountNgwee)),
      ),
      events,
    },
    freed: { parts: paidParts(loan.instalments, instalments), extensionFeesNgwee },
  };
}

/**
 * Pays towards instalments with given paid amounts, in ngwee: in due order, and inside each in the repayment order. What
 * is left then pays whatever is still owed.
 */
export function allocateTowards(
  { instalments, terms }: Loan,
  target: readonly Instalment[],
  amountNgwee: Ngwee,
): AllocatedPayment {
  let left = amountNgwee;
  const paid = instalments.map((instalment, index) => {
    const after = { ...instalment };
    for (const kind of terms.repaymentOrder) {
      const aim = minimum(
        instalment[`${kind}Ngwee`],
        target[index]?.[`${kind}PaidNgwee`] ?? instalment[`${kind}Ngwee`],
      );
      const taken = minimum(left, ngwee(Math.max(0, aim - instalment[`${kind}PaidNgwee`])));
      after[`${kind}PaidNgwee`] = add(after[`${kind}PaidNgwee`], taken);
      left = subtract(left, taken);
    }
    return after;
  });
  const rest = allocate(paid, left, terms.repaymentOrder);
  return { ...rest, parts: paidParts(rest.instalments, instalments) };
}

/** Pays the same loan with the money that was set free. Only what is left of it becomes wallet credit. */
function allocateFreed(loan: Loan, freed: FreedMoney, target: readonly Instalment[], on: Day): Change {
  const amountNgwee = sum([...Object.values(freed.parts), freed.extensionFeesNgwee]);
  if (amountNgwee === 0) return unchanged(loan);
  const { instalments, parts, remainderNgwee } = allocateTowards(loan, target, amountNgwee);
  const isWrittenOff = loan.state === 'written_off';
  return {
    ...unchanged({ ...loan, instalments: isWrittenOff ? instalments.map(clearedState) : instalments }),
    transfers: matched(
      [
        ...CHARGE_KINDS.map(
          (kind) => [owedAccount(loan, kind), freed.parts[`${kind}Ngwee`]] as [LedgerAccount, Ngwee],
        ),
        ['extension_income', freed.extensionFeesNgwee],
      ],
      [
        ...CHARGE_KINDS.map(
          (kind) =>
            [isWrittenOff ? 'recovery_income' : owedAccount(loan, kind), parts[`${kind}Ngwee`]] as [
              LedgerAccount,
              Ngwee,
            ],
        ),
        ['wallet_credit', remainderNgwee],
      ],
    ),
    walletNgwee: remainderNgwee,
    events: [
      {
        kind: 'freed_money_allocated',
        on,
        amountNgwee,
        allocation: { ...parts, walletNgwee: remainderNgwee },
      },
    ],
  };
}

// `catchUp` does not change a written-off loan, so the payment changes the state of a cleared instalment.
export function clearedState(instalment: Instalment): Instalment {
  return isCleared(instalment) ? { ...instalment, state: 'settled' } : instalment;
}

/** A written-off amount is no receivable any more, so a penalty taken back lowers the write-off expense. */
function owedAccount(loan: Loan, kind: ChargeKind): LedgerAccount {
  return isWrittenOff(loan) ? 'write_off_expense' : `${kind}_receivable`;
}

function loweredTo(target: Instalment, instalment: Instalment): Instalment {
  const { penaltyRuns, penaltyNgwee, penaltyWaivedNgwee, daysLate } = target;
  const paid = CHARGE_KINDS.map((kind) => {
    const name = `${kind}PaidNgwee` as const;
    return [name, minimum(instalment[name], target[name])];
  });
  return {
    ...instalment,
    penaltyRuns,
    penaltyNgwee,
    penaltyWaivedNgwee,
    daysLate,
    ...Object.fromEntries(paid),
  };
}

function withFeeReturned(
  payment: Loan['countedPayments'][number],
  returnedFees: PostedInOrder['returnedFees'],
): Loan['countedPayments'][number] {
  const returned = returnedFees.find((fee) => fee.payment === payment);
  if (returned === undefined || payment.extension === null) return payment;
  const feeNgwee = subtract(payment.extension.feeNgwee, returned.amountNgwee);
  return { ...payment, extension: { ...payment.extension, feeNgwee } };
}

/** How much more is paid on the first instalments than on the second, by charge. */
function paidParts(more: readonly Instalment[], less: readonly Instalment[]): AllocatedParts {
  const total = (instalments: readonly Instalment[], kind: ChargeKind) =>
    sum(instalments.map((instalment) => instalment[`${kind}PaidNgwee`]));
  const part = (kind: ChargeKind) => subtract(total(more, kind), total(less, kind));
  return {
    penaltyNgwee: part('penalty'),
    feeNgwee: part('fee'),
    interestNgwee: part('interest'),
    principalNgwee: part('principal'),
  };
}
