/** The little that is used here of a package that brings no types. */
declare module 'fontkit' {
  export type Font = {
    characterSet: readonly number[];
    hasGlyphForCodePoint(point: number): boolean;
    glyphForCodePoint(point: number): unknown;
  };
  export function create(bytes: Uint8Array): Font;
}
