import { describe, expect, test } from 'vitest';
import { openLoan } from './application.ts';
import { catchUp } from './catch-up.ts';
import { day } from './day.ts';
import { checkLedgerAgainstLoan, checkLoan } from './invariants.ts';
import type { Transfer } from './ledger.ts';
import type { Instalment, Loan } from './loan.ts';
import { kwacha, type Ngwee, ngwee } from './money.ts';
import { payoutSucceeded } from './payout.ts';
import { approval, threeInstalments } from './sample-loan.test-support.ts';

const on = day('2026-11-21');
const opened = openLoan({
  loanId: 7,
  borrowerId: 3,
  terms: threeInstalments(),
  on,
  decision: approval,
  payoutAttemptId: 'p',
});
const paidOut = payoutSucceeded(opened.loan, { attemptId: 'p', operator: 'mtn', on });
const late = catchUp(paidOut.loan, day('2026-12-25'));
const book = [...paidOut.transfers, ...late.transfers];

function withFirst(different: Partial<Instalment>): Loan {
  const [first, ...others] = late.loan.instalments as [Instalment, ...Instalment[]];
  return { ...late.loan, instalments: [{ ...first, ...different }, ...others] };
}

test('a sound loan and its book have nothing wrong', () => {
  expect(checkLoan(late.loan)).toEqual([]);
  expect(checkLedgerAgainstLoan(late.loan, book)).toEqual([]);
  expect(checkLedgerAgainstLoan(opened.loan, [])).toEqual([]);
});

describe('a loan', () => {
  test.each([
    ['its principal is no amount', withFirst({ principalNgwee: 0.5 as Ngwee })],
    ['its fee is no amount', withFirst({ feePaidNgwee: -1 as Ngwee })],
    ['more interest is paid than charged', withFirst({ interestPaidNgwee: kwacha(121) })],
    ['its penalty is not the sum of its days', withFirst({ penaltyNgwee: ngwee(1) })],
    [
      'penalty days overlap',
      withFirst({
        penaltyRuns:
          late.loan.instalments[0]?.penaltyRuns.map((run) => ({
            ...run,
            fromOn: day('2026-12-20'),
            throughOn: day('2026-12-22'),
          })) ?? [],
      }),
    ],
    ['is due before it starts', withFirst({ startsOn: day('2026-12-21') })],
    [
      'the due dates are out of order',
      withFirst({ dueOn: day('2027-01-20'), penaltyRuns: [], penaltyNgwee: ngwee(0) }),
    ],
    ['the schedule does not repay exactly the principal', withFirst({ principalNgwee: kwacha(300) })],
    ['the periods are not numbered from 1', withFirst({ period: 2 })],
    ['the charges are above the cap', { ...late.loan, extensionFeesNgwee: kwacha(700) }],
    ['more interest is earned than charged', { ...late.loan, interestEarnedNgwee: kwacha(361) }],
    ['more fee is earned than charged', { ...late.loan, feeEarnedNgwee: kwacha(31) }],
    ['it is settled and owes something', { ...late.loan, state: 'settled', closedOn: on }],
    ['it is settled and has no last day', { ...late.loan, state: 'settled' }],
    ['it does not run and waits for a day', { ...late.loan, state: 'written_off' }],
    ['its next event lies in the past', { ...late.loan, nextEventOn: late.loan.accruedThroughOn }],
    ['is due, not overdue', withFirst({ state: 'due' })],
    ['its state is not the one of its instalments', { ...late.loan, state: 'active' }],
    ['it runs and was not paid out', { ...late.loan, disbursedOn: null }],
    [
      'an instalment is missing or too many',
      { ...late.loan, terms: threeInstalments({ instalmentCount: 2 }) },
    ],
    [
      'it waits for a payment and for a day',
      {
        ...late.loan,
        pending: {
          attemptId: 'a',
          period: 1,
          amountNgwee: kwacha(50),
          submittedOn: on,
          purpose: 'repayment',
          quoted: null,
        },
      },
    ],
  ] satisfies [string, Loan][])('is told: %s', (problem, loan) => {
    expect(checkLoan(loan).join('; ')).toContain(problem);
  });
});

describe('a book', () => {
  test.each<[string, Transfer[]]>([
    ['principal_receivable is 0 in the book and 100000 in the loan', book.slice(1)],
    [
      'unearned_fee is',
      [...book, { debitAccount: 'unearned_fee', creditAccount: 'fee_income', amountNgwee: ngwee(1) }],
    ],
    [
      'a row moves 0 from',
      [...book, { debitAccount: 'bank', creditAccount: 'suspense', amountNgwee: ngwee(0) }],
    ],
    [
      'a row moves 5 from bank to bank',
      [...book, { debitAccount: 'bank', creditAccount: 'bank', amountNgwee: ngwee(5) }],
    ],
  ])('is told: %s', (problem, transfers) => {
    expect(checkLedgerAgainstLoan(late.loan, transfers).join('; ')).toContain(problem);
  });

  test('of a loan that was not paid out holds nothing', () => {
    expect(checkLedgerAgainstLoan(opened.loan, book)).not.toEqual([]);
  });
});
