import { z } from 'zod';
import { day, id, instant } from '../fields.ts';
import { bookDay } from './book-day.ts';
import { effectLine } from './people.ts';

/* What every part of the set-up that is kept as versions has in common. Decision: docs/decisions/0124. */

/** Who made a version of a part of the set-up, who approved it and when it was saved. Null for what the program set up. */
export const versionOf = {
  version: z.int(),
  savedAt: instant,
  madeBy: z.string().nullable(),
  checkedBy: z.string().nullable(),
  requestId: id.nullable(),
};

/**
 * `planned`: counts from a later business day on. `earlier`: another one counts since. `withdrawn`: taken back before its
 * day, so it never counted.
 */
const VERSION_STATES = ['planned', 'running', 'earlier', 'withdrawn'] as const;

/** The business day from which a version counts. `null`: from when a second person approves it. */
export const effectiveOn = bookDay.nullable().default(null);

/** A version of a part that is planned for a day. */
export const versionLine = z.object({
  ...versionOf,
  state: z.enum(VERSION_STATES),
  /** The first business day on which it counts, or would have counted. */
  effectiveOn: day,
});

/** A version with what it changed, field by field, against the version before it. */
export const versionChange = versionLine.extend({ changes: z.array(effectLine) });

/** The request for the next version that waits for a second person. */
export const waitingChange = z.object({
  requestId: id,
  madeBy: z.object({ staffId: id, userName: z.string(), name: z.string() }),
  madeAt: instant,
});
