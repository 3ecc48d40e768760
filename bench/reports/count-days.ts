import { addDays, type Day, day } from '@thumba/lending/day';
import {
  countBookDays,
  countTotalledDays,
  rewind,
} from '../../apps/server/src/accounting/book-day/count-book-days.ts';
import {
  countFlowDayStatement,
  forgetFlowDayStatement,
} from '../../apps/server/src/accounting/book-day/flow-days.ts';
import { totalDays } from '../../apps/server/src/accounting/daily-total/day-totals.ts';
import { countEntryDay } from '../../apps/server/src/accounting/daily-total/entry-hours.ts';
import { countReportDay, findReportDay } from '../../apps/server/src/accounting/daily-total/report-days.ts';
import { type Database, statement } from '../../apps/server/src/platform/database.ts';

const startStatement = statement<never, { fromOn: Day }>(
  'bench: start of the counts',
  `update book_day_progress set counted_from_on = $fromOn::date, counted_through_on = $fromOn::date - 1
   where counted_through_on is null`,
);

/**
 * What the loops of a running server do: the totals of the days that are over, and the counts for the reports. A server
 * counts each day once it is over. A made book has none of it, and so many days are counted that reports compare two months.
 */
export async function countEachDay(db: Database, today: Day, days: number): Promise<void> {
  await db.rows(startStatement, { fromOn: addDays(today, -days) });
  while (!(await totalDays(db, addDays(today, -1))));
  while (!(await countTotalledDays(db, { runMs: 0 })));
  // The newest days are counted first, and no report is read for an earlier one than the end of last month.
  const lastOfMonthBefore = lastBefore(today);
  for (;;) {
    const on = await findReportDay(db);
    if (on === undefined || on < lastOfMonthBefore) break;
    await countTotalledDays(db);
  }
}

const firstOfMonth = (on: Day) => day(`${on.slice(0, 8)}01`);
const lastBefore = (on: Day) => addDays(firstOfMonth(on), -1);

/** The ends of days that the calls of `report-calls` read, and the day before the last one for its vintages. */
function daysRead(today: Day): Day[] {
  const days = [lastBefore(today), ...[-20, -2, -1].map((days) => addDays(today, days))];
  return [...new Set(days)].toSorted();
}

const isBookCountedStatement = statement<{ isCounted: boolean }, { on: Day }>(
  'bench: is the book of a day counted',
  'select exists (select from book_day where business_on = $on::date) as "isCounted"',
);
const standBeforeStatement = statement<never, { on: Day }>(
  'bench: stand before a day',
  'update book_day_progress set counted_through_on = $on::date - 1',
);
/** Bookings into days after the last counted one change no count. */
const forgetBookingsStatement = statement<never>(
  'bench: forget bookings into days that are not counted',
  `delete from late_booking where booked_on > (select coalesce(max(business_on), '-infinity') from book_day)`,
);
const isReportCountedStatement = statement<{ isCounted: boolean }, { on: Day }>(
  'bench: are the reports of a day counted',
  'select exists (select from report_day where business_on = $on::date) as "isCounted"',
);
const listOtherDaysStatement = statement<
  { on: Day; lacksFlows: boolean; lacksEntries: boolean },
  { fromOn: Day; throughOn: Day }
>(
  'bench: list days without flows or entries',
  `select t.business_on as "on",
     not exists (select from flow_day f where f.business_on = t.business_on) as "lacksFlows",
     not exists (select from entry_day e where e.business_on = t.business_on) as "lacksEntries"
   from (select distinct business_on from account_day_total) t
   where t.business_on between $fromOn::date and $throughOn::date order by 1`,
);

/**
 * Counts the book and the reports of only those days that are read, for a book on which the count of a day takes a
 * minute. Flows and entries are counted for each day since the beginning of last month, so they are right. The states
 * of loans on the days between are not known: a change of state stands on the next day that is counted.
 */
export async function countSomeDays(db: Database, today: Day): Promise<void> {
  const days = daysRead(today);
  const fromOn = firstOfMonth(lastBefore(today));
  const throughOn = addDays(today, -1);
  while (!(await totalDays(db, throughOn)));
  for (const { on, lacksFlows, lacksEntries } of await db.rows(listOtherDaysStatement, {
    fromOn,
    throughOn,
  })) {
    await db.inTransaction(async (transaction) => {
      if (lacksFlows) {
        await transaction.rows(forgetFlowDayStatement, { on });
        await transaction.rows(countFlowDayStatement, { on });
      }
      if (lacksEntries) await countEntryDay(transaction, on);
    });
  }
  await db.rows(startStatement, { fromOn });
  await db.rows(forgetBookingsStatement, {});
  await countBookOf(db, days, throughOn);
  await db.rows(standBeforeStatement, { on: today });
  for (const on of days) {
    if ((await db.row(isReportCountedStatement, { on }))!.isCounted) continue;
    await db.inTransaction((transaction) => countReportDay(transaction, on));
  }
}

/** The book of a day is counted after the books of all earlier days. So all days from the first missing one on are counted again. */
async function countBookOf(db: Database, days: readonly Day[], throughOn: Day): Promise<void> {
  const counted = await Promise.all(days.map((on) => db.row(isBookCountedStatement, { on })));
  const firstMissing = counted.findIndex((row) => !row!.isCounted);
  if (firstMissing < 0) return;
  await db.inTransaction((transaction) => rewind(transaction, days[firstMissing]!));
  for (const on of days.slice(firstMissing)) {
    await db.rows(standBeforeStatement, { on });
    await countBookDays(db, throughOn, () => true);
  }
}
