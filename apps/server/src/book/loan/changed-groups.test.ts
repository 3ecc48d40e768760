import { catchUp } from '@thumba/lending/catch-up';
import { addDays, day } from '@thumba/lending/day';
import type { Loan } from '@thumba/lending/loan';
import { kwacha } from '@thumba/lending/money';
import { repaymentSucceeded, submitRepayment } from '@thumba/lending/repayment';
import {
  entryStanding,
  paidOutLoan,
  sampleTerms,
  threeInstalments,
} from '@thumba/lending/sample-loan.test-support';
import { expect, test } from 'vitest';
import {
  ALL_GROUPS,
  COLUMN_GROUPS,
  type ColumnGroup,
  type ColumnGroups,
  columnsOfGroups,
  NO_GROUPS,
} from '../column-table.ts';
import {
  changedGroups,
  instalmentColumns,
  instalmentRecord,
  loanColumns,
  loanRecord,
} from './loan-columns.ts';

const paidOutOn = day('2026-11-21');

function groups(...names: ColumnGroup[]): ColumnGroups {
  return names.reduce((bits, name) => bits | (1 << COLUMN_GROUPS.indexOf(name)), NO_GROUPS);
}

/** Every column in which a change differs is in one of the groups that it is written with. */
function expectAllWritten(before: Loan, after: Loan): void {
  const changed = changedGroups(before, after);
  const written = columnsOfGroups(loanColumns, changed.loan).map(({ name }) => name);
  const [old, now] = [loanRecord(before), loanRecord(after)];
  expect(written).toEqual(
    expect.arrayContaining(Object.keys(now).filter((name) => name !== 'version' && now[name] !== old[name])),
  );
  const writtenOfPlans = columnsOfGroups(instalmentColumns, changed.instalments).map(({ name }) => name);
  for (const [index, instalment] of after.instalments.entries()) {
    const [oldPlan, plan] = [
      instalmentRecord(before, before.instalments[index]!),
      instalmentRecord(after, instalment),
    ];
    expect(writtenOfPlans).toEqual(
      expect.arrayContaining(Object.keys(plan).filter((name) => plan[name] !== oldPlan[name])),
    );
  }
}

test('whatever day it is, days alone change only the columns that are written for days', () => {
  for (const terms of [sampleTerms(), threeInstalments(), sampleTerms({ feeMode: 'deducted' })]) {
    let loan = paidOutLoan(terms, paidOutOn);
    for (let days = 0; days < 200; days += 1) {
      const { loan: later } = catchUp(loan, addDays(paidOutOn, days));
      const changed = changedGroups(loan, later);
      expect(changed.loan | changed.instalments | groups('days')).toBe(groups('days'));
      expectAllWritten(loan, later);
      loan = later;
    }
    expect(instalmentRecord(loan, loan.instalments[0]!).penalty_ngwee).toBeGreaterThan(0);
  }
});

test('a part payment is written without what only rare changes touch', () => {
  const loan = paidOutLoan(threeInstalments(), paidOutOn);
  const on = addDays(paidOutOn, 3);
  const submitted = submitRepayment(loan, { period: 1, amountNgwee: kwacha(100), attemptId: 'a', on });
  if (!submitted.ok) throw new Error(submitted.refusal.kind);
  const waiting = submitted.value.loan;
  expect(changedGroups(loan, waiting)).toEqual({
    loan: groups('days', 'collections'),
    instalments: NO_GROUPS,
  });
  expectAllWritten(loan, waiting);
  const { loan: paid } = repaymentSucceeded(waiting, {
    attemptId: 'a',
    operator: 'mtn',
    amountNgwee: kwacha(100),
    submittedOn: on,
    on,
    ladder: entryStanding,
  });
  const changed = changedGroups(waiting, paid);
  expect(changed.loan & groups('payments', 'collections')).toBe(groups('payments', 'collections'));
  expect(changed.loan & groups('rare changes')).toBe(NO_GROUPS);
  expect(changed.instalments & groups('payments', 'rare changes')).toBe(groups('payments'));
  expectAllWritten(waiting, paid);
});

test('a change of each single column is written with a group that has the column', () => {
  const loan = paidOutLoan(threeInstalments(), paidOutOn);
  for (const property of Object.keys(loan)) {
    if (/^(borrowerId|loanId|version|terms|appliedOn|limitNgwee|takenOn|instalments|pending)$/.test(property))
      continue;
    const changed: Loan = { ...loan, [property]: {} };
    expect(changedGroups(loan, changed).loan, property).not.toBe(NO_GROUPS);
    expectAllWritten(loan, changed);
  }
  for (const property of Object.keys(loan.instalments[0]!)) {
    if (property === 'period') continue;
    const [first, ...others] = loan.instalments;
    const changed: Loan = { ...loan, instalments: [{ ...first!, [property]: {} }, ...others] };
    expect(changedGroups(loan, changed), property).not.toEqual({ loan: NO_GROUPS, instalments: NO_GROUPS });
    expectAllWritten(loan, changed);
  }
});

test('a loan with another number of instalments writes all their columns', () => {
  const loan = paidOutLoan(threeInstalments(), paidOutOn);
  const shorter = { ...loan, instalments: loan.instalments.slice(1) };
  expect(changedGroups(loan, shorter).instalments).toBe(ALL_GROUPS);
});

test('the same loan is written in no group', () => {
  const loan = paidOutLoan(threeInstalments(), paidOutOn);
  expect(changedGroups(loan, { ...loan, instalments: [...loan.instalments] })).toEqual({
    loan: NO_GROUPS,
    instalments: NO_GROUPS,
  });
});
