import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import type { Draw, DrawingRefusal } from './drawing-process.ts';

export const MAX_PICTURE_BYTES = 6 * 1024 * 1024;

export type PictureRefusal = 'not_a_data_url' | 'too_many_bytes' | 'not_a_picture' | DrawingRefusal;

/** The bytes in a data URL. Its media type is not trusted: the bytes decide what the picture is. */
export function bytesOfDataUrl(dataUrl: string): Outcome<Buffer, PictureRefusal> {
  const comma = dataUrl.indexOf(',');
  if (comma < 0 || comma > 100 || !/^data:[^,]*;base64$/i.test(dataUrl.slice(0, comma))) {
    return refuse('not_a_data_url');
  }
  const bytes = Buffer.from(dataUrl.slice(comma + 1), 'base64');
  return bytes.length > MAX_PICTURE_BYTES ? refuse('too_many_bytes') : allow(bytes);
}

/** The picture as a new JPEG, without what else the bytes hold. */
export async function redrawPicture(bytes: Buffer, draw: Draw): Promise<Outcome<Buffer, PictureRefusal>> {
  // Only the decoders of these three formats may read bytes that come without a sign-in.
  if (!isJpeg(bytes) && !isPng(bytes) && !isWebp(bytes)) return refuse('not_a_picture');
  return draw(bytes);
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
