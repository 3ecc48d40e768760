/** What the phone can see of a picture before it is sent. Pixels have four bytes each: red, green, blue and one unused. */
export type Pixels = { data: Uint8ClampedArray; width: number; height: number };
