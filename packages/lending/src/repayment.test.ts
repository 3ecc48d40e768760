import { describe, expect, test } from 'vitest';
import { catchUp } from './catch-up.ts';
import { isEmptyChange } from './change.ts';
import { addDays } from './day.ts';
import { balanceOf, checkLoan } from './invariants.ts';
import { kwacha, type Ngwee, ngwee } from './money.ts';
import { paidOnLoan } from './owed.ts';
import { repayFromWallet, repaymentFailed, submitRepayment } from './repayment.ts';
import {
  entryStanding,
  paidOutLoan,
  payingOutLoan,
  sampleTerms,
  threeInstalments,
} from './sample-loan.test-support.ts';
import { dueOn, paidOutOn, submit, succeed } from './sample-repayment.test-support.ts';

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
          {
            kind: 'repayment_submitted',
            on: dueOn,
            purpose: 'repayment',
            attemptId: 'a',
            period: 1,
            amountNgwee: 46_333,
          },
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
        purpose: 'repayment',
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
        discountNgwee: 0,
        savingNgwee: 0,
        isRecovery: false,
        userCouponId: null,
        receiptNo: '7-1',
        posting: {
          transfers: [
            { debitAccount: 'float_mtn_collection', creditAccount: 'fee_receivable', amountNgwee: 3000 },
            {
              debitAccount: 'float_mtn_collection',
              creditAccount: 'interest_receivable',
              amountNgwee: 12_000,
            },
            {
              debitAccount: 'float_mtn_collection',
              creditAccount: 'principal_receivable',
              amountNgwee: 100_000,
            },
          ],
          instalments: [
            { period: 1, principalPaidNgwee: 100_000, interestPaidNgwee: 12_000, feePaidNgwee: 3000 },
          ],
          walletNgwee: 0,
          interestEarnedNgwee: 0,
          feeEarnedNgwee: 0,
        },
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
    // On day 30 the loan has cost K150: the interest of the two later plans is given back.
    expect(all.loan.state).toBe('settled');
    expect(all.walletNgwee).toBe(kwacha(850));
    expect(balanceOf(all.transfers, 'wallet_credit')).toBe(-kwacha(850));
    expect(all.messages).toEqual([
      { kind: 'loan_settled', amountNgwee: kwacha(2000), receiptNo: '7-1', walletNgwee: kwacha(850) },
    ]);
  });

  test('of a loan that is closed goes to the wallet', () => {
    const settled = succeed(paidOutLoan(sampleTerms(), paidOutOn), kwacha(1150)).loan;
    for (const loan of [
      settled,
      { ...payingOutLoan(sampleTerms(), paidOutOn), state: 'cancelled' as const },
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
    expect(change.events[0]).toEqual({
      kind: 'repayment_failed',
      on,
      purpose: 'repayment',
      attemptId: 'a',
      reason: 'EXPIRED',
    });
    expect(isEmptyChange(repaymentFailed(change.loan, { attemptId: 'a', on, reason: 'EXPIRED' }))).toBe(true);
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
