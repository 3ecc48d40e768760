import type { ProbableEnd } from '@thumba/contract/staff/difference-kinds';
import { describe, expect, test } from 'vitest';
import {
  type DifferenceFacts,
  type OwnerLoan,
  type PossibleEnd,
  possibleEnds,
  probableOf,
} from './probable.ts';

const K150 = 15_000;

const claimed: OwnerLoan = { loanId: 7, borrowerId: 3, state: 'active', because: 'claim' };
const ofNumber: OwnerLoan = { loanId: 8, borrowerId: 4, state: 'overdue', because: 'number' };
const alsoOfNumber: OwnerLoan = { loanId: 9, borrowerId: 5, state: 'active', because: 'number' };

const facts = (given: Partial<DifferenceFacts>): DifferenceFacts => ({
  kind: 'extra',
  direction: 'collection',
  attemptState: null,
  statementNgwee: K150,
  attemptNgwee: null,
  loans: [],
  heldPayoutIds: [],
  isAtEdge: false,
  givesBack: null,
  isGivenBack: false,
  ...given,
});

const paid = { attemptState: 'succeeded', attemptNgwee: K150 } as const;

const cases: [what: string, given: Partial<DifferenceFacts>, end: ProbableEnd, loanId?: number][] = [
  [
    'it succeeded at the operator alone',
    { kind: 'status_differs', attemptState: 'failed' },
    'operator_answers',
  ],
  [
    'another amount of an open payment',
    { kind: 'amount_differs', attemptState: 'pending' },
    'operator_answers',
  ],
  ['another amount of a payment that succeeded', { kind: 'amount_differs', ...paid }, 'suspense'],
  ['a payment of ours that was given back', { kind: 'reversed', ...paid }, 'taken_back'],
  ['a part of it that was given back', { kind: 'reversed', ...paid, statementNgwee: 5_000 }, 'suspense'],
  ['a payout that came back', { kind: 'reversed', ...paid, direction: 'payout' }, 'suspense'],
  ['a reversal of what was never ours', { kind: 'reversed' }, 'leave'],
  ['a reversal of what stands in suspense', { kind: 'reversed', givesBack: 'booked' }, 'suspense'],
  ['a reversal of what is not in our book', { kind: 'reversed', givesBack: 'unbooked' }, 'leave'],
  ['money that came and went', { isGivenBack: true, loans: [ofNumber] }, 'leave'],
  [
    'a payment just before the end of the statement',
    { kind: 'missing', ...paid, isAtEdge: true },
    'next_statement',
  ],
  ['a payment that only we have', { kind: 'missing', ...paid, statementNgwee: null }, 'taken_back'],
  ['a payout that only we have', { kind: 'missing', ...paid, direction: 'payout' }, 'suspense'],
  ['money from a number that leads to one loan', { loans: [ofNumber] }, 'loan', 8],
  ['money that a borrower claims, from the phone of another', { loans: [claimed, ofNumber] }, 'loan', 7],
  ['money from a number of two borrowers', { loans: [ofNumber, alsoOfNumber] }, 'suspense'],
  ['money from an unknown number', {}, 'suspense'],
  [
    'the second time that a payment was collected',
    { kind: 'duplicate', ...paid, loans: [ofNumber] },
    'loan',
    8,
  ],
  ['a payout that nothing of ours explains', { direction: 'payout' }, 'suspense'],
  ['a payout of which two could wait', { direction: 'payout', heldPayoutIds: ['a', 'b'] }, 'suspense'],
];

describe('what a difference probably was', () => {
  test.each(cases)('%s', (_what, given, end, loanId = undefined) => {
    expect(probableOf(facts(given))).toEqual({ end, loanId: loanId ?? null, payoutId: null });
  });

  test('a payout that waits since a restore, where it is the only one', () => {
    const given = facts({ direction: 'payout', heldPayoutIds: ['a'] });
    expect(probableOf(given)).toEqual({ end: 'payout', loanId: null, payoutId: 'a' });
  });
});

type State = 'open' | 'posting' | 'resolved';
const possible: [what: string, given: Partial<DifferenceFacts> & { state: State }, ends: PossibleEnd[]][] = [
  ['money that only the operator has', { state: 'open' }, ['loan', 'suspense', 'leave']],
  ['a payout that only it has', { state: 'open', direction: 'payout' }, ['payout', 'suspense', 'leave']],
  ['a missing payment', { state: 'open', kind: 'missing', ...paid }, ['taken_back', 'suspense', 'leave']],
  [
    'a missing payout',
    { state: 'open', kind: 'missing', ...paid, direction: 'payout' },
    ['suspense', 'leave'],
  ],
  ['a reversal', { state: 'open', kind: 'reversed', ...paid }, ['taken_back', 'suspense', 'leave']],
  ['a reversal of what was never ours', { state: 'open', kind: 'reversed' }, ['leave']],
  [
    'a reversal of what stands in suspense',
    { state: 'open', kind: 'reversed', givesBack: 'booked' },
    ['suspense'],
  ],
  [
    'a reversal of what likely does',
    { state: 'open', kind: 'reversed', givesBack: 'likely' },
    ['suspense', 'leave'],
  ],
  ['money that came and went', { state: 'open', isGivenBack: true }, ['leave']],
  ['an open payment', { state: 'open', kind: 'status_differs', attemptState: 'unknown' }, ['leave']],
  ['a posting that broke off', { state: 'posting' }, ['loan']],
  ['a resolved one', { state: 'resolved' }, []],
];

test.each(possible)('what can be asked for: %s', (_what, { state, ...given }, ends) => {
  expect(possibleEnds({ ...facts(given), state })).toEqual(ends);
});
