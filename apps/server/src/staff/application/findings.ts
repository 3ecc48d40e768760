import type { DeclineReason, ReferReason } from '@thumba/lending/decision-reason';
import { findingTitles } from './review-words.ts';

type Finding = { code: string; title: string };

/** What the rules found, for an underwriter. What a list says of a borrower is for compliance alone. */
export function findingsOf(reasons: readonly (DeclineReason | ReferReason)[]): Finding[] {
  return reasons.map((code) => ({
    code,
    title: code === 'screening_to_check' ? 'Compliance has to look at this borrower' : findingTitles[code],
  }));
}
