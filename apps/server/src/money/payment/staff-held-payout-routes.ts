import type { StaffAnswer } from '@thumba/contract/staff/wire';
import type { AskedRequest } from '../../book/staff-request.ts';
import { refusalUnlessSeen, requestPreview } from '../../book/staff-request-preview.ts';
import { done, type Reply, refused } from '../../platform/reply.ts';
import { type StaffPerson, type StaffServer, serveStaff } from '../../platform/serve-staff.ts';
import {
  askForRelease,
  type HeldPayoutsDeps,
  NOTHING_IS_HELD_TEXT,
  readHeldPayouts,
} from './staff-held-payouts.ts';

export type HeldPayoutRouteDeps = HeldPayoutsDeps & {
  fileRequest(asked: AskedRequest, maker: StaffPerson): Promise<Reply<{ requestId: number }>>;
  /** The request for the release that is not done yet. */
  openReleaseRequest(): Promise<StaffAnswer<'getHeldPayouts'>['openRequest']>;
};

/** A preview has no reason yet, and each request needs one. */
const NO_REASON_YET = 'not given yet';

const NOTHING_IS_HELD = refused(409, NOTHING_IS_HELD_TEXT, { reason: 'nothing_is_held' });

/** Payouts that are not sent since the book was restored, and asking for their release. */
export function registerHeldPayoutRoutes(server: StaffServer, deps: HeldPayoutRouteDeps): void {
  serveStaff(server, 'getHeldPayouts', async () => {
    const [held, openRequest] = await Promise.all([readHeldPayouts(deps), deps.openReleaseRequest()]);
    return done({ ...held, openRequest });
  });

  serveStaff(server, 'previewPayoutRelease', async () => {
    const asked = await askForRelease(deps, NO_REASON_YET);
    return asked.ok ? done(requestPreview(asked.value)) : NOTHING_IS_HELD;
  });

  serveStaff(server, 'askForPayoutRelease', async ({ body: { reason, digest } }, { person }) => {
    const asked = await askForRelease(deps, reason);
    if (!asked.ok) return NOTHING_IS_HELD;
    return refusalUnlessSeen(asked.value, digest) ?? deps.fileRequest(asked.value, person);
  });
}
