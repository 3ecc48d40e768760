import { formatDayCount } from '@thumba/lending/day';
import { ownHomeWords } from './own-home-words.ts';

/** Replaces the greeting for a borrower who is late. */
export function daysLateText(overdueDays: number): string {
  const { billIsDaysLate, billIsLate } = ownHomeWords.openLoan;
  return overdueDays > 0 ? billIsDaysLate(formatDayCount(overdueDays)) : billIsLate;
}
