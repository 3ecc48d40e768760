import type { Database } from '../../platform/database.ts';
import { done } from '../../platform/reply.ts';
import type { Sealing } from '../../platform/sealing.ts';
import { type StaffServer, serveStaff } from '../../platform/serve-staff.ts';
import { listBorrowers } from './borrowers.ts';
import { listDecided } from './decided.ts';
import { listLoans } from './loans.ts';
import { listPayments } from './payments.ts';

/** The long lists, sorted and narrowed. */
export function registerListRoutes(server: StaffServer, deps: { db: Database; sealing: Sealing }): void {
  const { db } = deps;
  serveStaff(server, 'listLoans', async ({ query }) => done(await listLoans(db, query)));
  serveStaff(server, 'listBorrowers', async ({ query }) => done(await listBorrowers(deps, query)));
  serveStaff(server, 'listPayments', async ({ query }) => done(await listPayments(db, query)));
  serveStaff(server, 'listDecided', async ({ query }) => done(await listDecided(db, query)));
}
