import { z } from 'zod';

/** A setting that is a list, with commas between its entries. */
export const listed = (fallback: string) =>
  z
    .string()
    .default(fallback)
    .transform((text) =>
      text
        .split(',')
        .map((entry) => entry.trim())
        .filter((entry) => entry !== ''),
    );
