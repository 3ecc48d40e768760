import { expect } from 'vitest';
import { catchUp } from './catch-up.ts';
import { addDays, day, daysBetween } from './day.ts';
import type { Change } from './loan.ts';
import { owedOnLoan } from './owed.ts';
import { allowed } from './rule-examples.test-support.ts';
import { bookRows, money, moneyIn, type Row } from './rule-page.test-support.ts';
import { entryStanding, paidOutLoan, sampleTerms } from './sample-loan.test-support.ts';
import { placeInWallet, placeOnLoan, returnedToPayer } from './suspense.ts';
import { type CreditMovement, unusedCredit } from './unused-credit.ts';

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

/** Checks the table of docs/rules/unused-credit.md: each row is a movement, and what goes back on the day of the row. */
export function checkUnusedCreditPage(rows: Row[]): void {
  const movements: CreditMovement<string>[] = [];
  let lastOn = day(rows[0]!('day'));
  for (const row of rows) {
    const on = day(row('day'));
    for (let passed = addDays(lastOn, 1); passed < on; passed = addDays(passed, 1)) {
      expect(unusedCredit(movements, { days: 7, on: passed })).toEqual([]);
    }
    lastOn = on;
    if (row('given') !== '') {
      movements.push({ on, amountNgwee: moneyIn(row('given')), source: row('came from') });
    }
    if (row('used') !== '') movements.push({ on, amountNgwee: -moneyIn(row('used')), source: null });
    const due = unusedCredit(movements, { days: 7, on });
    expect(row('goes back')).toBe(
      due.map(({ amountNgwee, source }) => `${money(amountNgwee)} to ${source}`).join(', '),
    );
    for (const credit of due) expect(daysBetween(credit.on, on)).toBeGreaterThanOrEqual(7);
    for (const { amountNgwee } of due) movements.push({ on, amountNgwee: -amountNgwee, source: null });
  }
}
