import { expect, test } from 'vitest';
import { balancesAround, readBankStatement } from './bank-statement-file.ts';

const read = (...lines: string[]) => readBankStatement(Buffer.from(`${lines.join('\n')}\n`));
const amountsOf = (...lines: string[]) => {
  const outcome = read(...lines);
  if (!outcome.ok) throw new Error(outcome.refusal.problem);
  return outcome.value.map(({ bookedOn, amountNgwee }) => [bookedOn, amountNgwee]);
};

const expected = [
  ['2026-12-01', 5_000_000],
  ['2026-12-15', -1_250],
];

test.each([
  [
    'one column with a sign',
    ['Date,Narration,Amount', '2026-12-01,Capital,"50,000.00"', '2026-12-15,Fee,-12.50'],
  ],
  ['brackets', ['Date;Details;Amount', '01/12/2026;Capital;50000', '15/12/2026;Fee;(12.50)']],
  [
    'DR and CR',
    ['Posting Date,Details,Amount', '01-Dec-2026,Capital,50000.00 CR', '15-Dec-2026,Fee,12.50 DR'],
  ],
  [
    'a column that says the side',
    ['Date,Narration,Amount,Dr/Cr', '2026-12-01,Capital,50000.00,CR', '2026-12-15,Fee,12.50,DR'],
  ],
  [
    'two columns below a heading, with an opening balance',
    [
      'Statement of account 0123',
      'Transaction Date,Value Date,Narrative,Debit,Credit,Balance',
      ',,Opening balance,,,100.00',
      '2026-12-01,2026-12-02,Capital,,"50,000.00","50,100.00"',
      '2026-12-15,2026-12-15,Fee,12.50,,"50,087.50"',
    ],
  ],
  [
    'the latest line first',
    [
      'Date,Details,Debit,Credit,Balance',
      '2026-12-15,Fee,12.50,,"50,087.50"',
      '2026-12-01,Capital,,"50,000.00","50,100.00"',
    ],
  ],
])('amounts are read from %s', (_how, lines) => {
  expect(amountsOf(...lines)).toEqual(expected);
});

test('a file is refused in which nearly every line is passed over', () => {
  const outcome = read('Date,Narration,Amount', ...Array.from({ length: 200 }, () => 'a'));
  expect(outcome).toEqual({
    ok: false,
    refusal: { line: 2, problem: 'most lines of the file are no rows of a statement: export it again' },
  });
});

test('a line that is missing is found by the balances', () => {
  expect(
    read('Date,Details,Debit,Credit,Balance', '2026-12-01,a,,10.00,10.00', '2026-12-02,b,,10.00,30.00'),
  ).toEqual({
    ok: false,
    refusal: {
      line: 3,
      problem:
        'the balance does not follow from the line before, so a line is missing: export the file again',
    },
  });
});

test('the value date is kept beside the day of booking, and the balances around the rows are known', () => {
  const outcome = read('Date,Value Date,Details,Amount,Balance', '2026-12-01,2026-12-03,a,10.00,15.00');
  if (!outcome.ok) throw new Error(outcome.refusal.problem);
  expect(outcome.value[0]).toMatchObject({
    bookedOn: '2026-12-01',
    valueOn: '2026-12-03',
    balanceNgwee: 1_500,
  });
  expect(balancesAround(outcome.value)).toEqual({ openingNgwee: 500, closingNgwee: 1_500 });
});

test.each([
  ['no date', ['Details,Amount', 'a,10'], /column Date is missing/],
  ['no amount', ['Date,Details', '2026-12-01,a'], /column Amount, or Debit and Credit is missing/],
  ['an amount that is none', ['Date,Amount', '2026-12-01,many'], /amount cannot be read/],
  ['a debit and a credit', ['Date,Debit,Credit', '2026-12-01,5,6'], /has a debit and a credit/],
  ['no side', ['Date,Amount,Dr/Cr', '2026-12-01,5,'], /neither debit nor credit/],
  ['a date that is none', ['Date,Amount', '2026-13-41,5'], /date cannot be read/],
])('a file with %s is refused', (_what, lines, problem) => {
  expect(read(...lines)).toMatchObject({ ok: false, refusal: { problem: expect.stringMatching(problem) } });
});
