import { type Reply, refused } from '../../platform/reply.ts';

/**
 * The answer to what a borrower may do only on a confirmed device. A stranger who guessed a sign-in code would otherwise
 * change what the borrower entered, or read it on a paper.
 */
export const DEVICE_UNCONFIRMED: Reply<never> = refused(
  403,
  'This phone is new to your account. Please confirm it first, under Me. If you do not see how, update the app under Set.',
  { reason: 'device_unconfirmed' },
);
