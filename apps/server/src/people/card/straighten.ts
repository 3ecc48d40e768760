import sharp from 'sharp';
import { drawn, type GreyPicture, undrawn } from './grey-picture.ts';
import { type Corners, project, projectionOf } from './perspective.ts';

/** The size at which a card is read. Its letters are then about 30 pixels high, as the recogniser wants them. */
const CARD = { width: 1380, height: 870 } as const;
const LIGHT_BLUR_PIXELS = 24;
const LIGHT_STEP = 6;
const DARKEST_LIGHT = 16;
const PAPER = 225;

/** The card alone, as if it was seen from straight above. */
export function straightened(picture: GreyPicture, corners: Corners): GreyPicture {
  const { width, height } = CARD;
  const edges: Corners = [
    [0, 0],
    [width - 1, 0],
    [width - 1, height - 1],
    [0, height - 1],
  ];
  const map = projectionOf(edges, corners);
  if (!map) return picture;
  const pixels = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) pixels[y * width + x] = sampled(picture, project(map, [x, y]));
  }
  return { width, height, pixels };
}

function sampled({ width, height, pixels }: GreyPicture, [x, y]: readonly [number, number]): number {
  const left = Math.min(width - 2, Math.max(0, Math.floor(x)));
  const top = Math.min(height - 2, Math.max(0, Math.floor(y)));
  const [right, down] = [Math.min(1, Math.max(0, x - left)), Math.min(1, Math.max(0, y - top))];
  const at = top * width + left;
  const upper = pixels[at]! + (pixels[at + 1]! - pixels[at]!) * right;
  const lower = pixels[at + width]! + (pixels[at + width + 1]! - pixels[at + width]!) * right;
  return upper + (lower - upper) * down;
}

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
