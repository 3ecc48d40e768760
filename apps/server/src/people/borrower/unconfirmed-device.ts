import { type Reply, refusedAlways } from '../../platform/reply.ts';
import { stepUpWords } from './step-up-words.ts';

/**
 * The answer to what a borrower may do only on a confirmed device. A stranger who guessed a sign-in code would otherwise
 * change what the borrower entered, or read it on a paper.
 */
export const DEVICE_UNCONFIRMED: Reply<never> = refusedAlways(403, () => stepUpWords.deviceUnconfirmed, {
  data: { reason: 'device_unconfirmed' },
});
