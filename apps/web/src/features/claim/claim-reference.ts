import { claimWords } from '../../words/claim.ts';

const NAMED_IN_AN_SMS = /(?:txn|trans(?:action)?)\.? id\b[:. ]*([a-z0-9][a-z0-9._-]*[a-z0-9])/i;
const REFERENCE = /^[a-z0-9][a-z0-9 ._-]{3,63}$/i;

/** What was typed, or the reference alone where the whole SMS was pasted. */
export function readReference(text: string): string {
  return NAMED_IN_AN_SMS.exec(text)?.[1] ?? text.trimStart();
}

export function referenceMessage(reference: string): string | undefined {
  return REFERENCE.test(reference.trim()) ? undefined : claimWords.wrong;
}
