import type { PictureQuality } from '@thumba/identity/card-picture';
import { fromSharp, type GreyPicture, toSharp } from '../card-edges/grey-picture.ts';

const WIDTH_PIXELS = 900;
const WHITE = 252;

/** How bright, how sharp and how overexposed the card is. */
export async function qualityOf(card: GreyPicture): Promise<Omit<PictureQuality, 'hasEdges'>> {
  const scale = Math.min(1, WIDTH_PIXELS / card.width);
  const [width, height] = [card.width, card.height].map((side) => Math.max(1, Math.round(side * scale))) as [
    number,
    number,
  ];
  const { pixels } = await fromSharp(toSharp(card).resize(width, height, { fit: 'fill' }));
  let [sum, squares, white] = [0, 0, 0];
  for (const value of pixels) {
    sum += value;
    squares += value * value;
    if (value >= WHITE) white += 1;
  }
  const brightness = sum / pixels.length;
  const contrast = squares / pixels.length - brightness ** 2;
  return {
    brightness,
    glareShare: white / pixels.length,
    sharpness: sharpnessOf({ width, height, pixels }, contrast),
  };
}

/** The variance of the Laplacian: it is small where no edge is sharp. Noise is no edge, so it is smoothed away first. */
function sharpnessOf({ width, height, pixels }: GreyPicture, contrast: number): number {
  let [sum, squares, count] = [0, 0, 0];
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const at = y * width + x;
      const change =
        pixels[at - 1]! + pixels[at + 1]! + pixels[at - width]! + pixels[at + width]! - 4 * pixels[at]!;
      sum += change;
      squares += change * change;
      count += 1;
    }
  }
  if (count === 0 || contrast < 1) return 0;
  return (squares / count - (sum / count) ** 2) / contrast;
}
