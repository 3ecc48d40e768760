import { readRecordNumber } from '../../../book/staff-action.ts';
import { readStaffLooks, type StaffLook } from '../../../people/authentication/staff-looks.ts';
import type { Database } from '../../../platform/database.ts';
import { tableLines } from '../../../platform/terminal-table.ts';
import { withProgramDatabase } from '../../../staff/terminal/program-database.ts';
import {
  type CommandAnswer,
  declined,
  type TerminalCommand,
  told,
} from '../../../staff/terminal/terminal-command.ts';

/* npm run looks [-- <borrower>] */
export const command: TerminalCommand = {
  purpose: 'shows which person of staff looked at whose pictures, application or archive, and why',
  async run([borrower, ...more]) {
    const borrowerId = borrower === undefined ? null : readRecordNumber(borrower);
    if (borrowerId === undefined || more.length > 0) return declined('Usage: npm run looks [-- <borrower>]');
    return withProgramDatabase((db) => showLooks(db, borrowerId));
  },
};

export async function showLooks(db: Database, borrowerId: number | null): Promise<CommandAnswer> {
  const looks = await readStaffLooks(db, borrowerId);
  if (looks.length === 0) return told('No person of staff has looked.');
  return told(...tableLines([['at', 'who', 'borrower', 'what', 'why'], ...looks.map(cellsOf)]));
}

function cellsOf({ lookedAt, lookedBy, borrowerId, subject, reason }: StaffLook): string[] {
  return [lookedAt.toISOString(), lookedBy, String(borrowerId), subject, reason];
}
