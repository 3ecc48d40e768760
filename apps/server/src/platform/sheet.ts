import PDFDocument from 'pdfkit';
import { printable } from './printable.ts';

/** The colours of the app, as ink. */
const INK = '#14201b';
const SOFT_INK = '#4c5a53';
const GREEN = '#0e4a37';
const PALE_GREEN = '#eef5f1';
const COPPER = '#b8561a';
const LINE = '#e7e1d7';
const BAD = '#a8231b';
const PALE_BAD = '#fcefed';

const REGULAR = 'Helvetica';
const BOLD = 'Helvetica-Bold';
const SIDE = 50;
const TOP = 112;
const TOP_OF_FURTHER_PAGES = 78;
const BOTTOM = 74;
const CELL_GAP = 5;
const COLUMN_GAP = 12;

export type Column = { title: string /** A share of the width. */; width: number; isFigure?: boolean };
/** The second line of a cell is set smaller under the first. */
export type Cell = string | { text: string; detail: string };

/** A4 pages that text, facts and tables flow onto. Words are made printable here and nowhere else. */
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

export type SheetHead = {
  title: string;
  subtitle: string;
  lender: { name: string; licence: string; phone: string };
  /** One line each. */
  footer: readonly string[];
  issuedAt: Date;
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
  const width = pdf.page.width - 2 * SIDE;
  pdf.on('pageAdded', () => {
    pdf.page.margins.top = TOP_OF_FURTHER_PAGES;
    pdf.x = SIDE;
    pdf.y = TOP_OF_FURTHER_PAGES;
  });

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

  const bottom = () => pdf.page.height - BOTTOM;

  function makeRoom(height: number): void {
    if (pdf.y + height > bottom()) pdf.addPage();
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
    table(columns, rows, total) {
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
        if (pdf.y + needed > bottom()) {
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
    },
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
      const { start, count } = pdf.bufferedPageRange();
      for (let index = 0; index < count; index += 1) {
        pdf.switchToPage(start + index);
        // Without its margins a page takes text at its edges and does not start another.
        pdf.page.margins = { top: 0, bottom: 0, left: 0, right: 0 };
        if (index === 0) firstBand();
        else furtherBand();
        const y = pdf.page.height - 50;
        rule(y - 8);
        head.footer.forEach((line, row) => {
          write(line, SIDE, y + row * 11, { size: 8, colour: SOFT_INK, width: width - 90 });
        });
        const place = { size: 8, colour: SOFT_INK, width: 80, align: 'right' as const, isOneLine: true };
        write(`Page ${index + 1} of ${count}`, SIDE + width - 80, y, place);
      }
      pdf.end();
      return ended;
    },
  };

  function firstBand(): void {
    pdf.rect(0, 0, pdf.page.width, 84).fill(GREEN);
    brandMark(SIDE, 26, 32);
    write('Thumba', SIDE + 42, 33, { size: 17, isStrong: true, colour: '#ffffff', isOneLine: true });
    const { name, licence, phone } = head.lender;
    const look = { size: 8.5, colour: '#dcebe3', align: 'right' as const, width: 300 };
    const x = pdf.page.width - SIDE - 300;
    write(name, x, 20, { ...look, size: 10.5, isStrong: true, colour: '#ffffff' });
    write(licence, x, pdf.y + 1, look);
    write(`Phone ${phone}`, x, pdf.y + 1, look);
  }

  function furtherBand(): void {
    brandMark(SIDE, 34, 18);
    write('Thumba', SIDE + 25, 38, { size: 11, isStrong: true, colour: GREEN, isOneLine: true });
    const look = { size: 9, colour: SOFT_INK, align: 'right' as const, width: width - 110 };
    write(`${head.title} · ${head.subtitle}`, SIDE + 110, 39, look);
    rule(62);
  }

  /** The pocket, drawn on a square of 30. */
  function brandMark(x: number, y: number, size: number): void {
    pdf
      .save()
      .translate(x, y)
      .scale(size / 30);
    pdf.roundedRect(0, 0, 30, 30, 8).fill(COPPER);
    pdf.path('M11.5 11V9.6a3.5 3.5 0 0 1 7 0V11').lineWidth(1.8).strokeColor('#ffffff').stroke();
    pdf.roundedRect(8, 10.6, 14, 12.4, 2.6).fill('#ffffff');
    pdf.restore();
  }
}

type TextLook = {
  size?: number;
  isStrong?: boolean;
  colour?: string;
  width?: number;
  align?: 'left' | 'right';
  isOneLine?: boolean;
  link?: string;
};

const HEADING: TextLook = { size: 12.5, isStrong: true, colour: GREEN };
const CELL: TextLook = { size: 9.5 };
const TOTAL: TextLook = { size: 9.5, isStrong: true };
const DETAIL: TextLook = { size: 8, colour: SOFT_INK };
const TABLE_HEADER: TextLook = { size: 8.5, isStrong: true, colour: SOFT_INK };
