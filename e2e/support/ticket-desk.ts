import { demoLender } from '../../apps/server/src/book/lender.ts';
import { openDatabase } from '../../apps/server/src/platform/database.ts';
import { openStaffDesk } from '../../apps/server/src/staff/terminal/staff-desk.ts';
import { workAtDesk } from '../../apps/server/src/staff/terminal/ticket-desk.ts';
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
