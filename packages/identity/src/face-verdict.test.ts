import { describe, expect, test } from 'vitest';
import {
  AGAIN_REASONS,
  FACE_RULES,
  type FaceTry,
  faceVerdict,
  type PictureMeasures,
  type SeenFace,
} from './face-verdict.ts';
import { followsGestures, GESTURES, type HeadAngles, shuffledGestures } from './gesture.ts';

/** A face whose numbers are so much like those of the card in these tests, `[1, 0]`. */
function face(similarity: number, held: Partial<HeadAngles> = {}, widthShare = 0.5): SeenFace {
  const embedding = [similarity, Math.sqrt(1 - similarity ** 2)];
  return { yaw: 0, pitch: 0, roll: 0, ...held, widthShare, embedding };
}
const picture = (...faces: SeenFace[]): PictureMeasures => ({ faces, brightness: 0.8 });
const cardOf = (...faces: SeenFace[]) => ({ ...picture(...faces), facesBeside: 0 });
const turned = (similarity: number) => ({
  left: [picture(face(similarity, { yaw: -0.1 })), picture(face(similarity, { yaw: -0.3 }))],
  right: [picture(face(similarity, { yaw: 0.1 })), picture(face(similarity, { yaw: 0.3 }))],
  nod: [picture(face(similarity, { pitch: 0 })), picture(face(similarity, { pitch: 0.3 }))],
});
const good: FaceTry = {
  card: cardOf(face(1, {}, 0.2)),
  selfie: picture(face(0.9)),
  frames: turned(0.85),
  isLate: false,
  isFrameSeenBefore: false,
  isOutOfOrder: false,
  isLastTry: false,
};
const verdictOf = (change: Partial<FaceTry>) => faceVerdict({ ...good, ...change });

describe('the verdict on a face', () => {
  test('the person of the card, who follows the challenge, passes', () => {
    expect(faceVerdict(good)).toEqual({ outcome: 'pass' });
  });

  const still = { left: turned(0.85).nod, right: turned(0.85).nod, nod: turned(0.85).nod };
  const mistakes: [string, Partial<FaceTry>][] = [
    ['no_face', { selfie: picture() }],
    ['two_faces', { selfie: picture(face(0.9), face(0.3)) }],
    ['two_faces', { frames: { ...turned(0.85), nod: [picture(face(0.9), face(0.3))] } }],
    ['too_dark', { selfie: { ...picture(face(0.9)), brightness: 0.1 } }],
    ['too_small', { selfie: picture(face(0.9, {}, 0.1)) }],
    ['turned_away', { selfie: picture(face(0.9, { yaw: -0.5 })) }],
    ['gesture_missing', { frames: still }],
    ['gesture_missing', { frames: { ...turned(0.85), left: turned(0.85).right } }],
    ['gesture_missing', { frames: { ...turned(0.85), nod: [picture(), picture()] } }],
    ['gesture_missing', { frames: { ...turned(0.85), left: [...turned(0.85).left, picture()] } }],
    ['not_one_person', { frames: { ...turned(0.85), right: turned(-0.2).right } }],
    ['too_late', { isLate: true }],
    ['frame_seen_before', { isFrameSeenBefore: true }],
    ['wrong_order', { isOutOfOrder: true }],
    ['does_not_match', { selfie: picture(face(0.4)), frames: turned(0.4) }],
  ];
  test.each(mistakes)('%s is told, and is referred at the last try', (reason, change) => {
    expect(verdictOf(change)).toEqual({ outcome: 'again', reason });
    expect(verdictOf({ ...change, isLastTry: true })).toEqual({ outcome: 'refer', reason });
  });

  test('each reason to take the pictures again has a case here', () => {
    expect(new Set(mistakes.map(([reason]) => reason))).toEqual(new Set(AGAIN_REASONS));
  });

  test.each([
    ['still_picture', { frames: null }],
    ['card_without_face', { card: cardOf() }],
    // A large picture of the borrower beside the card of another person.
    ['face_beside_card', { card: { ...cardOf(face(1, {}, 0.2)), facesBeside: 1 } }],
    ['card_faces_differ', { card: cardOf(face(1, {}, 0.6), face(-0.2, {}, 0.1)) }],
    ['card_faces_differ', { card: cardOf(face(-0.2, {}, 0.2), face(1, {}, 0.1)) }],
    [
      'frames_unlike_card',
      { selfie: picture(face(0.75)), frames: { ...turned(0.75), left: turned(0.4).left } },
    ],
    ['match_in_doubt', { selfie: picture(face(0.6)), frames: turned(0.6) }],
  ] as [string, Partial<FaceTry>][])('%s is referred at once', (reason, change) => {
    expect(verdictOf(change)).toEqual({ outcome: 'refer', reason });
  });

  test('a small second portrait of the same person on the card passes', () => {
    expect(verdictOf({ card: cardOf(face(1, {}, 0.2), face(0.99, {}, 0.05)) })).toEqual({ outcome: 'pass' });
  });

  test('no similarity declines, and more of it never makes the verdict worse', () => {
    const worth = { again: 0, refer: 1, pass: 2 };
    let before = 0;
    for (let similarity = 0; similarity <= 1; similarity += 0.01) {
      const { outcome } = verdictOf({ selfie: picture(face(similarity)), frames: turned(similarity) });
      expect(worth[outcome]).toBeGreaterThanOrEqual(before);
      before = worth[outcome];
    }
    expect(before).toBe(worth.pass);
  });
});

describe('gestures', () => {
  const held = (yaw: number, pitch = 0) => ({ yaw, pitch, roll: 0 });
  const right = [held(0.3)];
  const nod = [held(0, 0), held(0, 0.3)];

  test.each([
    ['turned far enough', [held(-0.2)], true],
    ['turned a little', [held(-0.1)], false],
    ['turned the wrong way', [held(0.2)], false],
    ['not there', [], false],
  ])('a turn to the left that is %s', (_how, left, follows) => {
    expect(followsGestures({ left, right, nod }, FACE_RULES)).toBe(follows);
  });

  test('a head that stays at one height does not nod', () => {
    const left = [held(-0.3)];
    expect(followsGestures({ left, right, nod: [held(0, 0.3), held(0, 0.35)] }, FACE_RULES)).toBe(false);
    expect(followsGestures({ left, right, nod: [held(0, 0.3), held(0, 0.1)] }, FACE_RULES)).toBe(true);
  });

  test('are asked for in every order, all three each time', () => {
    const orders = new Set<string>();
    for (let draw = 0; draw < 6; draw += 1) {
      const shuffled = shuffledGestures((below) => (below === 3 ? draw % 3 : Math.floor(draw / 3)));
      expect(shuffled.toSorted()).toEqual(GESTURES.toSorted());
      orders.add(shuffled.join());
    }
    expect(orders.size).toBe(6);
  });
});
