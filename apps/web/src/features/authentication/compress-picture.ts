import { identityWords } from '../../words/identity.ts';

const MAX_SIDE_PIXELS = 1600;
const JPEG_QUALITY = 0.8;

export type Size = { width: number; height: number };

/** The size that fits into a square with the same proportions. A small picture keeps its size. */
export function fitInto({ width, height }: Size, longestSide: number): Size {
  const share = Math.min(1, longestSide / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * share)), height: Math.max(1, Math.round(height * share)) };
}

/** Makes a picture small enough for a slow connection, as a data URL. Rejects a file that is not a picture. */
export async function compressPicture(file: Blob): Promise<string> {
  const image = await createImageBitmap(file);
  try {
    const { width, height } = fitInto(image, MAX_SIDE_PIXELS);
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = height;
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('this browser cannot draw a picture');
    context.drawImage(image, 0, 0, width, height);
    return canvas.toDataURL('image/jpeg', JPEG_QUALITY);
  } finally {
    image.close();
  }
}

/** "240 kB": the size of the picture in a data URL. */
export function sizeText(dataUrl: string): string {
  const bytes = ((dataUrl.length - dataUrl.indexOf(',') - 1) * 3) / 4;
  return identityWords.picture.size(Math.max(1, Math.round(bytes / 1000)));
}
