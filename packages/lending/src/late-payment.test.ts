import { describe, expect, test } from 'vitest';
import { catchUp } from './catch-up.ts';
import { addDays, type Day, day } from './day.ts';
import { extensionSucceeded, quoteExtension, submitExtension } from './extension.ts';
import { balanceOf, checkLoan } from './invariants.ts';
import type { Change, Loan } from './loan.ts';
import { kwacha, type Ngwee, ngwee } from './money.ts';
import { owedOnLoan, paidOnLoan } from './owed.ts';
import { rate } from './rate.ts';
import { repaymentFailed } from './repayment.ts';
import { entryStanding, paidOutLoan, sampleTerms } from './sample-loan.test-support.ts';
import { dueOn, paidOutOn, submit, succeed } from './sample-repayment.test-support.ts';

const loan = paidOutLoan(sampleTerms({ extension: { days: 7, rate: rate('0.10'), max: 3 } }), paidOutOn);

/** The loan after a payment was sent and given up on the same day. */
function givenUp(subject: Loan, amountNgwee: Ngwee, on: Day): Loan {
  const waiting = submit(catchUp(subject, on).loan, amountNgwee, on, 'late');
  return repaymentFailed(waiting, { attemptId: 'late', on, reason: 'TIMEOUT' }).loan;
}

function arrives(subject: Loan, amountNgwee: Ngwee, sentOn: Day, on: Day): Change {
  const change = succeed(catchUp(subject, on).loan, amountNgwee, sentOn, on, 'late');
  expect(checkLoan(change.loan)).toEqual([]);
  return change;
}

function extendOn(subject: Loan, on: Day): Loan {
  const quote = quoteExtension(subject, on);
  if (!quote.ok) throw new Error(quote.refusal.kind);
  const { amountNgwee } = quote.value;
  const submitted = submitExtension(subject, { attemptId: 'e', amountNgwee, on });
  if (!submitted.ok) throw new Error(submitted.refusal.kind);
  const money = { attemptId: 'e', operator: 'mtn', submittedOn: on, on, ladder: entryStanding } as const;
  return extensionSucceeded(submitted.value.loan, { ...money, amountNgwee, quoted: quote.value }).loan;
}

describe('what a late payment sets free', () => {
  const paidAgainOn = day('2027-01-20');
  const on = day('2027-01-21');
  const withPartPaid = succeed(
    givenUp(loan, kwacha(1000), dueOn),
    kwacha(200),
    paidAgainOn,
    paidAgainOn,
    'r',
  ).loan;

  test('pays the same loan first: K1,000 of the due date and K200 settle it on the day of the K200', () => {
    const before = catchUp(withPartPaid, on).loan;
    expect(owedOnLoan(before).penaltyNgwee).toBe(558);
    const change = arrives(before, kwacha(1000), dueOn, on);
    expect(change.loan).toMatchObject({ state: 'settled', closedOn: paidAgainOn, worstDaysLate: 30 });
    expect(change.walletNgwee).toBe(2825);
    // K150 of principal cost K0.75 a day from 23 December to 20 January.
    expect(paidOnLoan(change.loan)).toMatchObject({ penaltyNgwee: 29 * 75, principalNgwee: kwacha(1000) });
    expect(change.events).toContainEqual({ kind: 'settled', on: paidAgainOn, onTime: false });
    const freedNgwee = 29 * 575 - 29 * 75;
    expect(change.events).toContainEqual({
      kind: 'freed_money_allocated',
      on,
      amountNgwee: freedNgwee,
      allocation: {
        penaltyNgwee: 0,
        feeNgwee: 0,
        interestNgwee: 0,
        principalNgwee: freedNgwee - 2825,
        walletNgwee: 2825,
      },
    });
    expect(balanceOf(change.transfers, 'wallet_credit')).toBe(-2825);
    expect(balanceOf(change.transfers, 'penalty_income')).toBe(558 + freedNgwee);
  });

  test('is no wallet credit while the loan still owes something', () => {
    const change = arrives(withPartPaid, kwacha(500), dueOn, on);
    // K650 are left of the due date: K3.25 a day for 29 days. K200 pay that and K105.75 of principal.
    expect(change.walletNgwee).toBe(0);
    expect(change.loan.state).toBe('overdue');
    expect(paidOnLoan(change.loan)).toEqual({
      penaltyNgwee: 29 * 325,
      feeNgwee: kwacha(30),
      interestNgwee: kwacha(120),
      principalNgwee: kwacha(350) + kwacha(200) - 29 * 325,
      totalNgwee: kwacha(700),
    });
    // One more day was charged on the K544.25 that are left.
    expect(owedOnLoan(change.loan).penaltyNgwee).toBe(272);
  });

  test('closes a loan on the earlier day that another payment had closed later', () => {
    const secondOn = addDays(dueOn, 3);
    const second = ngwee(115_000 + 2 * 575);
    const settled = succeed(givenUp(loan, kwacha(1150), dueOn), second, secondOn, secondOn, 'r').loan;
    expect(settled).toMatchObject({ state: 'settled', closedOn: secondOn, worstDaysLate: 3 });
    const change = arrives(settled, kwacha(1150), dueOn, addDays(dueOn, 4));
    expect(change.loan).toMatchObject({ state: 'settled', closedOn: dueOn, worstDaysLate: 0 });
    expect(change.walletNgwee).toBe(second);
    expect(change.events).toContainEqual({
      kind: 'closed_earlier',
      on: dueOn,
      onTime: true,
      wasOnTime: false,
    });
    // The loan was late for the ladder and is on time now.
    expect(settled.ladderMove?.after).toEqual({ step: 1, onTimeLoans: 0 });
    expect(change.ladder).toEqual({ step: 1, onTimeLoans: 1 });
    const moved = { ...settled, ladderMove: { ...settled.ladderMove!, after: { step: 2, onTimeLoans: 0 } } };
    expect(arrives(moved, kwacha(1150), dueOn, addDays(dueOn, 4)).ladder).toBeNull();
  });
});

describe('an extension that a late payment makes unneeded', () => {
  const extended = (sent: Ngwee) => extendOn(givenUp(loan, sent, dueOn), day('2026-12-27'));
  const on = day('2026-12-28');

  test('gives its whole fee back where the loan was paid before: K100', () => {
    const before = extended(kwacha(1150));
    expect(before).toMatchObject({ extensionFeesNgwee: kwacha(100), extensionsUsed: 1 });
    const change = arrives(before, kwacha(1150), dueOn, on);
    expect(change.loan).toMatchObject({ state: 'settled', closedOn: dueOn, worstDaysLate: 0 });
    expect(change.loan).toMatchObject({ extensionFeesNgwee: 0, extensionsUsed: 1 });
    expect(change.events).toContainEqual({
      kind: 'extension_fee_returned',
      on,
      period: 1,
      amountNgwee: kwacha(100),
      ofReceiptNo: '7-1',
    });
    expect(balanceOf(change.transfers, 'extension_income')).toBe(kwacha(100));
    expect(change.walletNgwee).toBe(kwacha(100) + 5 * 575);
    expect(change.loan.instalments[0]?.dueOn).toBe('2027-01-03');
  });

  test('gives half of it back where half of the principal was paid before: K50', () => {
    const change = arrives(extended(kwacha(650)), kwacha(650), dueOn, on);
    expect(change.loan).toMatchObject({ state: 'active', extensionFeesNgwee: kwacha(50) });
    expect(change.loan.instalments[0]?.dueOn).toBe('2027-01-03');
    // The K128.75 paid K50 of fee, K12.50 of penalty and K66.25 of principal.
    expect(change.walletNgwee).toBe(0);
    expect(paidOnLoan(change.loan)).toMatchObject({ penaltyNgwee: 5 * 250, principalNgwee: 50_000 + 6625 });
    expect(owedOnLoan(change.loan).totalNgwee).toBe(50_000 - 6625);
  });

  test.each([
    ['waits for its operator', false],
    ['was given up too', true],
  ])('costs half where the late payment came first and the extension %s: K50', (_, isGivenUpToo) => {
    const sentOn = day('2026-12-27');
    const before = catchUp(givenUp(loan, kwacha(650), dueOn), sentOn).loan;
    const quote = quoteExtension(before, sentOn);
    if (!quote.ok) throw new Error(quote.refusal.kind);
    const { amountNgwee } = quote.value;
    const submitted = submitExtension(before, { attemptId: 'e', amountNgwee, on: sentOn });
    if (!submitted.ok) throw new Error(submitted.refusal.kind);
    const waiting = isGivenUpToo
      ? repaymentFailed(submitted.value.loan, { attemptId: 'e', on: sentOn, reason: 'TIMEOUT' }).loan
      : submitted.value.loan;
    const paid = arrives(waiting, kwacha(650), dueOn, on).loan;
    const change = extensionSucceeded(paid, {
      attemptId: 'e',
      operator: 'mtn',
      submittedOn: sentOn,
      on: day('2026-12-29'),
      ladder: entryStanding,
      amountNgwee,
      quoted: quote.value,
    });
    expect(change.loan).toMatchObject({ state: 'active', extensionFeesNgwee: kwacha(50) });
    expect(change.loan.instalments[0]?.dueOn).toBe('2027-01-03');
    expect(owedOnLoan(change.loan).totalNgwee).toBe(50_000 - 6625);
    expect(change.walletNgwee).toBe(0);
    expect(checkLoan(change.loan)).toEqual([]);
  });

  test('gives nothing back where the late payment was sent after it', () => {
    const bought = extendOn(loan, day('2026-12-27'));
    const later = givenUp(bought, kwacha(650), day('2026-12-28'));
    const change = arrives(later, kwacha(650), day('2026-12-28'), day('2026-12-30'));
    expect(change.loan.extensionFeesNgwee).toBe(kwacha(100));
  });
});

describe('days late, where the late payment cleared a penalty alone', () => {
  test('are counted to the value day: 6, not 10', () => {
    const penaltyLast = paidOutLoan(
      sampleTerms({
        repaymentOrder: ['principal', 'interest', 'fee', 'penalty'],
        penaltyDailyRate: rate('0.01'),
        penaltyGraceDays: 0,
      }),
      paidOutOn,
    );
    const paidOn = day('2026-12-26');
    const part = succeed(penaltyLast, kwacha(1150), paidOn).loan;
    expect(owedOnLoan(part)).toMatchObject({ penaltyNgwee: 5750, totalNgwee: 5750 });
    const sentOn = day('2026-12-27');
    const change = arrives(givenUp(part, ngwee(5750), sentOn), ngwee(5750), sentOn, day('2026-12-31'));
    expect(change.loan).toMatchObject({ state: 'settled', closedOn: sentOn, worstDaysLate: 6 });
    expect(change.walletNgwee).toBe(0);
  });
});
