import { describe, expect, test } from 'vitest';
import { catchUp } from './catch-up.ts';
import { isEmptyChange } from './change.ts';
import { chargesSoFar } from './charge-cap.ts';
import { addDays, day } from './day.ts';
import { balanceOf } from './invariants.ts';
import type { Loan } from './loan.ts';
import { kwacha, ngwee } from './money.ts';
import { owedOnLoan } from './owed.ts';
import { penaltyPerDay } from './penalty.ts';
import { rate } from './rate.ts';
import { paidOutLoan, payingOutLoan, sampleTerms, threeInstalments } from './sample-loan.test-support.ts';

const paidOutOn = day('2026-11-21');
const dueOn = day('2026-12-21');

function penaltyAfter(loan: Loan, daysPastDue: number): number {
  return owedOnLoan(catchUp(loan, addDays(dueOn, daysPastDue)).loan).penaltyNgwee;
}

describe('penalty', () => {
  test('ten days on K433.33 at 0.5 % are K21.70, because each day is rounded by itself', () => {
    const loan = paidOutLoan(
      sampleTerms({
        principalNgwee: ngwee(43_333),
        dailyRate: rate('0'),
        serviceFeeRate: rate('0'),
        penaltyGraceDays: 0,
      }),
      paidOutOn,
    );
    expect(penaltyAfter(loan, 10)).toBe(2170);
  });

  test('starts after the grace day, which is never charged afterwards', () => {
    const loan = paidOutLoan(sampleTerms(), paidOutOn);
    expect([0, 1, 2, 3, 4].map((days) => penaltyAfter(loan, days))).toEqual([0, 0, 575, 1150, 1725]);
  });

  test('is charged on what is overdue of principal, interest and fee, not on penalties', () => {
    const { loan } = catchUp(paidOutLoan(sampleTerms(), paidOutOn), addDays(dueOn, 101));
    expect(loan.instalments[0]?.penaltyRuns).toEqual([
      { fromOn: '2026-12-23', throughOn: '2027-04-01', baseNgwee: kwacha(1150), perDayNgwee: 575 },
    ]);
    expect(loan.instalments[0]?.penaltyNgwee).toBe(100 * 575);
  });

  test('stops at the charge cap, in the middle of a day if need be, and then no day is waited for', () => {
    const loan = paidOutLoan(sampleTerms(), paidOutOn);
    const before = catchUp(loan, addDays(dueOn, 1 + 147)).loan;
    expect(chargesSoFar(before)).toBe(kwacha(150) + 147 * 575);
    expect(penaltyPerDay(before)).toBe(475);
    const { loan: capped, events } = catchUp(before, addDays(dueOn, 400));
    expect(chargesSoFar(capped)).toBe(kwacha(1000));
    expect(events).toEqual([
      { kind: 'penalty_accrued', on: addDays(dueOn, 400), period: 1, days: 1, amountNgwee: 475 },
    ]);
    expect(capped.nextEventOn).toBeNull();
    expect(penaltyPerDay(capped)).toBe(0);
  });

  test('falls on every overdue instalment by itself, the first one first when the cap is near', () => {
    const loan = paidOutLoan(threeInstalments({ chargeCapRate: rate('0.4722') }), paidOutOn);
    const late = catchUp(loan, addDays(dueOn, 32)).loan;
    expect(late.instalments.map((instalment) => instalment.penaltyNgwee)).toEqual([31 * 232, 232, 0]);
    const capped = catchUp(late, addDays(dueOn, 60)).loan;
    expect(capped.instalments.map((instalment) => instalment.penaltyNgwee)).toEqual([
      33 * 232,
      2 * 232 + 100,
      0,
    ]);
  });
});

describe('the days of a loan', () => {
  test('it is due on its due date and overdue from the day after', () => {
    const loan = paidOutLoan(sampleTerms(), paidOutOn);
    expect(loan).toMatchObject({ state: 'active', nextEventOn: dueOn });
    const onDueDay = catchUp(loan, dueOn);
    expect(onDueDay.loan).toMatchObject({ state: 'active', nextEventOn: '2026-12-22', worstDaysLate: 0 });
    expect(onDueDay.loan.instalments[0]?.state).toBe('due');
    expect(onDueDay.events).toEqual([{ kind: 'instalment_due', on: dueOn, period: 1 }]);
    const dayAfter = catchUp(onDueDay.loan, day('2026-12-22'));
    expect(dayAfter.loan).toMatchObject({ state: 'overdue', nextEventOn: '2026-12-23', worstDaysLate: 1 });
    expect(dayAfter.events).toEqual([{ kind: 'instalment_overdue', on: '2026-12-22', period: 1 }]);
  });

  test('without a penalty nothing more happens by itself once it is overdue', () => {
    const loan = paidOutLoan(sampleTerms({ penaltyDailyRate: rate('0') }), paidOutOn);
    const late = catchUp(loan, day('2026-12-22')).loan;
    expect(late.nextEventOn).toBeNull();
    expect(catchUp(late, day('2027-02-01')).loan.worstDaysLate).toBe(42);
  });

  test('one catching up tells the same history as many', () => {
    const loan = paidOutLoan(threeInstalments(), paidOutOn);
    const { events } = catchUp(loan, day('2027-01-21'));
    expect(events).toEqual([
      { kind: 'instalment_due', on: '2026-12-21', period: 1 },
      { kind: 'instalment_overdue', on: '2026-12-22', period: 1 },
      { kind: 'instalment_due', on: '2027-01-20', period: 2 },
      { kind: 'instalment_overdue', on: '2027-01-21', period: 2 },
      { kind: 'penalty_accrued', on: '2027-01-21', period: 1, days: 30, amountNgwee: 30 * 232 },
    ]);
  });

  test('a day that was already accounted for is never gone back to', () => {
    const late = catchUp(paidOutLoan(sampleTerms(), paidOutOn), addDays(dueOn, 10)).loan;
    const again = catchUp(late, dueOn);
    expect(isEmptyChange(again)).toBe(true);
    expect(again.loan).toEqual(late);
  });

  test('a loan that is not paid out yet, or is closed, stays as it is', () => {
    const waiting = payingOutLoan(sampleTerms(), paidOutOn);
    const closed: Loan = { ...paidOutLoan(sampleTerms(), paidOutOn), state: 'written_off' };
    for (const loan of [waiting, closed]) {
      const change = catchUp(loan, addDays(dueOn, 100));
      expect(isEmptyChange(change)).toBe(true);
      expect(change.loan).toBe(loan);
    }
  });

  test('while a payment waits, nothing moves past the day it was submitted', () => {
    const submittedOn = addDays(dueOn, 3);
    const pending: Loan['pending'] = {
      attemptId: 'a',
      period: 1,
      amountNgwee: kwacha(100),
      submittedOn,
      purpose: 'repayment',
      quoted: null,
    };
    const loan: Loan = { ...paidOutLoan(sampleTerms(), paidOutOn), pending };
    const later = catchUp(loan, addDays(dueOn, 40)).loan;
    expect(later).toMatchObject({ accruedThroughOn: submittedOn, nextEventOn: null, worstDaysLate: 3 });
    expect(owedOnLoan(later).penaltyNgwee).toBe(1150);
  });
});

describe('income', () => {
  test('is earned by the day over the period of each instalment', () => {
    const loan = paidOutLoan(sampleTerms(), paidOutOn);
    const tenDays = catchUp(loan, addDays(paidOutOn, 10));
    expect(tenDays.transfers).toEqual([
      { debitAccount: 'unearned_interest', creditAccount: 'interest_income', amountNgwee: kwacha(40) },
      { debitAccount: 'unearned_fee', creditAccount: 'fee_income', amountNgwee: kwacha(10) },
    ]);
    expect(tenDays.events).toEqual([]);
    expect(catchUp(tenDays.loan, addDays(dueOn, 50)).loan).toMatchObject({
      interestEarnedNgwee: kwacha(120),
      feeEarnedNgwee: kwacha(30),
    });
  });

  test('of a fee that was deducted is earned over the whole term too', () => {
    const loan = paidOutLoan(
      threeInstalments({ feeMode: 'deducted', serviceFeeRate: rate('0.1') }),
      paidOutOn,
    );
    const changes = [catchUp(loan, addDays(paidOutOn, 45))];
    expect(changes[0]?.loan.feeEarnedNgwee).toBe(kwacha(50));
    changes.push(catchUp(changes[0]?.loan as Loan, addDays(paidOutOn, 90)));
    const transfers = changes.flatMap((change) => change.transfers);
    expect(balanceOf(transfers, 'fee_income')).toBe(-kwacha(100));
  });
});
