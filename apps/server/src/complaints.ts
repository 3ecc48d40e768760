import { userInfo } from 'node:os';
import path from 'node:path';
import { lenderOfConfig } from './loan/lender.ts';
import { operatorOfMobile } from './payment/operators/numbers.ts';
import { openCalendar } from './platform/calendar.ts';
import { systemClock } from './platform/clock.ts';
import { readConfig } from './platform/config.ts';
import { openDatabase } from './platform/database.ts';
import { withDatabaseOf } from './platform/postgres/command-database.ts';
import { createSealing } from './platform/sealing.ts';
import { StartFailure } from './platform/start-failure.ts';
import { workAtDesk } from './ticket-desk.ts';

const MIGRATIONS = path.join(import.meta.dirname, '../migrations');

/* npm run complaints, and what ticket-desk.ts knows beside the list */
try {
  const words = process.argv.slice(2);
  console.log(await withDatabaseOf(process.env, MIGRATIONS, (url) => work(url, words)));
} catch (error) {
  if (!(error instanceof StartFailure)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

/** A server that is up, or the next one that starts, sends the messages. */
async function work(databaseUrl: string, words: string[]): Promise<string> {
  const config = readConfig(process.env);
  const db = openDatabase({ url: databaseUrl, maxConnections: 2 });
  try {
    const calendar = await openCalendar(db, systemClock);
    return await workAtDesk(
      {
        db,
        sealing: createSealing(config.keys),
        clock: systemClock,
        lender: lenderOfConfig(config),
        today: () => calendar.today(),
        operatorOfMobile: (mobile) => operatorOfMobile(mobile, config.OPERATOR_PREFIXES),
        staffName: userInfo().username,
      },
      words,
    );
  } finally {
    await db.close();
  }
}
