import { describe, expect, test } from 'vitest';
import { catchUp } from './catch-up.ts';
import { applyCoupon, giveCoupon, welcomeCoupon } from './coupon.ts';
import { addDays, day } from './day.ts';
import { extensionSucceeded, quoteExtension } from './extension.ts';
import type { LoanEvent } from './loan.ts';
import { kwacha, ngwee } from './money.ts';
import { owedOnLoan } from './owed.ts';
import { rate } from './rate.ts';
import { repaymentSucceeded, submitRepayment } from './repayment.ts';
import { entryStanding, paidOutLoan, sampleTerms, threeInstalments } from './sample-loan.test-support.ts';
import {
  dueOn,
  kept,
  loan,
  paidOutOn,
  pay,
  postedIn,
  reverse,
  reversed,
} from './sample-reversal.test-support.ts';
import { quoteSettlement, settlementSucceeded } from './settlement.ts';
import { waiveCharge } from './waiver.ts';
import { writeOff } from './write-off.ts';

describe('reversing', () => {
  test('a repayment posts the same rows the other way, and leaves the money in suspense', () => {
    const paid = pay(loan, kwacha(650));
    const change = reversed(kept(paid), postedIn(paid));
    expect(change.transfers).toEqual([
      { debitAccount: 'fee_receivable', creditAccount: 'suspense', amountNgwee: kwacha(30) },
      {
        debitAccount: 'interest_receivable',
        creditAccount: 'suspense',
        amountNgwee: kwacha(120),
      },
      {
        debitAccount: 'principal_receivable',
        creditAccount: 'suspense',
        amountNgwee: kwacha(500),
      },
    ]);
    expect(owedOnLoan(change.loan)).toEqual(owedOnLoan(loan));
    expect(change.events).toEqual([
      {
        kind: 'reversed',
        on: dueOn,
        reversedReceiptNo: '7-1',
        cause: 'our_mistake',
        reason: 'the money was for someone else',
        receiptNo: '7-2',
      },
    ]);
    expect(change.messages).toEqual([
      { kind: 'payment_reversed', amountNgwee: kwacha(650), remainingNgwee: kwacha(1150) },
    ]);
  });

  test('the one that settled a loan opens it again from that day, without penalties for the days between', () => {
    const paid = pay(loan, kwacha(1150));
    expect(paid.loan.state).toBe('settled');
    const later = addDays(dueOn, 20);
    const change = reversed(kept(paid), postedIn(paid), {
      on: later,
      cause: 'payer_or_operator',
      ladderPlace: paid.ladder ?? entryStanding.place,
    });
    expect(change.loan).toMatchObject({ state: 'overdue', closedOn: null, nextEventOn: addDays(later, 1) });
    expect(owedOnLoan(change.loan).penaltyNgwee).toBe(0);
    expect(owedOnLoan(catchUp(change.loan, addDays(later, 2)).loan).penaltyNgwee).toBe(2 * 575);
    expect(change.ladder).toEqual(entryStanding.place);
  });

  test('before the due date makes a settled loan active again', () => {
    const paid = pay(loan, kwacha(1150), addDays(paidOutOn, 3));
    const on = addDays(paidOutOn, 5);
    const walletNgwee = ngwee(paid.walletNgwee);
    expect(reversed(kept(paid), postedIn(paid), { on, walletNgwee }).loan.state).toBe('active');
  });

  test('a repayment that gave a rebate takes the rebate back with it', () => {
    const three = paidOutLoan(threeInstalments(), paidOutOn);
    const on = addDays(paidOutOn, 1);
    const paid = pay(three, ngwee(46_333), on);
    expect(owedOnLoan(paid.loan).totalNgwee).toBe(139_000 - 46_333 - 3867);
    const change = reversed(kept(paid), postedIn(paid), { on });
    expect(change.loan.instalments).toEqual(catchUp(three, on).loan.instalments);
    expect(change.loan.interestEarnedNgwee).toBe(catchUp(three, on).loan.interestEarnedNgwee);

    const settled = pay(loan, kwacha(1150), on);
    expect(settled.walletNgwee).toBe(kwacha(116));
    const used = reverse(kept(settled), postedIn(settled), { on, walletNgwee: kwacha(100) });
    expect(used).toEqual({ ok: false, refusal: { kind: 'credit_used', walletNgwee: kwacha(100) } });
  });

  test('of a part payment, of which a later early payment moved interest to principal, moves it back', () => {
    const on = addDays(paidOutOn, 10);
    const part = pay(loan, kwacha(100), on);
    const rest = pay(kept(part), kwacha(1050), on);
    expect(rest).toMatchObject({ walletNgwee: kwacha(80), loan: { state: 'settled' } });
    const change = reversed(kept(rest), postedIn(part), { on });
    // K1,000, the fee of K30 and ten days of K4, less K1,050 of which K80 is in the wallet.
    expect(change.loan.state).toBe('active');
    expect(owedOnLoan(change.loan).totalNgwee).toBe(kwacha(100));
    expect(change.transfers).toContainEqual({
      debitAccount: 'principal_receivable',
      creditAccount: 'interest_receivable',
      amountNgwee: kwacha(30),
    });
    const quote = quoteSettlement(kept(change), addDays(on, 2));
    expect(quote.ok && quote.value).toMatchObject({ amountNgwee: kwacha(100), savingNgwee: 0 });
  });

  test('leaves the ladder where another loan has moved it since, and settling again does not move it twice', () => {
    const paid = pay(loan, kwacha(1150));
    const change = reversed(kept(paid), postedIn(paid), { ladderPlace: { step: 2, onTimeLoans: 0 } });
    expect(change.ladder).toBeNull();
    expect(pay(change.loan, kwacha(1150)).ladder).toBeNull();
  });

  test('an early settlement charges the interest again that it gave back', () => {
    const on = addDays(paidOutOn, 10);
    const quote = quoteSettlement(loan, on);
    if (!quote.ok) throw new Error(quote.refusal.kind);
    const money = { attemptId: 's', operator: 'mtn', submittedOn: on, on, ladder: entryStanding } as const;
    const settled = settlementSucceeded(loan, {
      ...money,
      amountNgwee: quote.value.amountNgwee,
      quoted: quote.value,
    });
    const change = reversed(kept(settled), postedIn(settled), { on });
    expect(owedOnLoan(change.loan).totalNgwee).toBe(kwacha(1150));
  });

  test('an extension moves the dates back and takes its fee out of income', () => {
    const three = paidOutLoan(threeInstalments(), paidOutOn);
    const quote = quoteExtension(three, dueOn);
    if (!quote.ok) throw new Error(quote.refusal.kind);
    const extended = extensionSucceeded(three, {
      attemptId: 'e',
      operator: 'mtn',
      amountNgwee: quote.value.amountNgwee,
      submittedOn: dueOn,
      on: dueOn,
      ladder: entryStanding,
      quoted: quote.value,
    });
    const change = reversed(kept(extended), postedIn(extended));
    expect(change.loan.instalments.map(({ startsOn, dueOn }) => [startsOn, dueOn])).toEqual(
      three.instalments.map(({ startsOn, dueOn }) => [startsOn, dueOn]),
    );
    expect(change.loan).toMatchObject({ extensionsUsed: 0, extensionFeesNgwee: 0 });
  });

  test('a waiver charges it again', () => {
    const on = addDays(dueOn, 11);
    const waiver = { period: 1, charge: 'penalty', amountNgwee: kwacha(20), reason: 'typo', on } as const;
    const waived = waiveCharge(loan, { ...waiver, ladder: entryStanding });
    if (!waived.ok) throw new Error(waived.refusal.kind);
    const change = reversed(kept(waived.value), postedIn(waived.value), { on });
    // A waiver is no payment, so the message names a waiver.
    const remainingNgwee = owedOnLoan(change.loan).totalNgwee;
    expect(change.messages).toEqual([{ kind: 'waiver_reversed', amountNgwee: kwacha(20), remainingNgwee }]);
    expect(owedOnLoan(change.loan).penaltyNgwee).toBe(10 * 575);
  });

  test('a payment with a coupon gives the coupon back', () => {
    const coupon = giveCoupon(welcomeCoupon, 11, paidOutOn);
    const applied = applyCoupon(loan, { coupon, period: 1, on: paidOutOn });
    if (!applied.ok) throw new Error(applied.refusal.kind);
    const sent = submitRepayment(applied.value.loan, {
      attemptId: 'r',
      period: 1,
      amountNgwee: kwacha(1140),
      on: dueOn,
    });
    if (!sent.ok || sent.value.loan.pending?.purpose !== 'repayment') throw new Error('not sent');
    const { quoted } = sent.value.loan.pending;
    const money = {
      attemptId: 'r',
      operator: 'mtn',
      submittedOn: dueOn,
      on: dueOn,
      ladder: entryStanding,
    } as const;
    const paid = repaymentSucceeded(sent.value.loan, { ...money, amountNgwee: kwacha(1140), quoted });
    const change = reversed(kept(paid), postedIn(paid), { ladderPlace: { step: 1, onTimeLoans: 1 } });
    expect(change.events).toContainEqual({
      kind: 'coupon_released',
      on: dueOn,
      userCouponId: 11,
      reason: 'reversed',
    });
    expect(owedOnLoan(change.loan).totalNgwee).toBe(kwacha(1150));
    // The coupon was released, so the same money counts without it when it comes late.
    const late = repaymentSucceeded(change.loan, { ...money, amountNgwee: kwacha(1140), quoted });
    expect(owedOnLoan(late.loan).totalNgwee).toBe(kwacha(10));
  });

  test('a recovery takes it out of recovery income', () => {
    const on = addDays(dueOn, 60);
    const writtenOff = writeOff(loan, { on, reason: 'gone' });
    if (!writtenOff.ok) throw new Error(writtenOff.refusal.kind);
    const paid = pay(writtenOff.value.loan, kwacha(200), on);
    const change = reversed(kept(paid), postedIn(paid), { on });
    expect(change.transfers).toEqual([
      { debitAccount: 'recovery_income', creditAccount: 'suspense', amountNgwee: kwacha(200) },
    ]);
  });
});

describe('a reversal is refused', () => {
  const paid = pay(loan, kwacha(650));
  const event = postedIn(paid);
  const subject = kept(paid);
  const undone = reversed(subject, event);
  const late = addDays(dueOn, 60);

  function refusalOf(outcome: ReturnType<typeof reverse>): string {
    return outcome.ok ? 'reversed' : outcome.refusal.kind;
  }

  test('for a reversal, and for what was reversed already', () => {
    expect(refusalOf(reverse(undone.loan, undone.events[0] as LoanEvent))).toBe('reversal_of_reversal');
    expect(refusalOf(reverse(undone.loan, event))).toBe('already_reversed');
  });

  test('for an event that posted nothing, and without a reason', () => {
    expect(refusalOf(reverse(subject, { kind: 'approved', on: dueOn }))).toBe('not_reversible');
    expect(refusalOf(reverse(subject, event, { reason: '  ' }))).toBe('reversal_without_reason');
  });

  test('while a payment is under way', () => {
    const sent = submitRepayment(subject, { attemptId: 'x', period: 1, amountNgwee: kwacha(500), on: dueOn });
    expect(sent.ok && refusalOf(reverse(sent.value.loan, event))).toBe('payment_pending');
  });

  test('for what was posted before a write-off', () => {
    const writtenOff = writeOff(subject, { on: late, reason: 'gone' });
    expect(writtenOff.ok && refusalOf(reverse(writtenOff.value.loan, event, { on: late }))).toBe(
      'wrong_state',
    );
  });

  test('for a closed loan when the borrower has another one', () => {
    const all = pay(loan, kwacha(1150));
    expect(refusalOf(reverse(kept(all), postedIn(all), { hasOtherOpenLoan: true }))).toBe('other_loan_open');
  });

  test('for credit that the wallet does not hold any more', () => {
    const tooMuch = pay(loan, kwacha(1200));
    expect(reverse(kept(tooMuch), postedIn(tooMuch), { walletNgwee: kwacha(49) })).toEqual({
      ok: false,
      refusal: { kind: 'credit_used', walletNgwee: kwacha(49) },
    });
  });

  test('for a posting that a later one stands on', () => {
    // A payment with an earlier value day takes back the penalty that the first payment had paid.
    const withPenalty = pay(loan, kwacha(100), addDays(dueOn, 5));
    const sentBefore = repaymentSucceeded(kept(withPenalty), {
      attemptId: 'x',
      operator: 'mtn',
      amountNgwee: kwacha(1150),
      submittedOn: dueOn,
      on: late,
      ladder: entryStanding,
    });
    expect(refusalOf(reverse(kept(sentBefore), postedIn(withPenalty), { on: late }))).toBe('posted_upon');
  });

  test('for interest that no longer fits under the charge cap beside what was charged and waived since', () => {
    const capped = paidOutLoan(sampleTerms({ chargeCapRate: rate('0.20') }), paidOutOn);
    const on = addDays(paidOutOn, 10);
    const part = pay(capped, kwacha(100), on);
    const quote = quoteSettlement(part.loan, on);
    if (!quote.ok) throw new Error(quote.refusal.kind);
    const settled = settlementSucceeded(kept(part), {
      attemptId: 's',
      operator: 'mtn',
      submittedOn: on,
      on,
      ladder: entryStanding,
      amountNgwee: quote.value.amountNgwee,
      quoted: quote.value,
    });
    const open = kept(reversed(kept(settled), postedIn(part), { on }));
    const atTheCap = day('2027-12-31');
    const waiver = { period: 1, charge: 'penalty', amountNgwee: kwacha(100), reason: 'goodwill' } as const;
    const waived = waiveCharge(open, { ...waiver, on: atTheCap, ladder: entryStanding });
    if (!waived.ok) throw new Error(waived.refusal.kind);
    const tooMuch = reverse(kept(waived.value), postedIn(settled), { on: atTheCap });
    expect(refusalOf(tooMuch)).toBe('posted_upon');
  });
});
