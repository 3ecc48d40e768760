import type { LiveSettings } from '../../book/lender-setting/live-settings.ts';
import type { StoredLoan } from '../../book/loan/queries.ts';
import { describeReviewRefusal, type ReviewRefusal } from '../../credit/application/review.ts';
import { type Clock, toDate } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { type Reply, refused } from '../../platform/reply.ts';
import type { StaffPerson } from '../../platform/serve-staff.ts';
import { type Claim, findClaim, keepClaim } from './claims.ts';
import { findWaiting } from './read-review.ts';

export const WAITS_NO_LONGER = refused(409, 'This application waits no longer.', {
  reason: 'waits_no_longer',
});
export const STALE = refused(400, 'Open the application again.', { reason: 'not_shown' });

/** The application, where it waits and this person has it. */
export async function findHeld(
  deps: { db: Database; clock: Clock; lenderSettings: LiveSettings },
  loanId: number,
  { staffId }: StaffPerson,
): Promise<StoredLoan | Exclude<Reply<never>, { code: 200 }>> {
  const { db, clock } = deps;
  const now = toDate(clock.nowMs());
  const waiting = await findWaiting(db, loanId);
  if (!waiting) return WAITS_NO_LONGER as Exclude<Reply<never>, { code: 200 }>;
  if (await keepClaim(db, { loanId, staffId, now, holdMinutes: holdMinutesOf(deps) })) return waiting;
  const claim = await findClaim(db, { loanId, now });
  return (claim ? taken(claim) : NOT_TAKEN) as Exclude<Reply<never>, { code: 200 }>;
}

/** After so many minutes without a step of its holder an application is free. */
export function holdMinutesOf({ lenderSettings }: { lenderSettings: LiveSettings }): number {
  return lenderSettings.current().application_hold.minutes;
}

const NOT_TAKEN = refused(409, 'Take this application first: too long has passed without a step of yours.', {
  reason: 'not_taken',
});

export function taken({ name, heldUntil }: Claim): Reply<never> {
  return refused(409, `${name} has this application.`, {
    reason: 'taken',
    name,
    until: heldUntil.toISOString(),
  });
}

/** What a decision is refused with, in a sentence for staff. */
export function refusedReview(refusal: ReviewRefusal): Reply<never> {
  const code = refusal.kind === 'reason_needed' || refusal.kind === 'no_such_decline_reason' ? 400 : 409;
  return refused(code, sentenceOfRefusal(refusal), { reason: refusal.kind });
}

/** What a list says of a borrower is for compliance: an underwriter reads only that compliance has to look. */
function sentenceOfRefusal(refusal: ReviewRefusal): string {
  switch (refusal.kind) {
    case 'hit_open':
      return 'Compliance has to look at this borrower first.';
    case 'money_frozen':
      return 'Money that goes out to this borrower is held. Compliance has to release it first.';
    case 'hits_changed':
      return 'What compliance knows of the borrower has changed: look again.';
    case 'override_needed':
      return 'The rules decline this application. Ask a second person to agree.';
    default:
      return describeReviewRefusal(refusal);
  }
}
