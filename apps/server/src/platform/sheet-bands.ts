import { COPPER, GREEN, type Pen, SIDE, SOFT_INK } from './sheet-pen.ts';

export type SheetHead = {
  title: string;
  subtitle: string;
  lender: { name: string; licence: string; phone: string };
  /** One line each. */
  footer: readonly string[];
  issuedAt: Date;
};

/** Whose sheet this is, at the head of each page, and which page it is at the foot. */
export function drawBands(pen: Pen, head: SheetHead): void {
  const { pdf, width, write, rule } = pen;
  const { start, count } = pdf.bufferedPageRange();
  for (let index = 0; index < count; index += 1) {
    pdf.switchToPage(start + index);
    // Without its margins a page takes text at its edges and does not start another.
    pdf.page.margins = { top: 0, bottom: 0, left: 0, right: 0 };
    if (index === 0) drawFirstBand(pen, head);
    else drawFurtherBand(pen, head);
    const y = pdf.page.height - 50;
    rule(y - 8);
    head.footer.forEach((line, row) => {
      write(line, SIDE, y + row * 11, { size: 8, colour: SOFT_INK, width: width - 90 });
    });
    const place = { size: 8, colour: SOFT_INK, width: 80, align: 'right' as const, isOneLine: true };
    write(`Page ${index + 1} of ${count}`, SIDE + width - 80, y, place);
  }
}

function drawFirstBand(pen: Pen, head: SheetHead): void {
  const { pdf, write } = pen;
  pdf.rect(0, 0, pdf.page.width, 84).fill(GREEN);
  drawBrandMark(pen, SIDE, 26, 32);
  write('Thumba', SIDE + 42, 33, { size: 17, isStrong: true, colour: '#ffffff', isOneLine: true });
  const { name, licence, phone } = head.lender;
  const look = { size: 8.5, colour: '#dcebe3', align: 'right' as const, width: 300 };
  const x = pdf.page.width - SIDE - 300;
  write(name, x, 20, { ...look, size: 10.5, isStrong: true, colour: '#ffffff' });
  write(licence, x, pdf.y + 1, look);
  write(`Phone ${phone}`, x, pdf.y + 1, look);
}

function drawFurtherBand(pen: Pen, head: SheetHead): void {
  const { width, write, rule } = pen;
  drawBrandMark(pen, SIDE, 34, 18);
  write('Thumba', SIDE + 25, 38, { size: 11, isStrong: true, colour: GREEN, isOneLine: true });
  const look = { size: 9, colour: SOFT_INK, align: 'right' as const, width: width - 110 };
  write(`${head.title} · ${head.subtitle}`, SIDE + 110, 39, look);
  rule(62);
}

/** The pocket, drawn on a square of 30. */
function drawBrandMark({ pdf }: Pen, x: number, y: number, size: number): void {
  pdf
    .save()
    .translate(x, y)
    .scale(size / 30);
  pdf.roundedRect(0, 0, 30, 30, 8).fill(COPPER);
  pdf.path('M11.5 11V9.6a3.5 3.5 0 0 1 7 0V11').lineWidth(1.8).strokeColor('#ffffff').stroke();
  pdf.roundedRect(8, 10.6, 14, 12.4, 2.6).fill('#ffffff');
  pdf.restore();
}
