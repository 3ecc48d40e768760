import type { AllocatedPayment } from './allocation.ts';
import { followedBy, unchanged } from './change.ts';
import type { Day } from './day.ts';
import { interestOfDays } from './earning.ts';
import { matched, transfer } from './ledger.ts';
import type { Change, Instalment, Loan } from './loan.ts';
import { add, minimum, type Ngwee, ngwee, subtract, sum, ZERO } from './money.ts';
import { instalmentTotal, serviceFeeOf } from './owed.ts';
import type { KeptInterest } from './quote.ts';

/**
 * Lowers the interest or fee of each instalment to `keptOf` (ngwee), which is at least what was paid of it. The part
 * above it is taken back from unearned income first, then from income. Rule: docs/rules/waiver.md.
 */
export function chargeOnly(
  loan: Loan,
  charge: 'interest' | 'fee',
  keptOf: (instalment: Instalment) => Ngwee,
): Change {
  const instalments = loan.instalments.map((instalment) => ({
    ...instalment,
    [`${charge}Ngwee`]: minimum(instalment[`${charge}Ngwee`], keptOf(instalment)),
  }));
  const takenBack = subtract(
    instalmentTotal(loan.instalments, `${charge}Ngwee`),
    instalmentTotal(instalments, `${charge}Ngwee`),
  );
  return takeBack({ ...loan, instalments }, charge, {
    fromUnearned: minimum(takenBack, unearnedOf(loan, charge)),
    takenBack,
  });
}

/**
 * Charges the interest of `keptInterest` (ngwee) on each instalment, in all no more than before, because principal was
 * paid early on `valueOn`. What was already paid of the part above it pays the rest of the loan in the repayment order,
 * and is wallet credit when nothing is owed. Rule: docs/rules/early-settlement.md.
 */
export function giveInterestBack(
  loan: Loan,
  keptInterest: readonly KeptInterest[],
  {
    valueOn,
    allocateRefund,
  }: { valueOn: Day; allocateRefund: (loan: Loan, refundNgwee: Ngwee) => AllocatedPayment },
): Change {
  const { instalments, refunds } = chargingOnly(loan.instalments, keptInterest);
  const lowered = { ...loan, instalments };
  const takenBack = subtract(
    instalmentTotal(loan.instalments, 'interestNgwee'),
    instalmentTotal(instalments, 'interestNgwee'),
  );
  const fromUnearned = subtract(takenBack, earnedTooMuch(loan, lowered, takenBack, valueOn));
  return followedBy(takeBack(lowered, 'interest', { fromUnearned, takenBack }), (before) =>
    payWithRefunds(before, refunds, allocateRefund(before, sum(refunds))),
  );
}

/** Instalments that charge the interest of `keptInterest`, and what was paid above it on each, in ngwee. */
export function chargingOnly(
  instalments: readonly Instalment[],
  keptInterest: readonly KeptInterest[],
): { instalments: Instalment[]; refunds: Ngwee[] } {
  const refunds: Ngwee[] = [];
  const charging = instalments.map((instalment) => {
    const interestNgwee = keptOf(keptInterest, instalment);
    const interestPaidNgwee = minimum(instalment.interestPaidNgwee, interestNgwee);
    refunds.push(subtract(instalment.interestPaidNgwee, interestPaidNgwee));
    return { ...instalment, interestNgwee, interestPaidNgwee };
  });
  return { instalments: charging, refunds };
}

/** Instalments of which the refunds are wallet credit up to `creditedNgwee`, those of the last instalments first. */
export function crediting(
  instalments: readonly Instalment[],
  refunds: readonly Ngwee[],
  creditedNgwee: Ngwee,
): Instalment[] {
  let left = creditedNgwee;
  const lastFirst = [...instalments].reverse().map((instalment, index) => {
    const credited = minimum(left, refunds.at(-1 - index) ?? ZERO);
    left = subtract(left, credited);
    return { ...instalment, creditedInterestNgwee: add(instalment.creditedInterestNgwee, credited) };
  });
  return lastFirst.reverse();
}

/** The interest in ngwee that an instalment still charges: the kept interest, or all of it where none is named. */
export function keptOf(
  keptInterest: readonly KeptInterest[] | null,
  { period, interestNgwee }: Pick<Instalment, 'period' | 'interestNgwee'>,
): Ngwee {
  return keptInterest?.find((kept) => kept.period === period)?.interestNgwee ?? interestNgwee;
}

/** The part of a loan's interest or fee in ngwee that the ledger has not moved to income yet. */
export function unearnedOf(loan: Loan, charge: 'interest' | 'fee'): Ngwee {
  const charged =
    charge === 'interest' ? instalmentTotal(loan.instalments, 'interestNgwee') : serviceFeeOf(loan);
  return ngwee(Math.max(ZERO, charged - loan[`${charge}EarnedNgwee`]));
}

/** `loan` charges less already; its transfers follow here. */
function takeBack(
  loan: Loan,
  charge: 'interest' | 'fee',
  { fromUnearned, takenBack }: { fromUnearned: Ngwee; takenBack: Ngwee },
): Change {
  const fromIncome = subtract(takenBack, fromUnearned);
  return {
    ...unchanged({
      ...loan,
      [`${charge}EarnedNgwee`]: subtract(loan[`${charge}EarnedNgwee`], fromIncome),
    }),
    transfers: [
      ...transfer(`unearned_${charge}`, `${charge}_receivable`, fromUnearned),
      ...transfer(`${charge}_income`, `${charge}_receivable`, fromIncome),
    ],
  };
}

/**
 * The part of the interest taken back that had become income. Usually it is only what unearned income does not hold. A
 * payment confirmed after its value day also takes back the income of the days since, which it leaves uncharged.
 */
function earnedTooMuch(before: Loan, lowered: Loan, takenBack: Ngwee, valueOn: Day): Ngwee {
  const { accruedThroughOn, interestEarnedNgwee } = before;
  const aboveUnearned = Math.max(0, takenBack - unearnedOf(before, 'interest'));
  if (accruedThroughOn === null || accruedThroughOn <= valueOn) return ngwee(aboveUnearned);
  const earnedBy = (loan: Loan, on: Day) =>
    sum(loan.instalments.map((instalment) => interestOfDays(loan, instalment, on)));
  const earned = Math.max(earnedBy(before, valueOn), earnedBy(lowered, accruedThroughOn));
  return minimum(takenBack, ngwee(Math.max(aboveUnearned, interestEarnedNgwee - earned)));
}

/** Pays the rest of the loan with the refunds of the instalments. What is left of them, the last ones first, is credited. */
function payWithRefunds(
  loan: Loan,
  refunds: readonly Ngwee[],
  { instalments, parts, remainderNgwee }: AllocatedPayment,
): Change {
  return {
    ...unchanged({ ...loan, instalments: crediting(instalments, refunds, remainderNgwee) }),
    transfers: matched(
      [['interest_receivable', sum(refunds)]],
      [
        ['penalty_receivable', parts.penaltyNgwee],
        ['fee_receivable', parts.feeNgwee],
        ['interest_receivable', parts.interestNgwee],
        ['principal_receivable', parts.principalNgwee],
        ['wallet_credit', remainderNgwee],
      ],
    ),
    walletNgwee: remainderNgwee,
  };
}
