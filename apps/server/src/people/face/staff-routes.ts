import { staffActor } from '../../book/actor.ts';
import { type Clock, toDate } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Randomness } from '../../platform/randomness.ts';
import { done, refused } from '../../platform/reply.ts';
import type { Sealing } from '../../platform/sealing.ts';
import { type StaffServer, serveStaff } from '../../platform/serve-staff.ts';
import { writeNote } from '../borrower/notes.ts';
import { referWithoutFace } from './person-instead.ts';

const REFUSALS = {
  no_card: refused(
    409,
    'The borrower has not sent the picture of the card yet. It is asked for before the face.',
    { reason: 'no_card' },
  ),
  checked_already: refused(409, 'The face of the borrower was checked, or a person looks at it already.', {
    reason: 'checked_already',
  }),
};

/** What staff do about the face of a borrower. */
export function registerFaceStaffRoutes(
  server: StaffServer,
  deps: { db: Database; sealing: Sealing; random: Randomness; clock: Clock },
): void {
  serveStaff(server, 'allowWithoutFace', async ({ params: { borrowerId }, body }, { person }) => {
    const now = toDate(deps.clock.nowMs());
    const outcome = await referWithoutFace(deps, { borrowerId, now });
    if (outcome !== 'referred') return REFUSALS[outcome];
    const text = `May apply without a picture of the face: ${body.reason.trim()}`;
    await writeNote(deps, { borrowerId, text, actor: staffActor(person.userName), now });
    return done(null);
  });
}
