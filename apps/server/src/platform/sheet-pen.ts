import { printableText } from './sheet-fonts.ts';

/** The colours of the app. */
export const INK = '#14201b';
export const SOFT_INK = '#4c5a53';
export const GREEN = '#0e4a37';
export const PALE_GREEN = '#eef5f1';
const LINE = '#e7e1d7';
export const BAD = '#a8231b';
export const PALE_BAD = '#fcefed';

export const SIDE = 50;
export const TOP = 112;
export const TOP_OF_FURTHER_PAGES = 78;
export const BOTTOM = 74;

/** The font has a third more than its size between lines, which is much for a table. */
const lineGapOf = ({ size = 10 }: TextLook) => 1.5 - size * 0.2;

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
  rule(y: number, colour?: string): void;
};

export function createPen(pdf: PDFKit.PDFDocument): Pen {
  const width = pdf.page.width - 2 * SIDE;

  function write(text: string, x: number, y: number, look: TextLook = {}): void {
    pdf
      .font(look.isStrong ? 'bold' : 'regular')
      .fontSize(look.size ?? 10)
      .fillColor(look.colour ?? INK)
      .text(printableText(text), x, y, {
        width: look.width ?? width,
        align: look.align ?? 'left',
        lineGap: lineGapOf(look),
        ...(look.isOneLine ? { lineBreak: false } : {}),
        ...(look.link ? { link: look.link } : {}),
      });
  }

  function heightOf(text: string, look: TextLook): number {
    pdf.font(look.isStrong ? 'bold' : 'regular').fontSize(look.size ?? 10);
    return pdf.heightOfString(printableText(text), { width: look.width ?? width, lineGap: lineGapOf(look) });
  }

  function makeRoom(height: number): void {
    // A piece that is taller than a page gains nothing by another new page.
    const isAtTop = pdf.y <= TOP_OF_FURTHER_PAGES;
    if (!isAtTop && pdf.y + height > bottomOf(pdf)) pdf.addPage();
  }

  function rule(y: number, colour = LINE): void {
    pdf
      .moveTo(SIDE, y)
      .lineTo(SIDE + width, y)
      .lineWidth(0.7)
      .strokeColor(colour)
      .stroke();
  }

  return { pdf, width, write, heightOf, makeRoom, rule };
}

/** Where the text of a page ends. */
export function bottomOf(pdf: PDFKit.PDFDocument): number {
  return pdf.page.height - BOTTOM;
}
