import { userInfo } from 'node:os';
import type { Day } from '@thumba/lending/day';
import { openCalendar } from '../../book/calendar/calendar.ts';
import { createPostingLine, type PostingLine } from '../../book/posting-line/posting-line.ts';
import { type Clock, systemClock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';

/** A member of staff at the terminal, beside a server at work or without one. */
export type StaffDesk = {
  db: Database;
  clock: Clock;
  line: PostingLine;
  today(): Day;
  /** Who is signed in to the machine: the history names them. */
  staffName: string;
};

/** A server that is up, or the next one that starts, sends the payouts and messages that are written here. */
export async function openStaffDesk(db: Database): Promise<StaffDesk> {
  const calendar = await openCalendar(db, systemClock);
  return {
    db,
    clock: systemClock,
    line: createPostingLine({
      db,
      clock: systemClock,
      onNewAttempts: () => undefined,
      onNewMessages: () => undefined,
    }),
    today: () => calendar.today(),
    staffName: userInfo().username,
  };
}
