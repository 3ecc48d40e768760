import { allocateToPenalty } from './allocation.ts';
import { keptOf } from './charge-relief.ts';
import type { Day } from './day.ts';
import type { CountedPayment, Instalment, Loan } from './loan.ts';
import { add, minimum, type Ngwee, ngwee, subtract, sum, ZERO } from './money.ts';
import { instalmentTotal, isCleared, owedOnLoan } from './owed.ts';
import { repaymentInOrder, withAgreedInterest } from './payment-in-order.ts';
import type { KeptInterest } from './quote.ts';
import { interestWhenSettled } from './rebate.ts';
import { asOfValueDay } from './value-day.ts';

/** Money in ngwee that pays a loan from a day on, and what it was sent for. */
export type MoneyOfDay = {
  valueOn: Day;
  amountNgwee: Ngwee;
  extension: CountedPayment['extension'];
  isSettlement: boolean;
};

/**
 * The instalments of a loan with the rebates in ngwee that its money earns when it is posted in this order. Penalties
 * are those that were charged. A settlement counts as one if it covers what settling costs on its day. Rule:
 * docs/rules/reversal.md.
 */
export function withEarnedRebates(loan: Loan, money: readonly MoneyOfDay[]): readonly Instalment[] {
  return money.reduce(payInOrder, beforePayments(loan)).instalments;
}

/**
 * For each instalment of a loan the value day of the money that clears it when the money is posted in this order, or
 * `null` while it owes something.
 */
export function clearedInOrder(loan: Loan, money: readonly MoneyOfDay[]): (Day | null)[] {
  let course = beforePayments(loan);
  const clearedOn = course.instalments.map((): Day | null => null);
  for (const one of money) {
    course = payInOrder(course, one);
    course.instalments.forEach((instalment, index) => {
      if (isCleared(instalment)) clearedOn[index] ??= one.valueOn;
    });
  }
  return clearedOn;
}

/** The loan with its whole interest and without money. A coupon has paid its part from the beginning. */
function beforePayments(loan: Loan): Loan {
  const agreed = withAgreedInterest(loan).instalments;
  // A reversal may have left more interest on one instalment and less on another one.
  const isAgreed =
    instalmentTotal(loan.instalments, 'interestNgwee') <= instalmentTotal(agreed, 'interestNgwee');
  const instalments = loan.instalments.map((instalment, index) => {
    const { feeNgwee, discountNgwee, penaltyNgwee } = instalment;
    const ofPlanNgwee = agreed[index]?.interestNgwee ?? instalment.interestNgwee;
    const agreedNgwee = isAgreed ? ofPlanNgwee : ngwee(Math.max(instalment.interestNgwee, ofPlanNgwee));
    const feePaidNgwee = minimum(discountNgwee, feeNgwee);
    const interestPaidNgwee = minimum(subtract(discountNgwee, feePaidNgwee), agreedNgwee);
    const ofPenaltyNgwee = subtract(discountNgwee, add(feePaidNgwee, interestPaidNgwee));
    return {
      ...instalment,
      interestNgwee: agreedNgwee,
      rebateNgwee: ZERO,
      feePaidNgwee,
      interestPaidNgwee,
      penaltyPaidNgwee: minimum(ofPenaltyNgwee, penaltyNgwee),
      principalPaidNgwee: ZERO,
    };
  });
  return { ...loan, instalments };
}

function payInOrder(loan: Loan, money: MoneyOfDay): Loan {
  const { valueOn, isSettlement } = money;
  const asOf = {
    ...loan,
    instalments: loan.instalments.map((instalment) => asOfValueDay(instalment, valueOn)),
  };
  const { extended, left } = payExtension(asOf, money);
  const settled = isSettlement ? interestWhenSettled(extended, valueOn) : null;
  const paid =
    settled !== null && left >= priceOfSettling(extended, settled)
      ? clearAll(extended, settled)
      : repaymentInOrder(extended, left, valueOn).instalments;
  const instalments = paid.map((instalment, index) => ({
    ...instalment,
    penaltyNgwee: loan.instalments[index]?.penaltyNgwee ?? instalment.penaltyNgwee,
  }));
  return { ...loan, instalments };
}

/** Pays the fee of an extension and the penalty of the instalment that it moves. */
function payExtension(loan: Loan, { amountNgwee, extension }: MoneyOfDay): { extended: Loan; left: Ngwee } {
  if (extension === null) return { extended: loan, left: amountNgwee };
  const afterFee = subtract(amountNgwee, minimum(amountNgwee, extension.feeNgwee));
  const ofPenalty = allocateToPenalty(loan.instalments, extension.period, afterFee);
  return {
    extended: { ...loan, instalments: [...ofPenalty.instalments] },
    left: ofPenalty.remainderNgwee,
  };
}

function priceOfSettling(loan: Loan, kept: readonly KeptInterest[]): Ngwee {
  const savingNgwee =
    instalmentTotal(loan.instalments, 'interestNgwee') - sum(kept.map(({ interestNgwee }) => interestNgwee));
  return ngwee(Math.max(0, owedOnLoan(loan).totalNgwee - savingNgwee));
}

function clearAll(loan: Loan, kept: readonly KeptInterest[]): Instalment[] {
  return loan.instalments.map((instalment) => {
    const interestNgwee = keptOf(kept, instalment);
    return {
      ...instalment,
      interestNgwee,
      rebateNgwee: add(instalment.rebateNgwee, subtract(instalment.interestNgwee, interestNgwee)),
      principalPaidNgwee: instalment.principalNgwee,
      interestPaidNgwee: interestNgwee,
      feePaidNgwee: instalment.feeNgwee,
      penaltyPaidNgwee: instalment.penaltyNgwee,
    };
  });
}
