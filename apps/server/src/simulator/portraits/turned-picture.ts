/**
 * Draws a head from another side. A portrait and the points of its face (with their depth) become a surface of small
 * triangles. The surface of the head is turned, and what lies in front hides what lies behind.
 */

export type Picture = { width: number; height: number; pixels: Uint8Array };

/** x and y in pixels, z in the same unit, smaller is nearer to the camera. */
export type FacePoint = readonly [x: number, y: number, z: number];

export type FaceSurface = { points: readonly FacePoint[]; triangles: readonly number[] };

/** Yaw above 0 moves the nose to the left side of the picture, pitch above 0 moves it down. Degrees. */
export type Turn = { yawDegrees: number; pitchDegrees: number };

type Box = { left: number; top: number; right: number; bottom: number };

/** Depth and share of the turn of each corner of the surface, row by row. */
type Surface = { columns: number; rows: number; depth: Float64Array; share: Float64Array; face: Box };

const CELL_PIXELS = 4;
const SMOOTHING_ROUNDS = 400;
/** How far behind the edge of the face the head ends, in widths of the face. */
const DEPTH_BEHIND_FACE = 0.25;
/** The axis of the neck, behind the edge of the face, in widths of the face. */
const AXIS_BEHIND_FACE = 0.15;
const EDGE_PIXELS = 60;
const UNSET = Number.NaN;

export function turnedPicture(picture: Picture, faceSurface: FaceSurface, turns: readonly Turn[]): Picture[] {
  const surface = surfaceOf(picture, faceSurface);
  return turns.map((turn) => drawTurned(picture, surface, turn));
}

function surfaceOf({ width, height }: Picture, { points, triangles }: FaceSurface): Surface {
  const columns = Math.ceil(width / CELL_PIXELS) + 1;
  const rows = Math.ceil(height / CELL_PIXELS) + 1;
  const face = boxOf(points);
  const known = faceDepths(columns, rows, points, triangles);
  const share = new Float64Array(columns * rows);
  for (let at = 0; at < share.length; at++) {
    const [x, y] = cornerAt(at, columns);
    share[at] = shareOfTurn(x, y, face) * besideEdge(Math.min(x, y, width - x));
  }
  const faceWidth = face.right - face.left;
  const back = edgeDepth(points, face) + DEPTH_BEHIND_FACE * faceWidth;
  return { columns, rows, depth: smoothDepths(known, share, columns, rows, back), share, face };
}

function cornerAt(at: number, columns: number): [number, number] {
  return [(at % columns) * CELL_PIXELS, Math.floor(at / columns) * CELL_PIXELS];
}

function boxOf(points: readonly FacePoint[]): Box {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

/** The depth at the outer points, beside the ears. */
function edgeDepth(points: readonly FacePoint[], { left, right }: Box): number {
  const margin = (right - left) * 0.06;
  const edge = points.filter(([x]) => x < left + margin || x > right - margin);
  return edge.reduce((sum, [, , z]) => sum + z, 0) / edge.length;
}

/** The whole head turns. The shoulders and the wall behind stay, and the neck is between. */
function shareOfTurn(x: number, y: number, { left, right, top, bottom }: Box): number {
  const unit = right - left;
  const aside = Math.max(left - x, 0, x - right) / unit;
  const above = Math.max(top - y, 0) / unit;
  const below = Math.max(y - bottom, 0) / unit;
  const distance = Math.hypot(aside, above, below * 1.4);
  return 1 - smoothStep((distance - 0.35) / 0.65);
}

/** The edge of the picture stays where it is, so that nothing empty is seen there. */
function besideEdge(pixelsToEdge: number): number {
  return smoothStep(pixelsToEdge / EDGE_PIXELS);
}

function smoothStep(value: number): number {
  const along = Math.min(1, Math.max(0, value));
  return along * along * (3 - 2 * along);
}

function faceDepths(
  columns: number,
  rows: number,
  points: readonly FacePoint[],
  triangles: readonly number[],
): Float64Array {
  const known = new Float64Array(columns * rows).fill(UNSET);
  for (let first = 0; first < triangles.length; first += 3) {
    const corners = [0, 1, 2].map((next) => {
      const [x, y, z] = points[triangles[first + next]!]!;
      return [x / CELL_PIXELS, y / CELL_PIXELS, z] as const;
    });
    eachPointInside(corners as unknown as Triangle, columns, rows, (column, row, [a, b, c]) => {
      const at = row * columns + column;
      const z = a * corners[0]![2] + b * corners[1]![2] + c * corners[2]![2];
      // Where the surface lies over itself, the nearer part is seen.
      known[at] = Number.isNaN(known[at]!) ? z : Math.min(known[at]!, z);
    });
  }
  return known;
}

type Corner = readonly [x: number, y: number, z: number];
type Triangle = readonly [Corner, Corner, Corner];

function eachPointInside(
  [p, q, r]: Triangle,
  width: number,
  height: number,
  take: (x: number, y: number, weights: readonly [number, number, number]) => void,
): void {
  const area = (q[0] - p[0]) * (r[1] - p[1]) - (r[0] - p[0]) * (q[1] - p[1]);
  if (area === 0) return;
  const from = (axis: 0 | 1) => Math.max(0, Math.ceil(Math.min(p[axis], q[axis], r[axis]) - 1e-9));
  const to = (axis: 0 | 1, most: number) =>
    Math.min(most - 1, Math.floor(Math.max(p[axis], q[axis], r[axis]) + 1e-9));
  for (let y = from(1); y <= to(1, height); y++) {
    for (let x = from(0); x <= to(0, width); x++) {
      const a = ((q[0] - x) * (r[1] - y) - (r[0] - x) * (q[1] - y)) / area;
      const b = ((r[0] - x) * (p[1] - y) - (p[0] - x) * (r[1] - y)) / area;
      const c = 1 - a - b;
      if (a >= -1e-6 && b >= -1e-6 && c >= -1e-6) take(x, y, [a, b, c]);
    }
  }
}

/** Outside the face the depth goes evenly from the edge of the face to the back. */
function smoothDepths(
  known: Float64Array,
  share: Float64Array,
  columns: number,
  rows: number,
  back: number,
): Float64Array {
  const depth = known.map((value) => (Number.isNaN(value) ? back : value));
  for (let round = 0; round < SMOOTHING_ROUNDS; round++) {
    for (let row = 1; row < rows - 1; row++) {
      for (let column = 1; column < columns - 1; column++) {
        const at = row * columns + column;
        if (!Number.isNaN(known[at]!) || share[at] === 0) continue;
        depth[at] = (depth[at - 1]! + depth[at + 1]! + depth[at - columns]! + depth[at + columns]!) / 4;
      }
    }
  }
  return depth;
}

function drawTurned(picture: Picture, surface: Surface, turn: Turn): Picture {
  const { width, height } = picture;
  const { columns, rows } = surface;
  const placed = placeCorners(surface, turn);
  const pixels = new Uint8Array(picture.pixels);
  const nearest = new Float64Array(width * height).fill(Number.POSITIVE_INFINITY);
  for (let row = 0; row < rows - 1; row++) {
    for (let column = 0; column < columns - 1; column++) {
      const at = row * columns + column;
      for (const corners of [
        [at, at + 1, at + columns],
        [at + 1, at + columns + 1, at + columns],
      ] as const) {
        const triangle = corners.map((corner) => placed[corner]!) as unknown as Triangle;
        const sources = corners.map((corner) => cornerAt(corner, columns));
        eachPointInside(triangle, width, height, (x, y, [a, b, c]) => {
          const z = a * triangle[0][2] + b * triangle[1][2] + c * triangle[2][2];
          if (z >= nearest[y * width + x]!) return;
          nearest[y * width + x] = z;
          const mix = (axis: 0 | 1) => a * sources[0]![axis] + b * sources[1]![axis] + c * sources[2]![axis];
          copyPoint(picture, mix(0), mix(1), pixels, (y * width + x) * 3);
        });
      }
    }
  }
  return { width, height, pixels };
}

function placeCorners({ columns, depth, share, face }: Surface, turn: Turn): Corner[] {
  const faceWidth = face.right - face.left;
  const centreX = (face.left + face.right) / 2;
  const axisY = face.bottom - 0.1 * faceWidth;
  const ear = Math.round((face.top + face.bottom) / 2 / CELL_PIXELS) * columns;
  const axisZ = depth[ear + Math.round(face.left / CELL_PIXELS)]! + AXIS_BEHIND_FACE * faceWidth;
  return Array.from(depth, (z, at) => {
    const [x, y] = cornerAt(at, columns);
    const yaw = (turn.yawDegrees * Math.PI * share[at]!) / 180;
    const pitch = (turn.pitchDegrees * Math.PI * share[at]!) / 180;
    const [aside, deep] = [x - centreX, z - axisZ];
    const turnedAside = aside * Math.cos(yaw) + deep * Math.sin(yaw);
    const turnedDeep = deep * Math.cos(yaw) - aside * Math.sin(yaw);
    const up = y - axisY;
    const turnedUp = up * Math.cos(pitch) - turnedDeep * Math.sin(pitch);
    const deepAfter = turnedDeep * Math.cos(pitch) + up * Math.sin(pitch);
    return [centreX + turnedAside, axisY + turnedUp, axisZ + deepAfter];
  });
}

/** Mixes the four pixels around a point of the portrait. */
function copyPoint(
  { width, height, pixels }: Picture,
  x: number,
  y: number,
  into: Uint8Array,
  at: number,
): void {
  const [left, top] = [Math.min(width - 2, Math.floor(x)), Math.min(height - 2, Math.floor(y))];
  const [right, down] = [Math.min(1, x - left), Math.min(1, y - top)];
  for (let colour = 0; colour < 3; colour++) {
    const value = (column: number, row: number) => pixels[(row * width + column) * 3 + colour]!;
    const upper = value(left, top) * (1 - right) + value(left + 1, top) * right;
    const lower = value(left, top + 1) * (1 - right) + value(left + 1, top + 1) * right;
    into[at + colour] = Math.round(upper * (1 - down) + lower * down);
  }
}
