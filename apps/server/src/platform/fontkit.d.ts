/** The little that is used here of a package that brings no types. */
declare module 'fontkit' {
  export type Glyph = { path: { toSVG(): string } };
  export type GlyphRun = {
    glyphs: readonly Glyph[];
    positions: readonly { xAdvance: number }[];
    advanceWidth: number;
  };
  export type Font = {
    unitsPerEm: number;
    characterSet: readonly number[];
    hasGlyphForCodePoint(point: number): boolean;
    glyphForCodePoint(point: number): unknown;
    layout(text: string): GlyphRun;
  };
  export function create(bytes: Uint8Array): Font;
}
