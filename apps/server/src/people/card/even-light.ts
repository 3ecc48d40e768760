import { fromSharp, type GreyPicture, toSharp } from '../card-edges/grey-picture.ts';

const LIGHT_BLUR_PIXELS = 24;
const LIGHT_STEP = 6;
const DARKEST_LIGHT = 16;
const PAPER = 225;

/** The picture with the same light everywhere: shadows and weak glare go, and letters stay dark. */
export async function evenlyLit(picture: GreyPicture): Promise<GreyPicture> {
  const { width, height, pixels } = picture;
  // The light changes slowly, so it is measured on a small picture. The letters are too thin to be left in it.
  const [smallWidth, smallHeight] = [width, height].map((side) => Math.max(1, Math.round(side / LIGHT_STEP)));
  const small = await fromSharp(
    toSharp(picture)
      .resize(smallWidth, smallHeight, { fit: 'fill' })
      .blur(LIGHT_BLUR_PIXELS / LIGHT_STEP),
  );
  const light = await fromSharp(toSharp(small).resize(width, height, { fit: 'fill', kernel: 'linear' }));
  const lit = new Uint8Array(width * height);
  for (const [at, value] of pixels.entries()) {
    lit[at] = Math.min(255, (value * PAPER) / Math.max(light.pixels[at]!, DARKEST_LIGHT));
  }
  return { width, height, pixels: lit };
}
