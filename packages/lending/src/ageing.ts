import { type Day, daysBetween, earlierOf } from './day.ts';
import { type Instalment, isRunning, type Loan } from './loan.ts';
import { isCleared } from './owed.ts';

/** The due date that was signed. An extension moves `dueOn`, and this date stays. Rule: docs/rules/end-of-day.md. */
export function originalDueOn({ dueOn, earlierDueDates }: Instalment): Day {
  return earlierDueDates[0]?.dueOn ?? dueOn;
}

/**
 * The days that the oldest unpaid instalment is past due at the end of a day, by the due date that is valid now. 0 for a
 * loan on time, and for one that neither runs nor was written off. A payment under way stops the count at the day of its
 * submission. Rule: docs/rules/end-of-day.md.
 */
export function daysPastDue(loan: Loan, on: Day): number {
  return oldestUnpaidDays(loan, on, ({ dueOn }) => dueOn);
}

/**
 * The same by the original due dates, because an extension is forbearance: it moves the date and pays nothing off.
 * Ageing by original date and the classes of a loan use it. It counts the real days, also those on which a loan was
 * closed by a payment that was reversed later. Rule: docs/rules/end-of-day.md.
 */
export function daysPastDueByOriginalDate(loan: Loan, on: Day): number {
  return oldestUnpaidDays(loan, on, originalDueOn);
}

function oldestUnpaidDays(loan: Loan, on: Day, dueOnOf: (instalment: Instalment) => Day): number {
  if (!isRunning(loan) && loan.state !== 'written_off') return 0;
  const throughOn = earlierOf(on, loan.pending?.submittedOn ?? on);
  const unpaid = loan.instalments.filter((instalment) => !isCleared(instalment));
  return Math.max(0, ...unpaid.map((instalment) => daysBetween(dueOnOf(instalment), throughOn)));
}
