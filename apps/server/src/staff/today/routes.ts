import type { Day } from '@thumba/lending/day';
import { type Clock, lusakaTime, toDate } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { done } from '../../platform/reply.ts';
import { type StaffServer, serveStaff } from '../../platform/serve-staff.ts';
import {
  readCodes,
  readCollected,
  readFailedWork,
  readFloatShown,
  readLate,
  readPaidOut,
  readVerdict,
} from './figures.ts';
import { readLookAround } from './look-around.ts';
import { FLOAT, readWaiting } from './waiting.ts';

export type TodayDeps = { db: Database; clock: Clock; today(): Day };

/** The first page of the console: what waits, and how the day goes. */
export function registerTodayRoutes(server: StaffServer, { db, clock, today }: TodayDeps): void {
  serveStaff(server, 'getToday', async (_input, { person }) => {
    const nowMs = clock.nowMs();
    const businessDate = today();
    const hourNow = Number(lusakaTime(nowMs).slice(0, 2));
    const seesFloat = FLOAT.some((permission) => person.permissions.includes(permission));
    const [waiting, float, failedWork, collected, paidOut, late, codes, doctor, lookAround] =
      await Promise.all([
        readWaiting(db, person, toDate(nowMs)),
        seesFloat ? readFloatShown(db, businessDate) : null,
        readFailedWork(db, nowMs),
        readCollected(db, businessDate, hourNow),
        readPaidOut(db, businessDate),
        readLate(db),
        readCodes(db, nowMs, hourNow),
        readVerdict(db, nowMs),
        readLookAround(db, person),
      ]);
    return done({
      businessDate,
      asOf: toDate(nowMs).toISOString(),
      waiting,
      float,
      failedWork,
      ...collected,
      paidOut,
      late,
      codes,
      doctor,
      lookAround,
    });
  });

  // What is done with it is the entry of the audit.
  serveStaff(server, 'putAwayLookAround', () => done(null));
}
