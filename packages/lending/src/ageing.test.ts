import { expect, test } from 'vitest';
import { daysPastDue, daysPastDueByOriginalDate, originalDueOn } from './ageing.ts';
import { catchUp } from './catch-up.ts';
import { addDays, type Day, day } from './day.ts';
import { extensionSucceeded, quoteExtension } from './extension.ts';
import type { Loan } from './loan.ts';
import { kwacha, type Ngwee, ngwee } from './money.ts';
import { repaymentSucceeded, submitRepayment } from './repayment.ts';
import {
  entryStanding,
  paidOutLoan,
  payingOutLoan,
  sampleTerms,
  threeInstalments,
} from './sample-loan.test-support.ts';
import { writeOff } from './write-off.ts';

const paidOutOn = day('2026-11-21');
const dueOn = day('2026-12-21');

function extended(loan: Loan, on: Day): Loan {
  const quote = quoteExtension(loan, on);
  if (!quote.ok) throw new Error(quote.refusal.kind);
  const money = { attemptId: 'e', operator: 'mtn', submittedOn: on, on, ladder: entryStanding } as const;
  return extensionSucceeded(loan, { ...money, amountNgwee: quote.value.amountNgwee, quoted: quote.value })
    .loan;
}

function paid(loan: Loan, amountNgwee: Ngwee, on: Day): Loan {
  const money = { attemptId: 'r', operator: 'mtn', submittedOn: on, on, ladder: entryStanding } as const;
  return repaymentSucceeded(loan, { ...money, amountNgwee }).loan;
}

const bothCounts = (loan: Loan, on: Day) => [daysPastDue(loan, on), daysPastDueByOriginalDate(loan, on)];

test('without an extension both counts are the days since the oldest unpaid due date', () => {
  const loan = paidOutLoan(threeInstalments(), paidOutOn);
  expect(bothCounts(loan, dueOn)).toEqual([0, 0]);
  expect(bothCounts(loan, addDays(dueOn, 40))).toEqual([40, 40]);
  const second = paid(loan, ngwee(46_333), dueOn);
  expect(bothCounts(second, addDays(dueOn, 40))).toEqual([10, 10]);
});

test('after an extension the loan is on time by its new date and late by its original one', () => {
  const once = extended(paidOutLoan(sampleTerms(), paidOutOn), day('2026-12-26'));
  expect(once.instalments[0]?.dueOn).toBe('2027-01-02');
  expect(once.instalments.map(originalDueOn)).toEqual([dueOn]);
  expect(bothCounts(once, day('2027-01-02'))).toEqual([0, 12]);
  expect(bothCounts(once, day('2027-01-05'))).toEqual([3, 15]);
  const twice = extended(once, day('2027-01-05'));
  expect(twice.instalments.map(originalDueOn)).toEqual([dueOn]);
  expect(bothCounts(twice, day('2027-01-12'))).toEqual([0, 22]);
});

test('later plans that moved along are counted from their own original dates', () => {
  const moved = extended(paidOutLoan(threeInstalments(), paidOutOn), dueOn);
  expect(moved.instalments.map(originalDueOn)).toEqual(['2026-12-21', '2027-01-20', '2027-02-19']);
  const second = paid(moved, ngwee(46_333), day('2026-12-28'));
  expect(bothCounts(second, day('2027-01-25'))).toEqual([0, 5]);
});

test('a payment under way stops both counts at the day of its submission', () => {
  const submittedOn = addDays(dueOn, 3);
  const submitted = submitRepayment(paidOutLoan(sampleTerms(), paidOutOn), {
    attemptId: 'r',
    period: 1,
    amountNgwee: kwacha(500),
    on: submittedOn,
  });
  if (!submitted.ok) throw new Error(submitted.refusal.kind);
  expect(bothCounts(submitted.value.loan, addDays(dueOn, 9))).toEqual([3, 3]);
});

test('a loan that is paid off or not paid out is not past due, and one that is written off still is', () => {
  const loan = paidOutLoan(sampleTerms(), paidOutOn);
  expect(bothCounts(payingOutLoan(sampleTerms(), paidOutOn), addDays(dueOn, 9))).toEqual([0, 0]);
  expect(bothCounts(paid(loan, kwacha(1150), dueOn), addDays(dueOn, 9))).toEqual([0, 0]);
  const on = addDays(dueOn, 90);
  const given = writeOff(catchUp(loan, on).loan, { on, reason: 'cannot be found' });
  if (!given.ok) throw new Error(given.refusal.kind);
  expect(bothCounts(given.value.loan, on)).toEqual([90, 90]);
});
