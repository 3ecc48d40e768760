import { printedCell } from './cell-text.ts';
import type { Column, Report, Tie } from './report.ts';
import { type ReportRow, rowsOf } from './report-rows.ts';

/** The lines by which the widths of the columns are chosen. Longer cells of later lines push the rest to the right. */
const LINES_MEASURED = 500;

/** A report as aligned lines for a terminal. Answers the ties. */
export async function* textOf(report: Report): AsyncGenerator<string, readonly Tie[]> {
  const { title, columns } = report;
  yield `${title}\n\n`;
  const rows = rowsOf(report);
  const first: ReportRow[] = [];
  let next = await rows.next();
  while (!next.done && first.length < LINES_MEASURED) {
    first.push(next.value);
    next = await rows.next();
  }
  const widths = widthsOf(columns, first);
  yield aligned(
    columns.map(({ title }) => title),
    columns,
    widths,
  );
  for (const row of first) yield printedRow(row, columns, widths);
  while (!next.done) {
    yield printedRow(next.value, columns, widths);
    next = await rows.next();
  }
  return next.value;
}

function widthsOf(columns: readonly Column[], rows: readonly ReportRow[]): number[] {
  const tabular = rows.filter(isTabular);
  return columns.map(({ title, kind }, index) =>
    Math.max(title.length, ...tabular.map(({ cells }) => printedCell(cells[index] ?? null, kind).length)),
  );
}

function isTabular({ kind }: ReportRow): boolean {
  return kind === 'row' || kind === 'total';
}

function printedRow(row: ReportRow, columns: readonly Column[], widths: readonly number[]): string {
  if (!isTabular(row)) return `${row.kind}: ${row.cells[0]}\n`;
  const cells = columns.map(({ kind }, index) => printedCell(row.cells[index] ?? null, kind));
  return aligned(cells, columns, widths);
}

function aligned(cells: readonly string[], columns: readonly Column[], widths: readonly number[]): string {
  const padded = cells.map((cell, index) =>
    columns[index]!.kind === 'text' ? cell.padEnd(widths[index]!) : cell.padStart(widths[index]!),
  );
  return `${padded.join('  ').trimEnd()}\n`;
}
