import { type CellValue, writeXlsxStream } from 'hucre/xlsx';
import type { Cell, CellKind, Column, Report, Tie } from './report.ts';
import { ROW_KIND_TITLE, rowsOf } from './report-rows.ts';

/** A name of a sheet has at most 31 characters, and none of these. */
const NOT_IN_SHEET_NAMES = /[[\]:*?/\\]/g;
const LONGEST_SHEET_NAME = 31;

const FORMATS: Readonly<Record<CellKind, string | undefined>> = {
  text: undefined,
  day: 'yyyy-mm-dd',
  count: '0',
  money: '#,##0.00',
  share: '0.00',
};
const WIDTHS: Readonly<Record<CellKind, number>> = { text: 24, day: 12, count: 12, money: 16, share: 10 };

/** The bytes of a report as an XLSX workbook, with numbers as numbers and days as days. Answers the ties. */
export async function* xlsxOf(report: Report): AsyncGenerator<Uint8Array, readonly Tie[]> {
  let ties: readonly Tie[] = [];
  async function* sheetRows(): AsyncGenerator<CellValue[]> {
    const rows = rowsOf(report);
    let next = await rows.next();
    while (!next.done) {
      const { kind, cells } = next.value;
      yield [kind, ...cells.map((cell, index) => sheetCell(cell, report.columns[index]!.kind))];
      next = await rows.next();
    }
    ties = next.value;
  }
  yield* writeXlsxStream(sheetRows(), {
    name: report.title.replaceAll(NOT_IN_SHEET_NAMES, ' ').slice(0, LONGEST_SHEET_NAME),
    columns: [{ header: ROW_KIND_TITLE, width: 8 }, ...report.columns.map(sheetColumn)],
    freezePane: { rows: 1 },
  });
  return ties;
}

function sheetColumn({ title, kind }: Column) {
  const numFmt = FORMATS[kind];
  return { header: title, width: Math.max(WIDTHS[kind], title.length + 2), ...(numFmt ? { numFmt } : {}) };
}

/** Hundredths divided by 100 give the nearest double, which a spreadsheet shows with the same two decimals. */
function sheetCell(cell: Cell, kind: CellKind): CellValue {
  if (cell === null) return null;
  if (typeof cell === 'string')
    return kind === 'day' && /^\d{4}-/.test(cell) ? new Date(`${cell}T00:00:00Z`) : cell;
  return kind === 'money' || kind === 'share' ? cell / 100 : cell;
}
