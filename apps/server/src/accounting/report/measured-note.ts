import type { Day } from '@thumba/lending/day';
import { isReportDayGivenUp } from '../daily-total/report-days.ts';
import type { BookSnapshot } from './book-snapshot.ts';

/** Says that a report of loans took long for a reason. */
export async function measuredNote(book: BookSnapshot, on: Day): Promise<string[]> {
  if (!(await isReportDayGivenUp(book, on))) return [];
  return [`The end of ${on} could not be counted in time, so each report measures it.`];
}
