import { expect } from 'vitest';
import { catchUp } from './catch-up.ts';
import { day } from './day.ts';
import { owedOnLoan } from './owed.ts';
import { allowed } from './rule-examples.test-support.ts';
import { bookRow, bookRows, money, moneyIn, type Row } from './rule-page.test-support.ts';
import { threeInstalments } from './sample-loan.test-support.ts';
import { type RunningLoan, type RunningPlan, takeOnLoan } from './take-on.ts';

/** Checks the tables of docs/rules/take-on.md. */
export function checkTakeOnPage(plans: Row[], rows: Row[], days: Row[], refusals: Row[]): void {
  const running: RunningLoan = {
    loanId: 7,
    borrowerId: 3,
    earlierLoanNo: 'L-1',
    terms: threeInstalments(),
    paidOutOn: day('2026-11-21'),
    on: day('2027-01-25'),
    plans: plans.map((row) => planOf(row)),
  };
  const { loan, transfers } = allowed(takeOnLoan(running));
  expect(loan.instalments.map(({ state }) => state)).toEqual(plans.map((row) => row('becomes')));
  expect(rows.map(bookRow)).toEqual(bookRows(transfers));
  for (const row of days) {
    const later = catchUp(loan, day(row('day'))).loan;
    const { daysLate, penaltyNgwee } = later.instalments[1]!;
    expect(row('days late')).toBe(String(daysLate));
    expect(row('penalty of plan 2')).toBe(money(penaltyNgwee));
    expect(row('owed')).toBe(money(owedOnLoan(later).totalNgwee));
  }
  for (const refused of refusals) {
    const changed = plans.map((row) => {
      const isChanged = row('plan') === refused('plan');
      return planOf((column) => (isChanged && column === refused('column') ? refused('value') : row(column)));
    });
    const answer = takeOnLoan({ ...running, plans: changed });
    expect(answer.ok ? 'taken on' : answer.refusal.kind).toBe(refused('answer'));
  }
}

function planOf(row: Row): RunningPlan {
  return {
    dueOn: day(row('due')),
    originalDueOn: null,
    daysLate: Number(row('days late')),
    principalNgwee: moneyIn(row('principal')),
    interestNgwee: moneyIn(row('interest')),
    feeNgwee: moneyIn(row('fee')),
    penaltyNgwee: moneyIn(row('penalty')),
    principalPaidNgwee: moneyIn(row('principal paid')),
    interestPaidNgwee: moneyIn(row('interest paid')),
    feePaidNgwee: moneyIn(row('fee paid')),
    penaltyPaidNgwee: moneyIn(row('penalty paid')),
  };
}
