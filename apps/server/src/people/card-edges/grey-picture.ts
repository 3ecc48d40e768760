import sharp, { type Sharp } from 'sharp';

/** A picture in shades of grey, one byte a pixel, row after row. */
export type GreyPicture = { width: number; height: number; pixels: Uint8Array };

/** The picture in grey, not wider and not higher than `mostPixels`. */
export function greyPicture(bytes: Uint8Array, mostPixels: number): Promise<GreyPicture> {
  return fromSharp(
    sharp(bytes).resize({ width: mostPixels, height: mostPixels, fit: 'inside', withoutEnlargement: true }),
  );
}

export function toSharp({ width, height, pixels }: GreyPicture): Sharp {
  return sharp(pixels, { raw: { width, height, channels: 1 } });
}

export async function fromSharp(picture: Sharp): Promise<GreyPicture> {
  const { data, info } = await picture.greyscale().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, pixels: data };
}
