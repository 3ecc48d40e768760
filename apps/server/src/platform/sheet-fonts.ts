import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';
import { printable } from './printable.ts';

/*
 * Source Sans 3 by Adobe, under the SIL Open Font License 1.1. It has the letters of every language of Zambia and of
 * Europe. A document contains only the shapes of the letters that stand in it.
 */

type Fonts = { regular: Font; bold: Font };

let opened: Fonts | undefined;

/** Opened once, because a font that is opened for each document takes a tenth of a second each time. */
function fonts(): Fonts {
  opened ??= { regular: open('400Regular'), bold: open('700Bold') };
  return opened;
}

function open(style: string): Font {
  const place = `@expo-google-fonts/source-sans-3/${style}/SourceSans3_${style}.ttf`;
  const font = create(readFileSync(createRequire(import.meta.url).resolve(place)));
  // A font keeps each shape with the character that it was first used for, and the parts of an accented letter with
  // none. Without this, a later document would show a plain letter and have no text for it.
  for (const point of font.characterSet) font.glyphForCodePoint(point);
  return font;
}

/** Makes the fonts known to a document under the names `regular` and `bold`. */
export function registerFonts(pdf: PDFKit.PDFDocument): void {
  const { regular, bold } = fonts();
  // PDFKit also takes a font that is open already. Its types do not say so.
  pdf.registerFont('regular', regular as never);
  pdf.registerFont('bold', bold as never);
}

/** The text in characters that the fonts contain. */
export function printableText(text: string): string {
  const { regular } = fonts();
  return printable(text, (point) => regular.hasGlyphForCodePoint(point));
}
