import sharp from 'sharp';
import { CARD_HEIGHT_PIXELS, CARD_WIDTH_PIXELS, type CardLayout, type CardPerson } from './card-layouts.ts';
import { letterShapes } from './letter-shapes.ts';

/* Cards of invented people. Every side says that it is a sample, so that none passes for a real card. */

const JPEG_QUALITY = 90;
const SAMPLE = 'SAMPLE OF A DEMONSTRATION - NOT A DOCUMENT';

/** The front of a card, as a JPEG. */
export async function drawCardFront(
  person: CardPerson,
  { layout, portrait }: { layout: CardLayout; portrait: Buffer },
): Promise<Buffer> {
  const { portrait: box } = layout;
  const face = await sharp(portrait)
    .resize({ width: box.width, height: box.height, fit: 'cover', position: 'top' })
    .toBuffer();
  const svg = sheet(layout, [
    ...titleShapes(layout, layout.titles),
    ...fieldShapes(layout, person),
    signature(layout, person),
  ]);
  return sharp(Buffer.from(svg))
    .composite([{ input: face, left: box.left, top: box.top }])
    .flatten({ background: 'white' })
    .jpeg({ quality: JPEG_QUALITY })
    .toBuffer();
}

/** The back of a card, as a JPEG. */
export async function drawCardBack(person: CardPerson, { layout }: { layout: CardLayout }): Promise<Buffer> {
  const { back, colours, fonts } = layout;
  const [left, top] = back.textAt;
  const text = [...back.text, `Issued at ${person.district.toUpperCase()}`].map((line, place) =>
    letterShapes({
      text: line,
      at: [left, top + place * 38],
      pixels: 27,
      font: fonts.label,
      fill: colours.ink,
    }),
  );
  const svg = sheet(layout, [...titleShapes(layout, back.titles), ...text, thumbPrint(layout)]);
  return sharp(Buffer.from(svg)).flatten({ background: 'white' }).jpeg({ quality: JPEG_QUALITY }).toBuffer();
}

function sheet({ colours, fonts }: CardLayout, shapes: readonly string[]): string {
  const [width, height] = [CARD_WIDTH_PIXELS, CARD_HEIGHT_PIXELS];
  const waves = Array.from({ length: 22 }, (_, place) => {
    const top = 20 + place * 29;
    return `<path d="M0 ${top} C ${width / 4} ${top - 26} ${width / 2} ${top + 26} ${width} ${top - 8}" stroke="${colours.pattern}" stroke-width="2" fill="none"/>`;
  });
  const note = letterShapes({
    text: SAMPLE,
    at: [250, height - 24],
    pixels: 19,
    font: fonts.label,
    fill: colours.label,
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="${width}" height="${height}" rx="26" fill="${colours.paper}"/>${waves.join('')}
    <rect x="8" y="8" width="${width - 16}" height="${height - 16}" rx="20" fill="none" stroke="${colours.label}" stroke-width="2"/>
    ${shapes.join('')}${note}</svg>`;
}

function titleShapes({ colours, fonts }: CardLayout, titles: CardLayout['titles']): string[] {
  return titles.map((line) => letterShapes({ ...line, font: fonts.title, fill: colours.label }));
}

function fieldShapes({ fields, fonts, colours, labelPixels }: CardLayout, person: CardPerson): string[] {
  return fields.flatMap((field) => [
    letterShapes({
      text: field.label,
      at: field.labelAt,
      pixels: labelPixels,
      font: fonts.label,
      fill: colours.label,
    }),
    letterShapes({
      text: field.value(person),
      at: field.valueAt,
      pixels: field.valuePixels,
      font: fonts.value,
      fill: colours.ink,
      widthPixels: field.widthPixels,
    }),
  ]);
}

/** A stroke that goes up and down with the letters of the name, so that two people sign differently. */
function signature({ signature: box, colours }: CardLayout, { firstName, lastName }: CardPerson): string {
  const letters = [...`${firstName[0]}${lastName}`.toLowerCase()];
  const step = box.width / (letters.length + 1);
  const middle = box.top + box.height / 2;
  const curves = letters.map((letter, place) => {
    const rise = ((letter.codePointAt(0)! * 37) % box.height) - box.height / 2;
    return `S ${box.left + step * (place + 0.6)} ${middle + rise} ${box.left + step * (place + 1)} ${middle}`;
  });
  return `<path d="M ${box.left} ${middle} C ${box.left} ${middle} ${box.left} ${middle} ${box.left} ${middle} ${curves.join(' ')}" fill="none" stroke="${colours.ink}" stroke-width="3"/>`;
}

function thumbPrint({ back: { thumb }, colours }: CardLayout): string {
  const [middle, centre] = [thumb.left + thumb.width / 2, thumb.top + thumb.height / 2];
  const rings = Array.from(
    { length: 9 },
    (_, ring) =>
      `<ellipse cx="${middle}" cy="${centre}" rx="${6 + ring * 9}" ry="${8 + ring * 11}" fill="none" stroke="${colours.label}" stroke-width="4"/>`,
  );
  return `<rect x="${thumb.left}" y="${thumb.top}" width="${thumb.width}" height="${thumb.height}" fill="none" stroke="${colours.label}" stroke-width="2"/>${rings.join('')}`;
}
