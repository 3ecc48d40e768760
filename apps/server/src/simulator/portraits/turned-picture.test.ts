import { expect, test } from 'vitest';
import { type FacePoint, type Picture, type Turn, turnedPicture } from './turned-picture.ts';

const WIDTH = 240;
const HEIGHT = 240;
const NOSE = 120;

/** A grey wall, a face as a pyramid whose top is the nose, and a white dot on the nose. */
const POINTS: FacePoint[] = [
  [90, 90, 0],
  [150, 90, 0],
  [150, 150, 0],
  [90, 150, 0],
  [NOSE, NOSE, -30],
];
const TRIANGLES = [0, 1, 4, 1, 2, 4, 2, 3, 4, 3, 0, 4];

function portrait(): Picture {
  const pixels = new Uint8Array(WIDTH * HEIGHT * 3).fill(90);
  for (let y = NOSE - 3; y <= NOSE + 3; y++) {
    for (let x = NOSE - 3; x <= NOSE + 3; x++) pixels.fill(255, (y * WIDTH + x) * 3, (y * WIDTH + x) * 3 + 3);
  }
  return { width: WIDTH, height: HEIGHT, pixels };
}

/** Where the white dot is after a turn. */
function noseAfter(turn: Turn): { x: number; y: number } {
  const [turned] = turnedPicture(portrait(), { points: POINTS, triangles: TRIANGLES }, [turn]);
  const white = [...turned!.pixels.keys()].filter((at) => at % 3 === 0 && turned!.pixels[at]! > 200);
  const mean = (values: number[]) =>
    Math.round(values.reduce((sum, value) => sum + value, 0) / values.length);
  return {
    x: mean(white.map((at) => (at / 3) % WIDTH)),
    y: mean(white.map((at) => Math.floor(at / 3 / WIDTH))),
  };
}

test('a head that is not turned is drawn as it is', () => {
  const [turned] = turnedPicture(portrait(), { points: POINTS, triangles: TRIANGLES }, [
    { yawDegrees: 0, pitchDegrees: 0 },
  ]);
  expect(Buffer.compare(turned!.pixels, portrait().pixels)).toBe(0);
});

test('the nose goes to the right of the picture when the person turns to their left, and down when they nod', () => {
  const left = noseAfter({ yawDegrees: -30, pitchDegrees: 0 });
  const right = noseAfter({ yawDegrees: 30, pitchDegrees: 0 });
  const down = noseAfter({ yawDegrees: 0, pitchDegrees: 20 });
  expect(left.x).toBeGreaterThan(NOSE + 8);
  expect(right.x).toBeLessThan(NOSE - 8);
  expect(down.y).toBeGreaterThan(NOSE + 4);
  expect(Math.abs(left.y - NOSE)).toBeLessThan(4);
});

test('the edge of the picture does not move', () => {
  const { width, height, pixels } = portrait();
  for (let y = 0; y < height; y++) pixels.fill(y, y * width * 3, y * width * 3 + 3);
  const points = POINTS.map(([x, y, z]): FacePoint => [x - 70, y, z]);
  const turned = turnedPicture({ width, height, pixels }, { points, triangles: TRIANGLES }, [
    { yawDegrees: 35, pitchDegrees: 20 },
    { yawDegrees: -35, pitchDegrees: 20 },
  ]);
  const leftEdge = (from: Uint8Array) => Array.from({ length: height }, (_, y) => from[y * width * 3]!);
  for (const picture of turned) expect(leftEdge(picture.pixels)).toEqual(leftEdge(pixels));
});
