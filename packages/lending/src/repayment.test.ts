import { describe, expect, test } from 'vitest';
import { catchUp } from './catch-up.ts';
import { isEmptyChange } from './change.ts';
import { addDays, day } from './day.ts';
import { balanceOf, checkLoan } from './invariants.ts';
import type { Loan } from './loan.ts';
import { kwacha, type Ngwee, ngwee } from './money.ts';
import { firstOwedInstalment, owedOnLoan, paidOnLoan } from './owed.ts';
import { repayFromWallet, repaymentFailed, repaymentSucceeded, submitRepayment } from './repayment.ts';
import {
  entryStanding,
  paidOutLoan,
  payingOutLoan,
  sampleTerms,
  threeInstalments,
} from './sample-loan.test-support.ts';

const paidOutOn = day('2026-11-21');
const dueOn = day('2026-12-21');

function submit(loan: Loan, amountNgwee: Ngwee, on = dueOn, attemptId = 'a'): Loan {
  const period = firstOwedInstalment(loan)?.period ?? 0;
  const submitted = submitRepayment(loan, { attemptId, period, amountNgwee, on });
  if (!submitted.ok) throw new Error(submitted.refusal.kind);
  return submitted.value.loan;
}

function succeed(loan: Loan, amountNgwee: Ngwee, submittedOn = dueOn, on = submittedOn, attemptId = 'a') {
  return repaymentSucceeded(loan, {
    attemptId,
    operator: 'mtn',
    amountNgwee,
    submittedOn,
    on,
    ladder: entryStanding,
  });
}

describe('submitting', () => {
  const loan = paidOutLoan(threeInstalments(), paidOutOn);
  const good = { attemptId: 'a', period: 1, amountNgwee: ngwee(46_333), on: dueOn };

  test('makes the loan wait from that day', () => {
    const submitted = submitRepayment(loan, good);
    expect(submitted).toMatchObject({
      ok: true,
      value: {
        loan: {
          pending: { attemptId: 'a', period: 1, amountNgwee: 46_333, submittedOn: dueOn },
          accruedThroughOn: dueOn,
          nextEventOn: null,
        },
        events: [
          { kind: 'instalment_due', on: dueOn, period: 1 },
          { kind: 'repayment_submitted', on: dueOn, attemptId: 'a', period: 1, amountNgwee: 46_333 },
        ],
      },
    });
  });

  test.each([
    ['not_repayable', { ...loan, state: 'settled' as const }, { ...good, period: 9, amountNgwee: ngwee(1) }],
    [
      'payment_pending',
      submit(loan, ngwee(46_333)),
      { ...good, attemptId: 'b', period: 9, amountNgwee: ngwee(1) },
    ],
    ['not_first_owed', loan, { ...good, period: 2, amountNgwee: ngwee(1) }],
    ['not_first_owed', loan, { ...good, period: 9, amountNgwee: ngwee(1) }],
    ['below_minimum', loan, { ...good, amountNgwee: ngwee(1999) }],
    ['leaves_too_little', loan, { ...good, amountNgwee: ngwee(46_332) }],
    ['above_remaining', loan, { ...good, amountNgwee: ngwee(46_334) }],
    ['leaves_too_little', loan, { ...good, on: addDays(dueOn, 2) }],
  ])('is refused as %s, whatever comes later in the order', (kind, subject, input) => {
    const refused = submitRepayment(subject, input);
    expect(refused.ok ? 'accepted' : refused.refusal.kind).toBe(kind);
  });

  test('a refusal says what stands in the way', () => {
    expect(submitRepayment(submit(loan, ngwee(46_333)), { ...good, attemptId: 'b' })).toEqual({
      ok: false,
      refusal: { kind: 'payment_pending', attemptId: 'a', amountNgwee: 46_333 },
    });
    expect(submitRepayment(loan, { ...good, period: 3 })).toEqual({
      ok: false,
      refusal: { kind: 'not_first_owed', firstOwedPeriod: 1 },
    });
    expect(submitRepayment(payingOutLoan(sampleTerms(), paidOutOn), good)).toEqual({
      ok: false,
      refusal: { kind: 'not_repayable', state: 'paying_out' },
    });
  });
});

describe('a repayment', () => {
  test('of the whole loan on its due date settles it, on time', () => {
    const change = succeed(submit(paidOutLoan(sampleTerms(), paidOutOn), kwacha(1150)), kwacha(1150));
    expect(change.loan).toMatchObject({
      state: 'settled',
      closedOn: dueOn,
      pending: null,
      nextEventOn: null,
      worstDaysLate: 0,
      interestEarnedNgwee: kwacha(120),
      feeEarnedNgwee: kwacha(30),
    });
    expect(change.events).toEqual([
      {
        kind: 'repaid',
        on: dueOn,
        source: 'operator',
        attemptId: 'a',
        period: 1,
        amountNgwee: kwacha(1150),
        allocation: {
          penaltyNgwee: 0,
          feeNgwee: kwacha(30),
          interestNgwee: kwacha(120),
          principalNgwee: kwacha(1000),
          walletNgwee: 0,
        },
        receiptNo: '7-1',
      },
      { kind: 'settled', on: dueOn, onTime: true },
    ]);
    expect(change.messages).toEqual([
      { kind: 'loan_settled', amountNgwee: kwacha(1150), receiptNo: '7-1', walletNgwee: 0 },
    ]);
    expect(change.ladder).toEqual({ step: 1, onTimeLoans: 1 });
    expect(checkLoan(change.loan)).toEqual([]);
  });

  test('goes to penalty, fee, interest and principal in the order of the product', () => {
    const late = addDays(dueOn, 3);
    const change = succeed(
      submit(paidOutLoan(sampleTerms(), paidOutOn), kwacha(100), late),
      kwacha(100),
      late,
    );
    expect(change.transfers).toEqual([
      { debitAccount: 'float_mtn_collection', creditAccount: 'penalty_receivable', amountNgwee: 1150 },
      { debitAccount: 'float_mtn_collection', creditAccount: 'fee_receivable', amountNgwee: 3000 },
      { debitAccount: 'float_mtn_collection', creditAccount: 'interest_receivable', amountNgwee: 5850 },
    ]);
    expect(change.messages).toEqual([
      {
        kind: 'repayment_received',
        amountNgwee: kwacha(100),
        receiptNo: '7-1',
        remainingNgwee: kwacha(1150) + 1150 - kwacha(100),
        walletNgwee: 0,
      },
    ]);
    const principalFirst = sampleTerms({ repaymentOrder: ['principal', 'interest', 'fee', 'penalty'] });
    const other = succeed(
      submit(paidOutLoan(principalFirst, paidOutOn), kwacha(100), late),
      kwacha(100),
      late,
    );
    expect(paidOnLoan(other.loan)).toMatchObject({ principalNgwee: kwacha(100), totalNgwee: kwacha(100) });
  });

  test('that is more than one instalment goes on to the next ones and then to the wallet', () => {
    const loan = paidOutLoan(threeInstalments(), paidOutOn);
    const some = succeed(loan, kwacha(1000));
    expect(some.loan.instalments.map((instalment) => instalment.state)).toEqual([
      'settled',
      'settled',
      'scheduled',
    ]);
    expect(paidOnLoan(some.loan).totalNgwee).toBe(kwacha(1000));
    const all = succeed(loan, kwacha(2000));
    expect(all.loan.state).toBe('settled');
    expect(all.walletNgwee).toBe(kwacha(610));
    expect(balanceOf(all.transfers, 'wallet_credit')).toBe(-kwacha(610));
    expect(all.messages).toEqual([
      { kind: 'loan_settled', amountNgwee: kwacha(2000), receiptNo: '7-1', walletNgwee: kwacha(610) },
    ]);
  });

  test('of a loan that is closed goes to the wallet', () => {
    const settled = succeed(paidOutLoan(sampleTerms(), paidOutOn), kwacha(1150)).loan;
    for (const loan of [
      settled,
      { ...payingOutLoan(sampleTerms(), paidOutOn), state: 'cancelled' as const },
      {
        ...catchUp(paidOutLoan(sampleTerms(), paidOutOn), addDays(dueOn, 90)).loan,
        state: 'written_off' as const,
      },
    ]) {
      const change = succeed(loan, kwacha(70), dueOn, dueOn, 'b');
      expect(change.loan).toEqual(loan);
      expect(change.walletNgwee).toBe(kwacha(70));
      expect(change.ladder).toBeNull();
      expect(change.messages).toEqual([
        {
          kind: 'repayment_received',
          amountNgwee: kwacha(70),
          receiptNo: '7-1',
          remainingNgwee: 0,
          walletNgwee: kwacha(70),
        },
      ]);
    }
  });

  test('that fails lets the loan move again, from the day it was submitted', () => {
    const waiting = submit(paidOutLoan(sampleTerms(), paidOutOn), kwacha(1150));
    const on = addDays(dueOn, 3);
    const change = repaymentFailed(waiting, { attemptId: 'a', on, reason: 'EXPIRED' });
    expect(change.loan).toEqual(catchUp(paidOutLoan(sampleTerms(), paidOutOn), on).loan);
    expect(change.events[0]).toEqual({ kind: 'repayment_failed', on, attemptId: 'a', reason: 'EXPIRED' });
    expect(isEmptyChange(repaymentFailed(change.loan, { attemptId: 'a', on, reason: 'EXPIRED' }))).toBe(true);
  });
});

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
    // With K500 on the due day, K650 were late for three days, two of them charged.
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
});

describe('paying from the wallet', () => {
  const loan = paidOutLoan(sampleTerms(), paidOutOn);
  const payment = { period: 1, on: dueOn, ladder: entryStanding };

  test('moves wallet credit into the loan at once', () => {
    const change = repayFromWallet(loan, {
      ...payment,
      amountNgwee: kwacha(1150),
      walletNgwee: kwacha(1200),
    });
    expect(change).toMatchObject({
      ok: true,
      value: { loan: { state: 'settled' }, walletNgwee: -kwacha(1150), ladder: { step: 1, onTimeLoans: 1 } },
    });
    if (change.ok) {
      expect(balanceOf(change.value.transfers, 'wallet_credit')).toBe(kwacha(1150));
      expect(change.value.events.find((event) => event.kind === 'repaid')).toMatchObject({
        source: 'wallet',
        attemptId: null,
      });
    }
  });

  test('follows every rule of a repayment, and then that of the wallet', () => {
    const refusal = (amountNgwee: Ngwee, walletNgwee: Ngwee, subject = loan) => {
      const paid = repayFromWallet(subject, { ...payment, amountNgwee, walletNgwee });
      return paid.ok ? 'accepted' : paid.refusal;
    };
    expect(refusal(kwacha(500), kwacha(499))).toEqual({ kind: 'wallet_too_low', walletNgwee: kwacha(499) });
    expect(refusal(kwacha(500), kwacha(500))).toBe('accepted');
    expect(refusal(kwacha(1101), kwacha(0))).toEqual({ kind: 'leaves_too_little' });
    expect(refusal(kwacha(500), kwacha(0), submit(loan, kwacha(1150)))).toMatchObject({
      kind: 'payment_pending',
    });
  });
});
