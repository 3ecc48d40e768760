import type { Letterhead } from '../platform/sheet-bands.ts';
import type { Lender } from './lender.ts';
import { letterheadWords } from './letterhead-words.ts';

const COPPER = '#b8561a';

/** The letterhead of every printed paper: the brand, and the lender with its licence and phone. */
export function letterheadOf({
  name,
  licence,
  phone,
}: Pick<Lender, 'name' | 'licence' | 'phone'>): Letterhead {
  return {
    brandName: 'Thumba',
    drawBrandMark,
    senderName: name,
    senderLines: [licence, letterheadWords.phone(phone)],
  };
}

/** The pocket, drawn on a square of 30. */
function drawBrandMark(pdf: PDFKit.PDFDocument, x: number, y: number, size: number): void {
  pdf
    .save()
    .translate(x, y)
    .scale(size / 30);
  pdf.roundedRect(0, 0, 30, 30, 8).fill(COPPER);
  pdf.path('M11.5 11V9.6a3.5 3.5 0 0 1 7 0V11').lineWidth(1.8).strokeColor('#ffffff').stroke();
  pdf.roundedRect(8, 10.6, 14, 12.4, 2.6).fill('#ffffff');
  pdf.restore();
}
