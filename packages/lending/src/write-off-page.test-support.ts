import { expect } from 'vitest';
import { catchUp } from './catch-up.ts';
import { day } from './day.ts';
import type { Loan, SettlementInterest } from './loan.ts';
import { owedOnLoan } from './owed.ts';
import { allowed } from './rule-examples.test-support.ts';
import { bookRow, bookRows, money, moneyIn, type Row } from './rule-page.test-support.ts';
import { paidOutLoan, threeInstalments } from './sample-loan.test-support.ts';
import { succeed } from './sample-repayment.test-support.ts';
import { quoteSettlement } from './settlement.ts';
import { writeOff } from './write-off.ts';

const on = day('2027-02-04');

/** Compares the page of the write-off with the rules. */
export function checkWriteOffPage(claims: Row[], rows: Row[], recoveries: Row[]): void {
  for (const row of claims) {
    const overdue = overdueLoan(row('product gives interest back') as SettlementInterest);
    expect(row('owed before')).toBe(money(owedOnLoan(overdue).totalNgwee));
    expect(row('settling costs')).toBe(money(allowed(quoteSettlement(overdue, on)).amountNgwee));
    expect(row('owed after')).toBe(money(owedOnLoan(writtenOff(overdue).loan).totalNgwee));
  }
  const change = writtenOff(overdueLoan('daily'));
  expect(rows.map(bookRow)).toEqual(bookRows(change.transfers));
  for (const row of recoveries) {
    expect(row('owed at the write-off')).toBe(money(owedOnLoan(change.loan).totalNgwee));
    const paid = succeed(change.loan, moneyIn(row('paid')), on);
    const recovered = paid.transfers.find((transfer) => transfer.creditAccount === 'recovery_income');
    expect(row('recovery income')).toBe(money(recovered?.amountNgwee ?? 0));
    expect(row('wallet')).toBe(money(paid.walletNgwee));
    expect(row('state')).toBe(paid.loan.state);
  }
}

function overdueLoan(settlementInterest: SettlementInterest): Loan {
  return catchUp(paidOutLoan(threeInstalments({ settlementInterest }), day('2026-11-21')), on).loan;
}

function writtenOff(loan: Loan) {
  return allowed(writeOff(loan, { on, reason: 'cannot be found' }));
}
