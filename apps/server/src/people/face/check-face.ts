import {
  FACE_RULES,
  type FaceVerdict,
  faceVerdict,
  largestFace,
  type PictureMeasures,
  similarityToCard,
} from '@thumba/identity/face-verdict';
import type { Gesture } from '@thumba/identity/gesture';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Files, NewFile } from '../../platform/files.ts';
import type { Log } from '../../platform/log.ts';
import { newToken, type Randomness } from '../../platform/randomness.ts';
import { AGAIN, retryOnConflict } from '../../platform/retry.ts';
import type { Sealing } from '../../platform/sealing.ts';
import { type FaceState, framesInOrder } from './challenge.ts';
import type { FaceEngine, FacePictures, MeasuredPictures } from './face-engine.ts';
import { markPictures } from './frame-marks.ts';
import { findFrameTimes } from './frame-times.ts';
import { forgetStill, holdChallenge, holdStill, whileHeld } from './hold.ts';
import { keepCheck } from './keep-check.ts';
import type { Compared, KnownFacesOfBorrowers } from './known-faces.ts';
import { bytesOfFace } from './similar-faces.ts';

export type CheckDeps = {
  db: Database;
  sealing: Sealing;
  files: Files;
  random: Randomness;
  log: Log;
  clock: Clock;
  engine: FaceEngine;
  known: KnownFacesOfBorrowers;
  claimFiles(claim: { borrowerId: number; files: readonly NewFile[]; now: Date }): Promise<ClaimOutcome>;
};
export type ClaimOutcome = 'claimed' | 'no_such_file' | 'too_many_files';

export type CheckRequest = {
  borrowerId: number;
  selfieFileId: string;
  /** Null for a still picture. */
  live: { challengeId: string; frames: Readonly<Record<Gesture, readonly string[]>> } | null;
  state: FaceState & { frontFileId: string };
  now: Date;
};

export type CheckOutcome =
  | { kind: 'checked'; outcome: FaceVerdict['outcome']; reason: string | null }
  | { kind: 'too_often'; retryAt: Date }
  | { kind: 'busy' | 'done' | 'no_such_challenge' | 'no_such_file' | 'too_many_files' };

/** The check that this process has under way, by its challenge: who sends it again waits for the same answer. */
export type ChecksUnderWay = Map<string, Promise<CheckOutcome>>;

/** Matches the selfie to the card and keeps what came out. A challenge that was answered gets the same answer again. */
export async function checkFace(
  deps: CheckDeps,
  underWay: ChecksUnderWay,
  request: CheckRequest,
): Promise<CheckOutcome> {
  const { borrowerId, live, now } = request;
  if (live === null) {
    return request.state.ended === null
      ? checkStill(deps, request)
      : { kind: 'checked', outcome: request.state.ended, reason: null };
  }
  const key = `${borrowerId} ${live.challengeId}`;
  const same = underWay.get(key);
  if (same) return same;
  const held = await holdChallenge(deps.db, { borrowerId, challengeId: live.challengeId, now });
  if (held.kind === 'answered') return { kind: 'checked', outcome: held.outcome, reason: held.reason };
  if (held.kind === 'unknown') return { kind: 'no_such_challenge' };
  if (held.kind === 'busy') return underWay.get(key) ?? { kind: 'busy' };
  const state = { ...held.state, frontFileId: request.state.frontFileId };
  const check = whileHeld(deps, { borrowerId, challengeId: live.challengeId }, () =>
    checkHeld(deps, { ...request, state }, live, held),
  ).finally(() => underWay.delete(key));
  underWay.set(key, check);
  return check;
}

type Live = NonNullable<CheckRequest['live']>;
type Held = { frontFileId: string; expiresAt: Date };

async function checkHeld(
  deps: CheckDeps,
  request: CheckRequest,
  live: Live,
  held: Held,
): Promise<CheckOutcome> {
  const refusal = await refusalOf(deps, request, live, held);
  if (refusal) return refusal;
  const measured = await deps.engine.measure(live.challengeId, () => readPictures(deps.files, request));
  if (measured.kind !== 'measured') return { kind: 'busy' };
  const compared = await compare(deps, measured.pictures);
  if (compared === null) return { kind: 'busy' };
  const verdict = faceVerdict({
    ...measured.pictures,
    isLate: request.now > held.expiresAt,
    ...(await findWrongFrames(deps, request, live, measured.pictures)),
    isLastTry: request.state.triesLeft <= 1,
  });
  return keep(deps, request, { checkId: live.challengeId, verdict, pictures: measured.pictures, compared });
}

async function findWrongFrames(
  deps: CheckDeps,
  { borrowerId, now }: CheckRequest,
  { challengeId, frames }: Live,
  measured: MeasuredPictures,
): Promise<{ isFrameSeenBefore: boolean; isOutOfOrder: boolean }> {
  const pictures = [measured.selfie, ...framesInOrder(measured.frames!)];
  const isSeen = await markPictures(deps, { checkId: challengeId, pictures, now });
  const { isOlder, isOutOfOrder } = await findFrameTimes(deps.db, { borrowerId, challengeId, frames });
  return { isFrameSeenBefore: isSeen || isOlder, isOutOfOrder };
}

async function refusalOf(
  { claimFiles }: CheckDeps,
  { borrowerId, selfieFileId, state, now }: CheckRequest,
  { frames }: Live,
  { frontFileId }: Held,
): Promise<CheckOutcome | undefined> {
  if (state.ended !== null) return { kind: 'done' };
  // The card was taken again after the challenge.
  if (frontFileId !== state.frontFileId) return { kind: 'no_such_challenge' };
  const frameIds = new Set(framesInOrder(frames));
  const files = [
    { fileId: selfieFileId, purpose: 'selfie' },
    ...[...frameIds].map((fileId) => ({ fileId, purpose: 'face_frame' })),
  ];
  const claim = await claimFiles({ borrowerId, files, now });
  return claim === 'claimed' ? undefined : { kind: claim };
}

/** Without a camera a person looks. The face is measured all the same where the engine answers, for staff. */
async function checkStill(deps: CheckDeps, request: CheckRequest): Promise<CheckOutcome> {
  const { borrowerId, now } = request;
  const { frontFileId } = request.state;
  const check = { borrowerId, challengeId: newToken(deps.random) };
  const held = await holdStill(deps.db, { ...check, frontFileId, now });
  if (held.kind !== 'held') return held;
  const { ended } = held.state;
  return whileHeld(deps, check, async () =>
    ended === null
      ? checkHeldStill(deps, request, check.challengeId)
      : { kind: 'checked', outcome: ended, reason: null },
  );
}

async function checkHeldStill(
  deps: CheckDeps,
  request: CheckRequest,
  checkId: string,
): Promise<CheckOutcome> {
  const { borrowerId, selfieFileId, now } = request;
  const files = [{ fileId: selfieFileId, purpose: 'selfie' }];
  const claim = await deps.claimFiles({ borrowerId, files, now });
  if (claim !== 'claimed') return { kind: claim };
  const measured = await deps.engine.measure(checkId, () => readPictures(deps.files, request));
  if (measured.kind === 'queue_full') {
    await forgetStill(deps.db, { borrowerId, challengeId: checkId });
    return { kind: 'busy' };
  }
  const pictures = measured.kind === 'measured' ? measured.pictures : null;
  const compared = pictures && (await compare(deps, pictures));
  const reason = compared === null ? 'still_not_compared' : 'still_picture';
  const verdict = { outcome: 'refer', reason } as const;
  return keep(deps, request, { checkId, verdict, pictures, compared });
}

/** The borrowers with a similar face. Null where they could not be compared. */
async function compare(deps: CheckDeps, { selfie }: MeasuredPictures): Promise<Compared | null> {
  const face = largestFace(selfie);
  if (!face) return { similar: [], newestEmbeddingId: 0 };
  return deps.known
    .findSimilar(bytesOfFace(face.embedding), FACE_RULES.duplicateFrom)
    .catch((error: unknown) => {
      deps.log.error({ err: error }, 'a face was not compared with those of other borrowers');
      return null;
    });
}

async function readPictures(
  files: Files,
  { selfieFileId, live, state }: CheckRequest,
): Promise<FacePictures> {
  const read = (ids: readonly string[]) => Promise.all(ids.map((fileId) => files.read(fileId)));
  const [selfie, card] = await read([selfieFileId, state.frontFileId]);
  const pictures = { selfie: selfie!, card: card! };
  if (live === null) return { ...pictures, frames: null };
  const [left, right, nod] = await Promise.all([
    read(live.frames.left),
    read(live.frames.right),
    read(live.frames.nod),
  ]);
  return { ...pictures, frames: { left: left!, right: right!, nod: nod! } };
}

type Checked = {
  checkId: string;
  verdict: FaceVerdict;
  pictures: MeasuredPictures | null;
  compared: Compared | null;
};

/** Where the face of another borrower was kept since the comparison, the face is compared again. */
async function keep(
  deps: CheckDeps,
  { borrowerId, selfieFileId, live, state, now }: CheckRequest,
  { checkId, verdict, pictures, compared: comparedFirst }: Checked,
): Promise<CheckOutcome> {
  const reason = 'reason' in verdict ? verdict.reason : null;
  const face = pictures && verdict.outcome !== 'again' ? largestFace(pictures.selfie) : undefined;
  const check = {
    borrowerId,
    checkId,
    isStill: live === null,
    frontFileId: state.frontFileId,
    selfieFileId,
    outcome: verdict.outcome,
    reason,
    rulesVersion: FACE_RULES.version,
    measures: pictures && measuresForStaff(pictures),
    embedding: face ? { bytes: bytesOfFace(face.embedding), model: deps.engine.model } : null,
    now,
  };
  let compared = comparedFirst;
  return retryOnConflict<CheckOutcome>('a face check', async () => {
    const kept = await keepCheck(deps, { ...check, compared });
    if (kept === 'kept') return { kind: 'checked', outcome: verdict.outcome, reason };
    if (kept === 'no_longer_counts') return { kind: 'no_such_challenge' };
    compared = await compare(deps, pictures!);
    return compared === null ? { kind: 'busy' } : AGAIN;
  });
}

/** How alike the faces are and how they are held, without the numbers of the face. */
function measuresForStaff({ selfie, card, frames }: MeasuredPictures) {
  const inShort = ({ faces, brightness }: PictureMeasures) => ({
    brightness: rounded(brightness),
    faces: faces.map(({ yaw, pitch, roll, widthShare }) => ({
      yaw: rounded(yaw),
      pitch: rounded(pitch),
      roll: rounded(roll),
      widthShare: rounded(widthShare),
    })),
  });
  const similarity = similarityToCard({ selfie, card });
  return {
    similarity: similarity === null ? null : rounded(similarity),
    selfie: inShort(selfie),
    card: inShort(card),
    frames: frames && {
      left: frames.left.map(inShort),
      right: frames.right.map(inShort),
      nod: frames.nod.map(inShort),
    },
  };
}

function rounded(number: number): number {
  return Math.round(number * 1000) / 1000;
}
