import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import sharp from 'sharp';

export const MAX_PICTURE_BYTES = 6 * 1024 * 1024;
const MAX_SIDE_PIXELS = 1600;
const MAX_SECONDS = 10;

// The memory of a picture goes back as soon as it is drawn: no cache, and one thread for each picture.
sharp.cache(false);
sharp.concurrency(1);

export type PictureRefusal =
  | 'not_a_data_url'
  | 'too_many_bytes'
  | 'not_a_picture'
  | 'too_many_pixels'
  | 'broken';

export const pictureRefusals: Readonly<Record<PictureRefusal, string>> = {
  not_a_data_url: 'We could not read this picture. Please choose it again.',
  too_many_bytes: 'This picture is larger than 6 MB. Please choose a smaller one.',
  not_a_picture: 'Please choose a picture: JPEG, PNG or WebP',
  too_many_pixels: 'This picture has too many pixels. Please choose a smaller one.',
  broken: 'This picture is damaged. Please take it again.',
};

/** The bytes in a data URL. Its media type is not trusted: the bytes decide what the picture is. */
export function bytesOfDataUrl(dataUrl: string): Outcome<Buffer, PictureRefusal> {
  const comma = dataUrl.indexOf(',');
  if (comma < 0 || comma > 100 || !/^data:[^,]*;base64$/i.test(dataUrl.slice(0, comma))) {
    return refuse('not_a_data_url');
  }
  const bytes = Buffer.from(dataUrl.slice(comma + 1), 'base64');
  return bytes.length > MAX_PICTURE_BYTES ? refuse('too_many_bytes') : allow(bytes);
}

export type Redraw = (bytes: Buffer) => Promise<Outcome<Buffer, PictureRefusal>>;

/** Draws one picture after the other, because an unpacked picture takes up to four bytes a pixel. */
export function createRedraw({ maxMegapixels }: { maxMegapixels: number }): Redraw {
  let last: Promise<unknown> = Promise.resolve();
  return (bytes) => {
    const redrawn = last.then(() => redrawPicture(bytes, maxMegapixels * 1_000_000));
    last = redrawn;
    return redrawn;
  };
}

/** The picture as a new JPEG of a limited size, without the metadata of the file, such as the place and the camera. */
async function redrawPicture(bytes: Buffer, maxPixels: number): Promise<Outcome<Buffer, PictureRefusal>> {
  // Only the decoders of these three formats may read bytes that come without a sign-in.
  if (!isJpeg(bytes) && !isPng(bytes) && !isWebp(bytes)) return refuse('not_a_picture');
  try {
    // This reads the header of the file only.
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (width * height > maxPixels) return refuse('too_many_pixels');
    const redrawn = await sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
      .timeout({ seconds: MAX_SECONDS })
      .autoOrient()
      .resize({
        width: MAX_SIDE_PIXELS,
        height: MAX_SIDE_PIXELS,
        fit: 'inside',
        withoutEnlargement: true,
      })
      .flatten({ background: 'white' })
      .jpeg({ quality: 85 })
      .toBuffer();
    return allow(redrawn);
  } catch {
    return refuse('broken');
  }
}

function isJpeg(bytes: Buffer): boolean {
  return bytes.subarray(0, 3).equals(Buffer.of(0xff, 0xd8, 0xff));
}

function isPng(bytes: Buffer): boolean {
  return bytes.subarray(0, 8).equals(Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a));
}

function isWebp(bytes: Buffer): boolean {
  return bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';
}
