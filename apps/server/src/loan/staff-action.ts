import { allow, type Outcome, refuse } from '@thumba/lending/outcome';

/** What a member of staff asks for on a loan, and why. */
export type StaffRequest = {
  loanId: number;
  /** Spares a look-up where it is known. */
  borrowerId?: number;
  reason: string;
  staffName: string;
};

export type ReasonRefusal = { kind: 'reason_needed' };

const MIN_REASON_LENGTH = 3;
const MAX_REASON_LENGTH = 200;

/** The reason as it is kept. Refuses one that says nothing, and one that is a letter. */
export function checkReason(reason: string): Outcome<string, ReasonRefusal> {
  const trimmed = reason.trim();
  const { length } = [...trimmed];
  return length >= MIN_REASON_LENGTH && length <= MAX_REASON_LENGTH
    ? allow(trimmed)
    : refuse({ kind: 'reason_needed' });
}

export const REASON_NEEDED_TEXT = `Please give a reason of ${MIN_REASON_LENGTH} to ${MAX_REASON_LENGTH} characters.`;

/** How the history names a member of staff. */
export function staffActor(staffName: string): string {
  return `staff:${staffName}`;
}
