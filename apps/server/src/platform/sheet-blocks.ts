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
  write(title, SIDE, top, { size: 22, isStrong: true });
  write(subtitle, SIDE, pdf.y + 1, { size: 11, colour: SOFT_INK });
  pdf.y += 12;
}

export function drawHeading({ pdf, write, heightOf, makeRoom }: Pen, text: string): void {
  // A heading never stands alone at the foot of a page.
  makeRoom(heightOf(text, HEADING) + 44);
  write(text, SIDE, pdf.y + 6, HEADING);
  pdf.y += 4;
}

export type ParagraphLook = { isSmall?: boolean; isStrong?: boolean };

export function drawParagraph(
  { pdf, write, heightOf, makeRoom }: Pen,
  text: string,
  { isSmall = false, isStrong = false }: ParagraphLook = {},
): void {
  const look = { size: isSmall ? 8.5 : 10, isStrong, colour: isSmall ? SOFT_INK : INK };
  const height = heightOf(text, look);
  if (height < 120) makeRoom(height);
  write(text, SIDE, pdf.y, look);
  pdf.y += 6;
}

export function drawSum(
  { pdf, width, write, heightOf, box }: Pen,
  label: string,
  amount: string,
  detail: string,
): void {
  const inner = width - 32;
  const detailLook = { width: inner, size: 10, colour: SOFT_INK };
  const height = 66 + heightOf(detail, detailLook);
  const y = box(height, PALE_GREEN);
  write(label, SIDE + 16, y + 12, { width: inner, colour: SOFT_INK });
  write(amount, SIDE + 16, y + 26, { width: inner, size: 24, isStrong: true, colour: GREEN });
  write(detail, SIDE + 16, y + 55, detailLook);
  pdf.y = y + height + 12;
}

export type Fact = readonly [label: string, value: string];

export function drawFacts({ pdf, width, write, heightOf, makeRoom }: Pen, facts: readonly Fact[]): void {
  const labelWidth = width * 0.36;
  const labelLook = { width: labelWidth - COLUMN_GAP, colour: SOFT_INK };
  const valueLook = { isStrong: true, width: width - labelWidth, size: 10 };
  for (const [label, value] of facts) {
    const height = Math.max(heightOf(label, labelLook), heightOf(value, valueLook));
    makeRoom(height + 5);
    const y = pdf.y;
    write(label, SIDE, y, labelLook);
    write(value, SIDE + labelWidth, y, valueLook);
    pdf.y = y + height + 5;
  }
  pdf.y += 4;
}

export function drawNotice({ pdf, width, write, heightOf, box }: Pen, text: string): void {
  const look = { width: width - 24, isStrong: true, colour: BAD };
  const height = heightOf(text, look) + 20;
  const y = box(height, PALE_BAD);
  write(text, SIDE + 12, y + 11, look);
  pdf.y = y + height + 12;
}

export function drawPicture({ pdf, width, write, makeRoom }: Pen, title: string, jpeg: Buffer): void {
  const frame: [number, number] = [width, 260];
  makeRoom(frame[1] + 24);
  write(title, SIDE, pdf.y, { colour: SOFT_INK });
  const y = pdf.y + 4;
  pdf.image(jpeg, SIDE, y, { fit: frame });
  pdf.y = y + frame[1] + 12;
}

export type Verification = { instructions: string; code: string; address: string };

export function drawVerification(
  { pdf, width, write, heightOf, makeRoom }: Pen,
  { instructions, code, address }: Verification,
): void {
  const inner = width - 32;
  const look = { width: inner, size: 9, colour: SOFT_INK };
  const height = 62 + heightOf(instructions, look);
  pdf.y += 8;
  makeRoom(height);
  const y = pdf.y;
  pdf.roundedRect(SIDE, y, width, height, 8).lineWidth(0.8).strokeColor(GREEN).stroke();
  write(instructions, SIDE + 16, y + 12, look);
  write(code, SIDE + 16, pdf.y + 3, { width: inner, size: 16, isStrong: true, colour: GREEN });
  write(address, SIDE + 16, pdf.y + 1, { width: inner, size: 9, colour: GREEN, link: address });
  pdf.y = y + height + 8;
}
