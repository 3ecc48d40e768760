import { expect } from 'vitest';
import { catchUp } from './catch-up.ts';
import { day } from './day.ts';
import type { Change } from './loan.ts';
import { owedOnLoan } from './owed.ts';
import { allowed } from './rule-examples.test-support.ts';
import { bookRows, money, moneyIn, type Row } from './rule-page.test-support.ts';
import { entryStanding, paidOutLoan, sampleTerms } from './sample-loan.test-support.ts';
import { placeInWallet, placeOnLoan, returnedToPayer } from './suspense.ts';

/** Checks the tables of docs/rules/suspense.md. */
export function checkSuspensePage(places: Row[], loans: Row[]): void {
  const loan = paidOutLoan(sampleTerms(), day('2026-11-21'));
  for (const row of places) {
    const amountNgwee = moneyIn(row('amount'));
    const transfers =
      row('place') === 'wallet'
        ? placeInWallet(amountNgwee).transfers
        : row('place') === 'payer'
          ? returnedToPayer(amountNgwee, 'mtn')
          : [];
    expect(bookRows(transfers)).toEqual([[row('debit'), row('credit'), row('amount')]]);
  }
  for (const row of loans) {
    const on = day(row('placed on'));
    const late = catchUp(loan, on).loan;
    expect(row('owed before')).toBe(money(owedOnLoan(late).totalNgwee));
    const placed: Change = allowed(
      placeOnLoan(late, {
        amountNgwee: moneyIn(row('amount')),
        cameOn: day(row('came on')),
        on,
        ladder: entryStanding,
      }),
    );
    expect(row('owed after')).toBe(money(owedOnLoan(placed.loan).totalNgwee));
    expect(row('wallet')).toBe(money(placed.walletNgwee));
    expect(row('state')).toBe(placed.loan.state);
  }
}
