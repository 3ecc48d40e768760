import { codeInWords } from './code-words.ts';

const NEEDS_PERSON = 'a person has to look at it first';

const HOLDS: Readonly<Record<string, string>> = {
  float_low: 'the float of the operator is low',
  operator_down: 'the operator does not answer',
  book_restored: 'the book was restored from a backup',
  under_review: NEEDS_PERSON,
  needs_person: NEEDS_PERSON,
  lending_stopped: 'lending is stopped',
  operator_stopped: 'the operator is stopped',
  payout_ceiling: 'the ceiling on the payouts of the day is reached',
};

/** Why a payment or a payout waits. */
export function holdText(code: string): string {
  return HOLDS[code] ?? codeInWords(code).toLowerCase();
}
