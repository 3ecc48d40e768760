import { done, NOT_FOUND } from '../../platform/reply.ts';
import { type StaffServer, serveStaff } from '../../platform/serve-staff.ts';
import { type HelpSource, readHelp } from './read-help.ts';

/** What support reads while a borrower is on the telephone. */
export function registerHelpRoutes(server: StaffServer, source: HelpSource): void {
  serveStaff(server, 'helpCaller', async ({ params: { borrowerId } }) => {
    const help = await readHelp(source, borrowerId);
    return help ? done(help) : NOT_FOUND;
  });
}
