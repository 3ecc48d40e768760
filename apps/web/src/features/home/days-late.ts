import { ownHomeWords } from '../../words/own-home.ts';
import { timeWords } from '../../words/time.ts';

/** Replaces the greeting for a borrower who is late. */
export function daysLateText(overdueDays: number): string {
  const { billIsDaysLate, billIsLate } = ownHomeWords.openLoan;
  return overdueDays > 0 ? billIsDaysLate(timeWords.days(overdueDays)) : billIsLate;
}
