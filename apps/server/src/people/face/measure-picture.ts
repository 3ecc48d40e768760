import type { SeenFace } from '@thumba/identity/face-verdict';
import sharp from 'sharp';
import type { MeasuredPicture } from './face-engine.ts';
import type { DetectedFace, FaceModels, RawPicture } from './face-models.ts';

/** A face needs no more, and the time grows with the pixels. */
const FRAME_PIXELS = 400;
/** The portrait is a small part of a card. */
const CARD_PIXELS = 1280;
const CERTAIN_SCORE = 0.4;
const CERTAIN_BOX_SCORE = 0.5;
/** A face in the background is no second person before the camera. */
const BACKGROUND_SHARE = 0.4;

type Part = { left: number; top: number; width: number; height: number };

export async function measurePicture(
  models: FaceModels,
  bytes: Uint8Array,
  { spoofScores = false } = {},
): Promise<MeasuredPicture> {
  const raw = await unpack(bytes, FRAME_PIXELS);
  const faces = certainFaces(await models.detect(raw, { spoofScores }));
  return measuresOf(bytes, raw, faces);
}

/** The portrait of a card can be too small to be found in the whole, so that halves are looked through too. */
export async function measureCard(models: FaceModels, bytes: Uint8Array): Promise<MeasuredPicture> {
  const whole = await unpack(bytes, CARD_PIXELS);
  const parts: RawPicture[] = [whole];
  const { width, height } = await sharp(bytes).metadata();
  const side = Math.min(height, Math.ceil(width / 2) + Math.ceil(width / 10));
  for (const left of [0, width - side]) {
    if (width > height)
      parts.push(await unpack(bytes, CARD_PIXELS, { left, top: 0, width: side, height: side }));
  }
  for (const part of parts) {
    const faces = certainFaces(await models.detect(part, { spoofScores: false }));
    if (faces.length > 0) return measuresOf(bytes, part, faces);
  }
  return measuresOf(bytes, whole, []);
}

async function measuresOf(
  bytes: Uint8Array,
  raw: RawPicture,
  faces: readonly DetectedFace[],
): Promise<MeasuredPicture> {
  const [first] = faces;
  return {
    faces: faces.map((face) => seenFace(face, Math.min(raw.width, raw.height))),
    brightness: brightTenth(raw),
    differenceHash: await differenceHash(bytes),
    spoofScores: first?.real === undefined ? null : { real: first.real, live: first.live ?? 0 },
  };
}

function certainFaces(faces: readonly DetectedFace[]): DetectedFace[] {
  const certain = faces.filter(
    ({ score, boxScore, rotation, embedding }) =>
      score >= CERTAIN_SCORE && boxScore >= CERTAIN_BOX_SCORE && rotation !== null && embedding !== undefined,
  );
  const sorted = certain.toSorted((a, b) => b.box[2] - a.box[2]);
  return sorted.filter(({ box }) => box[2] >= BACKGROUND_SHARE * sorted[0]!.box[2]);
}

function seenFace({ box, rotation, embedding }: DetectedFace, side: number): SeenFace {
  return { ...rotation!.angle, widthShare: box[2] / side, embedding: ofLengthOne(embedding!) };
}

function ofLengthOne(embedding: readonly number[]): Float32Array {
  const length = Math.hypot(...embedding) || 1;
  return Float32Array.from(embedding, (number) => number / length);
}

async function unpack(bytes: Uint8Array, pixels: number, part?: Part): Promise<RawPicture> {
  const picture = part ? sharp(bytes).extract(part) : sharp(bytes);
  const { data, info } = await picture
    .resize({ width: pixels, height: pixels, fit: 'inside', withoutEnlargement: true })
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** How bright the brightest tenth of the pixels is at least. */
function brightTenth({ data }: RawPicture): number {
  const counts = new Uint32Array(256);
  for (let at = 0; at < data.length; at += 3) {
    counts[Math.round(0.299 * data[at]! + 0.587 * data[at + 1]! + 0.114 * data[at + 2]!)]! += 1;
  }
  let left = data.length / 30;
  for (let level = 255; level > 0; level -= 1) {
    left -= counts[level]!;
    if (left <= 0) return level / 255;
  }
  return 0;
}

const HASH_SIDE = 16;

/** Whether each of 16 × 16 fields is brighter than the one to its right. */
async function differenceHash(bytes: Uint8Array): Promise<string> {
  const grey = await sharp(bytes)
    .greyscale()
    .resize(HASH_SIDE + 1, HASH_SIDE, { fit: 'fill' })
    .raw()
    .toBuffer();
  let hash = '';
  for (let row = 0; row < HASH_SIDE; row += 1) {
    let bits = 0;
    for (let column = 0; column < HASH_SIDE; column += 1) {
      const at = row * (HASH_SIDE + 1) + column;
      bits = bits * 2 + (grey[at]! > grey[at + 1]! ? 1 : 0);
    }
    hash += bits.toString(16).padStart(4, '0');
  }
  return hash;
}
