import type { Day } from '@thumba/lending/day';
import type { Loan } from '@thumba/lending/loan';
import { type Owed, owedOnLoan } from '@thumba/lending/owed';

/** What is compared between asking a second person and their approval. */
export type SeenLoan = Omit<Owed, 'totalNgwee'> & { dueDates: readonly Day[] };

export function seenOf(loan: Loan): SeenLoan {
  const { principalNgwee, interestNgwee, feeNgwee, penaltyNgwee } = owedOnLoan(loan);
  return { principalNgwee, interestNgwee, feeNgwee, penaltyNgwee, dueDates: dueDatesOf(loan) };
}

/** Penalties may have grown since: they grow with each day. Smaller ones were paid or waived. */
export function hasMovedOn(loan: Loan, seen: SeenLoan): boolean {
  const now = seenOf(loan);
  return (
    now.principalNgwee !== seen.principalNgwee ||
    now.interestNgwee !== seen.interestNgwee ||
    now.feeNgwee !== seen.feeNgwee ||
    now.dueDates.join() !== seen.dueDates.join() ||
    now.penaltyNgwee < seen.penaltyNgwee
  );
}

export function dueDatesOf({ instalments }: Loan): Day[] {
  return instalments.map(({ dueOn }) => dueOn);
}
