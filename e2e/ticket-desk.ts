import { demoLender } from '../apps/server/src/loan/lender.ts';
import { openStaffDesk } from '../apps/server/src/loan/staff-desk.ts';
import { openDatabase } from '../apps/server/src/platform/database.ts';
import { workAtDesk } from '../apps/server/src/ticket-desk.ts';
import type { Program } from './program.ts';

/** What `npm run complaints` does with these words, without a process of its own. */
export async function atTicketDesk(program: Program, ...words: string[]): Promise<string> {
  const db = openDatabase({ url: await program.databaseUrl(), maxConnections: 1 });
  try {
    const { done, lines } = await workAtDesk(
      {
        ...(await openStaffDesk(db)),
        sealing: program.sealing,
        lender: demoLender,
        operatorOfMobile: () => 'mtn',
        staffName: 'mary',
      },
      words,
    );
    if (!done) throw new Error(lines.join('\n'));
    return lines.join('\n');
  } finally {
    await db.close();
  }
}
