import { describe, expect, test } from 'vitest';
import { catchUp } from './catch-up.ts';
import { applyCoupon, giveCoupon, welcomeCoupon } from './coupon.ts';
import { addDays } from './day.ts';
import { balanceOf, checkLoan } from './invariants.ts';
import { kwacha, ngwee } from './money.ts';
import { owedOnLoan, paidOnLoan } from './owed.ts';
import { repaymentFailed, repaymentSucceeded } from './repayment.ts';
import { entryStanding, paidOutLoan, sampleTerms, threeInstalments } from './sample-loan.test-support.ts';
import { dueOn, paidOutOn, submit, succeed } from './sample-repayment.test-support.ts';
import { waiveCharge } from './waiver.ts';

describe('the value day', () => {
  test('K1,161.50 sent before midnight and confirmed after it clears the bill', () => {
    const sentOn = addDays(dueOn, 3);
    const waiting = submit(paidOutLoan(sampleTerms(), paidOutOn), ngwee(116_150), sentOn);
    const change = succeed(waiting, ngwee(116_150), sentOn, addDays(sentOn, 1));
    expect(change.loan).toMatchObject({ state: 'settled', closedOn: sentOn, worstDaysLate: 3 });
    expect(change.walletNgwee).toBe(0);
    expect(change.events.map((event) => event.kind)).toEqual(['repaid', 'settled']);
  });

  test('of a part payment is accrued to first, and the days after it are charged on what it left', () => {
    const waiting = submit(paidOutLoan(sampleTerms(), paidOutOn), kwacha(650));
    const change = succeed(waiting, kwacha(650), dueOn, addDays(dueOn, 4));
    expect(owedOnLoan(change.loan)).toMatchObject({ penaltyNgwee: 3 * 250, principalNgwee: kwacha(500) });
  });

  test('is kept by a success after we had given up: the bill is cleared and was never late', () => {
    const waiting = submit(paidOutLoan(sampleTerms(), paidOutOn), kwacha(1150));
    const on = addDays(dueOn, 10);
    const givenUp = repaymentFailed(waiting, {
      attemptId: 'a',
      on: addDays(dueOn, 1),
      reason: 'TIMEOUT',
    }).loan;
    const late = catchUp(givenUp, on).loan;
    expect(owedOnLoan(late).penaltyNgwee).toBe(9 * 575);
    const change = succeed(late, kwacha(1150), dueOn, on);
    expect(change.loan).toMatchObject({ state: 'settled', closedOn: dueOn, worstDaysLate: 0 });
    expect(change.ladder).toEqual({ step: 1, onTimeLoans: 1 });
    expect(change.walletNgwee).toBe(0);
    expect(change.events[0]).toEqual({
      kind: 'penalty_waived',
      on,
      period: 1,
      amountNgwee: 9 * 575,
      reason: 'paid_on_value_day',
    });
    expect(change.transfers[0]).toEqual({
      debitAccount: 'penalty_income',
      creditAccount: 'penalty_receivable',
      amountNgwee: 9 * 575,
    });
  });

  test('of a part payment that came late leaves what a timely one would have left', () => {
    const loan = paidOutLoan(threeInstalments(), paidOutOn);
    const sentOn = addDays(dueOn, 4);
    const on = addDays(dueOn, 12);
    const timely = succeed(submit(loan, kwacha(300), sentOn), kwacha(300), sentOn, on).loan;
    const late = succeed(catchUp(catchUp(loan, sentOn).loan, on).loan, kwacha(300), sentOn, on).loan;
    expect(late).toEqual(timely);
  });

  test('gives back as wallet credit the penalties since it that another payment had paid', () => {
    const sentOn = addDays(dueOn, 3);
    const waiting = submit(paidOutLoan(sampleTerms(), paidOutOn), ngwee(116_150), sentOn);
    const givenUp = repaymentFailed(waiting, { attemptId: 'a', on: sentOn, reason: 'TIMEOUT' }).loan;
    const paidAgainOn = addDays(sentOn, 3);
    const secondAmount = ngwee(116_150 + 3 * 575);
    const second = succeed(
      submit(givenUp, secondAmount, paidAgainOn, 'b'),
      secondAmount,
      paidAgainOn,
      paidAgainOn,
      'b',
    );
    expect(second.loan.state).toBe('settled');
    const change = succeed(second.loan, ngwee(116_150), sentOn, addDays(sentOn, 5));
    expect(change.loan.state).toBe('settled');
    expect(change.walletNgwee).toBe(secondAmount);
    expect(balanceOf(change.transfers, 'penalty_receivable')).toBe(0);
    expect(balanceOf(change.transfers, 'penalty_income')).toBe(3 * 575);
    expect(checkLoan(change.loan)).toEqual([]);
  });

  test('counts together with another payment that came meanwhile', () => {
    const waiting = submit(paidOutLoan(sampleTerms(), paidOutOn), kwacha(500));
    const givenUp = repaymentFailed(waiting, { attemptId: 'a', on: dueOn, reason: 'TIMEOUT' }).loan;
    const threeDaysLate = addDays(dueOn, 3);
    const rest = ngwee(65_000 + 2 * 575);
    const some = succeed(
      submit(givenUp, rest, threeDaysLate, 'b'),
      rest,
      threeDaysLate,
      threeDaysLate,
      'b',
    ).loan;
    expect(owedOnLoan(some).totalNgwee).toBe(kwacha(500));
    const on = addDays(dueOn, 20);
    const change = succeed(catchUp(some, on).loan, kwacha(500), dueOn, on);
    // With K500 on the due date, K650 are late for three days, and two of them are charged.
    expect(change.loan).toMatchObject({ state: 'settled', worstDaysLate: 3 });
    expect(change.walletNgwee).toBe(2 * 575 - 2 * 325);
    expect(paidOnLoan(change.loan).penaltyNgwee).toBe(2 * 325);
    expect(checkLoan(change.loan)).toEqual([]);
  });

  test('does not waive what the late payment would not have cleared', () => {
    const sentOn = addDays(dueOn, 1);
    const on = addDays(dueOn, 11);
    const late = catchUp(paidOutLoan(sampleTerms(), paidOutOn), on).loan;
    const change = succeed(late, kwacha(150), sentOn, on);
    expect(owedOnLoan(change.loan)).toMatchObject({ penaltyNgwee: 10 * 500, principalNgwee: kwacha(1000) });
    expect(change.loan.worstDaysLate).toBe(11);
  });

  test('holds while another payment waits, and each clears only its own waiting', () => {
    const loan = paidOutLoan(threeInstalments(), paidOutOn);
    const givenUp = repaymentFailed(submit(loan, kwacha(100)), {
      attemptId: 'a',
      on: dueOn,
      reason: 'TIMEOUT',
    }).loan;
    const waiting = submit(givenUp, kwacha(200), addDays(dueOn, 1), 'b');
    const on = addDays(dueOn, 9);
    const first = succeed(waiting, kwacha(100), dueOn, on).loan;
    expect(first).toMatchObject({
      pending: { attemptId: 'b' },
      accruedThroughOn: '2026-12-22',
      nextEventOn: null,
    });
    const second = succeed(first, kwacha(200), addDays(dueOn, 1), on, 'b').loan;
    expect(second).toMatchObject({ pending: null, accruedThroughOn: on });
    expect(owedOnLoan(second)).toMatchObject({ penaltyNgwee: 8 * 82, totalNgwee: kwacha(1090) + 8 * 82 });
  });

  test('frees the days that it clears, also if a charge was waived or a coupon was used since', () => {
    const waiting = submit(paidOutLoan(sampleTerms(), paidOutOn), kwacha(1150));
    const givenUp = repaymentFailed(waiting, { attemptId: 'a', on: dueOn, reason: 'TIMEOUT' }).loan;
    const reducedOn = addDays(dueOn, 5);
    const overdue = catchUp(givenUp, reducedOn).loan;
    const waived = waiveCharge(overdue, {
      period: 1,
      charge: 'interest',
      amountNgwee: kwacha(100),
      reason: 'goodwill',
      on: reducedOn,
      ladder: entryStanding,
    });
    if (!waived.ok) throw new Error(waived.refusal.kind);
    const offer = { ...welcomeCoupon, worth: { kind: 'fixed', amountNgwee: kwacha(100) } } as const;
    const coupon = giveCoupon(offer, 1, reducedOn);
    const applied = applyCoupon(overdue, { coupon, period: 1, on: reducedOn });
    if (!applied.ok) throw new Error(applied.refusal.kind);
    const byCoupon = repaymentSucceeded(submit(applied.value.loan, ngwee(107_300), reducedOn, 'b'), {
      attemptId: 'b',
      operator: 'mtn',
      amountNgwee: ngwee(107_300),
      submittedOn: reducedOn,
      on: reducedOn,
      ladder: entryStanding,
      quoted: { userCouponId: 1, discountNgwee: kwacha(100) },
    });
    expect(byCoupon.loan.state).toBe('settled');
    const endings = [waived.value.loan, byCoupon.loan].map((subject) => {
      const { loan, walletNgwee } = succeed(subject, kwacha(1150), dueOn, addDays(dueOn, 7));
      expect(checkLoan(loan)).toEqual([]);
      const { closedOn, worstDaysLate } = loan;
      return { closedOn, worstDaysLate, penaltyNgwee: paidOnLoan(loan).penaltyNgwee, walletNgwee };
    });
    const onTime = { closedOn: dueOn, worstDaysLate: 0, penaltyNgwee: 0 };
    expect(endings).toEqual([
      { ...onTime, walletNgwee: kwacha(100) },
      { ...onTime, walletNgwee: ngwee(107_300 + 10_000) },
    ]);
  });
});
