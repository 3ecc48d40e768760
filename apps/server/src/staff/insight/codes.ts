import type { Day } from '@thumba/lending/day';
import { statement, type Transaction } from '../../platform/database.ts';
import { type CountedDays, withinDays } from './counts.ts';

export type CodesOfPrefix = { on_day: Day; prefix: string; sent: number; verified: number };

/** Days whose hours are gone, and hours that are not yet part of their day. */
const daysStatement = statement<CodesOfPrefix, CountedDays>(
  'insight: codes by day',
  `select on_day, prefix, sum(sent)::integer as sent, sum(verified)::integer as verified
   from (
     select on_day, prefix, sent, verified from code_day where on_day between $from::date and $through::date
     union all
     select (hour at time zone 'Africa/Lusaka')::date, prefix, sent, verified from code_hour where ${withinDays('hour')}
   ) codes
   group by on_day, prefix order by on_day, prefix`,
);

export function readCodes(book: Transaction, days: CountedDays): Promise<CodesOfPrefix[]> {
  return book.rows(daysStatement, days);
}

export type CodesOfHour = { hour: Date; prefix: string; sent: number; verified: number };

const hoursStatement = statement<CodesOfHour, CountedDays>(
  'insight: codes by hour',
  `select hour, prefix, sum(sent)::integer as sent, sum(verified)::integer as verified
   from code_hour where ${withinDays('hour')} group by hour, prefix order by hour, prefix`,
);

export function readCodesByHour(book: Transaction, days: CountedDays): Promise<CodesOfHour[]> {
  return book.rows(hoursStatement, days);
}
