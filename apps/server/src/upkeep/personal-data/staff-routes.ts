import type { Day } from '@thumba/lending/day';
import { staffActor } from '../../book/actor.ts';
import { type Clock, toDate } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { done, refused } from '../../platform/reply.ts';
import { type StaffServer, serveStaff } from '../../platform/serve-staff.ts';
import type { ArchiveDeps } from './archive.ts';
import { type DeletionDeps, deleteAccountForStaff } from './delete-account.ts';
import { archiveSoon, deletionRefusalText } from './routes.ts';

export type ErasureDeps = Omit<DeletionDeps, 'freeWrongCodes'> &
  ArchiveDeps & {
    clock: Clock;
    log: Log;
    today(): Day;
    /** Removes files without a borrower from the disk. */
    removeFiles(now: Date): Promise<unknown>;
  };

const MOVED_ON = refused(409, 'The account has just changed, or is deleted already. Look at it again.', {
  reason: 'moved_on',
});

/** The deletion of an account for a borrower who asked for it. */
export function registerErasureRoutes(server: StaffServer, deps: ErasureDeps): void {
  serveStaff(server, 'eraseBorrower', async ({ params: { borrowerId }, body }, { person }) => {
    const now = toDate(deps.clock.nowMs());
    const deleted = await deleteAccountForStaff(deps, {
      ...{ borrowerId, now, today: deps.today() },
      reason: body.reason.trim(),
      actor: staffActor(person.userName),
    });
    if (!deleted.ok) {
      const { kind } = deleted.refusal;
      return refused(409, deletionRefusalText(deleted.refusal), { reason: kind });
    }
    if (!deleted.value) return MOVED_ON;
    if (deleted.value.keptUntil !== null) await archiveSoon(deps, borrowerId, now);
    await deps.removeFiles(now);
    return done(deleted.value);
  });
}
