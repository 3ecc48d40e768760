import type { Change, Loan } from './loan.ts';

/** The change that leaves a loan as it is, and the start of every other one. */
export function unchanged(loan: Loan): Change {
  return { loan, transfers: [], walletNgwee: 0, events: [], messages: [], ladder: null };
}

/**
 * True when there is nothing to keep: no money moved, nothing happened, nobody is told. The loan in it may still have
 * been looked at on a later day, which any later look repeats to the same result.
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

/** One change after another, as one: the second acts on the loan as the first left it. */
export function followedBy(first: Change, next: (loan: Loan) => Change): Change {
  const second = next(first.loan);
  return {
    loan: second.loan,
    transfers: [...first.transfers, ...second.transfers],
    walletNgwee: first.walletNgwee + second.walletNgwee,
    events: [...first.events, ...second.events],
    messages: [...first.messages, ...second.messages],
    ladder: second.ladder ?? first.ladder,
  };
}
