import { brightnessOf, type Colour, type Pixels } from './pixels.ts';

/*
 * Whether a card reaches beyond the picture: at one side the paper of the card begins and ends at the edge of the picture,
 * and at another side there is none of it. A picture that shows nothing but the card is left to the server.
 */

type Side = 'top' | 'bottom' | 'left' | 'right';

const SIDES: readonly Side[] = ['top', 'bottom', 'left', 'right'];
/** A cell is so long along the edge, and so deep. */
const CELL = { length: 4, depth: 5 } as const;
/** The pixels at the very edge are often blurred. */
const EDGE_PIXELS = 2;
/** How far inside the picture the card must go on, in parts of its shorter side. */
const INSIDE = 0.07;
/** How a shade of the same paper differs. */
const SHADE = { darkest: 0.7, brightest: 1.25, colour: 14 } as const;
const STEP_CELLS = 3;
const LEAST_STEP = 20;
const LEAST_SHARE = { cutSide: 0.2, paper: 0.4, inside: 0.4 } as const;
const MOST_SHARE_OF_FREE_SIDE = 0.1;

export function isCutOff(pixels: Pixels): boolean {
  const paper = paperOf(pixels);
  const sides = SIDES.map((side) => ({ side, cells: cellsAt(pixels, side, EDGE_PIXELS) }));
  const isPaper = (cell: Colour) => isShadeOf(cell, paper);
  const hasFreeSide = sides.some(({ cells }) => shareOf(cells, isPaper) < MOST_SHARE_OF_FREE_SIDE);
  return hasFreeSide && sides.some(({ side, cells }) => isCutAt(pixels, side, cells, isPaper));
}

function isCutAt(
  pixels: Pixels,
  side: Side,
  cells: readonly Colour[],
  isPaper: (cell: Colour) => boolean,
): boolean {
  const [from, to] = reachOf(cells.map(isPaper));
  if (to - from < cells.length * LEAST_SHARE.cutSide) return false;
  if (shareOf(cells.slice(from, to), isPaper) < LEAST_SHARE.paper) return false;
  const ends = [from, to].filter((end) => end > STEP_CELLS && end < cells.length - STEP_CELLS);
  // Light that changes slowly can make a table look like paper. A card ends at once.
  if (ends.length === 0 || !ends.every((end) => stepAt(cells, end) >= LEAST_STEP)) return false;
  const depth = Math.round(Math.min(pixels.width, pixels.height) * INSIDE);
  return shareOf(cellsAt(pixels, side, depth).slice(from, to), isPaper) >= LEAST_SHARE.inside;
}

/** The colour between the print in the middle of the picture. */
function paperOf({ data, width, height }: Pixels): Colour {
  const places: number[] = [];
  for (let y = Math.floor(height / 4); y < (3 * height) / 4; y += 2)
    for (let x = Math.floor(width / 4); x < (3 * width) / 4; x += 2) places.push(4 * (y * width + x));
  const brightnessAt = (at: number) => brightnessOf([data[at]!, data[at + 1]!, data[at + 2]!]);
  const levels = places.map(brightnessAt).sort((a, b) => a - b);
  const usual = levels[Math.floor(levels.length * 0.7)]!;
  const near = places.filter((at) => Math.abs(brightnessAt(at) - usual) <= 12);
  return meanOf(data, near);
}

/** The colours along a side of the picture, so many pixels away from it. */
function cellsAt({ data, width, height }: Pixels, side: Side, away: number): Colour[] {
  const isLevel = side === 'top' || side === 'bottom';
  const [length, reach] = isLevel ? [width, height] : [height, width];
  const isFar = side === 'bottom' || side === 'right';
  return Array.from({ length: Math.floor(length / CELL.length) }, (_, cell) => {
    const places: number[] = [];
    for (let along = cell * CELL.length; along < (cell + 1) * CELL.length; along += 1)
      for (let deep = away; deep < away + CELL.depth; deep += 1) {
        const across = isFar ? reach - 1 - deep : deep;
        places.push(4 * (isLevel ? across * width + along : along * width + across));
      }
    return meanOf(data, places);
  });
}

function meanOf(data: Uint8ClampedArray, places: readonly number[]): Colour {
  const sums = [0, 0, 0];
  for (const at of places)
    for (const channel of [0, 1, 2]) sums[channel] = sums[channel]! + data[at + channel]!;
  return sums.map((sum) => sum / places.length) as unknown as Colour;
}

function isShadeOf(cell: Colour, paper: Colour): boolean {
  const shade = brightnessOf(cell) / Math.max(1, brightnessOf(paper));
  if (shade < SHADE.darkest || shade > SHADE.brightest) return false;
  return cell.every((value, channel) => Math.abs(value / shade - paper[channel]!) <= SHADE.colour);
}

/** From the first to the last place where two cells beside each other are paper. Print and a portrait can be between. */
function reachOf(isPaper: readonly boolean[]): [number, number] {
  const isSure = isPaper.map((value, at) => value && (isPaper[at - 1] || isPaper[at + 1]) === true);
  return [Math.max(0, isSure.indexOf(true)), isSure.lastIndexOf(true) + 1];
}

function stepAt(cells: readonly Colour[], end: number): number {
  const mean = (part: readonly Colour[]) =>
    [0, 1, 2].map((channel) => part.reduce((sum, cell) => sum + cell[channel]!, 0) / part.length);
  const [before, after] = [
    mean(cells.slice(end - STEP_CELLS, end)),
    mean(cells.slice(end + 1, end + 1 + STEP_CELLS)),
  ];
  return Math.max(...before.map((value, channel) => Math.abs(value - after[channel]!)));
}

function shareOf(cells: readonly Colour[], isPaper: (cell: Colour) => boolean): number {
  return cells.length === 0 ? 0 : cells.filter(isPaper).length / cells.length;
}
