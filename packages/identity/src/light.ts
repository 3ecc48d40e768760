/**
 * A picture of a face is too dark where its brightest tenth is below this part of white. The phone says so before the
 * picture is sent, and the server decides by it.
 */
export const DARK_BELOW = 0.22;
