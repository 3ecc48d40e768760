import { demoLender } from '../apps/server/src/loan/lender.ts';
import { openCalendar } from '../apps/server/src/platform/calendar.ts';
import { systemClock } from '../apps/server/src/platform/clock.ts';
import { openDatabase } from '../apps/server/src/platform/database.ts';
import { workAtDesk } from '../apps/server/src/ticket-desk.ts';
import type { Program } from './program.ts';

/** What `npm run complaints` does with these words, without a process of its own. */
export async function atTicketDesk(program: Program, ...words: string[]): Promise<string> {
  const db = openDatabase({ url: await program.databaseUrl(), maxConnections: 1 });
  try {
    const calendar = await openCalendar(db, systemClock);
    return await workAtDesk(
      {
        db,
        sealing: program.sealing,
        clock: systemClock,
        lender: demoLender,
        today: () => calendar.today(),
        operatorOfMobile: () => 'mtn',
        staffName: 'mary',
      },
      words,
    );
  } finally {
    await db.close();
  }
}
