import sharp from 'sharp';
import type { SeededRandom } from '../apps/server/src/demo-year/seeded-random.ts';
import { type Corners, project, projectionOf } from '../apps/server/src/people/card-edges/perspective.ts';

/*
 * A card as a phone takes it: on a table, tilted, in perspective, blurred, with glare and noise, smaller, and packed as a
 * JPEG. How much of each is data.
 */

type Range = readonly [number, number];
type Conditions = {
  tiltDegrees: Range;
  /** How far a corner moves, in parts of the card's width. */
  perspective: Range;
  /** The width of the card in the picture. */
  cardPixels: Range;
  blurPixels: Range;
  noise: Range;
  /** How white the brightest place of the glare is, from 0 to 1. */
  glare: Range;
  jpegQuality: Range;
};

export type Difficulty = 'clean' | 'mild' | 'hard';

const CONDITIONS: Readonly<Record<Difficulty, Conditions>> = {
  clean: {
    tiltDegrees: [0, 1],
    perspective: [0, 0.005],
    cardPixels: [1000, 1300],
    blurPixels: [0, 0.3],
    noise: [0, 3],
    glare: [0, 0],
    jpegQuality: [82, 92],
  },
  mild: {
    tiltDegrees: [1, 3.5],
    perspective: [0.005, 0.02],
    cardPixels: [800, 1100],
    blurPixels: [0.4, 0.9],
    noise: [3, 7],
    glare: [0.2, 0.4],
    jpegQuality: [60, 75],
  },
  hard: {
    tiltDegrees: [3, 7],
    perspective: [0.02, 0.05],
    cardPixels: [560, 800],
    blurPixels: [0.7, 1.2],
    noise: [6, 12],
    glare: [0.5, 0.85],
    jpegQuality: [40, 55],
  },
};

const MOST_PIXELS = 1600;

/** The same card, conditions and seed make the same picture. */
export async function photograph(
  card: Buffer,
  difficulty: Difficulty,
  random: SeededRandom,
): Promise<Buffer> {
  const conditions = CONDITIONS[difficulty];
  const within = ([least, most]: Range) => least + ((most - least) * random.between(0, 10_000)) / 10_000;
  const sign = () => (random.between(0, 1) === 0 ? -1 : 1);
  const { data: source, info } = await sharp(card).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const cardWidth = within(conditions.cardPixels);
  const width = Math.min(MOST_PIXELS, Math.round(cardWidth / within([0.74, 0.88])));
  const height = Math.round(width * 0.75);
  const corners = placedCorners(
    { width, height, cardWidth, ratio: info.height / info.width },
    {
      tilt: (within(conditions.tiltDegrees) * sign() * Math.PI) / 180,
      shift: () => within(conditions.perspective) * cardWidth * sign(),
    },
  );
  const edges: Corners = [
    [0, 0],
    [info.width - 1, 0],
    [info.width - 1, info.height - 1],
    [0, info.height - 1],
  ];
  const back = projectionOf(corners, edges)!;
  const glare = {
    white: within(conditions.glare),
    at: [within([0.2, 0.8]) * width, within([0.2, 0.8]) * height] as const,
    radius: within([0.08, 0.16]) * width,
  };
  const table = {
    red: random.between(30, 220),
    green: random.between(30, 220),
    blue: random.between(30, 220),
  };
  const light = { left: within([0.8, 1.05]), right: within([0.8, 1.05]) };
  const noise = within(conditions.noise);
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [u, v] = project(back, [x, y]);
      const isCard = u >= 0 && v >= 0 && u < info.width - 1 && v < info.height - 1;
      const grain = 14 * Math.sin((x + 3 * Math.sin(y / 17)) / 9);
      const bright = light.left + ((light.right - light.left) * x) / width;
      const whiten =
        glare.white *
        Math.exp(-(((x - glare.at[0]) ** 2 + (2 * (y - glare.at[1])) ** 2) / glare.radius ** 2));
      for (let channel = 0; channel < 3; channel += 1) {
        const base = isCard
          ? sampled(source, info.width, channel, u, v)
          : [table.red, table.green, table.blue][channel]! + grain;
        pixels[(y * width + x) * 3 + channel] = Math.max(
          0,
          Math.min(255, base * bright + (255 - base) * whiten),
        );
      }
    }
  }
  const blurred = await blurredBy(within(conditions.blurPixels), { width, height, pixels });
  addNoise(blurred, noise, random);
  const quality = Math.round(within(conditions.jpegQuality));
  return sharp(blurred, { raw: { width, height, channels: 3 } })
    .jpeg({ quality })
    .toBuffer();
}

async function blurredBy(
  blurPixels: number,
  { width, height, pixels }: { width: number; height: number; pixels: Buffer },
): Promise<Buffer> {
  // sharp refuses to blur by less.
  if (blurPixels < 0.3) return pixels;
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .blur(blurPixels)
    .raw()
    .toBuffer();
}

function addNoise(pixels: Buffer, noise: number, random: SeededRandom): void {
  const even = () => random.between(-1000, 1000) / 1000;
  for (const [at, value] of pixels.entries()) {
    // The sum of three even numbers is close to a bell curve.
    pixels[at] = Math.max(0, Math.min(255, value + (even() + even() + even()) * noise));
  }
}

function placedCorners(
  { width, height, cardWidth, ratio }: { width: number; height: number; cardWidth: number; ratio: number },
  { tilt, shift }: { tilt: number; shift: () => number },
): Corners {
  const place = (right: number, down: number): [number, number] => {
    const [x, y] = [(right * cardWidth) / 2, (down * cardWidth * ratio) / 2];
    return [
      width / 2 + x * Math.cos(tilt) - y * Math.sin(tilt) + shift(),
      height / 2 + x * Math.sin(tilt) + y * Math.cos(tilt) + shift(),
    ];
  };
  return [place(-1, -1), place(1, -1), place(1, 1), place(-1, 1)];
}

function sampled(source: Buffer, width: number, channel: number, u: number, v: number): number {
  const [left, top] = [Math.floor(u), Math.floor(v)];
  const at = (x: number, y: number) => source[(y * width + x) * 3 + channel]!;
  const upper = at(left, top) + (at(left + 1, top) - at(left, top)) * (u - left);
  const lower = at(left, top + 1) + (at(left + 1, top + 1) - at(left, top + 1)) * (u - left);
  return upper + (lower - upper) * (v - top);
}
