import { z } from 'zod';
import { id } from '../fields.ts';
import { effectLine } from './people.ts';

/**
 * What a request would do, before it is asked for. The one who asks sends `digest` back: where the effect is another by
 * then, the request is refused and the person looks again.
 */
export const preview = z.object({
  title: z.string(),
  effect: z.array(effectLine),
  /** The SMS that the borrower gets. */
  message: z.string().nullable(),
  digest: z.string(),
});

/** The digest of the preview that the person saw. */
export const digest = z.string().regex(/^[0-9a-f]{64}$/, 'Please look at the effect first.');

export const filed = z.object({ requestId: id });
