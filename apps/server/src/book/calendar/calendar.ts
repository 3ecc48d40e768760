import { addDays, type Day, daysBetween } from '@thumba/lending/day';
import { type Clock, lusakaDay } from '../../platform/clock.ts';
import { type Database, statement, type Transaction } from '../../platform/database.ts';

/** The business day: Lusaka's calendar day plus a stored number of days, which is 0 outside a demo. */
export type Calendar = {
  today(): Day;
  /** Reads the stored offset again; another process may have moved it. */
  refresh(): Promise<void>;
  /** Moves today to a later day, for every process. It never goes back, also when two processes move it. */
  moveForwardTo(on: Day): Promise<void>;
};

const readOffsetStatement = statement<{ offset_days: number }>(
  'calendar: read offset',
  'select offset_days from business_calendar',
);

const raiseOffsetStatement = statement<never, { offsetDays: number }>(
  'calendar: raise offset',
  'update business_calendar set offset_days = greatest(offset_days, $offsetDays)',
);

const createCalendarStatement = statement<{ created: boolean }, { offsetDays: number; today: Day }>(
  'calendar: create',
  `insert into business_calendar (offset_days, day_ended_through) values ($offsetDays, $today)
   on conflict do nothing returning true as created`,
);

/** Starts the business calendar of a new database. Answers whether it was new. */
export async function createBusinessCalendar(
  db: Database,
  clock: Clock,
  offsetDays: number,
): Promise<boolean> {
  const today = businessDay(clock.nowMs(), offsetDays);
  return (await db.row(createCalendarStatement, { offsetDays, today })) !== undefined;
}

const hasCalendarStatement = statement<{ has_calendar: boolean }>(
  'calendar: exists',
  'select exists (select from business_calendar) as has_calendar',
);

export async function hasBusinessCalendar(db: Database): Promise<boolean> {
  return (await db.row(hasCalendarStatement, {}))!.has_calendar;
}

export async function openCalendar(db: Database, clock: Clock): Promise<Calendar> {
  let offsetDays = 0;
  async function refresh(): Promise<void> {
    offsetDays = (await db.row(readOffsetStatement, {}))?.offset_days ?? 0;
  }
  await refresh();
  return {
    today: () => businessDay(clock.nowMs(), offsetDays),
    refresh,
    async moveForwardTo(on) {
      await db.rows(raiseOffsetStatement, { offsetDays: daysBetween(lusakaDay(clock.nowMs()), on) });
      await refresh();
    },
  };
}

const findLastEndedDayStatement = statement<{ day_ended_through: Day }>(
  'calendar: last ended day',
  'select day_ended_through from business_calendar',
);

/** The last business day whose end was run. Undefined before the first start of the program. */
export async function findLastEndedDay(db: Transaction): Promise<Day | undefined> {
  return (await db.row(findLastEndedDayStatement, {}))?.day_ended_through;
}

const noteEndedDayStatement = statement<never, { on: Day }>(
  'calendar: note ended day',
  'update business_calendar set day_ended_through = greatest(day_ended_through, $on::date)',
);

export async function noteEndedDay(db: Database, on: Day): Promise<void> {
  await db.rows(noteEndedDayStatement, { on });
}

function businessDay(instantMs: number, offsetDays: number): Day {
  return addDays(lusakaDay(instantMs), offsetDays);
}
