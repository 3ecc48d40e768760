import { catchUp } from '@thumba/lending/catch-up';
import { addDays, day } from '@thumba/lending/day';
import { kwacha } from '@thumba/lending/money';
import { repaymentSucceeded } from '@thumba/lending/repayment';
import {
  entryStanding,
  paidOutLoan,
  sampleTerms,
  threeInstalments,
} from '@thumba/lending/sample-loan.test-support';
import { expect, test } from 'vitest';
import { instalmentRecord, loanRecord } from '../loan/loan-columns.ts';
import { isOfDaysOnly } from './day-posting.ts';

const paidOutOn = day('2026-11-21');

test('whatever day it is, days alone move nothing that is not written for them', () => {
  for (const terms of [sampleTerms(), threeInstalments(), sampleTerms({ feeMode: 'deducted' })]) {
    let loan = paidOutLoan(terms, paidOutOn);
    for (let days = 0; days < 200; days += 1) {
      const change = catchUp(loan, addDays(paidOutOn, days));
      expect(isOfDaysOnly(loan, { change, on: paidOutOn, answer: null })).toBe(true);
      const { borrower_id, loan_id, version, ...columns } = loanRecord(change.loan);
      const before = loanRecord(loan);
      const moved = Object.keys(columns).filter(
        (name) => columns[name as keyof typeof columns] !== before[name as keyof typeof columns],
      );
      expect([
        'state',
        'accrued_through_on',
        'interest_earned_ngwee',
        'fee_earned_ngwee',
        'worst_days_late',
        'next_event_on',
      ]).toEqual(expect.arrayContaining(moved));
      loan = change.loan;
    }
    expect(instalmentRecord(loan, loan.instalments[0]!).penalty_ngwee).toBeGreaterThan(0);
  }
});

test('a payment, or a day with a payment in it, is written whole', () => {
  const loan = paidOutLoan(sampleTerms(), paidOutOn);
  const on = addDays(paidOutOn, 35);
  const change = repaymentSucceeded(catchUp(loan, on).loan, {
    attemptId: 'a',
    operator: 'mtn',
    amountNgwee: kwacha(100),
    submittedOn: on,
    on,
    ladder: entryStanding,
  });
  expect(isOfDaysOnly(loan, { change, on, answer: null })).toBe(false);
  const caughtUp = catchUp(loan, on);
  const loanWithOtherDates = { ...caughtUp.loan, extensionsUsed: 1 };
  expect(isOfDaysOnly(loan, { change: { ...caughtUp, loan: loanWithOtherDates }, on, answer: null })).toBe(
    false,
  );
  expect(isOfDaysOnly(loan, { change: { ...caughtUp, walletNgwee: 1 }, on, answer: null })).toBe(false);
});
