import type { AgainReason } from '@thumba/identity/face-verdict';
import { toDate } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { done, named, type Reply, refused } from '../../platform/reply.ts';
import { type Server, serve } from '../../platform/serve.ts';
import { tryLater } from '../../platform/try-later.ts';
import { waitWords } from '../../platform/wait-words.ts';
import { startWorkLoop } from '../../platform/work-loop.ts';
import { standingVersion } from '../consent/consent-wordings.ts';
import { saveConsent } from '../consent/consents.ts';
import { askChallenge, type FaceState, framesInOrder, readFaceState } from './challenge.ts';
import { type CheckDeps, type ChecksUnderWay, checkFace } from './check-face.ts';
import { faceAgainWords, faceWords } from './face-words.ts';
import { openKnownFaces } from './known-faces.ts';

export type FaceDeps = Omit<CheckDeps, 'known'> & { isFileId(text: string): boolean };

/** A face that was erased is in memory no longer than this, also while no other face is checked. */
const FORGET_GONE_MS = 5 * 60_000;
/** About as long as a check takes. */
const BUSY_SECONDS = 5;

/** Matching the face of a borrower to the picture on the identity card. */
export function registerFaceRoutes(server: Server, deps: FaceDeps): void {
  const { db, clock, engine } = deps;
  const underWay: ChecksUnderWay = new Map();
  const known = openKnownFaces(deps, engine);
  const forgetting = startWorkLoop({
    everyMs: FORGET_GONE_MS,
    takeBatch: async () => {
      await known.forgetGone();
      return 0;
    },
    onError: (error) => deps.log.error({ err: error }, 'faces that are gone were not overwritten in memory'),
  });
  server.app.addHook('onClose', async () => {
    await forgetting.stop();
    await engine.close();
  });

  serve(server, 'faceChallenge', async (_input, { borrowerId }) => {
    const now = toDate(clock.nowMs());
    const state = await readFaceState(db, { borrowerId, now });
    const { frontFileId, triesLeft } = state;
    if (frontFileId === null) return identityFirst();
    if (state.ended !== null) return faceDone();
    if (!(await agreeUnlessTakenBack(db, state, { borrowerId, now }))) return consentMissing();
    const asked = await askChallenge(deps, { borrowerId, frontFileId, now });
    if (asked.kind === 'too_often') {
      return startedOften(asked.retryAt, now);
    }
    const { challengeId, gestures, expiresAt } = asked.challenge;
    return done({ challengeId, gestures, expiresAt: expiresAt.toISOString(), triesLeft });
  });

  serve(server, 'verifyFace', async ({ body }, { borrowerId, leavePlace }) => {
    const { selfieFileId, challenge, frames } = body;
    const live = challenge !== undefined && frames ? { challengeId: challenge, frames } : null;
    const fileIds = [selfieFileId, ...(live ? framesInOrder(live.frames) : [])];
    if (!fileIds.every(deps.isFileId)) return refused(404, faceWords.no_such_file);
    const now = toDate(clock.nowMs());
    const state = await readFaceState(db, { borrowerId, now });
    const { frontFileId } = state;
    if (frontFileId === null) return identityFirst();
    if (!(await agreeUnlessTakenBack(db, state, { borrowerId, now }))) return consentMissing();
    const request = { borrowerId, selfieFileId, live, state: { ...state, frontFileId }, now };
    leavePlace();
    const check = await checkFace({ ...deps, known }, underWay, request);
    switch (check.kind) {
      case 'checked': {
        const { triesLeft } = await readFaceState(db, { borrowerId, now });
        return done(answerOf(check, triesLeft));
      }
      case 'busy':
        return busy();
      case 'too_often':
        return startedOften(check.retryAt, now);
      case 'done':
        return faceDone();
      case 'no_such_challenge':
        return refused(404, faceWords.noSuchChallenge);
      case 'no_such_file':
      case 'too_many_files':
        return refused(check.kind === 'no_such_file' ? 404 : 429, faceWords[check.kind]);
    }
  });

  serve(server, 'faceProgress', ({ body: { challengeId } }, { borrowerId }) =>
    // Only who has the check under way is told of it.
    done({ place: underWay.has(`${borrowerId} ${challengeId}`) ? engine.placeOf(challengeId) : null }),
  );
}

/**
 * Asking for the movements, or sending a picture, is the agreement to the standing wording: a client shows it before. A
 * consent that was taken back is given again only by answering the question for it.
 */
async function agreeUnlessTakenBack(
  db: Database,
  { consent }: FaceState,
  { borrowerId, now }: { borrowerId: number; now: Date },
): Promise<boolean> {
  if (consent !== 'none') return consent === 'given';
  const wordingVersion = standingVersion('face');
  const given = await saveConsent(db, { borrowerId, kind: 'face', isGiven: true, wordingVersion, now });
  return given.ok;
}

/** The reason of a referral is for staff. */
function answerOf(
  { outcome, reason }: { outcome: 'pass' | 'again' | 'refer'; reason: string | null },
  triesLeft: number,
) {
  if (outcome === 'again') {
    const message = faceAgainWords[reason as AgainReason];
    return { isAuth: 0 as const, outcome, reason: reason!, message, triesLeft };
  }
  return { isAuth: 1 as const, outcome, message: faceWords[outcome], triesLeft };
}

const identityFirst = (): Reply<never> => refused(409, faceWords.identityFirst, { reason: 'identity_first' });
const faceDone = (): Reply<never> => refused(409, faceWords.done, { reason: 'face_done' });
const consentMissing = (): Reply<never> =>
  refused(403, faceWords.consentMissing, { reason: 'face_consent_missing' });
const startedOften = (retryAt: Date, now: Date): Reply<never> =>
  tryLater('face_challenges', faceWords.startedOften, retryAt, now.getTime());
const busy = (): Reply<never> =>
  named(
    'face_checks_at_once',
    refused(503, faceWords.busy(waitWords.seconds(BUSY_SECONDS)), { retryAfterSeconds: BUSY_SECONDS }),
  );
