/** The little that is used here of a package that brings no types. */
declare module 'fontkit' {
  export type Font = { hasGlyphForCodePoint(point: number): boolean };
  export function create(bytes: Uint8Array): Font;
}
