import type { Change, Loan } from './loan.ts';

/** The empty change of a loan. Every other change is built from it. */
export function unchanged(loan: Loan): Change {
  return { loan, transfers: [], walletNgwee: 0, events: [], messages: [], ladder: null };
}

/**
 * True when a change has nothing to save: no transfer, no event, no message, no wallet credit, no move on the ladder.
 * Its loan may be caught up to a later day; catching up again gives the same loan.
 */
export function isEmptyChange(change: Change): boolean {
  return (
    change.transfers.length === 0 &&
    change.events.length === 0 &&
    change.messages.length === 0 &&
    change.walletNgwee === 0 &&
    change.ladder === null
  );
}

/** Joins two changes into one. `next` starts from the loan of the first change. */
export function followedBy(first: Change, next: (loan: Loan) => Change): Change {
  const second = next(first.loan);
  return {
    loan: second.loan,
    transfers: joined(first.transfers, second.transfers),
    walletNgwee: first.walletNgwee + second.walletNgwee,
    events: joined(first.events, second.events),
    messages: joined(first.messages, second.messages),
    ladder: second.ladder ?? first.ladder,
  };
}

// Most parts of a change have no transfer, event or message of their own.
function joined<Entry>(first: readonly Entry[], second: readonly Entry[]): readonly Entry[] {
  if (first.length === 0) return second;
  return second.length === 0 ? first : [...first, ...second];
}
