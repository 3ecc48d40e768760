import { openDatabase } from '../../apps/server/src/platform/database.ts';
import { command } from '../../apps/server/src/staff/terminal/commands/complaints.ts';
import { openStaffDesk } from '../../apps/server/src/staff/terminal/staff-desk.ts';
import type { Program } from './program.ts';

/** Does what `npm run complaints` does with these arguments, inside this process. */
export async function atTicketDesk(program: Program, ...words: string[]): Promise<string> {
  const db = openDatabase({ url: await program.databaseUrl(), maxConnections: 1 });
  try {
    const desk = await openStaffDesk({ db, variables: program.settings });
    const { done, lines } = await command.atDesk(
      { ...desk, sealing: () => program.sealing, staffName: () => 'mary' },
      words,
    );
    if (!done) throw new Error(lines.join('\n'));
    return lines.join('\n');
  } finally {
    await db.close();
  }
}
