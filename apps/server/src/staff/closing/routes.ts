import { openMonths } from '@thumba/accounting/period';
import type { Day } from '@thumba/lending/day';
import { readBook } from '../../accounting/period/queries.ts';
import type { Database } from '../../platform/database.ts';
import { done } from '../../platform/reply.ts';
import { type StaffServer, serveStaff } from '../../platform/serve-staff.ts';
import { closeHolds } from './close-holds.ts';

/** The next period that is over and open, and what has to be done before it is closed. */
export function registerClosingRoutes(
  server: StaffServer,
  { db, today }: { db: Database; today(): Day },
): void {
  serveStaff(server, 'readCloseHolds', async () => {
    const book = await readBook(db, today());
    const [period] = openMonths(book).waiting;
    const closedThrough = book.closedThroughOn;
    if (period === undefined) return done({ closedThrough, next: null });
    const holds: string[] = [];
    for (const hold of closeHolds) holds.push(...(await hold(db, period)).map(({ inConsole }) => inConsole));
    return done({ closedThrough, next: { period, holds } });
  });
}
