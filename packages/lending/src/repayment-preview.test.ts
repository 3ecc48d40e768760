import { describe, expect, test } from 'vitest';
import { addDays, type Day, day } from './day.ts';
import type { Loan } from './loan.ts';
import { kwacha, ngwee } from './money.ts';
import { previewRepayment } from './repayment-preview.ts';
import { entryStanding, paidOutLoan, sampleTerms, threeInstalments } from './sample-loan.test-support.ts';

const paidOutOn = day('2026-11-21');
const single = paidOutLoan(sampleTerms(), paidOutOn);
const inParts = paidOutLoan(threeInstalments(), paidOutOn);

const preview = (loan: Loan, amountNgwee: number, on: Day, period = 1) =>
  previewRepayment(loan, { period, amountNgwee: ngwee(amountNgwee), on, ladder: entryStanding });

describe('the preview of a repayment', () => {
  test('of a whole instalment says the interest that its early days give back', () => {
    expect(preview(inParts, 46_333, addDays(paidOutOn, 1))).toEqual({
      ok: true,
      value: {
        savingNgwee: 3867,
        remainingNgwee: 139_000 - 46_333 - 3867,
        penaltyPerDayBeforeNgwee: 0,
        penaltyPerDayAfterNgwee: 0,
        isLateAfter: false,
        // 10 % of the principal of the first instalment, and then of the second one.
        extensionFeeBeforeNgwee: 3333,
        extensionFeeAfterNgwee: 3333,
      },
    });
  });

  test('of a part in time says that it gives nothing back', () => {
    expect(preview(single, 50_000, addDays(paidOutOn, 10))).toMatchObject({
      value: {
        savingNgwee: 0,
        remainingNgwee: kwacha(650),
        isLateAfter: false,
        // K150 of the payment goes to the fee and the interest, and K350 to the principal.
        extensionFeeBeforeNgwee: kwacha(100),
        extensionFeeAfterNgwee: kwacha(65),
      },
    });
  });

  test('of a part that is late says how much the late charge of a day goes down', () => {
    // K11.50 of the payment goes to the late charges of two days, the rest to what they are counted on.
    expect(preview(single, 51_150, addDays(paidOutOn, 33))).toMatchObject({
      value: {
        remainingNgwee: kwacha(650),
        penaltyPerDayBeforeNgwee: 575,
        penaltyPerDayAfterNgwee: 325,
        isLateAfter: true,
      },
    });
  });

  test.each([
    ['below_minimum', 1000, 1],
    ['leaves_too_little', 44_000, 1],
    ['not_first_owed', 50_000, 2],
  ])('is refused as %s', (kind, amountNgwee, period) => {
    expect(preview(inParts, amountNgwee, paidOutOn, period)).toMatchObject({
      refusal: { kind },
    });
  });
});
