import type { DueDay } from './due-day.ts';
import { dueDayWords } from './due-day-words.ts';

// The text is in a file of its own, because the borrower app needs the rules of products without it.

/** "the last day of the month", "day 25 of the month". */
export function formatDueDay(dueDay: DueDay): string {
  return dueDay.rule === 'month_end' ? dueDayWords.month_end : dueDayWords.day_of_month(String(dueDay.day));
}
