import { createHash } from 'node:crypto';
import type { PictureMeasures, SeenFace } from '@thumba/identity/face-verdict';
import sharp from 'sharp';
import type { ColourPicture } from '../card-edges/straighten.ts';
import type { MeasuredPicture } from './face-engine.ts';
import type { DetectedFace, FaceModels } from './face-models.ts';

/** A face needs no more, and the time grows with the pixels. */
const FRAME_PIXELS = 400;
const CERTAIN_SCORE = 0.4;
const CERTAIN_BOX_SCORE = 0.5;
/** A face in the background is no second person before the camera. */
const BACKGROUND_SHARE = 0.4;

export type Part = { left: number; top: number; width: number; height: number };

export async function measurePicture(models: FaceModels, bytes: Uint8Array): Promise<MeasuredPicture> {
  const raw = await unpack(bytes, FRAME_PIXELS);
  const faces = withoutBackground(await certainFaces(models, raw));
  return {
    ...measuresOf(raw, faces),
    byteHash: createHash('sha256').update(bytes).digest('hex'),
    differenceHash: await differenceHash(bytes),
  };
}

export function measuresOf(raw: ColourPicture, faces: readonly DetectedFace[]): PictureMeasures {
  return {
    faces: faces.map((face) => seenFace(face, Math.min(raw.width, raw.height))),
    brightness: brightTenth(raw),
  };
}

/** The faces of which the models are certain, the largest first. */
export async function certainFaces(models: FaceModels, raw: ColourPicture): Promise<DetectedFace[]> {
  const certain = (await models.detect(raw)).filter(
    ({ score, boxScore, rotation, embedding }) =>
      score >= CERTAIN_SCORE && boxScore >= CERTAIN_BOX_SCORE && rotation !== null && embedding !== undefined,
  );
  return certain.toSorted((a, b) => b.box[2] - a.box[2]);
}

function withoutBackground(sorted: readonly DetectedFace[]): DetectedFace[] {
  return sorted.filter(({ box }) => box[2] >= BACKGROUND_SHARE * sorted[0]!.box[2]);
}

function seenFace({ box, rotation, embedding }: DetectedFace, side: number): SeenFace {
  return { ...rotation!.angle, widthShare: box[2] / side, embedding: ofLengthOne(embedding!) };
}

function ofLengthOne(embedding: readonly number[]): Float32Array {
  const length = Math.hypot(...embedding) || 1;
  return Float32Array.from(embedding, (number) => number / length);
}

export async function unpack(bytes: Uint8Array, pixels: number, part?: Part): Promise<ColourPicture> {
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
function brightTenth({ data }: ColourPicture): number {
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
export async function differenceHash(bytes: Uint8Array): Promise<string> {
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
