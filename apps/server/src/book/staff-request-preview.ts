import { createHash } from 'node:crypto';
import { type Reply, refused } from '../platform/reply.ts';
import type { AskedRequest, EffectLine } from './staff-request.ts';

type Shown = Pick<AskedRequest, 'title' | 'effect' | 'message'>;

/** What a request would do, before it is asked for. */
export function requestPreview({ title, effect, message }: Shown): {
  title: string;
  effect: EffectLine[];
  message: string | null;
  digest: string;
} {
  return { title, effect: [...effect], message, digest: digestOf({ title, effect, message }) };
}

function digestOf({ title, effect, message }: Shown): string {
  return createHash('sha256')
    .update(JSON.stringify([title, effect, message]))
    .digest('hex');
}

const CHANGED = refused(409, 'This would do something else by now. Please look at the effect again.', {
  reason: 'changed',
});

/** The refusal where the request would do something else than the person has seen. Undefined: it is the same. */
export function refusalUnlessSeen(asked: Shown, digest: string): Reply<never> | undefined {
  return digestOf(asked) === digest ? undefined : CHANGED;
}
