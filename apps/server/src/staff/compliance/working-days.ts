import { addDays, type Day, weekdayName } from '@thumba/lending/day';
import { publicHolidays } from '../../contact/notice/holidays.ts';
import { findNotices } from '../../contact/notice/notices.ts';
import type { Database } from '../../platform/database.ts';

/** A declared holiday, from one day until another. */
export type DeclaredHoliday = { shownFrom: Day; shownUntil: Day };

/** The working day that is so many after `on`. Saturdays, Sundays, public and declared holidays are none. */
export function workingDayAfter(on: Day, count: number, declared: readonly DeclaredHoliday[]): Day {
  let day = on;
  for (let left = count; left > 0; ) {
    day = addDays(day, 1);
    if (isWorkingDay(day, declared)) left -= 1;
  }
  return day;
}

function isWorkingDay(day: Day, declared: readonly DeclaredHoliday[]): boolean {
  const weekday = weekdayName(day);
  if (weekday === 'Saturday' || weekday === 'Sunday') return false;
  if (publicHolidays(Number(day.slice(0, 4))).some(({ date }) => date === day)) return false;
  return !declared.some(({ shownFrom, shownUntil }) => day >= shownFrom && day <= shownUntil);
}

/** No clock of working days is longer, whatever holidays are in it. */
const LONGEST_DAYS = 60;

/** The holidays that the lender has declared in the days after `on`. */
export async function declaredHolidays(db: Database, on: Day): Promise<DeclaredHoliday[]> {
  const notices = await findNotices(db, on, addDays(on, LONGEST_DAYS));
  return notices.filter(({ kind }) => kind === 'holiday');
}
