import { describe, expect, test } from 'vitest';
import type { Face } from './detector/blaze-face.ts';
import { adviceFor, isMoved, poseOf } from './guidance.ts';

type Pair = readonly [x: number, y: number];

/** What the detector sees in the portraits of the demo, without the parts that no rule uses. */
function face(box: readonly [number, number, number], points: readonly [Pair, Pair, Pair, Pair]): Face {
  const [leftEye, rightEye, nose, mouth] = points.map(([x, y]) => ({ x, y })) as [
    Face['leftEye'],
    Face['rightEye'],
    Face['nose'],
    Face['mouth'],
  ];
  const [x, y, width] = box;
  return { score: 0.9, x, y, width, height: width, leftEye, rightEye, nose, mouth };
}

const seen = {
  a: {
    facing: face(
      [0.304, 0.314, 0.395],
      [
        [0.417, 0.423],
        [0.582, 0.428],
        [0.496, 0.528],
        [0.494, 0.607],
      ],
    ),
    left: face(
      [0.338, 0.315, 0.369],
      [
        [0.496, 0.422],
        [0.635, 0.429],
        [0.599, 0.523],
        [0.58, 0.591],
      ],
    ),
    right: face(
      [0.301, 0.325, 0.356],
      [
        [0.369, 0.425],
        [0.508, 0.426],
        [0.399, 0.524],
        [0.414, 0.594],
      ],
    ),
    up: face(
      [0.314, 0.306, 0.384],
      [
        [0.416, 0.401],
        [0.581, 0.404],
        [0.495, 0.49],
        [0.496, 0.578],
      ],
    ),
    down: face(
      [0.307, 0.34, 0.394],
      [
        [0.419, 0.483],
        [0.585, 0.484],
        [0.5, 0.61],
        [0.499, 0.663],
      ],
    ),
  },
  d: {
    facing: face(
      [0.307, 0.318, 0.455],
      [
        [0.402, 0.443],
        [0.586, 0.423],
        [0.473, 0.535],
        [0.496, 0.642],
      ],
    ),
    left: face(
      [0.24, 0.286, 0.476],
      [
        [0.45, 0.411],
        [0.628, 0.425],
        [0.593, 0.529],
        [0.565, 0.633],
      ],
    ),
    right: face(
      [0.286, 0.321, 0.458],
      [
        [0.351, 0.438],
        [0.536, 0.417],
        [0.385, 0.518],
        [0.421, 0.635],
      ],
    ),
    up: face(
      [0.321, 0.299, 0.43],
      [
        [0.407, 0.392],
        [0.585, 0.378],
        [0.469, 0.458],
        [0.49, 0.577],
      ],
    ),
    down: face(
      [0.292, 0.363, 0.463],
      [
        [0.397, 0.525],
        [0.584, 0.499],
        [0.483, 0.643],
        [0.505, 0.725],
      ],
    ),
  },
};

const BRIGHT = 160;
const lookAt = (...faces: Face[]) => ({ faces, brightness: BRIGHT });
const smaller = (of: Face, share: number): Face => ({
  ...of,
  x: 0.5 - (of.width * share) / 2,
  y: 0.5 - (of.width * share) / 2,
  width: of.width * share,
});

describe('a face before the camera', () => {
  test('that looks ahead and is near enough is right', () => {
    expect(adviceFor(lookAt(seen.a.facing), undefined)).toBe('ready');
    expect(adviceFor(lookAt(seen.d.facing), seen.d.facing)).toBe('ready');
  });

  test.each([
    ['no_face', { faces: [], brightness: BRIGHT }],
    ['too_dark', { faces: [], brightness: 20 }],
    ['too_dark', { faces: [seen.a.facing], brightness: 20 }],
    ['two_faces', lookAt(seen.a.facing, smaller(seen.a.facing, 0.6))],
    ['too_far', lookAt(smaller(seen.a.facing, 0.4))],
    ['too_near', lookAt(smaller(seen.a.facing, 1.7))],
    ['off_centre', lookAt({ ...seen.a.facing, x: 0.6 })],
    ['look_ahead', lookAt(seen.a.left)],
    ['look_ahead', lookAt(seen.d.right)],
  ] as const)('is told what is wrong: %s', (advice, look) => {
    expect(adviceFor(look, undefined)).toBe(advice);
  });

  test('that moved since the picture before is told to hold still', () => {
    const { facing } = seen.a;
    const moved = { ...facing, nose: { x: facing.nose.x + 0.06, y: facing.nose.y } };
    expect(adviceFor(lookAt(facing), moved)).toBe('hold_still');
  });

  test('is not disturbed by a small face far behind', () => {
    expect(adviceFor(lookAt(seen.a.facing, smaller(seen.a.facing, 0.3)), undefined)).toBe('ready');
  });
});

describe.each(['a', 'd'] as const)('the head of person %s', (person) => {
  const { facing, left, right, up, down } = seen[person];
  const ahead = poseOf(facing);

  const from = (nodPitches: readonly number[] = [], isLast = false) => ({ ahead, nodPitches, isLast });
  const pitch = { facing: ahead.pitch, up: poseOf(up).pitch, down: poseOf(down).pitch };

  test('that turns to its left or right is told apart', () => {
    expect(isMoved('left', poseOf(left), from())).toBe(true);
    expect(isMoved('right', poseOf(left), from())).toBe(false);
    expect(isMoved('right', poseOf(right), from())).toBe(true);
    expect(isMoved('left', poseOf(right), from())).toBe(false);
  });

  test('nods when it goes down or up, and not when it looks ahead', () => {
    expect(isMoved('nod', poseOf(down), from())).toBe(true);
    expect(isMoved('nod', poseOf(facing), from([pitch.down]))).toBe(true);
    expect(isMoved('nod', ahead, from())).toBe(false);
    expect(isMoved('nod', poseOf(down), from([pitch.up]))).toBe(true);
  });

  test('does not nod while it is turned', () => {
    const turned = { ...poseOf(left), pitch: pitch.down };
    expect(isMoved('nod', turned, from())).toBe(false);
    expect(isMoved('nod', { ...poseOf(right), pitch: pitch.down }, from())).toBe(false);
  });

  test('has not nodded while its pictures are too much alike together', () => {
    const almostAlike = [pitch.facing + 0.01, pitch.facing - 0.08];
    const back = { yaw: ahead.yaw, pitch: pitch.facing + 0.01 };
    expect(isMoved('nod', back, from(almostAlike))).toBe(true);
    expect(isMoved('nod', back, from(almostAlike, true))).toBe(false);
    expect(isMoved('nod', poseOf(down), from(almostAlike, true))).toBe(true);
  });

  test('has nodded with any other picture once two of them show it', () => {
    const shown = [pitch.facing + 0.15, pitch.facing];
    const at = (pitch: number) => ({ yaw: ahead.yaw, pitch });
    expect(isMoved('nod', at(pitch.facing + 0.04), from(shown, true))).toBe(true);
    expect(isMoved('nod', at(pitch.facing + 0.01), from(shown, true))).toBe(false);
  });
});

test('a tilted phone changes neither angle', () => {
  const tilt = ({ x, y }: { x: number; y: number }) => ({
    x: 0.5 + (x - 0.5) * Math.cos(0.3) - (y - 0.5) * Math.sin(0.3),
    y: 0.5 + (x - 0.5) * Math.sin(0.3) + (y - 0.5) * Math.cos(0.3),
  });
  const { left } = seen.a;
  const tilted: Face = {
    ...left,
    leftEye: tilt(left.leftEye),
    rightEye: tilt(left.rightEye),
    nose: tilt(left.nose),
    mouth: tilt(left.mouth),
  };
  expect(poseOf(tilted).yaw).toBeCloseTo(poseOf(left).yaw);
  expect(poseOf(tilted).pitch).toBeCloseTo(poseOf(left).pitch);
});
