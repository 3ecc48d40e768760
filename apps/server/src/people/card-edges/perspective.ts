/** A point of a picture, in pixels. */
export type Point = readonly [number, number];
/** Four corners: top left, top right, bottom right, bottom left. */
export type Corners = readonly [Point, Point, Point, Point];
/** The eight numbers of a projective map. The ninth is 1. */
export type Projection = readonly number[];

/** The projective map that takes each corner of `from` to the same corner of `to`. Undefined where there is none. */
export function projectionOf(from: Corners, to: Corners): Projection | undefined {
  const rows: number[][] = [];
  for (const [place, [x, y]] of from.entries()) {
    const [u, v] = to[place]!;
    rows.push([x, y, 1, 0, 0, 0, -x * u, -y * u, u], [0, 0, 0, x, y, 1, -x * v, -y * v, v]);
  }
  return solve(rows);
}

export function project([a, b, c, d, e, f, g, h]: Projection, [x, y]: Point): Point {
  const depth = g! * x + h! * y + 1;
  return [(a! * x + b! * y + c!) / depth, (d! * x + e! * y + f!) / depth];
}

/** Solves linear equations. The last number of each row is its right side. */
function solve(rows: number[][]): number[] | undefined {
  const size = rows.length;
  for (let column = 0; column < size; column += 1) {
    let pivot = column;
    for (let row = column + 1; row < size; row += 1) {
      if (Math.abs(rows[row]![column]!) > Math.abs(rows[pivot]![column]!)) pivot = row;
    }
    if (Math.abs(rows[pivot]![column]!) < 1e-9) return undefined;
    [rows[column], rows[pivot]] = [rows[pivot]!, rows[column]!];
    for (let row = 0; row < size; row += 1) {
      if (row === column) continue;
      const share = rows[row]![column]! / rows[column]![column]!;
      for (let place = column; place <= size; place += 1) rows[row]![place]! -= share * rows[column]![place]!;
    }
  }
  return rows.map((row, place) => row[size]! / row[place]!);
}
