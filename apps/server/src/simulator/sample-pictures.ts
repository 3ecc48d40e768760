import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';

/* Pictures of the sample people's faces: the kept ones, drawn a little different each time. */

/** A number from 0 to below 1. */
export type Random = () => number;

/** A, C and D are the portraits whose licences are in portraits/LICENCE.md. */
export type SampleFace = 'a' | 'c' | 'd';

export const GESTURES = ['left', 'right', 'nod'] as const;
export type Gesture = (typeof GESTURES)[number];
export type FacePicture = 'facing' | `${Gesture}-${1 | 2 | 3}`;

const FACE_WIDTH_PIXELS = 480;
const FACE_HEIGHT_PIXELS = 640;

export function keptPicture(face: SampleFace, picture: FacePicture): Promise<Buffer> {
  return readFile(join(import.meta.dirname, 'portraits', face, `${picture}.jpg`));
}

/**
 * How much a picture is moved: its slant, its size, and its place as a part of what can be cut off. The light falls
 * unevenly, by so many steps of a colour at most.
 */
type Hold = { slantDegrees: number; mostScale: number; shift: number; unevenSteps: number };
/** The frames of one film. */
const STEADY: Hold = { slantDegrees: 2, mostScale: 1.16, shift: 0.1, unevenSteps: 0 };
/** Photographs of different days: a check refuses pictures that look like those of an earlier one. */
export const FREE: Hold = { slantDegrees: 4, mostScale: 1.2, shift: 0.3, unevenSteps: 10 };
/** The light has another brightness in each of these fields, and changes slowly between them. */
const LIGHT_FIELDS = { width: 8, height: 10 };

/**
 * The picture as another photograph would show it: another place, size, slant, light, colour and grain. So no two have
 * the same bytes or the same difference hash, and all show the same person.
 */
export async function takenAgain(
  picture: Buffer,
  random: Random,
  { slantDegrees, mostScale, shift, unevenSteps }: Hold = STEADY,
): Promise<Buffer> {
  const between = (least: number, most: number) => least + random() * (most - least);
  const slant = (between(-slantDegrees, slantDegrees) * Math.PI) / 180;
  const scale = between(1.1, mostScale);
  const stretch = between(0.985, 1.015);
  const moved = await sharp(picture)
    .affine([
      [scale * stretch * Math.cos(slant), -scale * Math.sin(slant)],
      [scale * Math.sin(slant), (scale / stretch) * Math.cos(slant)],
    ])
    .raw()
    .toBuffer({ resolveWithObject: true });
  const margin = { x: moved.info.width - FACE_WIDTH_PIXELS, y: moved.info.height - FACE_HEIGHT_PIXELS };
  const size = { width: FACE_WIDTH_PIXELS, height: FACE_HEIGHT_PIXELS };
  const pixels = await sharp(moved.data, { raw: moved.info })
    .extract({
      left: Math.round(margin.x * between(0.5 - shift, 0.5 + shift)),
      top: Math.round(margin.y * between(0.5 - shift, 0.5 + shift)),
      ...size,
    })
    .raw()
    .toBuffer();
  const light = between(0.93, 1.07);
  const lights = [light * between(0.97, 1.03), light, light * between(0.97, 1.03)] as const;
  const uneven = await unevenLight(random, unevenSteps);
  addLightAndGrain(pixels, lights, uneven, { steps: between(3, 7), seed: Math.floor(random() * 2 ** 32) });
  return sharp(pixels, { raw: { ...size, channels: 3 } })
    .jpeg({ quality: Math.round(between(80, 88)) })
    .toBuffer();
}

/** One byte a pixel. 128 leaves the light as it is. */
function unevenLight(random: Random, steps: number): Promise<Buffer> {
  const fields = Array.from({ length: LIGHT_FIELDS.width * LIGHT_FIELDS.height }, () =>
    Math.round(128 + (random() * 2 - 1) * steps),
  );
  return sharp(Buffer.from(fields), { raw: { ...LIGHT_FIELDS, channels: 1 } })
    .resize(FACE_WIDTH_PIXELS, FACE_HEIGHT_PIXELS, { fit: 'fill', kernel: 'cubic' })
    .toColourspace('b-w')
    .raw()
    .toBuffer();
}

/** Grain is at most so many steps of a colour. A linear congruential generator is quick, and good enough for grain. */
function addLightAndGrain(
  pixels: Buffer,
  lights: readonly [number, number, number],
  uneven: Buffer,
  grain: { steps: number; seed: number },
): void {
  let state = grain.seed;
  for (let at = 0; at < pixels.length; at += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const value =
      pixels[at]! * lights[at % 3]! +
      (uneven[Math.trunc(at / 3)]! - 128) +
      ((state >>> 16) / 32_768 - 1) * grain.steps;
    pixels[at] = Math.min(255, Math.max(0, value));
  }
}

/** The head alone, as a photographer of an office cuts it for a card. */
export function cutForCard(picture: Buffer): Promise<Buffer> {
  return sharp(picture)
    .extract({ left: 15, top: 20, width: 450, height: 580 })
    .jpeg({ quality: 90 })
    .toBuffer();
}
