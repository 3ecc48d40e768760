import { day } from '@thumba/lending/day';
import { createEndOfDay, runEndOfDay } from '../apps/server/src/credit/end-of-day/end-of-day.ts';
import { systemClock } from '../apps/server/src/platform/clock.ts';
import { type Database, openDatabase } from '../apps/server/src/platform/database.ts';

/*
 * One run of the end of a day in a process of its own, on DATABASE_URL up to TODAY. It reports its progress, its
 * memory and its longest write, which is the longest time that it locked a row. It pauses between two statements on
 * demand.
 */

export type Progress = { loansMoved: number; rssBytes: number; longestWriteMs: number };
export type Order = 'stand still' | 'go on';

const EVERY_MS = 50;

const progress: Progress = { loansMoved: 0, rssBytes: 0, longestWriteMs: 0 };
let mayGoOn: Promise<void> = Promise.resolve();
let goOn: () => void = () => undefined;

process.on('message', (order: Order) => {
  if (order === 'go on') goOn();
  else {
    mayGoOn = new Promise((resolve) => {
      goOn = resolve;
    });
  }
  tell();
});

const db = openDatabase({ url: process.env.DATABASE_URL! });
const endOfDay = createEndOfDay({ db: watched(db), clock: systemClock, steps: [] });
const telling = setInterval(tell, EVERY_MS);
await runEndOfDay(endOfDay, day(process.env.TODAY!));
clearInterval(telling);
tell();
await db.close();
process.disconnect();

function watched(database: Database): Database {
  return {
    ...database,
    async rows(wanted, values) {
      await mayGoOn;
      const beganAt = performance.now();
      const rows = await database.rows(wanted, values);
      if (wanted.name.startsWith('posting line: write')) {
        progress.longestWriteMs = Math.max(progress.longestWriteMs, performance.now() - beganAt);
        progress.loansMoved += rows.length;
      }
      return rows;
    },
  };
}

function tell(): void {
  progress.rssBytes = Math.max(progress.rssBytes, process.memoryUsage.rss());
  process.send?.(progress);
}
