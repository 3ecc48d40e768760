import {
  bottomOf,
  GREEN,
  type Pen,
  SIDE,
  SOFT_INK,
  type TextLook,
  TOP_OF_FURTHER_PAGES,
} from './sheet-pen.ts';

const CELL_GAP = 5;
export const COLUMN_GAP = 12;

export type Column = { title: string /** A share of the width. */; width: number; isFigure?: boolean };
/** The detail of a cell stands under its text, in smaller letters. */
export type Cell = string | { text: string; detail: string };

const CELL: TextLook = { size: 9.5 };
const TOTAL: TextLook = { size: 9.5, isStrong: true };
const DETAIL: TextLook = { size: 8, colour: SOFT_INK };
const TABLE_HEADER: TextLook = { size: 8.5, isStrong: true, colour: SOFT_INK };

/** A table that repeats its header on each page. The total stays on the page of the last row. */
export function drawTable(
  { pdf, width, write, heightOf, makeRoom, rule }: Pen,
  columns: readonly Column[],
  rows: readonly Cell[][],
  total: readonly string[] | undefined,
): void {
  const shares = columns.reduce((all, column) => all + column.width, 0);
  const free = width - COLUMN_GAP * (columns.length - 1);
  const widths = columns.map((column) => (free * column.width) / shares);
  const lefts = widths.map((_, index) =>
    widths.slice(0, index).reduce((left, one) => left + one + COLUMN_GAP, SIDE),
  );
  const alignOf = (index: number) => (columns[index]!.isFigure ? 'right' : 'left') as 'right' | 'left';
  const lookOf = (index: number, look: TextLook): TextLook => ({
    ...look,
    width: widths[index]!,
    align: alignOf(index),
  });

  function row(cells: readonly Cell[], look: TextLook): void {
    const y = pdf.y + CELL_GAP;
    let end = y;
    cells.forEach((cell, index) => {
      const { text, detail } = typeof cell === 'string' ? { text: cell, detail: '' } : cell;
      write(text, lefts[index]!, y, lookOf(index, look));
      if (detail !== '') write(detail, lefts[index]!, pdf.y, lookOf(index, DETAIL));
      end = Math.max(end, pdf.y);
    });
    pdf.y = end + CELL_GAP;
  }

  function rowHeight(cells: readonly Cell[], look: TextLook): number {
    const heights = cells.map((cell, index) => {
      const { text, detail } = typeof cell === 'string' ? { text: cell, detail: '' } : cell;
      return heightOf(text, lookOf(index, look)) + (detail ? heightOf(detail, lookOf(index, DETAIL)) : 0);
    });
    return Math.max(...heights) + 2 * CELL_GAP;
  }

  const titles = columns.map((column) => column.title);
  function header(): void {
    row(titles, TABLE_HEADER);
    rule(pdf.y, GREEN);
  }

  const firstRow = rows[0] ? rowHeight(rows[0], CELL) : 0;
  makeRoom(rowHeight(titles, TABLE_HEADER) + firstRow);
  header();
  rows.forEach((cells, index) => {
    const isLast = index === rows.length - 1;
    const needed = rowHeight(cells, CELL) + (isLast && total ? rowHeight(total, TOTAL) : 0);
    if (pdf.y + needed > bottomOf(pdf)) {
      pdf.addPage();
      header();
    }
    if (index > 0 && pdf.y > TOP_OF_FURTHER_PAGES + 40) rule(pdf.y);
    row(cells, CELL);
  });
  if (total) {
    rule(pdf.y, GREEN);
    row(total, TOTAL);
  }
  pdf.y += 10;
}
