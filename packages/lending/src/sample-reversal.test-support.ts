import { expect } from 'vitest';
import { type Day, day } from './day.ts';
import { checkLoan } from './invariants.ts';
import type { Change, Loan, LoanEvent } from './loan.ts';
import { type Ngwee, ngwee } from './money.ts';
import { repaymentSucceeded } from './repayment.ts';
import { type Reversal, reversePosting } from './reversal.ts';
import { entryStanding, paidOutLoan, sampleTerms } from './sample-loan.test-support.ts';

export const paidOutOn = day('2026-11-21');
export const dueOn = day('2026-12-21');
/** K1,000 and K150 of charges, due on 21 December. */
export const loan = paidOutLoan(sampleTerms(), paidOutOn);

/** The loan after a change that was written: its version is one higher. */
export function kept(change: Change): Loan {
  return { ...change.loan, version: change.loan.version + 1 };
}

/** A payment by MTN. */
export function pay(subject: Loan, amountNgwee: Ngwee, on: Day = dueOn): Change {
  const money = { attemptId: 'r', operator: 'mtn', submittedOn: on, on, ladder: entryStanding } as const;
  return repaymentSucceeded(subject, { ...money, amountNgwee });
}

/** The event of a change that can be reversed. */
export function postedIn(change: Change): LoanEvent {
  const event = change.events.find((candidate) => 'posting' in candidate);
  if (event === undefined) throw new Error('nothing was posted');
  return event;
}

/** Reverses an event, as our own mistake unless another cause is given. */
export function reverse(subject: Loan, event: LoanEvent, different: Partial<Reversal> = {}) {
  return reversePosting(subject, {
    event,
    cause: 'our_mistake',
    reason: 'the money was for someone else',
    on: dueOn,
    walletNgwee: ngwee(0),
    ladderPlace: entryStanding.place,
    hasOtherOpenLoan: false,
    ladderRule: entryStanding.rule,
    history: [event],
    walletMovements: [],
    ...different,
  });
}

/** The same, with its loan checked. Throws a refusal. */
export function reversed(subject: Loan, event: LoanEvent, different: Partial<Reversal> = {}): Change {
  const outcome = reverse(subject, event, different);
  if (!outcome.ok) throw new Error(outcome.refusal.kind);
  expect(checkLoan(outcome.value.loan)).toEqual([]);
  return outcome.value;
}
