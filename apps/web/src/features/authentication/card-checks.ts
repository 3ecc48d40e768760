import { isCutOff } from './card-edges.ts';
import { brightnessOf, type Pixels } from './pixels.ts';

/** What makes a card hard to read. */
export type CardProblem = 'dark' | 'blurred' | 'glare' | 'cutOff' | 'notACard';

/** Set on cards that the simulator draws, with blur, shade and glare added. The server looks more closely. */
const LIMITS = {
  /** The brightest tenth of a picture that is bright enough. */
  leastBright: 80,
  /** Of the brightness of the card's finest lines against what is beside them. */
  leastSharpness: 60,
  /** Of a light that hides what is printed: white, without any line, on a card that is not white all over. */
  mostGlare: 0.05,
  /** The longer side against the shorter one. */
  mostSlender: 2.4,
} as const;

/** The parts of a picture in which glare is looked for. */
const BLOCK_SIDE = 10;
const WHITE = 250;

/** The first thing that is wrong with a picture of a card. */
export function cardProblem(pixels: Pixels): CardProblem | undefined {
  const { width, height } = pixels;
  if (Math.max(width, height) > Math.min(width, height) * LIMITS.mostSlender) return 'notACard';
  const levels = levelsOf(pixels);
  if (brightTenth(levels) < LIMITS.leastBright) return 'dark';
  if (sharpnessOf(levels, width) < LIMITS.leastSharpness) return 'blurred';
  if (glareOf(levels, width) > LIMITS.mostGlare) return 'glare';
  return isCutOff(pixels) ? 'cutOff' : undefined;
}

function levelsOf({ data }: Pixels): Float32Array {
  const levels = new Float32Array(data.length / 4);
  for (let place = 0, at = 0; place < levels.length; place += 1, at += 4)
    levels[place] = brightnessOf([data[at]!, data[at + 1]!, data[at + 2]!]);
  return levels;
}

function brightTenth(levels: Float32Array): number {
  return levels.toSorted()[Math.floor(levels.length * 0.9)]!;
}

/** The variance of each pixel against its four neighbours. */
function sharpnessOf(levels: Float32Array, width: number): number {
  let sum = 0;
  let squares = 0;
  let count = 0;
  for (let place = width + 1; place < levels.length - width - 1; place += 1) {
    const around = levels[place - 1]! + levels[place + 1]! + levels[place - width]! + levels[place + width]!;
    const difference = 4 * levels[place]! - around;
    sum += difference;
    squares += difference * difference;
    count += 1;
  }
  const mean = sum / count;
  return squares / count - mean * mean;
}

/** The share of blocks that are white all over. */
function glareOf(levels: Float32Array, width: number): number {
  const columns = Math.floor(width / BLOCK_SIDE);
  const rows = Math.floor(levels.length / width / BLOCK_SIDE);
  let white = 0;
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1)
      white += Number(isWhiteBlock(levels, width, row * BLOCK_SIDE, column * BLOCK_SIDE));
  return white / (columns * rows);
}

function isWhiteBlock(levels: Float32Array, width: number, top: number, left: number): boolean {
  for (let y = top; y < top + BLOCK_SIDE; y += 1)
    for (let x = left; x < left + BLOCK_SIDE; x += 1) if (levels[y * width + x]! < WHITE) return false;
  return true;
}
