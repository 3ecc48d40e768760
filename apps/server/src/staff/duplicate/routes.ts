import { recordLooks } from '../../people/authentication/staff-looks.ts';
import { type Clock, toDate } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { done } from '../../platform/reply.ts';
import type { Sealing } from '../../platform/sealing.ts';
import { type StaffServer, serveStaff } from '../../platform/serve-staff.ts';
import { listDuplicates } from './list-duplicates.ts';

type DuplicateDeps = { db: Database; sealing: Sealing; clock: Clock };

/** Borrowers who may be one person. Each borrower on the page is looked at, which is recorded before the page is shown. */
export function registerDuplicateRoutes(server: StaffServer, deps: DuplicateDeps): void {
  serveStaff(server, 'listDuplicates', async ({ query: { before = null } }, { person }) => {
    const page = await listDuplicates(deps, { before, staffId: person.staffId });
    await recordLooks(deps.db, {
      borrowerIds: page.items.flatMap(({ newer, older }) => [newer.borrowerId, older.borrowerId]),
      subject: 'duplicate',
      staffName: person.userName,
      reason: 'the list of duplicates',
      now: toDate(deps.clock.nowMs()),
    });
    return done(page);
  });
}
