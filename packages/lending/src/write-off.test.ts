import { describe, expect, test } from 'vitest';
import { catchUp } from './catch-up.ts';
import { addDays, day } from './day.ts';
import { balanceOf, checkLedgerAgainstLoan, checkLoan } from './invariants.ts';
import type { Loan } from './loan.ts';
import { kwacha } from './money.ts';
import { owedOnLoan } from './owed.ts';
import { payoutSucceeded } from './payout.ts';
import {
  nextBill,
  repayFromWallet,
  repaymentFailed,
  repaymentSucceeded,
  submitRepayment,
} from './repayment.ts';
import { entryStanding, payingOutLoan, threeInstalments } from './sample-loan.test-support.ts';
import { quoteSettlement } from './settlement.ts';
import { writeOff } from './write-off.ts';

const paidOutOn = day('2026-11-21');
const on = addDays(paidOutOn, 75);
const paidOut = payoutSucceeded(payingOutLoan(threeInstalments(), paidOutOn), {
  attemptId: 'p',
  operator: 'mtn',
  on: paidOutOn,
});
const writtenOff = writeOff(paidOut.loan, { on, reason: 'cannot be found' });
if (!writtenOff.ok) throw new Error(writtenOff.refusal.kind);
const { loan, transfers, events } = writtenOff.value;
const owed = owedOnLoan(loan);

function pay(amountNgwee = owed.totalNgwee, submittedOn = on, subject: Loan = loan) {
  return repaymentSucceeded(subject, {
    attemptId: 'r',
    operator: 'mtn',
    amountNgwee,
    submittedOn,
    on: addDays(on, 5),
    ladder: entryStanding,
  });
}

describe('writing off', () => {
  test('takes what is owed out of the receivables; what was never earned is no loss', () => {
    expect(events.at(-1)).toEqual({
      kind: 'written_off',
      on,
      amountNgwee: owed.totalNgwee,
      savingNgwee: kwacha(60),
      moves: [{ period: 3, interestNgwee: -kwacha(60) }],
      reason: 'cannot be found',
    });
    const book = [...paidOut.transfers, ...transfers];
    expect(checkLoan(loan)).toEqual([]);
    expect(checkLedgerAgainstLoan(loan, book)).toEqual([]);
    // Day 75 of 90: half of the third plan's fee was not earned, and half of its interest is given back.
    expect(balanceOf(book, 'write_off_expense')).toBe(owed.totalNgwee - kwacha(5));
    expect(balanceOf(book, 'interest_income')).toBe(-kwacha(300));
  });

  test('claims what settling would have cost on that day', () => {
    const quote = quoteSettlement(paidOut.loan, on);
    expect(quote.ok && quote.value.amountNgwee).toBe(146_456);
    expect(owed.totalNgwee).toBe(146_456);
  });

  test('stops the days: nothing is charged any more', () => {
    expect(loan.nextEventOn).toBeNull();
    expect(owedOnLoan(catchUp(loan, addDays(on, 400)).loan)).toEqual(owed);
  });

  test('is refused for a loan that is not overdue, and while a payment is under way', () => {
    const early = writeOff(paidOut.loan, { on: addDays(paidOutOn, 30), reason: 'x' });
    expect(early).toEqual({ ok: false, refusal: { kind: 'wrong_state', state: 'active' } });
    const bill = nextBill(paidOut.loan, on);
    if (bill === null) throw new Error('no bill');
    const sent = submitRepayment(paidOut.loan, {
      attemptId: 'r',
      period: 1,
      amountNgwee: bill.payoffNgwee,
      on,
    });
    expect(sent.ok && writeOff(sent.value.loan, { on, reason: 'x' })).toMatchObject({
      refusal: { kind: 'payment_pending' },
    });
  });
});

describe('money for a loan that was written off', () => {
  test('is recovery income, by the same bills and rules as before', () => {
    const bill = nextBill(loan, on);
    expect(bill).toMatchObject({ period: 1, minimumNgwee: kwacha(20) });
    const refused = submitRepayment(loan, { attemptId: 'r', period: 1, amountNgwee: kwacha(10), on });
    expect(refused).toEqual({ ok: false, refusal: { kind: 'below_minimum', minimumNgwee: kwacha(20) } });
    const change = pay(kwacha(100));
    expect(change.transfers).toEqual([
      { debitAccount: 'float_mtn_collection', creditAccount: 'recovery_income', amountNgwee: kwacha(100) },
    ]);
    expect(change.loan.state).toBe('written_off');
    expect(owedOnLoan(change.loan).totalNgwee).toBe(owed.totalNgwee - kwacha(100));
    expect(change.events.find((event) => event.kind === 'repaid')).toMatchObject({ isRecovery: true });
  });

  test('recovers the loan when all of it is back, and more than that is wallet credit', () => {
    const change = pay(owedOnLoan(loan).totalNgwee);
    expect(change.loan).toMatchObject({ state: 'recovered', closedOn: on });
    expect(change.loan.instalments.every((instalment) => instalment.state === 'settled')).toBe(true);
    expect(change.ladder).toEqual({ step: 1, onTimeLoans: 0 });
    expect(change.messages.at(-1)).toMatchObject({ kind: 'loan_settled' });
    expect(checkLoan(change.loan)).toEqual([]);
    const again = pay(kwacha(5), on, change.loan);
    expect(again).toMatchObject({ walletNgwee: kwacha(5), loan: { state: 'recovered' } });
  });

  test('may come from the wallet', () => {
    const bill = nextBill(loan, on);
    if (bill === null) throw new Error('no bill');
    const paid = repayFromWallet(loan, {
      amountNgwee: bill.payoffNgwee,
      period: 1,
      walletNgwee: kwacha(2000),
      on,
      ladder: entryStanding,
    });
    expect(paid.ok && balanceOf(paid.value.transfers, 'recovery_income')).toBe(-bill.payoffNgwee);
  });

  test('that was sent before takes back the penalties since then', () => {
    const sentOn = addDays(paidOutOn, 32);
    const change = pay(kwacha(470), sentOn);
    const book = [...paidOut.transfers, ...transfers, ...change.transfers];
    expect(change.events[0]).toMatchObject({ kind: 'penalty_waived', reason: 'paid_on_value_day' });
    expect(checkLedgerAgainstLoan(change.loan, book)).toEqual([]);
    const recovered = pay(owed.totalNgwee);
    const late = pay(kwacha(470), sentOn, recovered.loan);
    const waived = late.events.reduce(
      (total, event) => total + (event.kind === 'penalty_waived' ? event.amountNgwee : 0),
      0,
    );
    expect(waived).toBeGreaterThan(0);
    expect(late).toMatchObject({ loan: { state: 'recovered' }, walletNgwee: kwacha(470) + waived });
    const wholeBook = [...paidOut.transfers, ...transfers, ...recovered.transfers, ...late.transfers];
    expect(checkLedgerAgainstLoan(late.loan, wholeBook)).toEqual([]);
    expect(checkLoan(late.loan)).toEqual([]);
    const failed = repaymentFailed(loan, { attemptId: 'x', on, reason: 'TIMEOUT' });
    expect(failed.loan).toBe(loan);
  });
});
