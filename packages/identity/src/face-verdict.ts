import { followsGestures, GESTURES, type Gesture, type GestureRules, type HeadAngles } from './gesture.ts';
import { DARK_BELOW } from './light.ts';

/** A face in a picture, as an engine measured it. */
export type SeenFace = HeadAngles & {
  /** The width of the face as a part of the shorter side of the picture. */
  widthShare: number;
  /** The face as numbers of length 1 together. The product of two is 1 for equal faces. */
  embedding: readonly number[] | Float32Array;
};

export type PictureMeasures = {
  faces: readonly SeenFace[];
  /** How bright the brightest tenth of the picture is at least, from 0 to 1. */
  brightness: number;
};

/** The faces are those on the card itself, where its edges were found, and those of the whole picture otherwise. */
export type CardMeasures = PictureMeasures & {
  /** How many faces the picture shows outside the card. */
  facesBeside: number;
};

/** What a borrower can do better: the pictures are taken again. */
export const AGAIN_REASONS = [
  'no_face',
  'two_faces',
  'too_dark',
  'too_small',
  'turned_away',
  'gesture_missing',
  'not_one_person',
  'too_late',
  'frame_seen_before',
  'wrong_order',
  'does_not_match',
] as const;
export type AgainReason = (typeof AGAIN_REASONS)[number];

/** Why a person looks, besides the reason of the last try. */
export const REFER_REASONS = [
  'still_picture',
  'still_not_compared',
  'card_without_face',
  'face_beside_card',
  'card_faces_differ',
  'frames_unlike_card',
  'match_in_doubt',
] as const;
export type ReferReason = AgainReason | (typeof REFER_REASONS)[number];

export type FaceVerdict =
  | { outcome: 'pass' }
  | { outcome: 'again'; reason: AgainReason }
  | { outcome: 'refer'; reason: ReferReason };

export type FaceRules = GestureRules & {
  /** Kept with each check, so that it can be told which rules it was made by. */
  version: number;
  darkBelow: number;
  smallBelow: number;
  facingYaw: number;
  /** From here on the selfie shows the person of the card. */
  matchFrom: number;
  /** From here up to `matchFrom` it is in doubt. Below, it does not match. */
  doubtFrom: number;
  /** The face in a frame is that of the selfie, which is turned less. */
  samePersonFrom: number;
  /** The face in each frame is at least so much like the card, which is looser than `matchFrom` because it is turned. */
  frameMatchFrom: number;
  /** A face of another borrower is listed for staff from here on. */
  duplicateFrom: number;
};

/**
 * Set on the pictures that `npm run bench:face` prints. Nothing is known of how often they err by skin tone or sex,
 * so they decide for a borrower or leave it to a person, and never against a borrower.
 */
export const FACE_RULES: FaceRules = {
  version: 2,
  // The brightest tenth and not the mean or the face: those depend on the skin.
  darkBelow: DARK_BELOW,
  smallBelow: 0.18,
  facingYaw: 0.28,
  turnedYaw: 0.13,
  turnSpread: 0.3,
  nodSpread: 0.12,
  matchFrom: 0.68,
  doubtFrom: 0.52,
  samePersonFrom: 0.55,
  frameMatchFrom: 0.48,
  duplicateFrom: 0.8,
};

type Frames = Readonly<Record<Gesture, readonly PictureMeasures[]>>;

export type FaceTry = {
  selfie: PictureMeasures;
  card: CardMeasures;
  /** Null for a still picture, without the camera's challenge. */
  frames: Frames | null;
  isLate: boolean;
  isFrameSeenBefore: boolean;
  /** The frames did not arrive in the order in which the movements were asked for. */
  isOutOfOrder: boolean;
  isLastTry: boolean;
};

/** Passes what is clear, asks for new pictures where that can help, and leaves every doubt to a person. */
export function faceVerdict(of: FaceTry, rules: FaceRules = FACE_RULES): FaceVerdict {
  if (of.frames === null) return { outcome: 'refer', reason: 'still_picture' };
  const wrong = wrongWith(of, of.frames, rules);
  if (wrong !== null) return { outcome: of.isLastTry ? 'refer' : 'again', reason: wrong };
  return matchOf(of, of.frames, rules);
}

/**
 * A card can show a small second portrait, which is the same person. Any other face in the picture may be one that was laid
 * beside the card to be matched in place of its portrait.
 */
function matchOf(of: FaceTry, frames: Frames, rules: FaceRules): FaceVerdict {
  const similarities = similaritiesToCard(of);
  if (similarities.length === 0) return { outcome: 'refer', reason: 'card_without_face' };
  if (of.card.facesBeside > 0) return { outcome: 'refer', reason: 'face_beside_card' };
  const isUnlike = (frame: PictureMeasures) =>
    Math.max(...similaritiesToCard({ selfie: frame, card: of.card })) < rules.frameMatchFrom;
  if (Math.min(...similarities) >= rules.matchFrom) {
    return GESTURES.some((gesture) => frames[gesture].some(isUnlike))
      ? { outcome: 'refer', reason: 'frames_unlike_card' }
      : { outcome: 'pass' };
  }
  const most = Math.max(...similarities);
  if (most >= rules.matchFrom) return { outcome: 'refer', reason: 'card_faces_differ' };
  if (most >= rules.doubtFrom) return { outcome: 'refer', reason: 'match_in_doubt' };
  return { outcome: of.isLastTry ? 'refer' : 'again', reason: 'does_not_match' };
}

/** How much the selfie is like each face on the card. Empty where one of them shows no face. */
function similaritiesToCard({ selfie, card }: Pick<FaceTry, 'selfie' | 'card'>): number[] {
  const onSelfie = largestFace(selfie);
  return onSelfie ? card.faces.map(({ embedding }) => similarityOf(embedding, onSelfie.embedding)) : [];
}

/** How much the selfie is like the face on the card that it is least like, or null where one of them shows no face. */
export function similarityToCard(of: Pick<FaceTry, 'selfie' | 'card'>): number | null {
  const similarities = similaritiesToCard(of);
  return similarities.length === 0 ? null : Math.min(...similarities);
}

export function largestFace({ faces }: PictureMeasures): SeenFace | undefined {
  return faces.toSorted((a, b) => b.widthShare - a.widthShare)[0];
}

export function similarityOf(one: SeenFace['embedding'], other: SeenFace['embedding']): number {
  let product = 0;
  for (let index = 0; index < one.length; index += 1) product += one[index]! * other[index]!;
  return product;
}

function wrongWith(of: FaceTry, frames: Frames, rules: FaceRules): AgainReason | null {
  if (of.isLate) return 'too_late';
  if (of.isFrameSeenBefore) return 'frame_seen_before';
  if (of.isOutOfOrder) return 'wrong_order';
  const selfie = wrongWithSelfie(of.selfie, rules);
  if (selfie !== null) return selfie;
  const face = of.selfie.faces[0]!;
  const isInSome = (isWrong: (frame: PictureMeasures) => boolean) =>
    GESTURES.some((gesture) => frames[gesture].some(isWrong));
  if (isInSome(({ faces }) => faces.length > 1)) return 'two_faces';
  // A frame without a face shows nothing of the movement, and could be any picture.
  if (isInSome(({ faces }) => faces.length === 0)) return 'gesture_missing';
  const inFrames = (gesture: Gesture) => frames[gesture].map(({ faces }) => faces[0]!);
  const angles = { left: inFrames('left'), right: inFrames('right'), nod: inFrames('nod') };
  if (!followsGestures(angles, rules)) return 'gesture_missing';
  const isOther = (seen: SeenFace) => similarityOf(seen.embedding, face.embedding) < rules.samePersonFrom;
  return GESTURES.some((gesture) => angles[gesture].some(isOther)) ? 'not_one_person' : null;
}

function wrongWithSelfie({ faces, brightness }: PictureMeasures, rules: FaceRules): AgainReason | null {
  if (brightness < rules.darkBelow) return 'too_dark';
  const [face] = faces;
  if (!face) return 'no_face';
  if (faces.length > 1) return 'two_faces';
  if (face.widthShare < rules.smallBelow) return 'too_small';
  return Math.abs(face.yaw) > rules.facingYaw ? 'turned_away' : null;
}
