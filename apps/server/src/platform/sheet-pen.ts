import { printable } from './printable.ts';

/** The colours of the app. */
export const INK = '#14201b';
export const SOFT_INK = '#4c5a53';
export const GREEN = '#0e4a37';
export const PALE_GREEN = '#eef5f1';
const LINE = '#e7e1d7';
export const BAD = '#a8231b';
export const PALE_BAD = '#fcefed';

const REGULAR = 'Helvetica';
const BOLD = 'Helvetica-Bold';
export const SIDE = 50;
export const TOP = 112;
export const TOP_OF_FURTHER_PAGES = 78;
export const BOTTOM = 74;

export type TextLook = {
  size?: number;
  isStrong?: boolean;
  colour?: string;
  width?: number;
  align?: 'left' | 'right';
  isOneLine?: boolean;
  link?: string;
};

/** Writes on the pages of a document. All text is made printable here. */
export type Pen = {
  pdf: PDFKit.PDFDocument;
  /** Between the margins. */
  width: number;
  write(text: string, x: number, y: number, look?: TextLook): void;
  heightOf(text: string, look: TextLook): number;
  /** Starts a new page where less height than this is left. */
  makeRoom(height: number): void;
  /** A filled box as wide as the page, all of it on one page. Answers its upper edge. */
  box(height: number, fill: string): number;
  rule(y: number, colour?: string): void;
};

export function createPen(pdf: PDFKit.PDFDocument): Pen {
  const width = pdf.page.width - 2 * SIDE;

  function write(text: string, x: number, y: number, look: TextLook = {}): void {
    pdf
      .font(look.isStrong ? BOLD : REGULAR)
      .fontSize(look.size ?? 10)
      .fillColor(look.colour ?? INK)
      .text(printable(text), x, y, {
        width: look.width ?? width,
        align: look.align ?? 'left',
        lineGap: 1.5,
        ...(look.isOneLine ? { lineBreak: false } : {}),
        ...(look.link ? { link: look.link } : {}),
      });
  }

  function heightOf(text: string, look: TextLook): number {
    pdf.font(look.isStrong ? BOLD : REGULAR).fontSize(look.size ?? 10);
    return pdf.heightOfString(printable(text), { width: look.width ?? width, lineGap: 1.5 });
  }

  function makeRoom(height: number): void {
    if (pdf.y + height > bottomOf(pdf)) pdf.addPage();
  }

  function box(height: number, fill: string): number {
    makeRoom(height);
    const y = pdf.y;
    pdf.roundedRect(SIDE, y, width, height, 8).fill(fill);
    return y;
  }

  function rule(y: number, colour = LINE): void {
    pdf
      .moveTo(SIDE, y)
      .lineTo(SIDE + width, y)
      .lineWidth(0.7)
      .strokeColor(colour)
      .stroke();
  }

  return { pdf, width, write, heightOf, makeRoom, box, rule };
}

/** Where the text of a page ends. */
export function bottomOf(pdf: PDFKit.PDFDocument): number {
  return pdf.page.height - BOTTOM;
}
