import { createHash } from 'node:crypto';
import type { StaffAnswer } from '@thumba/contract/staff/wire';
import type { AskedRequest } from '../../book/staff-request.ts';
import { refused } from '../../platform/reply.ts';

/** What a request would do, with a digest that names it. */
export function shownOf(asked: AskedRequest): StaffAnswer<'previewBankRow'> {
  return { title: asked.title, effect: [...asked.effect], digest: digestOfAsked(asked) };
}

/** Balances move by themselves while a person looks. What is asked for stays the same, and is named without them. */
export function digestOfAsked({ title, subject, payload, effect }: AskedRequest): string {
  const fixed = effect.filter(({ before }) => before === null);
  return createHash('sha256')
    .update(JSON.stringify([title, subject, payload, fixed]))
    .digest('hex');
}

export const CHANGED = refused(409, 'Something changed since this was shown. Please look at it again.', {
  reason: 'changed',
});

/** A preview needs no reason of a person yet. */
export const REASON_OF_PREVIEW = 'a preview';
