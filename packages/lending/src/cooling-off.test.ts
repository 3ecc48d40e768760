import { describe, expect, test } from 'vitest';
import { catchUp } from './catch-up.ts';
import { cancellationSucceeded, quoteCancellation, submitCancellation } from './cooling-off.ts';
import { applyCoupon, giveCoupon, welcomeCoupon } from './coupon.ts';
import { addDays, type Day, day } from './day.ts';
import { extensionSucceeded, quoteExtension, submitExtension } from './extension.ts';
import { balanceOf, checkLedgerAgainstLoan, checkLoan } from './invariants.ts';
import type { Transfer } from './ledger.ts';
import type { Loan, LoanTerms } from './loan.ts';
import { kwacha, type Ngwee, ngwee } from './money.ts';
import { payoutSucceeded } from './payout.ts';
import { nextBill, repaymentFailed, repaymentSucceeded, submitRepayment } from './repayment.ts';
import { entryStanding, payingOutLoan, sampleTerms, threeInstalments } from './sample-loan.test-support.ts';

const on = day('2026-11-21');
const inTime = { hoursSincePayout: 3, on };

/** A loan just paid out, with the transfers of its payout. */
function paidOut(terms: LoanTerms): { loan: Loan; book: Transfer[] } {
  const change = payoutSucceeded(payingOutLoan(terms, on), { attemptId: 'p', operator: 'mtn', on });
  return { loan: change.loan, book: [...change.transfers] };
}

function submit(loan: Loan, amountNgwee: Ngwee) {
  return submitCancellation(loan, { attemptId: 'c', amountNgwee, ...inTime });
}

function giveBack({ loan, book }: { loan: Loan; book: Transfer[] }, on: Day = inTime.on) {
  const quote = quoteCancellation(loan, inTime);
  if (!quote.ok) throw new Error(quote.refusal.kind);
  const { amountNgwee } = quote.value;
  const submitted = submit(loan, amountNgwee);
  if (!submitted.ok) throw new Error(submitted.refusal.kind);
  const change = cancellationSucceeded(submitted.value.loan, {
    attemptId: 'c',
    operator: 'mtn',
    amountNgwee,
    submittedOn: inTime.on,
    on,
    ladder: entryStanding,
  });
  return { change, amountNgwee, book: [...book, ...submitted.value.transfers, ...change.transfers] };
}

describe('a cancellation quote', () => {
  const { loan } = paidOut(sampleTerms());

  test('is the money received, within the hours of the policy', () => {
    expect(quoteCancellation(loan, { hoursSincePayout: 24, on })).toEqual({
      ok: true,
      value: { amountNgwee: kwacha(1000), surplusNgwee: 0 },
    });
    expect(quoteCancellation(loan, { hoursSincePayout: 24.01, on })).toEqual({
      ok: false,
      refusal: { kind: 'cooling_off_over', coolingOffHours: 24 },
    });
  });

  const waiting = submit(loan, kwacha(1000));
  test.each([
    ['wrong_state', payingOutLoan(sampleTerms(), on), on],
    ['wrong_state', loan, addDays(on, 40)],
    ['wrong_state', { ...loan, state: 'settled' as const }, on],
    ['payment_pending', waiting.ok ? waiting.value.loan : loan, on],
  ])('is refused as %s', (kind, subject, today) => {
    const quote = quoteCancellation(subject, { hoursSincePayout: 1, on: today });
    expect(quote.ok ? 'quoted' : quote.refusal.kind).toBe(kind);
  });

  test('is refused for any other amount', () => {
    expect(submit(loan, kwacha(1150))).toEqual({
      ok: false,
      refusal: { kind: 'stale_quote', amountNgwee: kwacha(1000) },
    });
  });
});

describe('giving the money back', () => {
  test('cancels the loan with no cost, to the ngwee', () => {
    const { change, book } = giveBack(paidOut(sampleTerms()), addDays(on, 2));
    expect(change.loan).toMatchObject({ state: 'cancelled', closedOn: on, nextEventOn: null });
    expect(change.transfers).toEqual([
      { debitAccount: 'unearned_interest', creditAccount: 'interest_receivable', amountNgwee: kwacha(120) },
      { debitAccount: 'unearned_fee', creditAccount: 'fee_receivable', amountNgwee: kwacha(30) },
      {
        debitAccount: 'float_mtn_collection',
        creditAccount: 'principal_receivable',
        amountNgwee: kwacha(1000),
      },
    ]);
    expect(change.messages).toEqual([
      { kind: 'loan_cancelled', amountNgwee: kwacha(1000), receiptNo: '7-1', walletNgwee: 0 },
    ]);
    expect(change.ladder).toBeNull();
    expect(checkLoan(change.loan)).toEqual([]);
    expect(checkLedgerAgainstLoan(change.loan, book)).toEqual([]);
  });

  test('returns only what was received when the fee was deducted', () => {
    const { change, amountNgwee, book } = giveBack(paidOut(sampleTerms({ feeMode: 'deducted' })));
    expect(amountNgwee).toBe(kwacha(970));
    expect(checkLedgerAgainstLoan(change.loan, book)).toEqual([]);
  });

  test('counts what was already paid, coupon and extension fee too, and earned income goes back', () => {
    const { loan, book } = paidOut(threeInstalments());
    const coupon = giveCoupon(welcomeCoupon, 1, on);
    const applied = applyCoupon(loan, { coupon, period: 1, on });
    if (!applied.ok) throw new Error(applied.refusal.kind);
    const bill = nextBill(applied.value.loan, on);
    if (bill === null) throw new Error('no bill');
    const sent = submitRepayment(applied.value.loan, {
      attemptId: 'r',
      period: 1,
      amountNgwee: bill.payoffNgwee,
      on,
    });
    if (!sent.ok || sent.value.loan.pending?.purpose !== 'repayment') throw new Error('not sent');
    const money = { operator: 'mtn', submittedOn: on, on, ladder: entryStanding } as const;
    const paid = repaymentSucceeded(sent.value.loan, { ...money, ...sent.value.loan.pending });
    const quote = quoteExtension(paid.loan, on);
    if (!quote.ok) throw new Error(quote.refusal.kind);
    const { amountNgwee: feeNgwee } = quote.value;
    const asked = submitExtension(paid.loan, {
      attemptId: 'e',
      amountNgwee: feeNgwee,
      on,
    });
    if (!asked.ok) throw new Error(asked.refusal.kind);
    const extended = extensionSucceeded(asked.value.loan, {
      ...money,
      attemptId: 'e',
      amountNgwee: feeNgwee,
      quoted: quote.value,
    });
    const earned = catchUp(extended.loan, addDays(on, 1));
    const all = [book, paid.transfers, extended.transfers, earned.transfers].flat();
    const { change, amountNgwee, book: whole } = giveBack({ loan: earned.loan, book: all });
    expect(amountNgwee).toBe(kwacha(1000) - bill.payoffNgwee - feeNgwee);
    for (const account of [
      'interest_income',
      'extension_income',
      'coupon_expense',
      'wallet_credit',
    ] as const) {
      expect(balanceOf(whole, account)).toBe(0);
    }
    expect(checkLedgerAgainstLoan(change.loan, whole)).toEqual([]);
  });

  test('that was paid back already cancels at once, and the surplus is wallet credit', () => {
    const { loan } = paidOut(sampleTerms());
    const paid = repaymentSucceeded(loan, {
      attemptId: 'r',
      operator: 'mtn',
      amountNgwee: kwacha(1080),
      submittedOn: on,
      on,
      ladder: entryStanding,
    }).loan;
    expect(quoteCancellation(paid, inTime)).toMatchObject({
      value: { amountNgwee: 0, surplusNgwee: kwacha(80) },
    });
    const change = submit(paid, ngwee(0));
    expect(change).toMatchObject({
      ok: true,
      value: { loan: { state: 'cancelled', pending: null }, walletNgwee: kwacha(80) },
    });
  });

  test('is honoured after we had given up, and what was paid since becomes wallet credit', () => {
    const { loan, book } = paidOut(sampleTerms());
    const sent = submit(loan, kwacha(1000));
    if (!sent.ok) throw new Error(sent.refusal.kind);
    const failed = repaymentFailed(sent.value.loan, { attemptId: 'c', on, reason: 'TIMEOUT' }).loan;
    const paidOn = addDays(on, 35);
    const paid = repaymentSucceeded(failed, {
      attemptId: 'r',
      operator: 'mtn',
      amountNgwee: kwacha(300),
      submittedOn: paidOn,
      on: paidOn,
      ladder: entryStanding,
    });
    const change = cancellationSucceeded(paid.loan, {
      attemptId: 'c',
      operator: 'mtn',
      amountNgwee: kwacha(1000),
      submittedOn: on,
      on: paidOn,
      ladder: entryStanding,
    });
    expect(change.loan).toMatchObject({ state: 'cancelled', closedOn: on, worstDaysLate: 0 });
    expect(change.walletNgwee).toBe(kwacha(300));
    expect(checkLedgerAgainstLoan(change.loan, [...book, ...paid.transfers, ...change.transfers])).toEqual(
      [],
    );
  });

  test('that does not make up what was received is a repayment', () => {
    const { loan } = paidOut(sampleTerms());
    const change = cancellationSucceeded(loan, {
      attemptId: 'c',
      operator: 'mtn',
      amountNgwee: kwacha(999),
      submittedOn: on,
      on,
      ladder: entryStanding,
    });
    expect(change.loan.state).toBe('active');
  });
});
