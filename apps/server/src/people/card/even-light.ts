import sharp from 'sharp';
import { drawn, type GreyPicture, undrawn } from '../card-edges/grey-picture.ts';

const LIGHT_BLUR_PIXELS = 24;
const LIGHT_STEP = 6;
const DARKEST_LIGHT = 16;
const PAPER = 225;

/** The picture with the same light everywhere: shadows and weak glare go, and letters stay dark. */
export async function evenlyLit(picture: GreyPicture): Promise<GreyPicture> {
  const { width, height, pixels } = picture;
  // The light changes slowly, so it is measured on a small picture. The letters are too thin to be left in it.
  const small = await drawn(picture)
    .resize(Math.max(1, Math.round(width / LIGHT_STEP)), Math.max(1, Math.round(height / LIGHT_STEP)), {
      fit: 'fill',
    })
    .blur(LIGHT_BLUR_PIXELS / LIGHT_STEP)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const light = await undrawn(
    sharp(small.data, {
      raw: { width: small.info.width, height: small.info.height, channels: small.info.channels as 1 },
    }).resize(width, height, { fit: 'fill', kernel: 'linear' }),
  );
  const lit = new Uint8Array(width * height);
  for (const [at, value] of pixels.entries()) {
    lit[at] = Math.min(255, (value * PAPER) / Math.max(light.pixels[at]!, DARKEST_LIGHT));
  }
  return { width, height, pixels: lit };
}
