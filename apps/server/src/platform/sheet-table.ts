import type { Block } from './sheet-block.ts';
import { bottomOf, GREEN, type Pen, SIDE, SOFT_INK, type TextLook } from './sheet-pen.ts';

const CELL_GAP = 4;
const GAP_BELOW = 10;
export const COLUMN_GAP = 12;

export type Column = { title: string /** A share of the width. */; width: number; isFigure?: boolean };
/** The detail of a cell stands under its text, in smaller letters. */
export type Cell = string | { text: string; detail: string };

const CELL: TextLook = { size: 10 };
const TOTAL: TextLook = { size: 10, isStrong: true };
const DETAIL: TextLook = { size: 8.5, colour: SOFT_INK };
const TABLE_HEADER: TextLook = { size: 9, isStrong: true, colour: SOFT_INK };

/** A table that repeats its header on each page. The total stays on the page of the last row. */
export function tableBlock(
  { pdf, width, write, heightOf, makeRoom, rule }: Pen,
  columns: readonly Column[],
  rows: readonly Cell[][],
  total: readonly string[] | undefined,
): Block {
  const { widths, lefts } = layOut(columns, width);
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

  const headerHeight = rowHeight(titles, TABLE_HEADER);
  const heightOfEnd = (below: number) => (total ? rowHeight(total, TOTAL) : 0) + GAP_BELOW + below;
  const neededFor = (index: number, below: number) =>
    rowHeight(rows[index]!, CELL) + (index === rows.length - 1 ? heightOfEnd(below) : 0);
  const firstHeight = (below: number) =>
    headerHeight + (rows.length > 0 ? neededFor(0, below) : heightOfEnd(below));

  function draw(below: number): void {
    makeRoom(firstHeight(below));
    header();
    rows.forEach((cells, index) => {
      const isFirst = index === 0;
      const isOnNewPage = !isFirst && pdf.y + neededFor(index, below) > bottomOf(pdf);
      if (isOnNewPage) {
        pdf.addPage();
        header();
      }
      if (!isFirst && !isOnNewPage) rule(pdf.y);
      row(cells, CELL);
    });
    if (total) {
      rule(pdf.y, GREEN);
      row(total, TOTAL);
    }
    pdf.y += GAP_BELOW;
  }
  return { draw, firstHeight };
}

function layOut(columns: readonly Column[], width: number): { widths: number[]; lefts: number[] } {
  const shares = columns.reduce((all, column) => all + column.width, 0);
  const free = width - COLUMN_GAP * (columns.length - 1);
  const widths = columns.map((column) => (free * column.width) / shares);
  const lefts = widths.map((_, index) =>
    widths.slice(0, index).reduce((left, one) => left + one + COLUMN_GAP, SIDE),
  );
  return { widths, lefts };
}
