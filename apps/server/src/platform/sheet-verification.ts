import encodeQr from 'qr';
import type { Block } from './sheet-block.ts';
import { GREEN, INK, type Pen, SIDE, SOFT_INK } from './sheet-pen.ts';

/** `address` is where the reader checks the document. The square picture beside it holds the same address. */
export type Verification = { instructions: string; code: string; address: string };

const SQUARE = 90;
const PADDING = 16;
/** White modules around the picture. Cameras need four. */
const QUIET_MODULES = 4;

/** How the reader checks the document, on the page where the document ends. */
export function verificationBlock(
  { pdf, width, write, heightOf, makeRoom }: Pen,
  { instructions, code, address }: Verification,
): Block {
  const inner = width - SQUARE - 2 * PADDING;
  const look = { width: inner, size: 10, colour: SOFT_INK };
  const addressLook = { width: inner, size: 10, colour: GREEN, link: address };
  const textHeight = heightOf(instructions, look) + 28 + heightOf(address, addressLook);
  const height = Math.max(textHeight + 24, SQUARE + 8);
  const GAP = 8;

  function draw(): void {
    makeRoom(GAP + height);
    const y = pdf.y + GAP;
    pdf.roundedRect(SIDE, y, width, height, 8).lineWidth(0.8).strokeColor(GREEN).stroke();
    write(instructions, SIDE + PADDING, y + (height - textHeight) / 2, look);
    write(code, SIDE + PADDING, pdf.y + 3, { width: inner, size: 17, isStrong: true, colour: GREEN });
    write(address, SIDE + PADDING, pdf.y + 1, addressLook);
    drawQr(pdf, address, SIDE + width - SQUARE - 6, y + (height - SQUARE) / 2);
    pdf.y = y + height + GAP;
  }
  return { draw, firstHeight: () => GAP + height, followsClosely: true };
}

function drawQr(pdf: PDFKit.PDFDocument, address: string, x: number, y: number): void {
  const rows = encodeQr(address, 'raw', { border: QUIET_MODULES });
  const module = SQUARE / rows.length;
  rows.forEach((row, line) => {
    // Modules side by side are one piece. Between pieces that only touch, some readers show a thin white line.
    for (let from = row.indexOf(true); from >= 0; ) {
      const next = row.indexOf(false, from);
      const to = next < 0 ? row.length : next;
      pdf.rect(x + from * module, y + line * module, (to - from) * module, module);
      from = row.indexOf(true, to);
    }
  });
  pdf.fill(INK);
  pdf.link(x, y, SQUARE, SQUARE, address);
}
