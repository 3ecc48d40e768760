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
  const name = staffName();
  const event = { outcome: 'succeeded', actor: staffActor(name), detail: { command, action } } as const;
  await writeSecurityEvent(db, { kind: 'staff_command', ...event }, now);
  if (!listed) return;
  const reason = `npm run ${command}, ${action}`;
  await recordLooks(db, { ...listed, staffName: name, reason, now });
}
