import { expect, test } from 'vitest';
import { cardProblem } from './card-checks.ts';
import type { Pixels } from './pixels.ts';

const WIDTH = 480;
const HEIGHT = 300;

/** A card with rows of strokes, as print has them. `level` says how bright each pixel is. */
function picture(level: (x: number, y: number) => number, width = WIDTH, height = HEIGHT): Pixels {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      data.fill(Math.min(255, level(x, y)), 4 * (y * width + x), 4 * (y * width + x) + 3);
  return { data, width, height };
}
const printed = (x: number, y: number) => (y % 30 < 12 && x % 6 < 2 && x > 60 && x < 420 ? 40 : 215);
/** Each stroke spread over its neighbours. */
const blurred = (x: number, y: number) => {
  let sum = 0;
  for (let dy = -5; dy <= 5; dy += 1)
    for (let dx = -5; dx <= 5; dx += 1) sum += printed(x + dx, y + dy) / 121;
  return sum;
};

test('a clear picture has no problem', () => {
  expect(cardProblem(picture(printed))).toBeUndefined();
});

test.each([
  ['dark', picture((x, y) => printed(x, y) * 0.3)],
  ['blurred', picture(blurred)],
  ['glare', picture((x, y) => (Math.hypot(x - 240, y - 150) < 90 ? 255 : printed(x, y)))],
  ['notACard', picture(printed, 800, 300)],
] as const)('a picture that is hard to read is told before it is sent: %s', (problem, pixels) => {
  expect(cardProblem(pixels)).toBe(problem);
});

test('a little shine beside the print is no problem', () => {
  expect(
    cardProblem(picture((x, y) => (Math.hypot(x - 20, y - 20) < 25 ? 255 : printed(x, y)))),
  ).toBeUndefined();
});
