import { expect, test } from 'vitest';
import { brightnessOf, facesOf, MODEL_SIDE, sortOutputs } from './blaze-face.ts';

const NOTHING = -20;

/** The outputs of the model with faces at these anchors of the 16 × 16 fields. */
function outputs(faces: readonly { anchor: number; logit: number; values: readonly number[] }[]) {
  const scores = new Float32Array(512).fill(NOTHING);
  const boxes = new Float32Array(512 * 16);
  for (const { anchor, logit, values } of faces) {
    scores[anchor] = logit;
    boxes.set(values, anchor * 16);
  }
  const none = { scores: new Float32Array(384).fill(NOTHING), boxes: new Float32Array(384 * 16) };
  // In the order in which the model happens to answer.
  return sortOutputs([none.boxes, scores, none.scores, boxes]);
}
/** Anchor 2 × (8 × 16 + 8) stands at pixel 136 in both directions. */
const MIDDLE = 2 * (8 * 16 + 8);
const values = [0, 8, 100, 100, -20, -10, 20, -10, 0, 10, 0, 30, 0, 0, 0, 0];

test('a face stands where its anchor and its offsets say', () => {
  const [face] = facesOf(outputs([{ anchor: MIDDLE, logit: 3, values }]));
  expect(face).toMatchObject({
    x: (136 - 50) / MODEL_SIDE,
    y: (144 - 50) / MODEL_SIDE,
    width: 100 / MODEL_SIDE,
    leftEye: { x: 116 / MODEL_SIDE, y: 126 / MODEL_SIDE },
    rightEye: { x: 156 / MODEL_SIDE },
    nose: { y: 146 / MODEL_SIDE },
    mouth: { y: 166 / MODEL_SIDE },
  });
});

test('two answers for one face are one, and two faces are two', () => {
  const far = 2 * (2 * 16 + 2);
  const found = facesOf(
    outputs([
      { anchor: MIDDLE, logit: 2, values },
      { anchor: MIDDLE + 1, logit: 3, values },
      { anchor: far, logit: 1, values: [0, 0, 40, 40, ...values.slice(4)] },
    ]),
  );
  expect(found.map(({ score }) => Number(score.toFixed(2)))).toEqual([0.95, 0.73]);
});

test('what is hardly a face is none', () => {
  expect(facesOf(outputs([{ anchor: MIDDLE, logit: 0, values }]))).toEqual([]);
});

test('a picture is as bright as its brightest tenth', () => {
  const pixels = new Uint8ClampedArray(4 * 100).fill(10);
  pixels.fill(200, 0, 4 * 11);
  expect(brightnessOf(pixels)).toBe(200);
  pixels.fill(10, 4 * 8, 4 * 11);
  expect(brightnessOf(pixels)).toBe(10);
});
