import { fromSharp, type GreyPicture, toSharp } from './grey-picture.ts';
import type { Corners, Point } from './perspective.ts';

/*
 * Finds the edges of a card: straight lines with a strong change of brightness across them, two about level and two about
 * upright, that enclose a shape of a card's proportions.
 */

const WORKING_PIXELS = 360;
const BLUR_PIXELS = 1.4;
/** How far an edge may lean, in degrees. */
const MOST_LEAN = 14;
const STEPS_A_DEGREE = 2;
const LEAST_ALIGNED = 0.96;
const EDGES_CONSIDERED = 9;
const LEAST_SUPPORT = 0.55;
const LEAST_SHARE_OF_PICTURE = 0.22;
/** Width to height. A card has 1.586. */
const RATIOS = { least: 1.3, most: 1.95 } as const;

/** A line `x · cos + y · sin = distance`. */
type Line = { angle: number; distance: number; votes: number };
type Gradients = { width: number; height: number; across: Float32Array; down: Float32Array; strong: number };

/** The corners of the card in the picture, or undefined where no card stands out from what lies around it. */
export async function cardCorners(picture: GreyPicture): Promise<Corners | undefined> {
  const scale = WORKING_PIXELS / Math.max(picture.width, picture.height);
  const [width, height] = [picture.width, picture.height].map((side) => Math.round(side * scale)) as [
    number,
    number,
  ];
  if (Math.min(width, height) < 40) return undefined;
  const small = await fromSharp(toSharp(picture).resize(width, height, { fit: 'fill' }).blur(BLUR_PIXELS));
  const gradients = gradientsOf(small);
  const upright = strongestLines(gradients, 'upright');
  const level = strongestLines(gradients, 'level');
  let best: { corners: Corners; score: number } | undefined;
  for (const [left, right] of pairs(upright)) {
    for (const [top, bottom] of pairs(level)) {
      const corners = inOrder([
        crossing(top, left),
        crossing(top, right),
        crossing(bottom, right),
        crossing(bottom, left),
      ]);
      const score = corners && scoreOf(corners, gradients);
      if (corners && score && (!best || score > best.score)) best = { corners, score };
    }
  }
  if (!best) return undefined;
  return best.corners.map(([x, y]): Point => [x / scale, y / scale]) as unknown as Corners;
}

function gradientsOf({ width, height, pixels }: GreyPicture): Gradients {
  const across = new Float32Array(width * height);
  const down = new Float32Array(width * height);
  const sizes: number[] = [];
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const at = y * width + x;
      across[at] = pixels[at + 1]! - pixels[at - 1]!;
      down[at] = pixels[at + width]! - pixels[at - width]!;
      sizes.push(Math.hypot(across[at]!, down[at]!));
    }
  }
  sizes.sort((a, b) => a - b);
  // An edge of a card can be weak, on a table of nearly the same brightness.
  return { width, height, across, down, strong: Math.max(5, sizes[Math.floor(sizes.length * 0.8)]!) };
}

function strongestLines(gradients: Gradients, direction: 'upright' | 'level'): Line[] {
  const { width, height, across, down, strong } = gradients;
  const middle = direction === 'upright' ? 0 : 90;
  const angles = Array.from({ length: 2 * MOST_LEAN * STEPS_A_DEGREE + 1 }, (_, step) => {
    const angle = ((middle - MOST_LEAN + step / STEPS_A_DEGREE) * Math.PI) / 180;
    return { angle, cos: Math.cos(angle), sin: Math.sin(angle) };
  });
  const reach = Math.ceil(Math.hypot(width, height));
  const votes = angles.map(() => new Float32Array(2 * reach + 1));
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const at = y * width + x;
      const size = Math.hypot(across[at]!, down[at]!);
      if (size < strong) continue;
      // The brightness must change across the line.
      const [cosine, sine] = [across[at]! / size, down[at]! / size];
      if (Math.abs(direction === 'upright' ? cosine : sine) < LEAST_ALIGNED) continue;
      for (const [step, { cos, sin }] of angles.entries()) {
        if (Math.abs(cosine * cos + sine * sin) < LEAST_ALIGNED) continue;
        votes[step]![Math.round(x * cos + y * sin) + reach]! += 1;
      }
    }
  }
  return peaks(votes, angles, reach);
}

function peaks(votes: Float32Array[], angles: { angle: number }[], reach: number): Line[] {
  const lines: Line[] = [];
  for (let count = 0; count < EDGES_CONSIDERED; count += 1) {
    let best: { step: number; place: number; votes: number } | undefined;
    for (const [step, row] of votes.entries()) {
      for (const [place, value] of row.entries()) {
        if (!best || value > best.votes) best = { step, place, votes: value };
      }
    }
    if (!best || best.votes < 20) break;
    lines.push({ angle: angles[best.step]!.angle, distance: best.place - reach, votes: best.votes });
    // Its neighbours are the same edge.
    for (let step = best.step - 6; step <= best.step + 6; step += 1) {
      votes[step]?.fill(0, Math.max(0, best.place - 4), best.place + 5);
    }
  }
  return lines;
}

function pairs(lines: readonly Line[]): [Line, Line][] {
  return lines.flatMap((one, place) => lines.slice(place + 1).map((other): [Line, Line] => [one, other]));
}

function crossing(one: Line, other: Line): Point {
  const [a, b, c, d] = [
    Math.cos(one.angle),
    Math.sin(one.angle),
    Math.cos(other.angle),
    Math.sin(other.angle),
  ];
  const determinant = a * d - b * c;
  return [
    (one.distance * d - other.distance * b) / determinant,
    (a * other.distance - c * one.distance) / determinant,
  ];
}

function inOrder(points: Point[]): Corners | undefined {
  const byHeight = [...points].sort((a, b) => a[1] - b[1]);
  const [topLeft, topRight] = byHeight.slice(0, 2).sort((a, b) => a[0] - b[0]);
  const [bottomLeft, bottomRight] = byHeight.slice(2).sort((a, b) => a[0] - b[0]);
  return topLeft && topRight && bottomLeft && bottomRight
    ? [topLeft, topRight, bottomRight, bottomLeft]
    : undefined;
}

function scoreOf(corners: Corners, gradients: Gradients): number | undefined {
  const { width, height } = gradients;
  const slack = 0.03 * width;
  if (corners.some(([x, y]) => x < -slack || y < -slack || x > width + slack || y > height + slack))
    return undefined;
  const sides = corners.map((corner, place) => [corner, corners[(place + 1) % 4]!] as const);
  const lengths = sides.map(([from, to]) => Math.hypot(to[0] - from[0], to[1] - from[1]));
  const ratio = (lengths[0]! + lengths[2]!) / (lengths[1]! + lengths[3]!);
  const area = areaOf(corners) / (width * height);
  if (ratio < RATIOS.least || ratio > RATIOS.most || area < LEAST_SHARE_OF_PICTURE) return undefined;
  const supports = sides.map(([from, to]) => supportOf(from, to, gradients));
  if (Math.min(...supports) < LEAST_SUPPORT) return undefined;
  // Of two shapes with the same support, the larger one is the card, and the smaller one a frame printed on it.
  return supports.reduce((sum, support) => sum + support, 0) + area;
}

/** The share of a side along which the brightness changes across it. */
function supportOf(from: Point, to: Point, { width, height, across, down, strong }: Gradients): number {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const [normalX, normalY] = [-(to[1] - from[1]) / length, (to[0] - from[0]) / length];
  const steps = Math.max(10, Math.round(length / 2));
  let supported = 0;
  for (let step = 1; step < steps; step += 1) {
    const [x, y] = [
      from[0] + ((to[0] - from[0]) * step) / steps,
      from[1] + ((to[1] - from[1]) * step) / steps,
    ];
    const isSupported = [-1, 0, 1].some((off) => {
      const [column, row] = [Math.round(x + normalX * off), Math.round(y + normalY * off)];
      if (column < 1 || row < 1 || column >= width - 1 || row >= height - 1) return false;
      const at = row * width + column;
      return Math.abs(across[at]! * normalX + down[at]! * normalY) >= strong * 0.7;
    });
    if (isSupported) supported += 1;
  }
  return supported / (steps - 1);
}

function areaOf(corners: Corners): number {
  const doubled = corners.reduce((sum, [x, y], place) => {
    const [nextX, nextY] = corners[(place + 1) % 4]!;
    return sum + x * nextY - nextX * y;
  }, 0);
  return Math.abs(doubled) / 2;
}
