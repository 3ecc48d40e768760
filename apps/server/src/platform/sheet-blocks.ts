import type { Block } from './sheet-block.ts';
import {
  BAD,
  GREEN,
  INK,
  PALE_BAD,
  PALE_GREEN,
  type Pen,
  SIDE,
  SOFT_INK,
  type TextLook,
} from './sheet-pen.ts';
import { COLUMN_GAP } from './sheet-table.ts';

const HEADING: TextLook = { size: 12.5, isStrong: true, colour: GREEN };

/** The title of the whole sheet, at the top of its first page. */
export function drawTitle({ pdf, write }: Pen, top: number, title: string, subtitle: string): void {
  write(title, SIDE, top, { size: 23, isStrong: true });
  write(subtitle, SIDE, pdf.y + 1, { size: 11.5, colour: SOFT_INK });
  pdf.y += 12;
}

/** A block of one piece, `height` tall, on one page with what must stand below it. */
function pieceBlock({ pdf, makeRoom }: Pen, height: number, drawAt: (y: number) => void): Block {
  return {
    firstHeight: (below) => height + below,
    draw(below) {
      makeRoom(height + below);
      const y = pdf.y;
      drawAt(y);
      pdf.y = y + height;
    },
  };
}

export function headingBlock(pen: Pen, text: string): Block {
  const height = pen.heightOf(text, HEADING) + 8;
  return { ...pieceBlock(pen, height, (y) => pen.write(text, SIDE, y + 6, HEADING)), leads: true };
}

const MOST_KEPT_TOGETHER = 360;

export type ParagraphLook = { isSmall?: boolean; isStrong?: boolean };

/** Small print explains what is above it, so it stands on the same page. */
export function paragraphBlock(
  pen: Pen,
  text: string,
  { isSmall = false, isStrong = false }: ParagraphLook = {},
): Block {
  const look = { size: isSmall ? 9 : 10, isStrong, colour: isSmall ? SOFT_INK : INK };
  const { pdf, heightOf, makeRoom, write } = pen;
  const GAP = 6;
  const height = heightOf(text, look) + GAP;
  const firstHeight = (below: number) => Math.min(height + below, MOST_KEPT_TOGETHER);
  function draw(below: number): void {
    makeRoom(firstHeight(below));
    // A text that is longer than a page goes on on the next one.
    write(text, SIDE, pdf.y, look);
    pdf.y += GAP;
  }
  return { draw, firstHeight, followsClosely: isSmall };
}

export function sumBlock(pen: Pen, label: string, amount: string, detail: string): Block {
  const { pdf, width, write, heightOf } = pen;
  const inner = width - 32;
  const detailLook = { width: inner, size: 10.5, colour: SOFT_INK };
  const labelHeight = heightOf(label, detailLook);
  const height = 55 + labelHeight + heightOf(detail, detailLook);
  return pieceBlock(pen, height + 12, (y) => {
    pdf.roundedRect(SIDE, y, width, height, 8).fill(PALE_GREEN);
    write(label, SIDE + 16, y + 12, detailLook);
    const amountY = y + 13 + labelHeight;
    write(amount, SIDE + 16, amountY, { width: inner, size: 25, isStrong: true, colour: GREEN });
    write(detail, SIDE + 16, amountY + 31, detailLook);
  });
}

export type Fact = readonly [label: string, value: string];

export function factsBlock({ pdf, width, write, heightOf, makeRoom }: Pen, facts: readonly Fact[]): Block {
  const labelWidth = width * 0.36;
  const labelLook = { width: labelWidth - COLUMN_GAP, size: 10.5, colour: SOFT_INK };
  const valueLook = { isStrong: true, width: width - labelWidth, size: 10.5 };
  const GAP = 4;
  const heights = facts.map(
    ([label, value]) => Math.max(heightOf(label, labelLook), heightOf(value, valueLook)) + 4,
  );
  const neededFor = (index: number, below: number) =>
    heights[index]! + (index === facts.length - 1 ? GAP + below : 0);
  return {
    firstHeight: (below) => (facts.length === 0 ? below : neededFor(0, below)),
    draw(below) {
      facts.forEach(([label, value], index) => {
        makeRoom(neededFor(index, below));
        const y = pdf.y;
        write(label, SIDE, y, labelLook);
        write(value, SIDE + labelWidth, y, valueLook);
        pdf.y = y + heights[index]!;
      });
      pdf.y += GAP;
    },
  };
}

export function noticeBlock(pen: Pen, text: string): Block {
  const { pdf, width, write, heightOf } = pen;
  const look = { width: width - 24, isStrong: true, size: 10.5, colour: BAD };
  const height = heightOf(text, look) + 20;
  return pieceBlock(pen, height + 12, (y) => {
    pdf.roundedRect(SIDE, y, width, height, 8).fill(PALE_BAD);
    write(text, SIDE + 12, y + 10, look);
  });
}

const PICTURE_HEIGHT = 260;

export function pictureBlock(pen: Pen, title: string, jpeg: Buffer): Block {
  const { pdf, width, write } = pen;
  return pieceBlock(pen, PICTURE_HEIGHT + 32, (y) => {
    write(title, SIDE, y, { size: 10.5, colour: SOFT_INK });
    pdf.image(jpeg, SIDE, y + 18, { fit: [width, PICTURE_HEIGHT] });
  });
}
