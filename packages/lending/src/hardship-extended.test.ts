import { describe, expect, test } from 'vitest';
import { catchUp } from './catch-up.ts';
import { addDays, type Day, day } from './day.ts';
import { extensionSucceeded, quoteExtension } from './extension.ts';
import { agreeHardship } from './hardship-plan.ts';
import { checkLoan } from './invariants.ts';
import type { Loan } from './loan.ts';
import { kwacha } from './money.ts';
import { owedOnLoan } from './owed.ts';
import { entryStanding, paidOutLoan, sampleTerms } from './sample-loan.test-support.ts';
import { paidOutOn, succeed } from './sample-repayment.test-support.ts';

const endedOn = day('2027-01-15');
const extendedOn = day('2027-01-20');
const sentOn = day('2027-01-25');
const countedOn = day('2027-02-20');

describe('a date of a hardship plan that was missed before an extension moved it', () => {
  test('stays missed when an earlier payment comes late: the penalty is K178.25, as with it in time', () => {
    const inTime = extended(missed(), extendedOn);
    const paid = succeed(catchUp(inTime, sentOn).loan, kwacha(200), sentOn).loan;
    const expected = catchUp(paid, countedOn).loan;
    expect(expected.instalments[0]?.penaltyNgwee).toBe(17_825);

    const late = lateOn(extended(missed(), extendedOn), day('2027-02-10'));
    expect(late.hardship?.endedOn).toBe(endedOn);
    expect(late.instalments[0]?.penaltyNgwee).toBe(17_825);
    expect(owedOnLoan(late)).toEqual(owedOnLoan(expected));
  });

  test('stays missed also where the new date is still to come', () => {
    const late = lateOn(extended(missed(), extendedOn), day('2027-01-31'));
    expect(late.hardship?.endedOn).toBe(endedOn);
  });

  test('stays missed when the extension itself comes late', () => {
    const late = extended(missed(), day('2027-01-29'));
    expect(late.hardship?.endedOn).toBe(endedOn);
    const inTime = catchUp(extended(missed(), extendedOn), day('2027-01-29')).loan;
    expect(late.instalments[0]?.penaltyNgwee).toBe(inTime.instalments[0]?.penaltyNgwee);
  });
});

/** A plan of 2026-12-28 with the date 2027-01-07, which was missed. */
function missed(): Loan {
  const agreed = agreeHardship(paidOutLoan(sampleTerms(), paidOutOn), {
    dueDates: [day('2027-01-07')],
    reason: 'lost the job',
    on: day('2026-12-28'),
  });
  if (!agreed.ok) throw new Error(agreed.refusal.kind);
  const loan = catchUp(agreed.value.loan, extendedOn).loan;
  expect(loan.hardship?.endedOn).toBe(endedOn);
  return loan;
}

/** The extension that is bought on its day for 2027-01-27, and confirmed on `on`. */
function extended(loan: Loan, on: Day): Loan {
  const quote = quoteExtension(loan, extendedOn);
  if (!quote.ok) throw new Error(quote.refusal.kind);
  const { amountNgwee, afterDueOn } = quote.value;
  expect(afterDueOn).toBe(addDays(extendedOn, 7));
  const change = extensionSucceeded(catchUp(loan, on).loan, {
    ...{ attemptId: 'e', operator: 'mtn', amountNgwee, ladder: entryStanding },
    ...{ submittedOn: extendedOn, on, quoted: quote.value },
  });
  expect(checkLoan(change.loan)).toEqual([]);
  return change.loan;
}

function lateOn(loan: Loan, on: Day): Loan {
  const change = succeed(catchUp(loan, on).loan, kwacha(200), sentOn, on);
  expect(checkLoan(change.loan)).toEqual([]);
  return catchUp(change.loan, countedOn).loan;
}
