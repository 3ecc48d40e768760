import { expect } from 'vitest';
import { catchUp } from './catch-up.ts';
import { addDays, day } from './day.ts';
import type { Change } from './loan.ts';
import { kwacha, ngwee } from './money.ts';
import { payoutSucceeded } from './payout.ts';
import { repaymentSucceeded } from './repayment.ts';
import { allowed } from './rule-examples.test-support.ts';
import { bookRow, bookRows, type Row } from './rule-page.test-support.ts';
import { entryStanding, payingOutLoan, sampleTerms } from './sample-loan.test-support.ts';
import { submitWalletPayout, walletPayoutFailed, walletPayoutSucceeded } from './wallet-payout.ts';

/** Checks the tables of docs/rules/ledger.md. */
export function checkLedgerPage(life: Row[], wallet: Row[]): void {
  const paidOutOn = day('2026-11-21');
  const out = payoutSucceeded(payingOutLoan(sampleTerms(), paidOutOn), {
    attemptId: 'p',
    operator: 'mtn',
    on: paidOutOn,
  });
  const tenDays = catchUp(out.loan, addDays(paidOutOn, 10));
  const on = day('2026-12-24');
  const late = catchUp(tenDays.loan, on);
  const paid = { attemptId: 'r', operator: 'mtn', submittedOn: on, on, ladder: entryStanding } as const;
  const off = repaymentSucceeded(late.loan, { ...paid, amountNgwee: ngwee(116_150) });
  const events: [string, Change][] = [
    ['paid out', out],
    ['ten days', tenDays],
    ['three days late', late],
    ['paid off', off],
  ];
  expect(life.map((row) => [row('event'), ...bookRow(row)])).toEqual(
    events.flatMap(([event, { transfers }]) => bookRows(transfers).map((row) => [event, ...row])),
  );
  const submitted = allowed(submitWalletPayout(kwacha(80), kwacha(50)));
  expect(wallet.map(bookRow)).toEqual(
    [submitted, walletPayoutSucceeded(kwacha(50), 'mtn'), walletPayoutFailed(kwacha(50))].flatMap(
      ({ transfers }) => bookRows(transfers),
    ),
  );
}
