import type { StaffAnswer } from '@thumba/contract/staff/wire';
import type { AskedRequest } from '../../book/staff-request.ts';
import { digestOfRequest, refusalUnlessSeen } from '../../book/staff-request-preview.ts';
import type { Reply } from '../../platform/reply.ts';

/** What a request would do, with a digest that names it. */
export function shownOf(asked: AskedRequest): StaffAnswer<'previewBankRow'> {
  return { title: asked.title, effect: [...asked.effect], digest: digestOfRequest(fixedPartOf(asked)) };
}

/** The refusal where something else would be asked for than the person has seen. Undefined: it is the same. */
export function refusalUnlessShown(asked: AskedRequest, digest: string): Reply<never> | undefined {
  return refusalUnlessSeen(fixedPartOf(asked), digest);
}

/** Balances move by themselves while a person looks. What is asked for stays the same, and is named without them. */
function fixedPartOf(asked: AskedRequest): AskedRequest {
  return { ...asked, effect: asked.effect.filter(({ before }) => before === null) };
}

/** A preview needs no reason of a person yet. */
export const REASON_OF_PREVIEW = 'a preview';
