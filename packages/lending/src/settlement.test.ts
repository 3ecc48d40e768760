import { describe, expect, test } from 'vitest';
import { catchUp } from './catch-up.ts';
import { addDays, type Day, day } from './day.ts';
import { balanceOf, checkLoan } from './invariants.ts';
import type { Loan } from './loan.ts';
import { kwacha, ngwee } from './money.ts';
import { owedOnLoan } from './owed.ts';
import type { SettlementQuote } from './quote.ts';
import { rate } from './rate.ts';
import { repaymentFailed, repaymentSucceeded } from './repayment.ts';
import {
  entryStanding,
  paidOutLoan,
  payingOutLoan,
  sampleTerms,
  threeInstalments,
} from './sample-loan.test-support.ts';
import { comesBeforeBill, quoteSettlement, settlementSucceeded, submitSettlement } from './settlement.ts';

const paidOutOn = day('2026-11-21');
const dayTen = addDays(paidOutOn, 10);
const flat = paidOutLoan(sampleTerms(), paidOutOn);

function quoteOf(loan: Loan, on: Day): SettlementQuote {
  const quote = quoteSettlement(loan, on);
  if (!quote.ok) throw new Error(quote.refusal.kind);
  return quote.value;
}

function submit(loan: Loan, on: Day, attemptId = 's'): Loan {
  const { amountNgwee } = quoteOf(loan, on);
  const submitted = submitSettlement(loan, { attemptId, amountNgwee, on, ladder: entryStanding });
  if (!submitted.ok) throw new Error(submitted.refusal.kind);
  return submitted.value.loan;
}

function succeed(loan: Loan, quoted: SettlementQuote, submittedOn: Day, on = submittedOn, attemptId = 's') {
  const { amountNgwee } = quoted;
  return settlementSucceeded(loan, {
    attemptId,
    operator: 'mtn',
    amountNgwee,
    submittedOn,
    on,
    ladder: entryStanding,
    quoted,
  });
}

describe('a settlement quote', () => {
  test('for K1,000 over 30 days on day 10 is K1,070 and saves K80', () => {
    expect(quoteOf(flat, dayTen)).toMatchObject({ amountNgwee: kwacha(1070), savingNgwee: kwacha(80) });
  });

  test.each([
    ['on the day of the payout', paidOutOn, 1030, 120],
    ['on the due date', addDays(paidOutOn, 30), 1150, 0],
    ['after it, with the penalty', addDays(paidOutOn, 32), 1155.75, 0],
  ])('%s is what the days used cost', (_, on, amount, saving) => {
    expect(quoteOf(flat, on)).toMatchObject({
      amountNgwee: ngwee(amount * 100),
      savingNgwee: kwacha(saving),
    });
  });

  test('gives nothing back on a flat product that says so', () => {
    const fixed = paidOutLoan(sampleTerms({ settlementInterest: 'fixed' }), paidOutOn);
    expect(quoteOf(fixed, dayTen)).toMatchObject({ amountNgwee: kwacha(1150), savingNgwee: 0 });
  });

  test('gives the days back on a declining balance, period by period', () => {
    const declining = paidOutLoan(
      threeInstalments({
        interestMethod: 'declining',
        dailyRate: rate('0.0033333333'),
        settlementInterest: 'fixed',
      }),
      paidOutOn,
    );
    const [first, second, third] = declining.instalments.map((instalment) => instalment.interestNgwee);
    expect([first, second, third]).toEqual([10_000, 6979, 3656]);
    // Day 45: the first period in full, half of the second, nothing of the third.
    expect(quoteOf(declining, addDays(paidOutOn, 45)).savingNgwee).toBe(6979 - 3490 + 3656);
  });

  test('is the whole loan less everything paid: a plan paid before costs the interest of its days only', () => {
    const paidAhead = repaymentSucceeded(paidOutLoan(threeInstalments(), paidOutOn), {
      attemptId: 'r',
      operator: 'mtn',
      amountNgwee: ngwee(46_333),
      submittedOn: paidOutOn,
      on: paidOutOn,
      ladder: entryStanding,
    }).loan;
    // K1,000, the fee of K30, and ten days of K4.
    expect(quoteOf(paidAhead, dayTen).amountNgwee).toBe(kwacha(1070) - 46_333);
  });

  test.each([
    ['not_repayable', payingOutLoan(sampleTerms(), paidOutOn)],
    ['not_repayable', { ...flat, state: 'settled' as const }],
    ['payment_pending', submit(flat, dayTen)],
  ])('is refused as %s', (kind, loan) => {
    const quote = quoteSettlement(loan, dayTen);
    expect(quote.ok ? 'quoted' : quote.refusal.kind).toBe(kind);
  });
});

describe('settling is offered before the bill', () => {
  const inParts = paidOutLoan(threeInstalments(), paidOutOn);
  const firstDueOn = addDays(paidOutOn, 30);
  const applied = (amountNgwee: number): Loan => ({
    ...flat,
    coupon: {
      userCouponId: 1,
      name: 'Welcome',
      worth: { kind: 'fixed', amountNgwee: ngwee(amountNgwee) },
      minPlanNgwee: null,
      validFrom: paidOutOn,
      validTo: addDays(paidOutOn, 60),
      period: 1,
    },
  });

  test.each<[string, boolean, Loan, Day]>([
    ['while nothing is due', true, inParts, addDays(firstDueOn, -1)],
    ['not on the day on which a plan is due', false, inParts, firstDueOn],
    ['not after it', false, inParts, addDays(firstDueOn, 3)],
    [
      'not where it saves nothing',
      false,
      paidOutLoan(sampleTerms({ settlementInterest: 'fixed' }), paidOutOn),
      dayTen,
    ],
    ['with a coupon that takes less off than settling saves', true, applied(7999), dayTen],
    ['not with a coupon that takes as much off', false, applied(8000), dayTen],
    ['not while a payment is pending', false, submit(flat, dayTen), dayTen],
  ])('%s: %s', (_, expected, loan, on) => {
    expect(comesBeforeBill(loan, on)).toBe(expected);
  });
});

describe('settling early', () => {
  const quoted = quoteOf(flat, dayTen);

  test('is refused for any other amount than the one quoted that day', () => {
    const stale = {
      attemptId: 's',
      amountNgwee: quoted.amountNgwee,
      on: addDays(dayTen, 1),
      ladder: entryStanding,
    };
    expect(submitSettlement(flat, stale)).toEqual({
      ok: false,
      refusal: { kind: 'stale_quote', amountNgwee: kwacha(1074) },
    });
  });

  test('gives the interest back by rows of its own and settles the loan', () => {
    const change = succeed(submit(flat, dayTen), quoted, dayTen, addDays(dayTen, 2));
    expect(change.loan).toMatchObject({ state: 'settled', closedOn: dayTen, worstDaysLate: 0 });
    expect(change.transfers).toContainEqual({
      debitAccount: 'unearned_interest',
      creditAccount: 'interest_receivable',
      amountNgwee: kwacha(80),
    });
    expect(balanceOf(change.transfers, 'float_mtn_collection')).toBe(kwacha(1070));
    expect(change.events.find((event) => event.kind === 'repaid')).toMatchObject({
      purpose: 'settlement',
      savingNgwee: kwacha(80),
      allocation: { feeNgwee: kwacha(30), interestNgwee: kwacha(40), principalNgwee: kwacha(1000) },
    });
    expect(change.ladder).toEqual({ step: 1, onTimeLoans: 1 });
    expect(change.walletNgwee).toBe(0);
    expect(checkLoan(change.loan)).toEqual([]);
  });

  test('is honoured for exactly its amount when the money comes after we had given up', () => {
    const failed = repaymentFailed(submit(flat, dayTen), {
      attemptId: 's',
      on: dayTen,
      reason: 'TIMEOUT',
    }).loan;
    const on = addDays(paidOutOn, 45);
    const late = catchUp(failed, on).loan;
    expect(late.state).toBe('overdue');
    const change = succeed(late, quoted, dayTen, on);
    expect(change.loan).toMatchObject({ state: 'settled', closedOn: dayTen, worstDaysLate: 0 });
    expect(change.walletNgwee).toBe(0);
    expect(balanceOf(change.transfers, 'interest_income')).toBe(kwacha(80));
    expect(checkLoan(change.loan)).toEqual([]);
  });

  test('gives back as wallet credit whatever was paid since, when it comes after another payment', () => {
    const failed = repaymentFailed(submit(flat, dayTen), {
      attemptId: 's',
      on: dayTen,
      reason: 'TIMEOUT',
    }).loan;
    const dueOn = addDays(paidOutOn, 30);
    for (const amountNgwee of [kwacha(200), kwacha(1150)]) {
      const paid = repaymentSucceeded(failed, {
        attemptId: 'r',
        operator: 'mtn',
        amountNgwee,
        submittedOn: dueOn,
        on: dueOn,
        ladder: entryStanding,
      }).loan;
      const change = succeed(paid, quoted, dayTen, addDays(dueOn, 5));
      expect(change.loan.state).toBe('settled');
      expect(change.walletNgwee).toBe(amountNgwee);
      expect(checkLoan(change.loan)).toEqual([]);
    }
  });

  test('twice gives the second one back in full, with the days between', () => {
    const failed = repaymentFailed(submit(flat, dayTen), {
      attemptId: 's',
      on: dayTen,
      reason: 'TIMEOUT',
    }).loan;
    const dayTwenty = addDays(paidOutOn, 20);
    const second = quoteOf(failed, dayTwenty);
    expect(second.amountNgwee).toBe(kwacha(1110));
    const settled = succeed(submit(failed, dayTwenty, 't'), second, dayTwenty, dayTwenty, 't').loan;
    const change = succeed(settled, quoted, dayTen, dayTwenty);
    expect(change.walletNgwee).toBe(kwacha(1110));
    expect(checkLoan(change.loan)).toEqual([]);
  });

  test('with less than was quoted is a repayment like any other', () => {
    const change = succeed(submit(flat, dayTen), quoted, dayTen);
    const less = settlementSucceeded(submit(flat, dayTen), {
      attemptId: 's',
      operator: 'mtn',
      amountNgwee: kwacha(1000),
      submittedOn: dayTen,
      on: dayTen,
      ladder: entryStanding,
      quoted,
    });
    expect(change.loan.state).toBe('settled');
    expect(less.loan.state).toBe('active');
    expect(owedOnLoan(less.loan).totalNgwee).toBe(kwacha(150));
  });
});
