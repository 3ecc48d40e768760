import PDFDocument from 'pdfkit';
import { printable } from './printable.ts';
import { drawBands, type SheetHead } from './sheet-bands.ts';
import {
  BAD,
  BOTTOM,
  createPen,
  GREEN,
  INK,
  PALE_BAD,
  PALE_GREEN,
  SIDE,
  SOFT_INK,
  type TextLook,
  TOP,
  TOP_OF_FURTHER_PAGES,
} from './sheet-pen.ts';
import { type Cell, COLUMN_GAP, type Column, drawTable } from './sheet-table.ts';

/** A4 pages that text, facts and tables flow onto. */
export type Sheet = {
  heading(text: string): void;
  paragraph(text: string, look?: { isSmall?: boolean; isStrong?: boolean }): void;
  /** One sum, set large, with what it is. */
  sum(label: string, amount: string, detail: string): void;
  facts(pairs: readonly (readonly [label: string, value: string])[]): void;
  table(columns: readonly Column[], rows: readonly Cell[][], total?: readonly string[]): void;
  notice(text: string): void;
  /** A JPEG as wide as the page at most, under what it is. */
  picture(title: string, jpeg: Buffer): void;
  /** Where anybody can check the paper: the end of it. */
  verification(code: string, address: string): void;
  finish(): Promise<Buffer>;
};

export function openSheet(head: SheetHead): Sheet {
  const pdf = new PDFDocument({
    size: 'A4',
    margins: { top: TOP, bottom: BOTTOM, left: SIDE, right: SIDE },
    bufferPages: true,
    lang: 'en',
    displayTitle: true,
    info: {
      Title: printable(`${head.title}, ${head.subtitle}`),
      Author: printable(head.lender.name),
      CreationDate: head.issuedAt,
      ModDate: head.issuedAt,
    },
  });
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<Buffer>((resolve, reject) => {
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.on('error', reject);
  });
  pdf.on('pageAdded', () => {
    pdf.page.margins.top = TOP_OF_FURTHER_PAGES;
    pdf.x = SIDE;
    pdf.y = TOP_OF_FURTHER_PAGES;
  });

  const pen = createPen(pdf);
  const { width, write, heightOf, makeRoom, box } = pen;
  write(head.title, SIDE, TOP, { size: 22, isStrong: true });
  write(head.subtitle, SIDE, pdf.y + 1, { size: 11, colour: SOFT_INK });
  pdf.y += 12;

  return {
    heading(text) {
      const height = heightOf(text, HEADING);
      // A heading never stands alone at the foot of a page.
      makeRoom(height + 44);
      write(text, SIDE, pdf.y + 6, HEADING);
      pdf.y += 4;
    },
    paragraph(text, { isSmall = false, isStrong = false } = {}) {
      const look = { size: isSmall ? 8.5 : 10, isStrong, colour: isSmall ? SOFT_INK : INK };
      if (heightOf(text, look) < 120) makeRoom(heightOf(text, look));
      write(text, SIDE, pdf.y, look);
      pdf.y += 6;
    },
    sum(label, amount, detail) {
      const inner = width - 32;
      const detailLook = { width: inner, size: 10, colour: SOFT_INK };
      const height = 66 + heightOf(detail, detailLook);
      const y = box(height, PALE_GREEN);
      write(label, SIDE + 16, y + 12, { width: inner, colour: SOFT_INK });
      write(amount, SIDE + 16, y + 26, { width: inner, size: 24, isStrong: true, colour: GREEN });
      write(detail, SIDE + 16, y + 55, detailLook);
      pdf.y = y + height + 12;
    },
    facts(pairs) {
      const labelWidth = width * 0.36;
      const valueLook = { isStrong: true, width: width - labelWidth, size: 10 };
      for (const [label, value] of pairs) {
        const labelLook = { width: labelWidth - COLUMN_GAP, colour: SOFT_INK };
        const height = Math.max(heightOf(label, labelLook), heightOf(value, valueLook));
        makeRoom(height + 5);
        const y = pdf.y;
        write(label, SIDE, y, labelLook);
        write(value, SIDE + labelWidth, y, valueLook);
        pdf.y = y + height + 5;
      }
      pdf.y += 4;
    },
    table: (columns, rows, total) => drawTable(pen, columns, rows, total),
    notice(text) {
      const inner = width - 24;
      const look = { width: inner, isStrong: true, colour: BAD };
      const height = heightOf(text, look) + 20;
      const y = box(height, PALE_BAD);
      write(text, SIDE + 12, y + 11, look);
      pdf.y = y + height + 12;
    },
    picture(title, jpeg) {
      const frame: [number, number] = [width, 260];
      makeRoom(frame[1] + 24);
      write(title, SIDE, pdf.y, { colour: SOFT_INK });
      const y = pdf.y + 4;
      pdf.image(jpeg, SIDE, y, { fit: frame });
      pdf.y = y + frame[1] + 12;
    },
    verification(code, address) {
      const inner = width - 32;
      const lines =
        'Anybody can check this paper: open the address below, or call the lender and read out the code.';
      const look = { width: inner, size: 9, colour: SOFT_INK };
      const height = 62 + heightOf(lines, look);
      pdf.y += 8;
      makeRoom(height);
      const y = pdf.y;
      pdf.roundedRect(SIDE, y, width, height, 8).lineWidth(0.8).strokeColor(GREEN).stroke();
      write(lines, SIDE + 16, y + 12, look);
      write(code, SIDE + 16, pdf.y + 3, { width: inner, size: 16, isStrong: true, colour: GREEN });
      write(address, SIDE + 16, pdf.y + 1, { width: inner, size: 9, colour: GREEN, link: address });
      pdf.y = y + height + 8;
    },
    finish() {
      drawBands(pen, head);
      pdf.end();
      return ended;
    },
  };
}

const HEADING: TextLook = { size: 12.5, isStrong: true, colour: GREEN };
