import { DARK_BELOW } from '@thumba/identity/light';
import type { Face } from './detector/blaze-face.ts';
import type { Look } from './detector/messages.ts';

/** A movement that the server asks for. Left and right are those of the borrower. */
export type Gesture = 'left' | 'right' | 'nod';

/** What the borrower should change, or `ready`. */
export type Advice =
  | 'no_face'
  | 'two_faces'
  | 'too_dark'
  | 'too_far'
  | 'too_near'
  | 'off_centre'
  | 'look_ahead'
  | 'hold_still'
  | 'ready';

/** How the head is turned, in parts of the face. 0 yaw looks ahead; positive is to the borrower's left. */
export type Pose = { yaw: number; pitch: number };

/** Set on the turned portraits of the demo: guidance.test.ts has what the detector sees in them. */
const LIMITS = {
  leastBrightness: DARK_BELOW * 255,
  leastWidth: 0.2,
  mostWidth: 0.62,
  mostOffCentre: 0.2,
  /** A further face of at least this share of the nearest one is a second person. */
  secondFaceShare: 0.45,
  mostYawAhead: 0.22,
  /** Between two pictures, in widths of the face. */
  mostMovement: 0.12,
  leastYawTurned: 0.18,
  /** Between two pictures of a nod. */
  leastPitchMoved: 0.08,
  /** From the second picture of a nod to its last one, where all three together show it. */
  leastPitchMovedAtEnd: 0.03,
  /** Between the highest and the lowest chin of a nod. */
  leastNod: 0.12,
  /** The pitch of a turned head says nothing of a nod. */
  mostYawNodding: 0.15,
} as const;

/** From where the nose stands between the eyes, and between the eyes and the mouth, along the tilted face. */
export function poseOf({ leftEye, rightEye, nose, mouth }: Face): Pose {
  const across = { x: rightEye.x - leftEye.x, y: rightEye.y - leftEye.y };
  const eyeDistance = Math.hypot(across.x, across.y);
  const middle = { x: (leftEye.x + rightEye.x) / 2, y: (leftEye.y + rightEye.y) / 2 };
  const along = (point: { x: number; y: number }) =>
    ((point.x - middle.x) * across.x + (point.y - middle.y) * across.y) / eyeDistance;
  const down = (point: { x: number; y: number }) =>
    ((point.y - middle.y) * across.x - (point.x - middle.x) * across.y) / eyeDistance;
  return { yaw: along(nose) / eyeDistance, pitch: down(nose) / down(mouth) };
}

/** `before` is the nearest face of the picture before. */
export function adviceFor({ faces, brightness }: Look, before: Face | undefined): Advice {
  const face = nearestOf(faces);
  if (face === undefined) return brightness < LIMITS.leastBrightness ? 'too_dark' : 'no_face';
  if (faces.some((other) => other !== face && other.width > face.width * LIMITS.secondFaceShare))
    return 'two_faces';
  if (brightness < LIMITS.leastBrightness) return 'too_dark';
  if (face.width < LIMITS.leastWidth) return 'too_far';
  if (face.width > LIMITS.mostWidth) return 'too_near';
  const offCentre = Math.hypot(face.x + face.width / 2 - 0.5, face.y + face.height / 2 - 0.5);
  if (offCentre > LIMITS.mostOffCentre) return 'off_centre';
  if (before && movementOf(before, face) > LIMITS.mostMovement) return 'hold_still';
  if (Math.abs(poseOf(face).yaw) > LIMITS.mostYawAhead) return 'look_ahead';
  return 'ready';
}

export function nearestOf(faces: readonly Face[]): Face | undefined {
  return faces.reduce<Face | undefined>(
    (nearest, face) => (nearest && nearest.width >= face.width ? nearest : face),
    undefined,
  );
}

function movementOf(before: Face, face: Face): number {
  return Math.hypot(face.nose.x - before.nose.x, face.nose.y - before.nose.y) / face.width;
}

/** What the picture that was just looked at is compared with. */
export type MovedFrom = {
  /** The pose in which the borrower looked ahead. */
  ahead: Pose;
  /** Of the pictures that were taken of the nod. */
  nodPitches: readonly number[];
  /** The picture would be the last one of its movement. */
  isLast: boolean;
};

/** Whether the head has moved as it should. */
export function isMoved(gesture: Gesture, pose: Pose, from: MovedFrom): boolean {
  const yaw = pose.yaw - from.ahead.yaw;
  if (gesture === 'nod') return Math.abs(yaw) <= LIMITS.mostYawNodding && isNodding(pose, from);
  return (gesture === 'left' ? yaw : -yaw) > LIMITS.leastYawTurned;
}

/**
 * The server looks for the whole nod in its pictures, so a nod whose pictures are too much alike goes on. Where they show it,
 * the last one only has to differ a little from the one before: a slow camera can miss each further large movement.
 */
function isNodding({ pitch }: Pose, { ahead, nodPitches, isLast }: MovedFrom): boolean {
  const moved = Math.abs(pitch - (nodPitches.at(-1) ?? ahead.pitch));
  if (!isLast) return moved > LIMITS.leastPitchMoved;
  const pitches = [...nodPitches, pitch];
  return moved > LIMITS.leastPitchMovedAtEnd && Math.max(...pitches) - Math.min(...pitches) > LIMITS.leastNod;
}
