import { describe, expect, test } from 'vitest';
import { catchUp } from './catch-up.ts';
import { followedBy } from './change.ts';
import { addDays, type Day, day } from './day.ts';
import { extensionSucceeded, quoteExtension } from './extension.ts';
import { balanceOf, checkLedgerAgainstLoan, checkLoan } from './invariants.ts';
import type { Transfer } from './ledger.ts';
import type { Change, Loan, LoanEvent, LoanTerms } from './loan.ts';
import { add, kwacha, type Ngwee, ngwee } from './money.ts';
import { moneyPaidOn, owedOnInstalment } from './owed.ts';
import { payoutSucceeded } from './payout.ts';
import { rate } from './rate.ts';
import { entryStanding, payingOutLoan, sampleTerms, threeInstalments } from './sample-loan.test-support.ts';
import { paidOutOn, succeed } from './sample-repayment.test-support.ts';
import { quoteSettlement, settlementSucceeded } from './settlement.ts';

const firstOn = day('2026-12-01');
const secondOn = day('2026-12-20');
const confirmedOn = day('2026-12-21');

const decliningTerms = threeInstalments({
  interestMethod: 'declining',
  dailyRate: rate('0.0033333333'),
  serviceFeeRate: rate('0'),
});

/** The life of a loan: what its payments cost in all, and everything that was booked. */
type Life = { loan: Loan; paidNgwee: number; transfers: Transfer[]; events: readonly LoanEvent[] };

function begun(terms: LoanTerms): Life {
  const paidOut = payoutSucceeded(payingOutLoan(terms, paidOutOn), {
    attemptId: 'p',
    operator: 'mtn',
    on: paidOutOn,
  });
  return { loan: paidOut.loan, paidNgwee: 0, transfers: [...paidOut.transfers], events: [] };
}

function booked(life: Life, amountNgwee: number, change: Change): Life {
  expect(checkLoan(change.loan)).toEqual([]);
  return {
    loan: { ...change.loan, version: life.loan.version + 1 },
    paidNgwee: life.paidNgwee + amountNgwee - change.walletNgwee,
    transfers: [...life.transfers, ...change.transfers],
    events: change.events,
  };
}

function pay(life: Life, amountNgwee: Ngwee, submittedOn: Day, on: Day = submittedOn): Life {
  const caughtUp = catchUp(life.loan, on);
  return booked(
    life,
    amountNgwee,
    followedBy(caughtUp, (loan) => succeed(loan, amountNgwee, submittedOn, on)),
  );
}

function settle(life: Life, on: Day, confirmedOn: Day = on, quotedOf: Loan = life.loan): Life {
  const quote = quoteSettlement(quotedOf, on);
  if (!quote.ok) throw new Error(quote.refusal.kind);
  const quoted = quote.value;
  const received = { attemptId: 's', operator: 'mtn', submittedOn: on, on: confirmedOn } as const;
  const { amountNgwee } = quoted;
  return booked(
    life,
    amountNgwee,
    followedBy(catchUp(life.loan, confirmedOn), (loan) =>
      settlementSucceeded(loan, { ...received, amountNgwee, ladder: entryStanding, quoted }),
    ),
  );
}

function costOf({ loan, paidNgwee }: Life): number {
  return paidNgwee - loan.terms.principalNgwee;
}

/** What each plan charges, was paid and gave back, without the way there. */
function plansOf({ loan }: Life) {
  return loan.instalments.map((plan) => ({
    interestNgwee: plan.interestNgwee,
    interestPaidNgwee: plan.interestPaidNgwee,
    principalPaidNgwee: plan.principalPaidNgwee,
    rebateNgwee: plan.rebateNgwee,
    creditedInterestNgwee: plan.creditedInterestNgwee,
    owed: owedOnInstalment(plan),
    daysLate: plan.daysLate,
  }));
}

function rebatesOf({ events }: Life) {
  return events.filter((event) => event.kind === 'rebate_given');
}

describe('a late part payment of a plan that another payment cleared, or that both clear', () => {
  test('gives back the days from the later of the two: K1,000 with K600 twice costs K146', () => {
    const second = pay(begun(sampleTerms()), kwacha(600), secondOn);
    const late = pay(second, kwacha(600), firstOn, confirmedOn);
    expect(costOf(late)).toBe(kwacha(146));
    expect(late.loan).toMatchObject({ state: 'settled', closedOn: secondOn });
    expect(rebatesOf(late)).toMatchObject([{ period: 1, days: 1, amountNgwee: 400, walletNgwee: 400 }]);
    const inOrder = pay(pay(begun(sampleTerms()), kwacha(600), firstOn), kwacha(600), secondOn);
    expect(plansOf(late)).toEqual(plansOf(inOrder));
  });

  test('is true for a declining balance: it costs what the days cost for which each plan was unpaid', () => {
    const second = pay(begun(decliningTerms), kwacha(700), day('2027-01-15'));
    const late = pay(second, kwacha(700), firstOn, day('2027-01-16'));
    const inOrder = pay(pay(begun(decliningTerms), kwacha(700), firstOn), kwacha(700), day('2027-01-15'));
    expect(plansOf(late)).toEqual(plansOf(inOrder));
    // K1,000 for 10 days, K697.89 (without plan 1) for 45 days, at 0.33333333 % a day: K138.01, and rounding.
    expect(costOf(late)).toBe(13_802);
  });
});

describe('a late payment that cleared a plan before another payment did', () => {
  const second = pay(begun(sampleTerms()), kwacha(1150), secondOn);

  test('gives the interest of the days since back: K40 of interest and K30, with K1,150 twice', () => {
    expect(costOf(second)).toBe(kwacha(146));
    const late = pay(second, kwacha(1150), firstOn, confirmedOn);
    expect(costOf(late)).toBe(kwacha(70));
    expect(late.loan).toMatchObject({ state: 'settled', closedOn: firstOn, interestEarnedNgwee: kwacha(40) });
    expect(rebatesOf(late)).toEqual([
      { kind: 'rebate_given', on: firstOn, period: 1, days: 20, amountNgwee: 7600, walletNgwee: 7600 },
    ]);
    expect(late.loan.instalments[0]).toMatchObject({
      interestNgwee: kwacha(40),
      rebateNgwee: kwacha(80),
      creditedInterestNgwee: kwacha(80),
    });
    // What went back to the wallet was paid before, so the bill still shows what the plan was paid with.
    expect(moneyPaidOn(late.loan.instalments)).toBe(kwacha(1150));
    expect(late.loan.countedPayments).toMatchObject([{ valueOn: firstOn, amountNgwee: kwacha(1150) }]);
    expect(checkLedgerAgainstLoan(late.loan, late.transfers)).toEqual([]);
    expect(balanceOf(late.transfers, 'interest_income')).toBe(-kwacha(40));
  });

  test('moves the other payment to the next plan, with the rebate of its day', () => {
    const plan = ngwee(46_333);
    const terms = threeInstalments();
    const other = pay(begun(terms), plan, addDays(paidOutOn, 15));
    expect(rebatesOf(other)).toMatchObject([{ period: 1, days: 15, amountNgwee: 2000 }]);
    const late = pay(other, plan, addDays(paidOutOn, 1), addDays(paidOutOn, 16));
    // K333.33 × 0.4 % × 29 days and × 45 days, less the K20 that were given.
    expect(rebatesOf(late)).toEqual([
      {
        kind: 'rebate_given',
        on: addDays(paidOutOn, 1),
        period: 1,
        days: 29,
        amountNgwee: 1867,
        walletNgwee: 0,
      },
      {
        kind: 'rebate_given',
        on: addDays(paidOutOn, 1),
        period: 2,
        days: 45,
        amountNgwee: 6000,
        walletNgwee: 0,
      },
    ]);
    expect(late.loan.instalments.map((one) => owedOnInstalment(one).totalNgwee)).toEqual([0, 0, 36_467]);
    const inOrder = pay(pay(begun(terms), plan, addDays(paidOutOn, 1)), plan, addDays(paidOutOn, 15));
    expect(plansOf(late)).toEqual(plansOf(inOrder));
    expect(checkLedgerAgainstLoan(late.loan, late.transfers)).toEqual([]);
  });

  test('gives nothing back on a product with a fixed price', () => {
    const fixed = begun(sampleTerms({ settlementInterest: 'fixed' }));
    const late = pay(pay(fixed, kwacha(1150), secondOn), kwacha(1150), firstOn, confirmedOn);
    expect(costOf(late)).toBe(kwacha(150));
    expect(rebatesOf(late)).toEqual([]);
  });
});

describe('a settlement and a late payment', () => {
  test('a settlement costs what it would have cost after the late payment', () => {
    const terms = threeInstalments(decliningTerms);
    const on = addDays(paidOutOn, 45);
    const settled = settle(begun(terms), on);
    const late = pay(settled, kwacha(500), firstOn, addDays(on, 1));
    const inOrder = settle(pay(begun(terms), kwacha(500), firstOn), on);
    expect(costOf(late)).toBeLessThan(costOf(settled));
    expect(costOf(late)).toBe(costOf(inOrder));
    expect(late.loan).toMatchObject({ state: 'settled', closedOn: on });
    expect(checkLedgerAgainstLoan(late.loan, late.transfers)).toEqual([]);
  });

  test('a late settlement settles the loan as of its day, for its price, also after another payment', () => {
    const quotedOf = begun(sampleTerms()).loan;
    const paidAgain = pay(begun(sampleTerms()), kwacha(1150), secondOn);
    const late = settle(paidAgain, firstOn, confirmedOn, quotedOf);
    expect(costOf(late)).toBe(kwacha(70));
    expect(late.loan).toMatchObject({ state: 'settled', closedOn: firstOn });
    expect(late.events.find((event) => event.kind === 'repaid')).toMatchObject({
      purpose: 'settlement',
      savingNgwee: kwacha(76),
    });
    expect(rebatesOf(late)).toEqual([]);
    expect(checkLedgerAgainstLoan(late.loan, late.transfers)).toEqual([]);
  });
});

describe('a loan of which the payments do not explain the interest', () => {
  test('gives back the days from the last payment, and what was given stays given', () => {
    const second = pay(begun(sampleTerms()), kwacha(600), secondOn);
    // K10 less of interest, of which no payment and no waiver tells.
    const [first] = second.loan.instalments;
    const waived = {
      ...first!,
      interestNgwee: kwacha(110),
      interestPaidNgwee: kwacha(110),
      principalPaidNgwee: kwacha(460),
    };
    const unexplained = {
      ...second,
      loan: { ...second.loan, instalments: [waived], interestEarnedNgwee: kwacha(110) },
    };
    const late = pay(unexplained, kwacha(600), firstOn, confirmedOn);
    expect(late.loan).toMatchObject({ state: 'settled', closedOn: secondOn });
    expect(rebatesOf(late)).toMatchObject([{ period: 1, days: 1, amountNgwee: 400, walletNgwee: 400 }]);
    expect(late.loan.instalments[0]).toMatchObject({ interestNgwee: kwacha(106) });
  });
});

describe('money for an extension that is more than it costs', () => {
  test('pays the plan and gives its rebate, as any other payment', () => {
    const loan = begun(sampleTerms()).loan;
    const quote = quoteExtension(loan, firstOn);
    if (!quote.ok) throw new Error(quote.refusal.kind);
    const amountNgwee = add(quote.value.feeNgwee, kwacha(1150));
    const received = { attemptId: 'e', operator: 'mtn', submittedOn: firstOn, on: firstOn } as const;
    const quoted = quote.value;
    const change = extensionSucceeded(loan, { ...received, amountNgwee, ladder: entryStanding, quoted });
    expect(checkLoan(change.loan)).toEqual([]);
    expect(change).toMatchObject({ walletNgwee: kwacha(80), loan: { state: 'settled', closedOn: firstOn } });
    expect(change.events).toContainEqual(
      expect.objectContaining({ kind: 'rebate_given', period: 1, days: 20, amountNgwee: kwacha(80) }),
    );
  });
});
