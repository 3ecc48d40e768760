import { identityWords } from '../../words/identity.ts';
import type { Pixels } from './pixels.ts';

type Step = { side: number; quality: number };
/** Sizes to try, the best one first. The last step is the smallest that may be sent, also when it has more bytes. */
export type Steps = { targetBytes: number; steps: readonly Step[] };

/** A card stays readable at each of these sizes. */
export const FIRST_TRY: Steps = {
  targetBytes: 200_000,
  steps: [
    { side: 1600, quality: 0.8 },
    { side: 1600, quality: 0.65 },
    { side: 1280, quality: 0.7 },
    { side: 1280, quality: 0.6 },
  ],
};

/** For a connection that dropped the picture once, and for one that dropped it twice or more. */
export const LATER_TRIES: readonly [Steps, Steps] = [
  {
    targetBytes: 120_000,
    steps: [
      { side: 1000, quality: 0.6 },
      { side: 1000, quality: 0.45 },
    ],
  },
  { targetBytes: 60_000, steps: [{ side: 800, quality: 0.5 }] },
];

export type Size = { width: number; height: number };

/** The size that fits into a square with the same proportions. A small picture keeps its size. */
export function fitInto({ width, height }: Size, longestSide: number): Size {
  const share = Math.min(1, longestSide / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * share)), height: Math.max(1, Math.round(height * share)) };
}

/** Makes a picture small enough for a slow connection, as a data URL. Rejects a file that is not a picture. */
export async function compressPicture(file: Blob, droppedUploads: number): Promise<string> {
  const image = await createImageBitmap(file);
  try {
    const tries = droppedUploads === 0 ? FIRST_TRY : LATER_TRIES[droppedUploads === 1 ? 0 : 1];
    return firstThatFits(tries, (side, quality) => drawJpeg(image, side, quality));
  } finally {
    image.close();
  }
}

/** The first drawing that has no more bytes than the target, or else the last. */
export function firstThatFits(
  { targetBytes, steps }: Steps,
  draw: (side: number, quality: number) => string,
): string {
  let drawn = '';
  for (const { side, quality } of steps) {
    drawn = draw(side, quality);
    if (byteCount(drawn) <= targetBytes) break;
  }
  return drawn;
}

/** Large enough to tell sharp print from blurred print, and quick on an old phone. */
const LOOKED_AT_SIDE = 480;

/** The pixels of a small copy, for looking at the picture before it is sent. Rejects a file that is not a picture. */
export async function smallPixels(file: Blob): Promise<Pixels> {
  const image = await createImageBitmap(file);
  try {
    const { canvas, context } = draw(image, LOOKED_AT_SIDE);
    return context.getImageData(0, 0, canvas.width, canvas.height);
  } finally {
    image.close();
  }
}

function draw(image: ImageBitmap, side: number) {
  const { width, height } = fitInto(image, side);
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('this browser cannot draw a picture');
  context.drawImage(image, 0, 0, width, height);
  return { canvas, context };
}

function drawJpeg(image: ImageBitmap, side: number, quality: number): string {
  return draw(image, side).canvas.toDataURL('image/jpeg', quality);
}

/** "240 kB": the size of the picture in a data URL. */
export function sizeText(dataUrl: string): string {
  return identityWords.picture.size(Math.max(1, Math.round(byteCount(dataUrl) / 1000)));
}

function byteCount(dataUrl: string): number {
  return ((dataUrl.length - dataUrl.indexOf(',') - 1) * 3) / 4;
}
