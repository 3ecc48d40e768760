import { languageTag } from '@thumba/words/catalogue';
import PDFDocument from 'pdfkit';
import { drawBands, type SheetHead } from './sheet-bands.ts';
import { type Block, drawBlocks } from './sheet-block.ts';
import {
  drawTitle,
  type Fact,
  factsBlock,
  headingBlock,
  noticeBlock,
  type ParagraphLook,
  paragraphBlock,
  pictureBlock,
  sumBlock,
} from './sheet-blocks.ts';
import { registerFonts } from './sheet-fonts.ts';
import { BOTTOM, createPen, SIDE, TOP, TOP_OF_FURTHER_PAGES } from './sheet-pen.ts';
import { type Cell, type Column, tableBlock } from './sheet-table.ts';
import { type Verification, verificationBlock } from './sheet-verification.ts';

/** An A4 document. Each block goes below the one before it, on a new page where it needs one, when it is finished. */
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
  const blocks: Block[] = [];
  const add = (block: Block) => void blocks.push(block);
  return {
    heading: (text) => add(headingBlock(pen, text)),
    paragraph: (text, look) => add(paragraphBlock(pen, text, look)),
    sum: (label, amount, detail) => add(sumBlock(pen, label, amount, detail)),
    facts: (facts) => add(factsBlock(pen, facts)),
    table: (columns, rows, total) => add(tableBlock(pen, columns, rows, total)),
    notice: (text) => add(noticeBlock(pen, text)),
    picture: (title, jpeg) => add(pictureBlock(pen, title, jpeg)),
    verification: (verification) => add(verificationBlock(pen, verification)),
    finish() {
      drawBlocks(blocks);
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
    // Without this, the document would open a font that it does not use.
    font: '',
    lang: languageTag(),
    displayTitle: true,
    info: {
      Title: `${head.title}, ${head.subtitle}`,
      Author: head.letterhead.senderName,
      CreationDate: head.issuedAt,
      ModDate: head.issuedAt,
    },
  });
  registerFonts(pdf);
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
