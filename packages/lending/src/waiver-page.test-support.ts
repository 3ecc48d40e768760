import { expect } from 'vitest';
import { catchUp } from './catch-up.ts';
import { type Day, day } from './day.ts';
import type { Loan } from './loan.ts';
import { kwacha } from './money.ts';
import { owedOnLoan } from './owed.ts';
import { allowed } from './rule-examples.test-support.ts';
import { money, type Row } from './rule-page.test-support.ts';
import { entryStanding } from './sample-loan.test-support.ts';
import { succeed } from './sample-repayment.test-support.ts';
import { waiveCharge } from './waiver.ts';

/** A payment of K300 before and after a waiver of 2027-01-05, in time and late. */
export function checkLateAfterWaiver(loan: Loan, rows: Row[]): void {
  const waivedOn = day('2027-01-05');
  const part = succeed(catchUp(loan, day('2026-12-31')).loan, kwacha(500), day('2026-12-31')).loan;
  for (const row of rows) {
    const sentOn = day(row('sent'));
    const confirmedOn = day(row('confirmed'));
    const paid = (subject: Loan) =>
      succeed(catchUp(subject, confirmedOn).loan, kwacha(300), sentOn, confirmedOn).loan;
    const life = confirmedOn < waivedOn ? waived(paid(part), waivedOn) : paid(waived(part, waivedOn));
    const after = catchUp(life, day('2027-02-05')).loan;
    const run = after.instalments[0]?.penaltyRuns.at(-1);
    expect(row('then charged on')).toBe(money(run?.baseNgwee ?? 0));
    expect(row('a day')).toBe(money(run?.perDayNgwee ?? 0));
    expect(row('owed on 2027-02-05')).toBe(money(owedOnLoan(after).totalNgwee));
  }
}

/** All that is owed of the penalty is waived. */
function waived(loan: Loan, on: Day): Loan {
  const { penaltyNgwee: amountNgwee } = owedOnLoan(catchUp(loan, on).loan);
  const waiver = { period: 1, charge: 'penalty', amountNgwee, reason: 'goodwill', on } as const;
  return allowed(waiveCharge(loan, { ...waiver, ladder: entryStanding })).loan;
}
