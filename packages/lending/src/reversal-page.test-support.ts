import { expect } from 'vitest';
import { daysPastDueByOriginalDate } from './ageing.ts';
import { catchUp } from './catch-up.ts';
import { addDays, type Day, day, daysBetween } from './day.ts';
import type { Loan, ReversalCause } from './loan.ts';
import { kwacha, ngwee } from './money.ts';
import { owedOnLoan } from './owed.ts';
import { collectionTakenBack } from './reversal.ts';
import { bookRows, money, type Row } from './rule-page.test-support.ts';
import { entryStanding } from './sample-loan.test-support.ts';
import { dueOn, kept, pay, postedIn, reversed } from './sample-reversal.test-support.ts';

/** Loans that a reversal opens again, with each cause, and the ledger rows of a collection that was taken back. */
export function checkReopenedLoans(loan: Loan, reopened: Row[], takenBack: Row[]): void {
  for (const row of reopened) {
    const settled = pay(loan, kwacha(1150), day(row('settled on')));
    const on = day(row('reversed on'));
    const { loan: open } = reversed(kept(settled), postedIn(settled), {
      cause: row('cause') as ReversalCause,
      on,
      ladderPlace: settled.ladder ?? entryStanding.place,
    });
    const later = addDays(on, 2);
    expect(row('state')).toBe(open.state);
    expect(row('owed then')).toBe(money(owedOnLoan(open).totalNgwee));
    expect(row('owed two days later')).toBe(money(owedOnLoan(catchUp(open, later).loan).totalNgwee));
    expect(row('days late if paid then')).toBe(String(daysLateOfPaid(open, on)));
    expect(row('days late if paid two days later')).toBe(String(daysLateOfPaid(open, later)));
    expect(daysPastDueByOriginalDate(open, on)).toBe(daysBetween(dueOn, on));
  }
  const settled = pay(loan, kwacha(1150), dueOn);
  const change = collectionTakenBack(kept(settled), {
    event: postedIn(settled),
    reason: 'on the statement',
    on: day('2027-01-10'),
    walletNgwee: ngwee(0),
    ladderPlace: settled.ladder ?? entryStanding.place,
    hasOtherOpenLoan: false,
  });
  if (!change.ok) throw new Error(change.refusal.kind);
  expect(takenBack.map((row) => [row('debit'), row('credit'), row('amount')])).toEqual(
    bookRows(change.value.transfers.filter(({ creditAccount }) => creditAccount.startsWith('float_'))),
  );
}

function daysLateOfPaid(open: Loan, on: Day): number {
  return pay(open, owedOnLoan(catchUp(open, on).loan).totalNgwee, on).loan.worstDaysLate;
}
