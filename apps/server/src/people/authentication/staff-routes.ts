import { type Day, isDay } from '@thumba/lending/day';
import { staffActor } from '../../book/actor.ts';
import { type Clock, toDate } from '../../platform/clock.ts';
import { done, type Reply, refused } from '../../platform/reply.ts';
import { type StaffServer, serveStaff } from '../../platform/serve-staff.ts';
import { type CorrectionDeps, type CorrectionRefusal, correctIdentity } from './staff-identity.ts';

export type IdentityStaffDeps = CorrectionDeps & {
  clock: Clock;
  today(): Day;
  onNewMessages(): void;
};

const FIELDS = { number: 'the number', name: 'the name', birth_date: 'the birth date' } as const;
const BIRTH_DATE = refused(400, 'Write the birth date as 1985-03-02', {
  fields: { birthDate: 'Write the birth date as 1985-03-02' },
});

/** What staff correct of an identity. */
export function registerIdentityStaffRoutes(server: StaffServer, deps: IdentityStaffDeps): void {
  serveStaff(server, 'correctIdentity', async ({ params: { borrowerId }, body }, { person }) => {
    const { firstName, lastName, idNumber, birthDate, confirmedAt } = body;
    const today = deps.today();
    if (!isDay(birthDate) || birthDate > today) return BIRTH_DATE;
    const outcome = await correctIdentity(deps, {
      borrowerId,
      corrected: { firstName, lastName, idNumber, birthDate },
      reason: body.reason.trim(),
      confirmedAt: new Date(confirmedAt),
      actor: staffActor(person.userName),
      now: toDate(deps.clock.nowMs()),
      today,
    });
    if (!outcome.ok) return refusedCorrection(outcome.refusal);
    deps.onNewMessages();
    return done(null);
  });
}

function refusedCorrection(refusal: CorrectionRefusal): Reply<never> {
  const reason = { reason: refusal.kind };
  switch (refusal.kind) {
    case 'no_identity':
      return refused(409, 'The borrower has not confirmed an identity yet.', reason);
    case 'moved_on':
      return refused(409, 'The identity has changed since you opened it. Look at it again.', reason);
    case 'nothing_changed':
      return refused(400, 'Nothing is different from what stands there.', reason);
    case 'loan_open':
      return refused(
        409,
        'A loan or an application rests on this identity. Correct it once the loan has ended.',
        reason,
      );
    case 'payment_under_way':
      return refused(409, 'A payment of the borrower is under way. Try again once it has ended.', reason);
    case 'card_differs':
      return refused(
        409,
        `The picture of the card was read with something else: ${refusal.differences.map((one) => FIELDS[one]).join(', ')}. Ask the borrower for another picture of the card.`,
        reason,
      );
  }
}
