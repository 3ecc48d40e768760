import { describe, expect, test } from 'vitest';
import { daysPastDue, daysPastDueByOriginalDate } from './ageing.ts';
import { catchUp } from './catch-up.ts';
import { addDays, type Day } from './day.ts';
import { extensionSucceeded, quoteExtension } from './extension.ts';
import { balanceOf, checkLoan } from './invariants.ts';
import { type Change, type Loan, type LoanEvent, REVERSAL_CAUSES, type ReversalCause } from './loan.ts';
import { kwacha, ngwee } from './money.ts';
import { owedOnLoan } from './owed.ts';
import { nextBill } from './repayment.ts';
import { collectionTakenBack, type Reversal } from './reversal.ts';
import { entryStanding, paidOutLoan, threeInstalments } from './sample-loan.test-support.ts';
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
import { waiveCharge } from './waiver.ts';

/** The day on which the payment that settled the loan on its due date is reversed. */
const later = addDays(dueOn, 20);

function reversedLater(cause: ReversalCause): Change {
  const paid = pay(loan, kwacha(1150));
  const ladderPlace = paid.ladder ?? entryStanding.place;
  return reversed(kept(paid), postedIn(paid), { on: later, cause, ladderPlace });
}

describe('the cause of a reversal', () => {
  const settledOn = (subject: Loan, on: Day) =>
    pay(subject, owedOnLoan(catchUp(subject, on).loan).totalNgwee, on);

  test('our own mistake: the closed days count neither as days late nor for penalties', () => {
    const { loan: open } = reversedLater('our_mistake');
    expect(open).toMatchObject({ state: 'active', worstDaysLate: 0, nextEventOn: addDays(later, 1) });
    expect(open.instalments[0]).toMatchObject({
      state: 'due',
      excusedDays: [{ fromOn: addDays(dueOn, 1), throughOn: later }],
    });
    expect(settledOn(open, later).loan).toMatchObject({ state: 'settled', worstDaysLate: 0 });
    expect(settledOn(open, later).events).toContainEqual({ kind: 'settled', on: later, onTime: true });
    // The grace day comes after the excused days, so the second day is the first with a penalty.
    const afterTwo = catchUp(open, addDays(later, 2));
    expect(owedOnLoan(afterTwo.loan).penaltyNgwee).toBe(575);
    expect(afterTwo.loan).toMatchObject({ state: 'overdue', worstDaysLate: 2 });
    expect(afterTwo.events).toContainEqual({ kind: 'instalment_overdue', on: addDays(later, 1), period: 1 });
  });

  test('the payer or the operator: the closed days count as days late', () => {
    const { loan: open } = reversedLater('payer_or_operator');
    expect(open).toMatchObject({ state: 'overdue', worstDaysLate: 20 });
    expect(open.instalments[0]?.excusedDays).toEqual([]);
    expect(settledOn(open, later).loan).toMatchObject({ worstDaysLate: 20 });
  });

  test('either way the days past due of classes and ageing are the real ones', () => {
    for (const cause of REVERSAL_CAUSES) {
      const { loan: open } = reversedLater(cause);
      expect(daysPastDue(open, later)).toBe(20);
      expect(daysPastDueByOriginalDate(open, later)).toBe(20);
    }
  });

  test('the days late before the mistaken payment still count', () => {
    const paid = settledOn(loan, addDays(dueOn, 15));
    const change = reversed(kept(paid), postedIn(paid), { on: later, ladderPlace: paid.ladder! });
    expect(change.loan).toMatchObject({ state: 'overdue', worstDaysLate: 15 });
    expect(catchUp(change.loan, addDays(later, 3)).loan.worstDaysLate).toBe(18);
  });

  test.each([
    { what: 'a loan', subject: loan, mistaken: kwacha(1000) },
    { what: 'one plan', subject: paidOutLoan(threeInstalments(), paidOutOn), mistaken: kwacha(400) },
  ])('the days late before a second payment cleared $what still count', ({ subject, mistaken }) => {
    const first = pay(subject, mistaken, addDays(dueOn, -11));
    const clearedOn = addDays(dueOn, 3);
    const { payoffNgwee } = nextBill(kept(first), clearedOn)!;
    const second = pay(kept(first), payoffNgwee, clearedOn);
    const ladderPlace = second.ladder ?? entryStanding.place;
    const { loan: open } = reversed(kept(second), postedIn(first), { on: later, ladderPlace });
    expect(open.instalments[0]).toMatchObject({
      daysLate: 3,
      excusedDays: [{ fromOn: addDays(clearedOn, 1), throughOn: later }],
    });
    expect(catchUp(open, addDays(later, 3)).loan.instalments[0]?.daysLate).toBe(6);
  });

  test('a plan that was cleared before others keeps its own days', () => {
    const first = pay(paidOutLoan(threeInstalments(), paidOutOn), ngwee(46_333));
    const second = pay(kept(first), ngwee(46_333), addDays(dueOn, 30));
    const third = pay(kept(second), ngwee(46_334), addDays(dueOn, 60));
    expect(third.loan.state).toBe('settled');
    const on = addDays(dueOn, 70);
    const change = reversed(kept(third), postedIn(first), { on, ladderPlace: third.ladder! });
    expect(change.loan).toMatchObject({ state: 'active', worstDaysLate: 0 });
  });

  test('a mistake on one plan of a running loan excuses that plan alone', () => {
    const three = paidOutLoan(threeInstalments(), paidOutOn);
    const paid = pay(three, ngwee(46_333));
    const change = reversed(kept(paid), postedIn(paid), { on: addDays(dueOn, 31) });
    expect(change.loan.instalments.map(({ state }) => state)).toEqual(['due', 'overdue', 'scheduled']);
    expect(change.loan).toMatchObject({ state: 'overdue', worstDaysLate: 1 });
  });

  test('a mistaken extension excuses the days up to the date that it had given', () => {
    const quote = quoteExtension(loan, dueOn);
    if (!quote.ok) throw new Error(quote.refusal.kind);
    const money = { attemptId: 'e', operator: 'mtn', submittedOn: dueOn, on: dueOn } as const;
    const { amountNgwee } = quote.value;
    const extended = extensionSucceeded(loan, {
      ...money,
      amountNgwee,
      ladder: entryStanding,
      quoted: quote.value,
    });
    const change = reversed(kept(extended), postedIn(extended), { on: later });
    expect(change.loan.instalments[0]).toMatchObject({ dueOn, daysLate: 13 });
    const theirs = reversed(kept(extended), postedIn(extended), { on: later, cause: 'payer_or_operator' });
    expect(theirs.loan.instalments[0]).toMatchObject({ dueOn, daysLate: 20 });
  });

  test('a second mistake excuses its own days too, and no day twice', () => {
    const { loan: open } = reversedLater('our_mistake');
    const again = settledOn(open, addDays(later, 3));
    const on = addDays(later, 10);
    const change = reversed(kept(again), postedIn(again), { on, ladderPlace: again.ladder! });
    expect(change.loan.instalments[0]?.excusedDays).toEqual([
      { fromOn: addDays(dueOn, 1), throughOn: later },
      { fromOn: addDays(later, 4), throughOn: on },
    ]);
    expect(catchUp(change.loan, addDays(on, 2)).loan.worstDaysLate).toBe(5);
  });

  test('the borrower is told of a mistake of ours, or that the payment did not stay', () => {
    expect(reversedLater('our_mistake').messages).toMatchObject([{ kind: 'payment_reversed' }]);
    expect(reversedLater('payer_or_operator').messages).toMatchObject([{ kind: 'payment_taken_back' }]);
  });
});

describe('a collection that its operator took back', () => {
  const paid = pay(loan, kwacha(1150));
  const takenBack = (different: Partial<Reversal> = {}) =>
    collectionTakenBack(kept(paid), {
      event: postedIn(paid),
      reason: 'on the statement of 10 January',
      on: later,
      walletNgwee: ngwee(0),
      ladderPlace: paid.ladder ?? entryStanding.place,
      hasOtherOpenLoan: false,
      ladderRule: entryStanding.rule,
      history: [],
      walletMovements: [],
      ...different,
    });

  test('leaves the float, opens the loan again, and its days late count', () => {
    const outcome = takenBack();
    if (!outcome.ok) throw new Error(outcome.refusal.kind);
    const { loan: open, transfers, events, messages, ladder } = outcome.value;
    expect(balanceOf(transfers, 'float_mtn_collection')).toBe(-115_000);
    expect(balanceOf(transfers, 'suspense')).toBe(0);
    expect(events).toContainEqual({
      kind: 'collection_taken_back',
      on: later,
      reversedReceiptNo: '7-1',
      amountNgwee: kwacha(1150),
      reason: 'on the statement of 10 January',
      receiptNo: '7-2',
    });
    expect(open).toMatchObject({ state: 'overdue', worstDaysLate: 20, reversedPostings: ['7-1'] });
    expect(owedOnLoan(open).totalNgwee).toBe(kwacha(1150));
    expect(messages).toMatchObject([{ kind: 'payment_taken_back', amountNgwee: kwacha(1150) }]);
    expect(ladder).toEqual(entryStanding.place);
    expect(checkLoan(open)).toEqual([]);
  });

  test('is refused without a collection, without a reason, twice, and where a reversal is', () => {
    const kindOf = (outcome: ReturnType<typeof takenBack>) =>
      outcome.ok ? 'taken back' : outcome.refusal.kind;
    const waiver = { period: 1, charge: 'fee', amountNgwee: kwacha(20), reason: 'typo', on: dueOn } as const;
    const waived = waiveCharge(loan, { ...waiver, ladder: entryStanding });
    if (!waived.ok) throw new Error(waived.refusal.kind);
    expect(kindOf(takenBack({ event: postedIn(waived.value) }))).toBe('not_reversible');
    expect(kindOf(takenBack({ event: { ...postedIn(paid), attemptId: null } as LoanEvent }))).toBe(
      'not_reversible',
    );
    expect(kindOf(takenBack({ reason: ' ' }))).toBe('reversal_without_reason');
    expect(kindOf(takenBack({ hasOtherOpenLoan: true }))).toBe('other_loan_open');
    const outcome = takenBack();
    if (!outcome.ok) throw new Error(outcome.refusal.kind);
    const [event] = outcome.value.events.filter(({ kind }) => kind === 'collection_taken_back');
    const open = kept(outcome.value);
    expect(reverse(open, event as LoanEvent)).toEqual({
      ok: false,
      refusal: { kind: 'reversal_of_reversal' },
    });
    expect(reverse(open, postedIn(paid))).toMatchObject({ refusal: { kind: 'already_reversed' } });
  });
});
