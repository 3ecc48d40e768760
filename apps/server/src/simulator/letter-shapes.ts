import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';
import type { CardFont } from './card-layouts.ts';

/*
 * Text as shapes of an SVG. A machine without fonts draws them like any other machine. The fonts are under the SIL Open
 * Font License 1.1.
 */

const PLACES: Readonly<Record<CardFont, string>> = {
  sans: 'source-sans-3/400Regular/SourceSans3_400Regular.ttf',
  sansBold: 'source-sans-3/700Bold/SourceSans3_700Bold.ttf',
  serif: 'pt-serif/400Regular/PTSerif_400Regular.ttf',
  serifBold: 'pt-serif/700Bold/PTSerif_700Bold.ttf',
  typewriter: 'courier-prime/400Regular/CourierPrime_400Regular.ttf',
  typewriterBold: 'courier-prime/700Bold/CourierPrime_700Bold.ttf',
};

const opened = new Map<CardFont, Font>();

/** Opened once, because opening a font takes a tenth of a second. */
function fontOf(name: CardFont): Font {
  const known = opened.get(name);
  if (known) return known;
  const place = createRequire(import.meta.url).resolve(`@expo-google-fonts/${PLACES[name]}`);
  const font = create(readFileSync(place));
  opened.set(name, font);
  return font;
}

export type DrawnText = {
  text: string;
  at: readonly [number, number];
  pixels: number;
  font: CardFont;
  fill: string;
  /** Longer text is made narrower. */
  widthPixels?: number;
};

/** The text as paths of an SVG. Its baseline begins at `at`. */
export function letterShapes({
  text,
  at: [left, baseline],
  pixels,
  font,
  fill,
  widthPixels,
}: DrawnText): string {
  const { unitsPerEm, layout } = shaping(font);
  const { glyphs, positions, advanceWidth } = layout(text);
  const scale = pixels / unitsPerEm;
  const narrower = Math.min(1, (widthPixels ?? Number.POSITIVE_INFINITY) / (advanceWidth * scale));
  let advanced = 0;
  const shapes = glyphs.map((glyph, place) => {
    const shape = `<path transform="translate(${advanced} 0)" d="${glyph.path.toSVG()}"/>`;
    advanced += positions[place]!.xAdvance;
    return shape;
  });
  const transform = `translate(${left} ${baseline}) scale(${scale * narrower} ${-scale})`;
  return `<g fill="${fill}" transform="${transform}">${shapes.join('')}</g>`;
}

function shaping(name: CardFont) {
  const font = fontOf(name);
  return { unitsPerEm: font.unitsPerEm, layout: (text: string) => font.layout(text) };
}
