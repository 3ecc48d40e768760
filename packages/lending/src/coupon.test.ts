import { describe, expect, test } from 'vitest';
import { declineLoan, openLoan } from './application.ts';
import { catchUp } from './catch-up.ts';
import { applyCoupon, couponDiscount, giveCoupon, removeCoupon, welcomeCoupon } from './coupon.ts';
import { addDays, type Day, day } from './day.ts';
import { balanceOf, checkLoan } from './invariants.ts';
import type { Coupon, CouponWorth, Instalment, Loan } from './loan.ts';
import { kwacha, type Ngwee, ngwee } from './money.ts';
import { owedOnLoan } from './owed.ts';
import { rate } from './rate.ts';
import {
  nextBill,
  repayFromWallet,
  repaymentFailed,
  repaymentSucceeded,
  submitRepayment,
} from './repayment.ts';
import {
  entryStanding,
  paidOutLoan,
  referral,
  sampleTerms,
  threeInstalments,
} from './sample-loan.test-support.ts';

const paidOutOn = day('2026-11-21');
const dueOn = day('2026-12-21');
const welcome = giveCoupon(welcomeCoupon, 11, paidOutOn);
const ofKwacha = (amount: number): Coupon => ({
  ...welcome,
  worth: { kind: 'fixed', amountNgwee: kwacha(amount) },
});

function withCoupon(loan: Loan, coupon = welcome, on = paidOutOn, period = 1): Loan {
  const applied = applyCoupon(loan, { coupon, period, on });
  if (!applied.ok) throw new Error(applied.refusal.kind);
  return applied.value.loan;
}

function submit(loan: Loan, amountNgwee: Ngwee, on = dueOn, attemptId = 'a', period = 1) {
  return submitRepayment(loan, { attemptId, period, amountNgwee, on });
}

function waiting(loan: Loan, amountNgwee: Ngwee, on = dueOn): Loan {
  const submitted = submit(loan, amountNgwee, on);
  if (!submitted.ok) throw new Error(submitted.refusal.kind);
  return submitted.value.loan;
}

function succeed(loan: Loan, from: Loan, submittedOn: Day, on = submittedOn) {
  if (from.pending?.purpose !== 'repayment') throw new Error('nothing waits');
  const { attemptId, amountNgwee, quoted } = from.pending;
  return repaymentSucceeded(loan, {
    attemptId,
    operator: 'mtn',
    amountNgwee,
    submittedOn,
    on,
    ladder: entryStanding,
    quoted,
  });
}

/** A loan of one instalment that owes K120 of principal and nothing else. */
function loanWithRemaining120(): Loan {
  const loan = paidOutLoan(sampleTerms({ principalNgwee: kwacha(1000) }), paidOutOn);
  const [plan] = loan.instalments as [Instalment];
  return {
    ...loan,
    instalments: [
      { ...plan, feePaidNgwee: kwacha(30), interestPaidNgwee: kwacha(120), principalPaidNgwee: kwacha(880) },
    ],
  };
}

describe('what a coupon takes off', () => {
  const late = catchUp(paidOutLoan(sampleTerms(), paidOutOn), addDays(dueOn, 5)).loan;
  const [plan] = late.instalments as [Instalment];
  const worths: [string, CouponWorth, number, number, number][] = [
    ['K10 of the fee', { kind: 'fixed', amountNgwee: kwacha(10) }, 1000, 0, 0],
    ['the fee, then the interest', { kind: 'fixed', amountNgwee: kwacha(50) }, 3000, 2000, 0],
    ['then the penalty', { kind: 'fixed', amountNgwee: kwacha(160) }, 3000, 12_000, 1000],
    ['never principal', { kind: 'fixed', amountNgwee: kwacha(500) }, 3000, 12_000, 2300],
    ['a tenth of all charges', { kind: 'percent', rate: rate('0.10') }, 1730, 0, 0],
    ['the whole fee', { kind: 'fee_free' }, 3000, 0, 0],
  ];
  test.each(worths)('is %s', (_, worth, feeNgwee, interestNgwee, penaltyNgwee) => {
    expect(couponDiscount(plan, { worth })).toEqual({
      feeNgwee,
      interestNgwee,
      penaltyNgwee,
      totalNgwee: feeNgwee + interestNgwee + penaltyNgwee,
    });
  });

  test('is the same after a part payment, as far as that much is still owed', () => {
    const chargesPaid = { ...plan, feePaidNgwee: kwacha(30), interestPaidNgwee: kwacha(120) };
    expect(couponDiscount(chargesPaid, ofKwacha(50))).toEqual(couponDiscount(plan, ofKwacha(50)));
    const nearlyPaid = { ...chargesPaid, penaltyPaidNgwee: ngwee(2300), principalPaidNgwee: kwacha(980) };
    expect(couponDiscount(nearlyPaid, ofKwacha(50)).totalNgwee).toBe(kwacha(20) - 1);
  });

  test('leaves something to pay it with', () => {
    const chargesLeft = { ...plan, principalPaidNgwee: plan.principalNgwee };
    expect(couponDiscount(chargesLeft, ofKwacha(500)).totalNgwee).toBe(17_300 - 1);
  });
});

describe('applying', () => {
  const loan = paidOutLoan(threeInstalments(), paidOutOn);

  test('the welcome coupon is K10 and counts for 60 days', () => {
    expect(welcome).toEqual({
      userCouponId: 11,
      name: 'Welcome',
      worth: { kind: 'fixed', amountNgwee: kwacha(10) },
      minPlanNgwee: null,
      validFrom: paidOutOn,
      validTo: '2027-01-20',
    });
  });

  test('at application holds it ready for plan 1, and a loan that comes to nothing gives it back', () => {
    const opened = openLoan({
      loanId: 7,
      borrowerId: 3,
      terms: sampleTerms(),
      on: paidOutOn,
      decision: referral,
      coupon: welcome,
    });
    expect(opened.loan.coupon).toMatchObject({ userCouponId: 11, period: 1 });
    const declined = declineLoan(opened.loan, {
      on: paidOutOn,
      reasons: ['staff_decision'],
      mayApplyAgainOn: dueOn,
    });
    expect(declined.ok && declined.value.loan.coupon).toBeNull();
    expect(declined.ok && declined.value.events.at(-1)).toEqual({
      kind: 'coupon_released',
      on: paidOutOn,
      userCouponId: 11,
      reason: 'loan_closed',
    });
  });

  test('another one takes the place of the first, and removing it frees it', () => {
    const first = withCoupon(loan);
    const replaced = applyCoupon(first, {
      coupon: { ...welcome, userCouponId: 12 },
      period: 2,
      on: paidOutOn,
    });
    expect(replaced.ok && replaced.value.events).toEqual([
      { kind: 'coupon_released', on: paidOutOn, userCouponId: 11, reason: 'replaced' },
      { kind: 'coupon_applied', on: paidOutOn, userCouponId: 12, period: 2 },
    ]);
    const removed = removeCoupon(first, { on: paidOutOn });
    expect(removed.ok && removed.value.loan.coupon).toBeNull();
  });

  const pending = waiting(withCoupon(loan), ngwee(45_333));
  test.each([
    ['not_repayable', { ...loan, state: 'settled' as const }, welcome, 1, paidOutOn],
    ['payment_pending', pending, welcome, 1, dueOn],
    ['coupon_not_valid', loan, welcome, 1, day('2027-01-21')],
    ['coupon_not_valid', loan, { ...welcome, validFrom: dueOn }, 1, paidOutOn],
    ['nothing_owed_on_plan', loan, welcome, 4, paidOutOn],
    ['plan_too_small_for_coupon', loan, { ...welcome, minPlanNgwee: kwacha(500) }, 1, paidOutOn],
  ])('is refused as %s', (kind, subject, coupon, period, on) => {
    const applied = applyCoupon(subject, { coupon, period, on });
    expect(applied.ok ? 'applied' : applied.refusal.kind).toBe(kind);
  });

  test('and removing are refused while a payment has frozen it', () => {
    expect(removeCoupon(pending, { on: dueOn })).toEqual({
      ok: false,
      refusal: { kind: 'payment_pending', attemptId: 'a', amountNgwee: 45_333 },
    });
  });
});

describe('paying with a coupon of 10 on a bill of 120', () => {
  const loan = withCoupon(loanWithRemaining120());

  test.each([
    [110, 'passes'],
    [60, 'passes'],
    [70, 'passes'],
    [75, 'leaves_too_little'],
    [115, 'above_remaining'],
    [120, 'above_remaining'],
    [10, 'below_minimum'],
  ])('K%d %s', (amount, verdict) => {
    const submitted = submit(loan, kwacha(amount));
    expect(submitted.ok ? 'passes' : submitted.refusal.kind).toBe(verdict);
  });

  test('the bill shows what clears it', () => {
    expect(nextBill(loan, dueOn)).toEqual({
      period: 1,
      remainingNgwee: kwacha(120),
      payoffNgwee: kwacha(110),
      discountNgwee: kwacha(10),
      minimumNgwee: kwacha(20),
    });
    expect(nextBill(loan, day('2027-01-21'))?.discountNgwee).toBe(0);
  });

  test('success uses it up and books it as an expense', () => {
    const sent = waiting(loan, kwacha(110));
    const change = succeed(sent, sent, dueOn);
    expect(change.loan).toMatchObject({ state: 'settled', coupon: null });
    expect(balanceOf(change.transfers, 'coupon_expense')).toBe(kwacha(10));
    expect(balanceOf(change.transfers, 'float_mtn_collection')).toBe(kwacha(110));
    expect(change.loan.instalments[0]?.discountNgwee).toBe(kwacha(10));
    expect(change.transfers.slice(0, 2)).toEqual([
      { debitAccount: 'coupon_expense', creditAccount: 'fee_receivable', amountNgwee: kwacha(10) },
      { debitAccount: 'fee_receivable', creditAccount: 'principal_receivable', amountNgwee: kwacha(10) },
    ]);
    expect(change.events).toContainEqual({
      kind: 'coupon_used',
      on: dueOn,
      userCouponId: 11,
      period: 1,
      discountNgwee: kwacha(10),
    });
    expect(checkLoan(change.loan)).toEqual([]);
  });

  test('a part payment leaves it applied, and so does a failure', () => {
    const part = waiting(loan, kwacha(60));
    expect(part.pending).toMatchObject({ quoted: null });
    const paid = succeed(part, part, dueOn).loan;
    expect(paid.coupon).not.toBeNull();
    expect(nextBill(paid, dueOn)).toMatchObject({ remainingNgwee: kwacha(60), payoffNgwee: kwacha(50) });
    const failed = repaymentFailed(waiting(loan, kwacha(110)), {
      attemptId: 'a',
      on: dueOn,
      reason: 'EXPIRED',
    });
    expect(failed.loan.coupon).toEqual(loan.coupon);
    expect(removeCoupon(failed.loan, { on: dueOn }).ok).toBe(true);
  });

  test('wallet credit pays with it at once', () => {
    const paid = repayFromWallet(loan, {
      amountNgwee: kwacha(110),
      period: 1,
      walletNgwee: kwacha(200),
      on: dueOn,
      ladder: entryStanding,
    });
    expect(paid).toMatchObject({
      ok: true,
      value: { walletNgwee: -kwacha(110), loan: { state: 'settled' } },
    });
  });
});

describe('a payment that comes late', () => {
  const loan = withCoupon(paidOutLoan(sampleTerms(), paidOutOn));
  const sent = waiting(loan, kwacha(1140));
  const failed = repaymentFailed(sent, { attemptId: 'a', on: dueOn, reason: 'TIMEOUT' }).loan;
  const on = day('2027-01-25');

  test('counts with the coupon it froze, by its value day, though the coupon has expired since', () => {
    const change = succeed(catchUp(failed, on).loan, sent, dueOn, on);
    expect(change.loan).toMatchObject({ state: 'settled', closedOn: dueOn, worstDaysLate: 0, coupon: null });
    expect(change.walletNgwee).toBe(0);
  });

  test('counts without it when the borrower has taken it away meanwhile', () => {
    const removed = removeCoupon(failed, { on: dueOn });
    if (!removed.ok) throw new Error('not removed');
    const change = succeed(removed.value.loan, sent, dueOn, dueOn);
    expect(change.loan.state).toBe('active');
    expect(owedOnLoan(change.loan).totalNgwee).toBe(kwacha(10));
  });

  test('counts without it when it does not clear the plan with it any more', () => {
    const less = { ...sent, pending: { ...sent.pending, amountNgwee: kwacha(1000) } } as Loan;
    const change = succeed(failed, less, dueOn);
    expect(change.loan.coupon).toEqual(loan.coupon);
    expect(owedOnLoan(change.loan).totalNgwee).toBe(kwacha(150));
  });

  test('and clears the plan without it gives it back', () => {
    const change = repaymentSucceeded(loan, {
      attemptId: 'b',
      operator: 'mtn',
      amountNgwee: kwacha(1150),
      submittedOn: dueOn,
      on: dueOn,
      ladder: entryStanding,
    });
    expect(change.loan).toMatchObject({ state: 'settled', coupon: null });
    expect(change.events).toContainEqual({
      kind: 'coupon_released',
      on: dueOn,
      userCouponId: 11,
      reason: 'plan_paid',
    });
  });
});
