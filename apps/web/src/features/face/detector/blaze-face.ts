/* What the model of the detector answers, in numbers, and the faces that it means. */

export type Point = { x: number; y: number };

/** Lengths are shares of the longer side of the picture. Left and right are those of the picture. */
export type Face = {
  score: number;
  x: number;
  y: number;
  width: number;
  height: number;
  leftEye: Point;
  rightEye: Point;
  nose: Point;
  mouth: Point;
};

/** The sides of the square picture that the model reads. */
export const MODEL_SIDE = 256;

/** The anchors of the model: two in each of 16 × 16 fields, and six in each of 8 × 8. */
const FIELDS = [
  { stride: 16, anchors: 2 },
  { stride: 32, anchors: 6 },
] as const;

const VALUES_EACH = 16;
const LEAST_SCORE = 0.6;
/** Two boxes that share more of their area than this are of one face. */
const SAME_FACE_SHARE = 0.3;

type Output = { scores: Float32Array; boxes: Float32Array };

/** The outputs of the model come in any order and are told apart by their lengths. */
export function sortOutputs(outputs: readonly Float32Array[]): Output[] {
  return FIELDS.map(({ stride, anchors }) => {
    const count = (MODEL_SIDE / stride) ** 2 * anchors;
    const scores = outputs.find((output) => output.length === count);
    const boxes = outputs.find((output) => output.length === count * VALUES_EACH);
    if (!scores || !boxes) throw new Error('the model of the detector has other outputs');
    return { scores, boxes };
  });
}

/** The faces in the picture, the likeliest first. */
export function facesOf(outputs: readonly Output[]): Face[] {
  const found = FIELDS.flatMap(({ stride, anchors }, index) => {
    const { scores, boxes } = outputs[index]!;
    const columns = MODEL_SIDE / stride;
    return Array.from(scores).flatMap((logit, anchor) => {
      const score = 1 / (1 + Math.exp(-logit));
      if (score < LEAST_SCORE) return [];
      const field = Math.floor(anchor / anchors);
      const centre = {
        x: stride * ((field % columns) + 0.5),
        y: stride * (Math.floor(field / columns) + 0.5),
      };
      return [faceAt(boxes.subarray(anchor * VALUES_EACH, (anchor + 1) * VALUES_EACH), centre, score)];
    });
  });
  return withoutRepeats(found.sort((one, other) => other.score - one.score));
}

function faceAt(values: Float32Array, centre: Point, score: number): Face {
  const [offsetX, offsetY, width, height] = values as unknown as [number, number, number, number];
  const point = (index: number): Point => ({
    x: (centre.x + values[4 + 2 * index]!) / MODEL_SIDE,
    y: (centre.y + values[5 + 2 * index]!) / MODEL_SIDE,
  });
  return {
    score,
    x: (centre.x + offsetX - width / 2) / MODEL_SIDE,
    y: (centre.y + offsetY - height / 2) / MODEL_SIDE,
    width: width / MODEL_SIDE,
    height: height / MODEL_SIDE,
    leftEye: point(0),
    rightEye: point(1),
    nose: point(2),
    mouth: point(3),
  };
}

function withoutRepeats(faces: readonly Face[]): Face[] {
  const kept: Face[] = [];
  for (const face of faces)
    if (kept.every((other) => sharedArea(face, other) < SAME_FACE_SHARE)) kept.push(face);
  return kept;
}

/** The share of the area of both boxes that is in both. */
function sharedArea(one: Face, other: Face): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  if (width <= 0 || height <= 0) return 0;
  const shared = width * height;
  return shared / (one.width * one.height + other.width * other.height - shared);
}

/**
 * How bright the brightest tenth of the picture is at least, from 0 to 255. Not the face: how bright it looks depends on
 * the skin.
 */
export function brightnessOf(pixels: Uint8ClampedArray): number {
  const counts = new Uint32Array(256);
  let waiting = pixels.length / 4 / 10;
  for (let at = 0; at < pixels.length; at += 4) {
    const level = Math.round(0.299 * pixels[at]! + 0.587 * pixels[at + 1]! + 0.114 * pixels[at + 2]!);
    counts[level]! += 1;
  }
  for (let level = 255; level > 0; level -= 1) {
    waiting -= counts[level]!;
    if (waiting <= 0) return level;
  }
  return 0;
}
