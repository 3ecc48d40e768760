import { createHash } from 'node:crypto';
import { type Reply, refused } from '../platform/reply.ts';
import type { AskedRequest, EffectLine } from './staff-request.ts';

type Named = Pick<AskedRequest, 'title' | 'subject' | 'payload' | 'effect' | 'figuresOfNow' | 'message'>;

/** What a request would do, before it is asked for. */
export function requestPreview(asked: Named): {
  title: string;
  effect: EffectLine[];
  message: string | null;
  digest: string;
} {
  const { title, effect, message } = asked;
  return { title, effect: [...effect], message, digest: digestOfRequest(asked) };
}

/**
 * Names what a person was shown. What the request carries counts too: two requests may read alike and do different things.
 * Its `attemptId` is that of a payment to come, which is made anew each time, and does not count,
 * and neither do figures that move with every borrower. `alsoShown` is what the page shows beside the request.
 */
export function digestOfRequest(
  { title, subject, payload, effect, figuresOfNow = [], message }: Named,
  ...alsoShown: unknown[]
): string {
  const kept = { ...payload, attemptId: undefined };
  const asked = effect.filter((line) => !figuresOfNow.includes(line.title));
  return createHash('sha256')
    .update(JSON.stringify([title, subject, kept, asked, message, ...alsoShown]))
    .digest('hex');
}

export const CHANGED_SINCE_SHOWN = refused(
  409,
  'This would do something else by now. Please look at the effect again.',
  { reason: 'changed' },
);

/** The refusal where the request would do something else than the person has seen. Undefined: it is the same. */
export function refusalUnlessSeen(asked: Named, digest: string): Reply<never> | undefined {
  return digestOfRequest(asked) === digest ? undefined : CHANGED_SINCE_SHOWN;
}
