import { daysPastDueByOriginalDate } from '@thumba/lending/ageing';
import { addDays, type Day, laterOf } from '@thumba/lending/day';
import { isRunning, type Loan } from '@thumba/lending/loan';
import { instalmentTotal, isCleared, owedOnLoan, serviceFeeOf } from '@thumba/lending/owed';

/**
 * What a loan is at the end of a day, as an accountant needs it. The amounts are in ngwee and are what the book has for
 * the loan: what is owed, less the interest and the fee that are not earned yet. Interest that was paid before it was
 * earned makes its amount negative.
 */
export type LoanFacts = {
  principalNgwee: number;
  interestNgwee: number;
  feeNgwee: number;
  penaltyNgwee: number;
  /** Since the original due date of the oldest instalment that owes something. 0 where none is past due. */
  daysPastDue: number;
  /** An extension was given or a hardship plan agreed, and its cure period has not passed. */
  isForborne: boolean;
};

/** The facts of a loan value at the end of `on`. A loan that does not run has no amounts. Rule: docs/rules/classes.md. */
export function factsOf(loan: Loan, { on, cureDays }: { on: Day; cureDays: number }): LoanFacts {
  const isInBook = isRunning(loan);
  const owed = owedOnLoan(loan);
  const unearnedInterest = instalmentTotal(loan.instalments, 'interestNgwee') - loan.interestEarnedNgwee;
  const unearnedFee = serviceFeeOf(loan) - loan.feeEarnedNgwee;
  return {
    principalNgwee: isInBook ? owed.principalNgwee : 0,
    interestNgwee: isInBook ? owed.interestNgwee - unearnedInterest : 0,
    feeNgwee: isInBook ? owed.feeNgwee - unearnedFee : 0,
    penaltyNgwee: isInBook ? owed.penaltyNgwee : 0,
    daysPastDue: daysPastDueByOriginalDate(loan, on),
    isForborne: isForborne(loan, { on, cureDays }),
  };
}

/** The gross carrying amount in ngwee: principal, and the interest, fee and penalties that are earned and not paid. */
export function grossOf({ principalNgwee, interestNgwee, feeNgwee, penaltyNgwee }: LoanFacts): number {
  return principalNgwee + interestNgwee + feeNgwee + penaltyNgwee;
}

/**
 * Whether an extension or a hardship plan still counts as forbearance at the end of `on`: `cureDays` have not passed since
 * it, an instalment is past due by its present date, or one that fell due in these days was late. Rule:
 * docs/rules/classes.md.
 */
export function isForborne(loan: Loan, { on, cureDays }: { on: Day; cureDays: number }): boolean {
  const movedOn = loan.instalments
    .flatMap(({ earlierDueDates }) => earlierDueDates.map(({ throughOn }) => throughOn))
    .concat(loan.hardship === null ? [] : [loan.hardship.agreedOn])
    .reduce<Day | null>((last, each) => (last === null ? each : laterOf(last, each)), null);
  if (movedOn === null) return false;
  const cureFromOn = addDays(on, -cureDays);
  if (movedOn > cureFromOn) return true;
  return loan.instalments.some((instalment) =>
    isCleared(instalment) ? instalment.daysLate > 0 && instalment.dueOn > cureFromOn : instalment.dueOn < on,
  );
}
