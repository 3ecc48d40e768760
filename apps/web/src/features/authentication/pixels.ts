/** What the phone can see of a picture before it is sent. Pixels have four bytes each: red, green, blue and one unused. */
export type Pixels = { data: Uint8ClampedArray; width: number; height: number };

/** Red, green and blue. */
export type Colour = readonly [number, number, number];

/** From 0 to 255. The eye sees green as brighter than red, and red as brighter than blue. */
export function brightnessOf([red, green, blue]: Colour): number {
  return 0.299 * red + 0.587 * green + 0.114 * blue;
}
