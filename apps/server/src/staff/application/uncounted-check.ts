import { instantText } from '../../platform/date-text.ts';
import type { CountedFaceCheck, OtherFaceCheck } from './read-face-checks.ts';

/** Why a check does not count, by the rule of `endedFaceCheck`. */
export function whyNot(check: OtherFaceCheck, counted: CountedFaceCheck | undefined): string {
  if (check.set_aside_at) return `set aside ${instantText(check.set_aside_at.toISOString())}`;
  if (check.outcome === 'again') return 'the pictures were taken again';
  if (check.outcome === 'refer' && check.is_decided_by_person) return 'a person decided';
  if (check.outcome === 'pass' && check.is_without_consent) return 'the consent was taken back';
  if (check.outcome === 'pass' && check.is_of_other_card) return 'made with another picture of the card';
  return counted && counted.checked_at > check.checked_at ? 'a later check counts' : 'another check counts';
}
