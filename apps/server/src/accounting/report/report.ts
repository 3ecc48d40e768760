import { formatKwacha } from '@thumba/lending/money';

/**
 * `money` is a whole number of ngwee, `count` a whole number, `share` a whole number of hundredths of one percent, and `day`
 * a day as text.
 */
export type CellKind = 'text' | 'day' | 'count' | 'money' | 'share';
export type Column = { title: string; kind: CellKind };
export type Cell = string | number | null;
export type Cells = readonly Cell[];

/** Two amounts in ngwee that come from different places and have to be the same. */
export type Tie = { left: string; leftNgwee: number; right: string; rightNgwee: number };

/** What stands below the lines of a report. */
export type Closing = { totals: readonly Cells[]; ties: readonly Tie[]; notes: readonly string[] };

/**
 * A report as data. Each format is written from it, so all of them have the same figures. The lines are read while they
 * are written, because a loan book has more of them than fit in memory.
 */
export type Report = {
  title: string;
  columns: readonly Column[];
  lines: AsyncGenerator<Cells, Closing>;
};

export function isTied({ leftNgwee, rightNgwee }: Tie): boolean {
  return leftNgwee === rightNgwee;
}

/** "principal in the tape K1,000.00 = account 1200 K1,000.00". */
export function describeTie(tie: Tie): string {
  const { left, leftNgwee, right, rightNgwee } = tie;
  const sign = isTied(tie) ? '=' : 'is not';
  return `${left} ${formatKwacha(leftNgwee)} ${sign} ${right} ${formatKwacha(rightNgwee)}`;
}

/** The lines of a report that fits in memory. */
export async function* linesOf(lines: readonly Cells[], closing: Closing): AsyncGenerator<Cells, Closing> {
  yield* lines;
  return closing;
}
