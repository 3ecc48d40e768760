import { pageOf } from '../../platform/page.ts';
import { done, refused } from '../../platform/reply.ts';
import { type StaffServer, serveStaff } from '../../platform/serve-staff.ts';
import { type FindDeps, findBorrowers } from './find-borrowers.ts';
import { describeSearchRefusal } from './search-text.ts';

export function registerSearchRoutes(server: StaffServer, deps: FindDeps): void {
  serveStaff(server, 'findBorrowers', async ({ body: { text, ...page } }) => {
    const found = await findBorrowers(deps, { text, ...pageOf(page) });
    if (!found.ok) return refused(400, describeSearchRefusal(found.refusal), { reason: found.refusal.kind });
    const { borrowers: items, total, isMore } = found.value;
    return done({ items, total, isMore });
  });
}
