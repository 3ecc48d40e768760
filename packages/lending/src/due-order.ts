import { allocate } from './allocation.ts';
import { allocateTowards } from './late-payment.ts';
import type { Transfer } from './ledger.ts';
import type { Instalment, Loan } from './loan.ts';
import { minimum, type Ngwee, ngwee, sum, ZERO } from './money.ts';
import { instalmentTotal, isCleared, owedOnInstalment, paidOnInstalment } from './owed.ts';
import { penaltyBase } from './penalty.ts';
import { movedBetweenCharges } from './posting.ts';
import type { Replays } from './rebate-correction.ts';
import { planSchedule } from './schedule.ts';

// A reversal can leave an instalment unpaid while the money of other payments is on a later one. Rule:
// docs/rules/reversal.md.

/**
 * Puts what was paid on a loan that is not written off on its instalments again, in due order and in the repayment order.
 * It does so where an earlier instalment owes something while a later one has money, where an instalment charges more
 * interest than was agreed or other interest than in `earned`, and where more penalty is paid than in `earned`. `earned`
 * has the payments posted in the order of value days. The interest and the rebates of the instalments are then those of
 * `earned`, if they come to the same in all. A payment pays only penalties that were charged by its value day, unless the
 * day of some money is not known. What a coupon paid, and what was paid before a take-on, stays where it is.
 */
export function inDueOrder(
  loan: Loan,
  { earned, money }: Pick<Replays, 'earned' | 'money'>,
): { loan: Loan; transfers: readonly Transfer[] } {
  const stays = { loan, transfers: [] };
  // Money whose day is not known tells nothing of the penalties that it paid.
  const isKnown = money.every(({ receiptNo }) => receiptNo !== null);
  const isPenaltyMoved = isKnown && paysTooMuchPenalty(loan, earned);
  const charging = chargedAs(loan.instalments, earned);
  const isInterestMoved = charging.some(
    ({ interestNgwee }, index) => interestNgwee !== loan.instalments[index]?.interestNgwee,
  );
  if (!isOutOfOrder(loan) && !isAboveAgreed(loan) && !isPenaltyMoved && !isInterestMoved) return stays;
  const fixed = charging.map((instalment, index) => withFixedPart(loan, instalment, index));
  const movedNgwee = paidTotal(loan.instalments) - paidTotal(fixed);
  if (movedNgwee < 0) return stays;
  const unpaid = { ...loan, instalments: fixed };
  const { instalments, remainderNgwee } = isKnown
    ? allocateTowards(unpaid, earned, ngwee(movedNgwee))
    : allocate(fixed, ngwee(movedNgwee), loan.terms.repaymentOrder);
  if (remainderNgwee > 0) return stays;
  const moved = { ...loan, instalments };
  return { loan: moved, transfers: movedBetweenCharges(loan, moved) };
}

/**
 * True when an instalment owes something and a later one was paid with the borrower's money, or another charge of the
 * same one that is paid after it. Inside an instalment a penalty does not count as owed: it may have been charged after
 * the payment.
 */
function isOutOfOrder(loan: Loan): boolean {
  const { instalments, terms } = loan;
  const firstOwed = instalments.findIndex((instalment) => !isCleared(instalment));
  return instalments.some((instalment, index) => {
    if (firstOwed === -1 || index < firstOwed) return false;
    const fixed = withFixedPart(loan, instalment, index);
    if (index > firstOwed) return paidTotal([instalment]) > paidTotal([fixed]);
    const owed = owedOnInstalment(instalment);
    const firstKind = terms.repaymentOrder.findIndex(
      (kind) => kind !== 'penalty' && owed[`${kind}Ngwee`] > 0,
    );
    return terms.repaymentOrder.some(
      (kind, order) =>
        firstKind !== -1 && order > firstKind && instalment[`${kind}PaidNgwee`] > fixed[`${kind}PaidNgwee`],
    );
  });
}

/**
 * True when money has paid more penalty than it pays in the order of value days, while other charges are owed: an earlier
 * reversal has put it there together with money that came later.
 */
function paysTooMuchPenalty({ instalments }: Loan, earned: readonly Instalment[]): boolean {
  const penaltyPaid = (some: readonly Instalment[]) =>
    sum(some.map(({ penaltyPaidNgwee }) => penaltyPaidNgwee));
  return (
    penaltyPaid(instalments) > penaltyPaid(earned) &&
    instalments.some((instalment) => penaltyBase(instalment) > 0)
  );
}

/** True when an instalment charges more interest than was agreed for it. */
function isAboveAgreed({ instalments, terms, takenOn }: Loan): boolean {
  const agreed = takenOn?.plans ?? planSchedule(terms).instalments;
  return instalments.some(
    ({ interestNgwee }, index) => interestNgwee > (agreed[index]?.interestNgwee ?? interestNgwee),
  );
}

function chargedAs(instalments: readonly Instalment[], earned: readonly Instalment[]): readonly Instalment[] {
  const isSame =
    instalmentTotal(instalments, 'interestNgwee') === instalmentTotal(earned, 'interestNgwee') &&
    instalmentTotal(instalments, 'rebateNgwee') === instalmentTotal(earned, 'rebateNgwee');
  if (!isSame) return instalments;
  return instalments.map((instalment, index) => {
    const { interestNgwee, rebateNgwee } = earned[index] ?? instalment;
    return { ...instalment, interestNgwee, rebateNgwee };
  });
}

/** The instalment with nothing paid but what a coupon paid and what was paid before a take-on. */
function withFixedPart({ takenOn }: Loan, instalment: Instalment, index: number): Instalment {
  const earlier = takenOn?.plans[index];
  const unpaid = {
    ...instalment,
    principalPaidNgwee: earlier?.principalPaidNgwee ?? ZERO,
    interestPaidNgwee: minimum(earlier?.interestPaidNgwee ?? ZERO, instalment.interestNgwee),
    feePaidNgwee: minimum(earlier?.feePaidNgwee ?? ZERO, instalment.feeNgwee),
    penaltyPaidNgwee: minimum(earlier?.penaltyPaidNgwee ?? ZERO, instalment.penaltyNgwee),
  };
  const { instalments } = allocate([unpaid], instalment.discountNgwee, [
    'fee',
    'interest',
    'penalty',
    'principal',
  ]);
  return instalments[0] ?? unpaid;
}

function paidTotal(instalments: readonly Instalment[]): Ngwee {
  return sum(instalments.map((instalment) => paidOnInstalment(instalment).totalNgwee));
}
