import type { Face } from './detector/blaze-face.ts';
import type { Look } from './detector/messages.ts';
import { type Advice, adviceFor, type Gesture, isMoved, nearestOf, type Pose, poseOf } from './guidance.ts';

/** The pictures of each movement. */
export const FRAMES_EACH = 3;
/** So long the face must be right before the picture is taken. */
const STILL_MS = 700;
/** Between two pictures of a movement, so that they differ. */
const BETWEEN_FRAMES_MS = 200;

/** Before the face is taken, or while the movements are. */
export type Capture =
  | { step: 'facing'; stillSinceMs: number | undefined; before: Face | undefined }
  | {
      step: 'moving';
      /** The movements that are left, the present one first. */
      gestures: readonly Gesture[];
      ahead: Pose;
      /** Of the pictures that were taken of the nod. */
      nodPitches: readonly number[];
      framesTaken: number;
      lastTakenAtMs: number;
    };

export type Taken = 'face' | Gesture;

export type Seen = {
  capture: Capture;
  /** Undefined while a movement is waited for. */
  advice: Advice | undefined;
  /** What the picture that was just looked at is taken as. */
  taken?: Taken;
  pose?: Pose;
};

export const FIRST_CAPTURE: Capture = { step: 'facing', stillSinceMs: undefined, before: undefined };

export function beginMoving(gestures: readonly Gesture[], ahead: Pose, nowMs: number): Capture {
  return { step: 'moving', gestures, ahead, nodPitches: [], framesTaken: 0, lastTakenAtMs: nowMs };
}

/** What a look at a picture of the camera leads to. */
export function seeLook(capture: Capture, look: Look, nowMs: number): Seen {
  return capture.step === 'facing' ? seeFacing(capture, look, nowMs) : seeMoving(capture, look, nowMs);
}

function seeFacing(capture: Capture & { step: 'facing' }, look: Look, nowMs: number): Seen {
  const advice = adviceFor(look, capture.before);
  const face = nearestOf(look.faces);
  if (advice !== 'ready' || face === undefined)
    return { capture: { step: 'facing', stillSinceMs: undefined, before: face }, advice };
  const stillSinceMs = capture.stillSinceMs ?? nowMs;
  const isTaken = nowMs - stillSinceMs >= STILL_MS;
  const next: Capture = { step: 'facing', stillSinceMs: isTaken ? undefined : stillSinceMs, before: face };
  return { capture: next, advice, ...(isTaken ? { taken: 'face', pose: poseOf(face) } : {}) };
}

/** While a head turns, most of what is wrong with a face that looks ahead is right. */
const WRONG_WHILE_MOVING: readonly Advice[] = ['no_face', 'two_faces', 'too_dark', 'too_far'];

function seeMoving(capture: Capture & { step: 'moving' }, look: Look, nowMs: number): Seen {
  const { gestures, ahead, nodPitches, framesTaken, lastTakenAtMs } = capture;
  const [gesture, ...later] = gestures;
  const face = nearestOf(look.faces);
  const found = adviceFor(look, undefined);
  const advice = WRONG_WHILE_MOVING.includes(found) ? found : undefined;
  if (gesture === undefined || face === undefined || advice !== undefined) return { capture, advice };
  const isDue = nowMs - lastTakenAtMs >= BETWEEN_FRAMES_MS;
  const pose = poseOf(face);
  const isLast = framesTaken + 1 === FRAMES_EACH;
  if (!isDue || !isMoved(gesture, pose, { ahead, nodPitches, isLast })) return { capture, advice };
  return {
    capture: {
      ...capture,
      nodPitches: isLast || gesture !== 'nod' ? [] : [...nodPitches, pose.pitch],
      gestures: isLast ? later : gestures,
      framesTaken: isLast ? 0 : framesTaken + 1,
      lastTakenAtMs: nowMs,
    },
    advice,
    taken: gesture,
  };
}
