import { expect, test } from 'vitest';
import { FIRST_TRY, firstThatFits, fitInto, LATER_TRIES, sizeText } from './compress-picture.ts';

test('a large picture is made to fit and keeps its shape', () => {
  expect(fitInto({ width: 4000, height: 3000 }, 1600)).toEqual({ width: 1600, height: 1200 });
  expect(fitInto({ width: 3000, height: 4000 }, 1600)).toEqual({ width: 1200, height: 1600 });
  expect(fitInto({ width: 100_000, height: 10 }, 1600)).toEqual({ width: 1600, height: 1 });
});

test('a small picture is not made larger', () => {
  expect(fitInto({ width: 800, height: 600 }, 1600)).toEqual({ width: 800, height: 600 });
});

test('the size of a picture is said in kilobytes', () => {
  expect(sizeText(`data:image/jpeg;base64,${'A'.repeat(320_000)}`)).toBe('240 kB');
  expect(sizeText('data:image/jpeg;base64,AAAA')).toBe('1 kB');
});

/** A camera's picture: its bytes grow with its pixels and its quality. */
const drawn = (bytesPerPixel: number) => (side: number, quality: number) =>
  `data:image/jpeg;base64,${'A'.repeat(Math.round((side * side * 0.75 * bytesPerPixel * quality * 4) / 3))}`;
const kilobytes = (dataUrl: string) => Number(sizeText(dataUrl).replace(' kB', ''));

test('a picture of little detail keeps its best size', () => {
  const sizes: number[] = [];
  firstThatFits(FIRST_TRY, (side, quality) => {
    sizes.push(side);
    return drawn(0.08)(side, quality);
  });
  expect(sizes).toEqual([1600]);
});

test('a picture is sent with 200 kB at most where it stays readable', () => {
  expect(kilobytes(firstThatFits(FIRST_TRY, drawn(0.15)))).toBeLessThanOrEqual(200);
  // A picture full of detail has no smaller side than is readable, and is sent as it is then.
  expect(kilobytes(firstThatFits(FIRST_TRY, drawn(2)))).toBeGreaterThan(200);
});

test('a picture that is sent again is smaller, and smaller still the second time', () => {
  const [first, second, third, fourth] = [FIRST_TRY, ...LATER_TRIES, LATER_TRIES.at(-1)!].map((steps) =>
    kilobytes(firstThatFits(steps, drawn(0.2))),
  );
  expect(second).toBeLessThan(first!);
  expect(second).toBeLessThanOrEqual(120);
  expect(third).toBeLessThan(second!);
  expect(fourth).toBe(third);
});
