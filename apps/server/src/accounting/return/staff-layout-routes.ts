import type { Day } from '@thumba/lending/day';
import { readStaffNames } from '../../book/staff-names.ts';
import type { AskedRequest } from '../../book/staff-request.ts';
import type { Database } from '../../platform/database.ts';
import { done, type Reply, refused } from '../../platform/reply.ts';
import { type StaffPerson, type StaffServer, serveStaff } from '../../platform/serve-staff.ts';
import { layoutOn, listLayouts, type ReturnLine } from './layouts.ts';
import { askForLayout } from './staff-layout.ts';

export type LayoutRouteDeps = {
  db: Database;
  today(): Day;
  fileRequest(asked: AskedRequest, maker: StaffPerson): Promise<Reply<{ requestId: number }>>;
};

/** The layout of the return to the regulator, and another one by two people. */
export function registerLayoutRoutes(server: StaffServer, deps: LayoutRouteDeps): void {
  const { db, today } = deps;

  serveStaff(server, 'getReturnLayout', async () => {
    const layouts = await listLayouts(db);
    const nameOf = await readStaffNames(
      db,
      layouts.map(({ savedBy }) => savedBy),
    );
    const inForce = layoutOn(layouts, today())?.version;
    return done({
      versions: layouts.map((layout) => ({
        ...layout,
        lines: layout.lines.map(asShown),
        savedBy: nameOf(layout.savedBy),
        savedAt: layout.savedAt.toISOString(),
        isInForce: layout.version === inForce,
      })),
    });
  });

  serveStaff(server, 'askForReturnLayout', async ({ body }, { person, note }) => {
    const { reason, ...wanted } = body;
    note({ startsOn: wanted.startsOn, lines: wanted.lines.length });
    const asked = await askForLayout(deps, wanted as Parameters<typeof askForLayout>[1], reason);
    return asked.ok
      ? deps.fileRequest(asked.value, person)
      : refused(400, asked.refusal, { reason: 'bad_layout' });
  });
}

function asShown(line: ReturnLine) {
  switch (line.is) {
    case 'accounts':
      return { ...line, accounts: [...line.accounts] };
    case 'sum':
      return { ...line, of: [...line.of] };
    default:
      return line;
  }
}
