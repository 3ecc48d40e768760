/** Draws rows of 0 and 1 as one path: each run of 1 is a bar of height 1, moved by the quiet border. */
export function squaresPath(rows: readonly string[], border: number): string {
  return rows
    .flatMap((row, y) =>
      [...row.matchAll(/1+/g)].map(
        (run) => `M${run.index + border} ${y + border}h${run[0].length}v1h-${run[0].length}z`,
      ),
    )
    .join('');
}
