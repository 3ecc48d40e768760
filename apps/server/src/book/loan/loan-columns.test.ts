import { addDays, day } from '@thumba/lending/day';
import { kwacha } from '@thumba/lending/money';
import { submitRepayment } from '@thumba/lending/repayment';
import { paidOutLoan, threeInstalments } from '@thumba/lending/sample-loan.test-support';
import { expect, test } from 'vitest';
import {
  instalmentColumns,
  instalmentRecord,
  type LoanRow,
  loanColumns,
  loanRecord,
  toLoan,
} from './loan-columns.ts';

const paidOutOn = day('2026-11-21');
const loan = paidOutLoan(threeInstalments(), paidOutOn);

/** The loan as it comes back from the database: its record as a row, each instalment as a line of text. */
function readBack(stored: typeof loan) {
  const lines = stored.instalments.map((instalment) => {
    const record = instalmentRecord(stored, instalment);
    const texts = instalmentColumns.map(({ name, type }) =>
      type === 'jsonb' ? JSON.stringify(record[name]) : String(record[name]),
    );
    return texts.join('\t');
  });
  return toLoan(loanRecord(stored) as LoanRow, lines.join('\n'));
}

test('a loan is read as it was written', () => {
  expect(readBack(loan)).toEqual(loan);
});

test('a loan that waits for a payment is read as it was written', () => {
  const submitted = submitRepayment(loan, {
    period: 1,
    amountNgwee: kwacha(100),
    attemptId: 'a',
    on: addDays(paidOutOn, 3),
  });
  if (!submitted.ok) throw new Error(submitted.refusal.kind);
  const waiting = submitted.value.loan;
  expect(waiting.pending).not.toBeNull();
  expect(readBack(waiting)).toEqual(waiting);
});

test('each property of a loan and of an instalment has a column of its own', () => {
  for (const columns of [loanColumns, instalmentColumns]) {
    const names = columns.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  }
  expect(instalmentColumns).toHaveLength(Object.keys(loan.instalments[0]!).length);
});
