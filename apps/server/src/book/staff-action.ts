import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import { describeRefusal, type LendingRefusal } from '@thumba/lending/refusal-text';
import type { PostingRefusal } from './posting-line/posting.ts';

/** What a member of staff asks for on a loan, and why. */
export type StaffRequest = {
  loanId: number;
  /** Saves a look-up where it is known. */
  borrowerId?: number;
  reason: string;
  staffName: string;
};

export type ReasonRefusal = { kind: 'reason_needed' };

const MIN_REASON_LENGTH = 3;
const MAX_REASON_LENGTH = 200;

/** The reason as it is kept, without spaces around it. */
export function checkReason(reason: string): Outcome<string, ReasonRefusal> {
  const trimmed = reason.trim();
  const { length } = [...trimmed];
  return length >= MIN_REASON_LENGTH && length <= MAX_REASON_LENGTH
    ? allow(trimmed)
    : refuse({ kind: 'reason_needed' });
}

export const REASON_NEEDED_TEXT = `Please give a reason of ${MIN_REASON_LENGTH} to ${MAX_REASON_LENGTH} characters.`;

/** One sentence for the member of staff, for the refusals that every request of staff can meet. */
export function describeStaffRefusal(refusal: PostingRefusal | ReasonRefusal): string {
  switch (refusal.kind) {
    case 'no_such_loan':
      return 'There is no order with this number.';
    case 'reason_needed':
      return REASON_NEEDED_TEXT;
    case 'key_reused':
      return 'This request was already used for something else.';
  }
}

/** The sentence of lending with a full stop, as a terminal prints it. */
export function describeLendingRefusal(refusal: LendingRefusal): string {
  const text = describeRefusal(refusal);
  return text.endsWith('.') ? text : `${text}.`;
}

/** The number of an order, ticket, difference or borrower as a person types it; undefined where none can have it. */
export function readRecordNumber(text: string): number | undefined {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}
