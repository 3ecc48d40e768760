import PDFDocument from 'pdfkit';
import { printable } from './printable.ts';
import { drawBands, type SheetHead } from './sheet-bands.ts';
import {
  drawFacts,
  drawHeading,
  drawNotice,
  drawParagraph,
  drawPicture,
  drawSum,
  drawTitle,
  drawVerification,
  type Fact,
  type ParagraphLook,
  type Verification,
} from './sheet-blocks.ts';
import { BOTTOM, createPen, SIDE, TOP, TOP_OF_FURTHER_PAGES } from './sheet-pen.ts';
import { type Cell, type Column, drawTable } from './sheet-table.ts';

/** An A4 document. Each block goes below the one before it, on a new page where it needs one. */
export type Sheet = {
  heading(text: string): void;
  paragraph(text: string, look?: ParagraphLook): void;
  /** One amount in large letters, between its label and a detail. */
  sum(label: string, amount: string, detail: string): void;
  facts(facts: readonly Fact[]): void;
  table(columns: readonly Column[], rows: readonly Cell[][], total?: readonly string[]): void;
  notice(text: string): void;
  /** A JPEG, at most as wide as the page, under its title. */
  picture(title: string, jpeg: Buffer): void;
  /** How the reader checks the document: its last block. */
  verification(verification: Verification): void;
  finish(): Promise<Buffer>;
};

export function openSheet(head: SheetHead): Sheet {
  const { pdf, finished } = openDocument(head);
  const pen = createPen(pdf);
  drawTitle(pen, TOP, head.title, head.subtitle);
  return {
    heading: (text) => drawHeading(pen, text),
    paragraph: (text, look) => drawParagraph(pen, text, look),
    sum: (label, amount, detail) => drawSum(pen, label, amount, detail),
    facts: (facts) => drawFacts(pen, facts),
    table: (columns, rows, total) => drawTable(pen, columns, rows, total),
    notice: (text) => drawNotice(pen, text),
    picture: (title, jpeg) => drawPicture(pen, title, jpeg),
    verification: (verification) => drawVerification(pen, verification),
    finish() {
      drawBands(pen, head);
      pdf.end();
      return finished;
    },
  };
}

function openDocument(head: SheetHead): { pdf: PDFKit.PDFDocument; finished: Promise<Buffer> } {
  const pdf = new PDFDocument({
    size: 'A4',
    margins: { top: TOP, bottom: BOTTOM, left: SIDE, right: SIDE },
    bufferPages: true,
    lang: 'en',
    displayTitle: true,
    info: {
      Title: printable(`${head.title}, ${head.subtitle}`),
      Author: printable(head.letterhead.senderName),
      CreationDate: head.issuedAt,
      ModDate: head.issuedAt,
    },
  });
  pdf.on('pageAdded', () => {
    pdf.page.margins.top = TOP_OF_FURTHER_PAGES;
    pdf.x = SIDE;
    pdf.y = TOP_OF_FURTHER_PAGES;
  });
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const finished = new Promise<Buffer>((resolve, reject) => {
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.on('error', reject);
  });
  return { pdf, finished };
}
