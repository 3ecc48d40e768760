import { addDays, type Day, day } from '@thumba/lending/day';
import { dayText, inLusaka } from './days.ts';
import { timeWords } from './time-words.ts';

/** The days of one reader: the business date, and how many days it is ahead of the calendar. */
export type ReaderDays = { today: Day; businessDaysAhead: number };

/** "14:32 today", "midnight" or "14:32 on 22 November": until when something holds. */
export function deadlineText(instant: string, { today, businessDaysAhead }: ReaderDays): string {
  const moment = inLusaka(Date.parse(instant));
  const on = addDays(day(moment.slice(0, 10)), businessDaysAhead);
  const time = moment.slice(11, 16);
  if (on === today) return timeWords.today(time);
  if (time === '00:00' && on === addDays(today, 1)) return timeWords.midnight;
  return timeWords.onDay(time, dayText(on, today));
}
