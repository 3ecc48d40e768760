import { expect, test } from 'vitest';
import { beginMoving, type Capture, FIRST_CAPTURE, seeLook, type Taken } from './capture.ts';
import type { Face } from './detector/blaze-face.ts';
import type { Look } from './detector/messages.ts';

/** A face in the middle. `yaw` moves its nose aside, `pitch` up and down. */
function look({ yaw = 0, pitch = 0.55 } = {}): Look {
  const face: Face = {
    score: 0.9,
    x: 0.3,
    y: 0.3,
    width: 0.4,
    height: 0.4,
    leftEye: { x: 0.42, y: 0.42 },
    rightEye: { x: 0.58, y: 0.42 },
    nose: { x: 0.5 + 0.16 * yaw, y: 0.42 + 0.18 * pitch },
    mouth: { x: 0.5, y: 0.6 },
  };
  return { faces: [face], brightness: 160 };
}
const emptyPicture: Look = { faces: [], brightness: 160 };
const EVERY_MS = 125;

/** What is taken of these pictures, which come eight a second. */
function takenOf(start: Capture, looks: readonly Look[]): (Taken | undefined)[] {
  let capture = start;
  return looks.map((seen, place) => {
    const next = seeLook(capture, seen, 1000 + place * EVERY_MS);
    capture = next.capture;
    return next.taken;
  });
}
const times = (count: number, seen: Look) => Array.from({ length: count }, () => seen);

test('the face is taken once it has been right for a while', () => {
  expect(takenOf(FIRST_CAPTURE, times(7, look()))).toEqual([...Array(6).fill(undefined), 'face']);
});

test('a face that goes away in between starts again', () => {
  const taken = takenOf(FIRST_CAPTURE, [...times(5, look()), emptyPicture, ...times(7, look())]);
  expect(taken.indexOf('face')).toBe(12);
});

const ahead = { yaw: 0, pitch: 0.55 };

test('three pictures are taken of each movement, in the order of the challenge', () => {
  const moving = beginMoving(['right', 'nod', 'left'], ahead, 0);
  const taken = takenOf(moving, [
    ...times(4, look({ yaw: 0.4 })), // the wrong side
    ...times(6, look({ yaw: -0.4 })),
    ...times(2, look({ pitch: 0.7 })),
    ...times(2, look()),
    ...times(2, look({ pitch: 0.7 })),
    ...times(6, look({ yaw: 0.4 })),
  ]);
  const inOrder = taken.filter((one) => one !== undefined);
  expect(inOrder).toEqual(['right', 'right', 'right', 'nod', 'nod', 'nod', 'left', 'left', 'left']);
});

test('a head that stays down does not nod', () => {
  const moving = beginMoving(['nod'], ahead, 0);
  const taken = takenOf(moving, times(20, look({ pitch: 0.7 })));
  expect(taken.filter((one) => one === 'nod')).toHaveLength(1);
});

test('a head that is turned does not nod, and one that hardly nods is waited for', () => {
  const moving = beginMoving(['nod'], ahead, 0);
  const taken = takenOf(moving, [
    ...times(2, look({ yaw: 0.4, pitch: 0.7 })),
    ...times(2, look({ pitch: 0.64 })),
    ...times(2, look()),
    ...times(2, look({ pitch: 0.64 })),
    ...times(2, look({ pitch: 0.7 })),
  ]);
  expect(taken.flatMap((one, place) => (one === 'nod' ? place : []))).toEqual([2, 4, 8]);
});

test('nothing is taken while a second face is in the picture', () => {
  const moving = beginMoving(['left'], ahead, 0);
  const [face] = look({ yaw: 0.4 }).faces;
  const two: Look = { faces: [face!, { ...face!, x: 0.1, width: 0.3 }], brightness: 160 };
  expect(takenOf(moving, times(5, two))).toEqual(Array(5).fill(undefined));
  expect(seeLook(moving, two, 1000).advice).toBe('two_faces');
});
