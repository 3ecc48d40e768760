import type { GreyPicture } from './grey-picture.ts';
import { type Corners, type Point, project, projectionOf } from './perspective.ts';

/** The size at which a card is read. Its letters are then about 30 pixels high, as the recogniser wants them. */
const CARD = { width: 1380, height: 870 } as const;

/** A picture in colour: red, green and blue of each pixel, row after row. */
export type ColourPicture = { width: number; height: number; data: Uint8Array };

/** The card alone, as if it was seen from straight above. */
export function straightened(picture: GreyPicture, corners: Corners): GreyPicture {
  const pixels = straightenedPixels({ ...picture, channels: 1 }, corners);
  return pixels ? { ...CARD, pixels } : picture;
}

/** The same in colour. */
export function straightenedInColour(picture: ColourPicture, corners: Corners): ColourPicture {
  const data = straightenedPixels({ ...picture, pixels: picture.data, channels: 3 }, corners);
  return data ? { ...CARD, data } : picture;
}

type Pixels = { width: number; height: number; pixels: Uint8Array; channels: 1 | 3 };

/** Undefined where the corners are those of no card. */
function straightenedPixels(picture: Pixels, corners: Corners): Uint8Array | undefined {
  const { width, height } = CARD;
  const edges: Corners = [
    [0, 0],
    [width - 1, 0],
    [width - 1, height - 1],
    [0, height - 1],
  ];
  const map = projectionOf(edges, corners);
  if (!map) return undefined;
  const { channels } = picture;
  const pixels = new Uint8Array(width * height * channels);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const point = project(map, [x, y]);
      const at = (y * width + x) * channels;
      for (let channel = 0; channel < channels; channel += 1) {
        pixels[at + channel] = interpolated(picture, point, channel);
      }
    }
  }
  return pixels;
}

/** The value at a point between four pixels. */
function interpolated({ width, height, pixels, channels }: Pixels, [x, y]: Point, channel: number): number {
  const left = Math.min(width - 2, Math.max(0, Math.floor(x)));
  const top = Math.min(height - 2, Math.max(0, Math.floor(y)));
  const [right, down] = [Math.min(1, Math.max(0, x - left)), Math.min(1, Math.max(0, y - top))];
  const at = (top * width + left) * channels + channel;
  const below = at + width * channels;
  const upper = pixels[at]! + (pixels[at + channels]! - pixels[at]!) * right;
  const lower = pixels[below]! + (pixels[below + channels]! - pixels[below]!) * right;
  return upper + (lower - upper) * down;
}
