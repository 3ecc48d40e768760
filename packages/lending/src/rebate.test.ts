import { describe, expect, test } from 'vitest';
import { catchUp } from './catch-up.ts';
import { addDays, type Day, day } from './day.ts';
import { checkLoan } from './invariants.ts';
import type { Change, Loan, LoanTerms } from './loan.ts';
import { kwacha, ngwee } from './money.ts';
import { owedOnInstalment, owedOnLoan } from './owed.ts';
import { rate } from './rate.ts';
import { nextBill } from './repayment.ts';
import { entryStanding, paidOutLoan, sampleTerms, threeInstalments } from './sample-loan.test-support.ts';
import { succeed } from './sample-repayment.test-support.ts';
import { kept, postedIn, reversed } from './sample-reversal.test-support.ts';
import { quoteSettlement, settlementSucceeded } from './settlement.ts';
import { waiveCharge } from './waiver.ts';

const paidOutOn = day('2026-11-21');
const dayOne = addDays(paidOutOn, 1);
const tenPercentAPeriod: Partial<LoanTerms> = {
  interestMethod: 'declining',
  dailyRate: rate('0.0033333333'),
  serviceFeeRate: rate('0'),
};

/** Pays the next plan in full and answers with the change. */
function payPlan(loan: Loan, on: Day): Change {
  const bill = nextBill(loan, on);
  if (bill === null) throw new Error('nothing is owed');
  return succeed(loan, bill.payoffNgwee, on);
}

function settlementOf(loan: Loan, on: Day) {
  const quote = quoteSettlement(loan, on);
  if (!quote.ok) throw new Error(quote.refusal.kind);
  return quote.value;
}

function settle(loan: Loan, on: Day): Change {
  const quoted = settlementOf(loan, on);
  return settlementSucceeded(loan, {
    attemptId: 's',
    operator: 'mtn',
    amountNgwee: quoted.amountNgwee,
    submittedOn: on,
    on,
    ladder: entryStanding,
    quoted,
  });
}

function rebatesOf({ events }: Change) {
  return events.filter((event) => event.kind === 'rebate_given');
}

describe('a plan that is paid before its time', () => {
  const loan = paidOutLoan(threeInstalments(), paidOutOn);

  test('gives back its principal × the daily rate × the days early, and the next plan owes that less', () => {
    const change = payPlan(loan, dayOne);
    expect(rebatesOf(change)).toEqual([
      { kind: 'rebate_given', on: dayOne, period: 1, days: 29, amountNgwee: 3867, walletNgwee: 0 },
    ]);
    expect(change.walletNgwee).toBe(0);
    expect(change.loan.instalments.map((plan) => owedOnInstalment(plan).totalNgwee)).toEqual([
      0, 42_466, 46_334,
    ]);
    expect(change.loan.instalments).toMatchObject([
      { interestNgwee: 12_000, interestPaidNgwee: 12_000, rebateNgwee: 3867 },
      { interestNgwee: 12_000 - 3867, interestPaidNgwee: 0, rebateNgwee: 0 },
      { interestNgwee: 12_000 },
    ]);
    expect(change.events.find((event) => event.kind === 'repaid')).toMatchObject({
      purpose: 'repayment',
      savingNgwee: 3867,
      allocation: { feeNgwee: 1000, interestNgwee: 12_000, principalNgwee: 33_333, walletNgwee: 0 },
    });
    expect(checkLoan(change.loan)).toEqual([]);
  });

  test('leaves a settlement on the same day as it would have been: K1,034 in all', () => {
    const { loan: prepaid } = payPlan(loan, dayOne);
    expect(settlementOf(loan, dayOne).amountNgwee).toBe(kwacha(1034));
    expect(settlementOf(prepaid, dayOne).amountNgwee).toBe(kwacha(1034) - 46_333);
    const settled = settle(prepaid, dayOne);
    expect(settled).toMatchObject({ walletNgwee: 0, loan: { state: 'settled' } });
    expect(checkLoan(settled.loan)).toEqual([]);
  });

  test('costs K1,273.99 in all when one plan is paid on each of the days 1, 31 and 61', () => {
    let current = loan;
    let paidNgwee = 0;
    for (const days of [1, 31, 61]) {
      const on = addDays(paidOutOn, days);
      const { payoffNgwee } = nextBill(current, on) ?? { payoffNgwee: ngwee(0) };
      const change = succeed(catchUp(current, on).loan, payoffNgwee, on);
      paidNgwee += payoffNgwee - change.walletNgwee;
      current = change.loan;
    }
    expect(current.state).toBe('settled');
    expect(paidNgwee).toBe(127_399);
  });

  test('gives nothing back on its due date, after it, or on a product that says so', () => {
    for (const days of [30, 35]) {
      const change = payPlan(loan, addDays(paidOutOn, days));
      expect(rebatesOf(change)).toEqual([]);
      expect(change.loan.instalments[0]).toMatchObject({ interestNgwee: kwacha(120), rebateNgwee: 0 });
    }
    const fixed = paidOutLoan(threeInstalments({ settlementInterest: 'fixed' }), paidOutOn);
    expect(rebatesOf(payPlan(fixed, dayOne))).toEqual([]);
  });

  test('gives nothing back for a part of it, and then the days from the payment that clears it', () => {
    const part = succeed(loan, kwacha(300), dayOne);
    expect(rebatesOf(part)).toEqual([]);
    expect(owedOnLoan(part.loan).totalNgwee).toBe(kwacha(1090));
    const rest = payPlan(part.loan, addDays(paidOutOn, 11));
    expect(rebatesOf(rest)).toMatchObject([{ period: 1, days: 19, amountNgwee: 2533 }]);
  });
});

describe('a repayment that clears the whole loan early', () => {
  test('gives back what settling would have saved, as wallet credit', () => {
    const loan = paidOutLoan(sampleTerms(), paidOutOn);
    const change = payPlan(loan, addDays(paidOutOn, 10));
    expect(change).toMatchObject({ walletNgwee: kwacha(80), loan: { state: 'settled' } });
    expect(rebatesOf(change)).toEqual([
      {
        kind: 'rebate_given',
        on: addDays(paidOutOn, 10),
        period: 1,
        days: 20,
        amountNgwee: kwacha(80),
        walletNgwee: kwacha(80),
      },
    ]);
    expect(checkLoan(change.loan)).toEqual([]);
  });

  test('costs as much as settling, plan by plan or in one sum', () => {
    const loan = paidOutLoan(threeInstalments(), paidOutOn);
    const inOne = succeed(loan, kwacha(1390), dayOne);
    expect(kwacha(1390) - inOne.walletNgwee).toBe(kwacha(1034));
    let paidNgwee = 0;
    let current = loan;
    while (current.state === 'active') {
      const change = payPlan(current, dayOne);
      const repaid = change.events.find((event) => event.kind === 'repaid');
      paidNgwee += (repaid?.amountNgwee ?? 0) - change.walletNgwee;
      current = change.loan;
    }
    expect(paidNgwee).toBe(kwacha(1034));
  });
});

describe('a declining balance', () => {
  test('charges only the principal that is still out: plan 1 on day 1 gives back 29 of its days', () => {
    const loan = paidOutLoan(threeInstalments(tenPercentAPeriod), paidOutOn);
    const change = payPlan(loan, dayOne);
    // K302.11 × 0.33333333 % × 29 days.
    expect(rebatesOf(change)).toMatchObject([{ period: 1, days: 29, amountNgwee: 2920 }]);
    const on = addDays(paidOutOn, 15);
    // K3.33 for day 1, then K697.89 × 0.33333333 % × 14 days = K32.57.
    const costNgwee = 40_211 + settlementOf(change.loan, on).amountNgwee - 100_000;
    expect(Math.abs(costNgwee - 3590)).toBeLessThanOrEqual(1);
  });
});

describe('with an extension before it', () => {
  test('the days of the extension are not counted: no interest was charged for them', () => {
    const terms = threeInstalments();
    const extended: Loan = {
      ...paidOutLoan(terms, paidOutOn),
      extensionsUsed: 1,
    };
    const moved: Loan = {
      ...extended,
      instalments: extended.instalments.map((plan) => ({
        ...plan,
        startsOn: plan.period === 1 ? plan.startsOn : addDays(plan.startsOn, 7),
        dueOn: addDays(plan.dueOn, 7),
      })),
    };
    const late = payPlan(moved, addDays(paidOutOn, 33));
    expect(rebatesOf(late)).toEqual([]);
    const early = payPlan(late.loan, addDays(paidOutOn, 33));
    // Plan 2 starts on day 37, so all of its 30 days are unused on day 33.
    expect(rebatesOf(early)).toMatchObject([{ period: 2, days: 30, amountNgwee: 4000 }]);
  });
});

describe('a settlement after a waiver was reversed', () => {
  test('costs no more than paying the next plan and then settling on the same day', () => {
    const terms = sampleTerms({ instalmentCount: 6, termDays: 180, interestMethod: 'declining' });
    const waived = waiveCharge(paidOutLoan(terms, paidOutOn), {
      period: 1,
      charge: 'fee',
      amountNgwee: kwacha(5),
      reason: 'goodwill',
      on: paidOutOn,
      ladder: entryStanding,
    });
    if (!waived.ok) throw new Error(waived.refusal.kind);
    const { loan: prepaid } = payPlan(kept(waived.value), dayOne);
    const on = addDays(paidOutOn, 30);
    const { loan: open } = reversed(prepaid, postedIn(waived.value), { on });
    const bill = nextBill(open, on);
    const { loan: planPaid } = payPlan(open, on);
    const inSteps = (bill?.payoffNgwee ?? 0) + settlementOf(planPaid, on).amountNgwee;
    expect(settlementOf(open, on).amountNgwee).toBe(inSteps);
  });
});
