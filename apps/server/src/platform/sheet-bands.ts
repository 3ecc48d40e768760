import { GREEN, type Pen, SIDE, SOFT_INK } from './sheet-pen.ts';
import { sheetWords } from './sheet-words.ts';

/** Who issues the sheet: a brand on the left, and the sender on the right. */
export type Letterhead = {
  brandName: string;
  /** Draws the mark as a square with its upper left corner at `x`, `y`. */
  drawBrandMark(pdf: PDFKit.PDFDocument, x: number, y: number, size: number): void;
  senderName: string;
  /** The lines under the sender's name. */
  senderLines: readonly string[];
};

export type SheetHead = {
  title: string;
  subtitle: string;
  letterhead: Letterhead;
  /** One line each. */
  footer: readonly string[];
  issuedAt: Date;
};

const PAGE_NUMBER_WIDTH = 90;

/** Draws the letterhead at the head of each page, and the footer with the page number at its foot. */
export function drawBands(pen: Pen, head: SheetHead): void {
  const { pdf, width, write, rule } = pen;
  const { start, count } = pdf.bufferedPageRange();
  for (let index = 0; index < count; index += 1) {
    pdf.switchToPage(start + index);
    // Text beyond a margin would start a new page.
    pdf.page.margins = { top: 0, bottom: 0, left: 0, right: 0 };
    if (index === 0) drawFirstBand(pen, head);
    else drawFurtherBand(pen, head);
    const y = pdf.page.height - 50;
    rule(y - 8);
    const look = { size: 8, colour: SOFT_INK, width: width - PAGE_NUMBER_WIDTH - 10 };
    let lineY = y;
    for (const line of head.footer) {
      write(line, SIDE, lineY, look);
      lineY = Math.max(lineY + 11, pdf.y);
    }
    const place = { ...look, width: PAGE_NUMBER_WIDTH, align: 'right' as const, isOneLine: true };
    write(sheetWords.pageOf(index + 1, count), SIDE + width - PAGE_NUMBER_WIDTH, y, place);
  }
}

function drawFirstBand({ pdf, write }: Pen, { letterhead }: SheetHead): void {
  pdf.rect(0, 0, pdf.page.width, 84).fill(GREEN);
  letterhead.drawBrandMark(pdf, SIDE, 26, 32);
  write(letterhead.brandName, SIDE + 42, 33, {
    size: 17,
    isStrong: true,
    colour: '#ffffff',
    isOneLine: true,
  });
  const look = { size: 8.5, colour: '#dcebe3', align: 'right' as const, width: 300 };
  const x = pdf.page.width - SIDE - 300;
  write(letterhead.senderName, x, 20, { ...look, size: 10.5, isStrong: true, colour: '#ffffff' });
  for (const line of letterhead.senderLines) write(line, x, pdf.y + 1, look);
}

function drawFurtherBand({ pdf, width, write, rule }: Pen, head: SheetHead): void {
  head.letterhead.drawBrandMark(pdf, SIDE, 34, 18);
  write(head.letterhead.brandName, SIDE + 25, 38, {
    size: 11,
    isStrong: true,
    colour: GREEN,
    isOneLine: true,
  });
  const look = { size: 9, colour: SOFT_INK, align: 'right' as const, width: width - 110 };
  write(`${head.title} · ${head.subtitle}`, SIDE + 110, 39, look);
  rule(62);
}
