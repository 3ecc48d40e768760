import { staffActor } from '../../book/actor.ts';
import { writeSecurityEvent } from '../../book/security-log/events.ts';
import { type LookSubject, recordLooks } from '../../people/authentication/staff-looks.ts';
import { toDate } from '../../platform/clock.ts';
import type { StaffDesk } from './staff-desk.ts';

/**
 * Records who looks, when, by which command, and at which borrowers. A command calls it before it answers, so that nothing
 * is shown where it cannot be recorded.
 */
export async function recordLookOfCommand(
  { db, clock, staffName }: Pick<StaffDesk, 'db' | 'clock' | 'staffName'>,
  {
    command,
    action,
    listed,
  }: {
    command: string;
    action: string;
    listed?: { subject: LookSubject; borrowerIds: readonly number[] };
  },
): Promise<void> {
  const now = toDate(clock.nowMs());
  const actor = staffActor(staffName());
  await writeSecurityEvent(
    db,
    { kind: 'staff_command', outcome: 'succeeded', actor, detail: { command, action } },
    now,
  );
  if (listed)
    await recordLooks(db, {
      ...listed,
      ...{ staffName: staffName(), reason: `npm run ${command}, ${action}`, now },
    });
}
