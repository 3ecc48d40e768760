import { type Cell, type Cells, type Column, describeTie, type Report, type Tie } from './report.ts';

export type RowKind = 'row' | 'total' | 'check' | 'note';
export type ReportRow = { kind: RowKind; cells: Cells };

/** The first column of a file: it tells the lines of the report from what stands below them. */
export const ROW_KIND_TITLE = 'line';

/**
 * The rows of a report in their order: its lines, its totals, and then one row for each check and note, whose text stands
 * in the first cell. Answers the ties.
 */
export async function* rowsOf({ columns, lines }: Report): AsyncGenerator<ReportRow, readonly Tie[]> {
  let next = await lines.next();
  while (!next.done) {
    yield { kind: 'row', cells: next.value };
    next = await lines.next();
  }
  const { totals, ties, notes } = next.value;
  for (const cells of totals) yield { kind: 'total', cells };
  for (const tie of ties) yield { kind: 'check', cells: textRow(describeTie(tie), columns) };
  for (const note of notes) yield { kind: 'note', cells: textRow(note, columns) };
  return ties;
}

function textRow(text: string, columns: readonly Column[]): Cells {
  return columns.map((_column, index): Cell => (index === 0 ? text : null));
}
