import { formatCsvValue } from 'hucre/csv';
import { plainCell } from './cell-text.ts';
import type { Report, Tie } from './report.ts';
import { ROW_KIND_TITLE, rowsOf } from './report-rows.ts';

/**
 * The text of a report as CSV (RFC 4180, UTF-8). A text that a spreadsheet would take for a formula begins with an
 * apostrophe there. Answers the ties.
 */
export async function* csvOf(report: Report): AsyncGenerator<string, readonly Tie[]> {
  const { columns } = report;
  yield csvLine([ROW_KIND_TITLE, ...columns.map(({ title }) => textCell(title))]);
  const rows = rowsOf(report);
  let next = await rows.next();
  while (!next.done) {
    const { kind, cells } = next.value;
    yield csvLine([
      kind,
      ...cells.map((cell, index) =>
        typeof cell === 'string' ? textCell(cell) : plainCell(cell, columns[index]!.kind),
      ),
    ]);
    next = await rows.next();
  }
  return next.value;
}

/** One line of CSV from cells that are quoted already where they have to be. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.join(',')}\r\n`;
}

/** A text as a CSV cell, quoted where it has to be, and never a formula. */
export function textCell(text: string): string {
  return formatCsvValue(text, { escapeFormulae: true });
}
