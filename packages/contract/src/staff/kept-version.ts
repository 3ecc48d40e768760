import { z } from 'zod';
import { id, instant } from '../fields.ts';

/** Who made a version of a part of the set-up, who approved it and when it was saved. Null for what the program set up. */
export const versionOf = {
  version: z.int(),
  savedAt: instant,
  madeBy: z.string().nullable(),
  checkedBy: z.string().nullable(),
  requestId: id.nullable(),
};

/** The request for the next version that waits for a second person. */
export const waitingChange = z.object({
  requestId: id,
  madeBy: z.object({ staffId: id, userName: z.string(), name: z.string() }),
  madeAt: instant,
});
