import { expect, test } from 'vitest';
import { catchUp } from './catch-up.ts';
import { day } from './day.ts';
import { extensionSucceeded, quoteExtension } from './extension.ts';
import { checkLoan } from './invariants.ts';
import { kwacha } from './money.ts';
import { instalmentTotal } from './owed.ts';
import { entryStanding, paidOutLoan, threeInstalments } from './sample-loan.test-support.ts';
import { paidOutOn, succeed } from './sample-repayment.test-support.ts';

const sentOn = day('2026-12-25');
const extendedOn = day('2026-12-27');
const confirmedOn = day('2026-12-28');

test('a late payment from before an extension gives back the days that were unused then: K136 of interest, not K120', () => {
  const loan = paidOutLoan(threeInstalments(), paidOutOn);
  const inTime = succeed(catchUp(loan, sentOn).loan, kwacha(1390), sentOn).loan;
  expect(instalmentTotal(inTime.instalments, 'interestNgwee')).toBe(kwacha(136));

  const quote = quoteExtension(loan, extendedOn);
  if (!quote.ok) throw new Error(quote.refusal.kind);
  const { amountNgwee } = quote.value;
  const ofExtension = { attemptId: 'e', operator: 'mtn', amountNgwee, ladder: entryStanding } as const;
  const extended = extensionSucceeded(catchUp(loan, extendedOn).loan, {
    ...ofExtension,
    submittedOn: extendedOn,
    on: extendedOn,
    quoted: quote.value,
  }).loan;
  const late = succeed(catchUp(extended, confirmedOn).loan, kwacha(1390), sentOn, confirmedOn);
  expect(instalmentTotal(late.loan.instalments, 'interestNgwee')).toBe(kwacha(136));
  expect(late.loan).toMatchObject({ state: 'settled', closedOn: sentOn });
  // The days that the extension moved stay moved.
  expect(late.loan.instalments.map(({ startsOn }) => startsOn)).toEqual([
    '2026-11-21',
    '2027-01-03',
    '2027-02-02',
  ]);
  expect(late.walletNgwee).toBe(kwacha(1390) + amountNgwee - kwacha(1030 + 136) - 696);
  expect(checkLoan(late.loan)).toEqual([]);
});
