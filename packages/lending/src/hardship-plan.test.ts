import { describe, expect, test } from 'vitest';
import { daysPastDue, daysPastDueByOriginalDate, originalDueOn } from './ageing.ts';
import { catchUp } from './catch-up.ts';
import { addDays, type Day, day } from './day.ts';
import { extensionSucceeded, quoteExtension, submitExtension } from './extension.ts';
import { agreeHardship, hardshipOf, previewHardship } from './hardship-plan.ts';
import { balanceOf, checkLoan } from './invariants.ts';
import type { Loan } from './loan.ts';
import { kwacha, ngwee } from './money.ts';
import { owedOnLoan } from './owed.ts';
import { penaltyPerDay } from './penalty.ts';
import { rate } from './rate.ts';
import { repaymentFailed } from './repayment.ts';
import { entryStanding, paidOutLoan, sampleTerms, threeInstalments } from './sample-loan.test-support.ts';
import { dueOn, paidOutOn, submit, succeed } from './sample-repayment.test-support.ts';

const loan = paidOutLoan(sampleTerms(), paidOutOn);
const three = paidOutLoan(threeInstalments(), paidOutOn);
const agreedOn = day('2026-12-28');

function agree(subject: Loan, dueDates: readonly string[], on: Day = agreedOn) {
  const outcome = agreeHardship(subject, { dueDates: dueDates.map(day), reason: 'lost the job', on });
  if (!outcome.ok) throw new Error(outcome.refusal.kind);
  return outcome.value;
}

const refusalOf = (subject: Loan, dueDates: readonly string[], reason = 'lost the job') =>
  agreeHardship(subject, { dueDates: dueDates.map(day), reason, on: agreedOn });

const owed = (subject: Loan, on: string) => owedOnLoan(catchUp(subject, day(on)).loan).totalNgwee;

describe('a hardship plan', () => {
  test('moves the due date at no cost and freezes penalties: what was charged stays owed', () => {
    const change = agree(loan, ['2027-01-31']);
    expect(change.loan.state).toBe('active');
    expect(change.loan.instalments[0]).toMatchObject({
      dueOn: '2027-01-31',
      state: 'scheduled',
      daysLate: 7,
    });
    expect(owedOnLoan(change.loan).totalNgwee).toBe(ngwee(118_450));
    expect(owed(change.loan, '2027-01-31')).toBe(ngwee(118_450));
    expect(penaltyPerDay(change.loan)).toBe(0);
    expect(change.transfers.every(({ debitAccount }) => debitAccount !== 'extension_income')).toBe(true);
    expect(change.events.at(-1)).toEqual({
      kind: 'hardship_agreed',
      on: agreedOn,
      dueDates: [{ period: 1, beforeDueOn: dueOn, afterDueOn: '2027-01-31' }],
      missAfterDays: 7,
      reason: 'lost the job',
    });
    expect(change.messages).toEqual([
      { kind: 'hardship_agreed', amountNgwee: ngwee(118_450), dueOn: '2027-01-31' },
    ]);
    expect(checkLoan(change.loan)).toEqual([]);
  });

  test('does not change the interest, nor the days over which it is earned', () => {
    const onTime = catchUp(loan, day('2026-12-11'));
    const moved = agree(loan, ['2027-01-31'], day('2026-12-11'));
    expect(moved.loan.interestEarnedNgwee).toBe(onTime.loan.interestEarnedNgwee);
    const later = catchUp(moved.loan, dueOn).loan;
    expect(later.interestEarnedNgwee).toBe(kwacha(120));
    expect(later.instalments[0]!.startsOn).toBe(loan.instalments[0]!.startsOn);
  });

  test('gives each unpaid plan its own date, and leaves a paid one', () => {
    const paid = succeed(three, ngwee(46_333), day('2026-12-20')).loan;
    const change = agree(paid, ['2027-02-28', '2027-04-30']);
    expect(change.loan.instalments.map((instalment) => instalment.dueOn)).toEqual([
      '2026-12-21',
      '2027-02-28',
      '2027-04-30',
    ]);
    expect(change.loan.instalments[0]!.earlierDueDates).toEqual([]);
  });

  test('keeps the original due date for the classes, and says that it is a hardship', () => {
    const change = agree(loan, ['2027-01-31']);
    const later = catchUp(change.loan, day('2027-01-20')).loan;
    expect(originalDueOn(later.instalments[0]!)).toBe(dueOn);
    expect(daysPastDue(later, day('2027-01-20'))).toBe(0);
    expect(daysPastDueByOriginalDate(later, day('2027-01-20'))).toBe(30);
    expect(hardshipOf(loan)).toEqual({ isHardship: false, agreedOn: null, endedOn: null });
    expect(hardshipOf(later)).toEqual({ isHardship: true, agreedOn, endedOn: null });
    const settled = succeed(later, ngwee(118_450), day('2027-01-20')).loan;
    expect(settled.state).toBe('settled');
    expect(hardshipOf(settled)).toMatchObject({ isHardship: false, agreedOn });
  });

  test('moves a paid plan only where it has to follow an unpaid one', () => {
    const first = succeed(three, ngwee(46_333), dueOn);
    const on = day('2027-01-20');
    const second = succeed(first.loan, ngwee(46_333), on, on, 'b');
    // A reversal by an earlier version left the money of the second plan where it was.
    const unpaid = { principalPaidNgwee: ngwee(0), interestPaidNgwee: ngwee(0), feePaidNgwee: ngwee(0) };
    const excusedDays = [{ fromOn: addDays(dueOn, 1), throughOn: on }];
    const [one, ...others] = second.loan.instalments;
    const reversed: Loan = {
      ...second.loan,
      instalments: [{ ...one!, ...unpaid, excusedDays, state: 'due' }, ...others],
    };
    const change = agree(reversed, ['2027-02-28', '2027-03-31'], on);
    expect(change.loan.instalments.map((instalment) => instalment.dueOn)).toEqual([
      '2027-02-28',
      '2027-03-01',
      '2027-03-31',
    ]);
    expect(checkLoan(change.loan)).toEqual([]);
  });

  test('sells no extension for money that came late while it is kept: the money pays the loan', () => {
    const sentOn = addDays(dueOn, 6);
    const quote = quoteExtension(catchUp(loan, sentOn).loan, sentOn);
    if (!quote.ok) throw new Error(quote.refusal.kind);
    const { amountNgwee } = quote.value;
    const waiting = submitExtension(loan, { attemptId: 'e', amountNgwee, on: sentOn });
    if (!waiting.ok) throw new Error(waiting.refusal.kind);
    const givenUp = repaymentFailed(waiting.value.loan, { attemptId: 'e', on: sentOn, reason: 'TIMEOUT' });
    const { loan: planned } = agree(givenUp.loan, ['2026-12-30']);
    const change = extensionSucceeded(planned, {
      attemptId: 'e',
      operator: 'mtn',
      amountNgwee,
      submittedOn: sentOn,
      on: addDays(agreedOn, 1),
      ladder: entryStanding,
      quoted: quote.value,
    });
    expect(change.loan).toMatchObject({ extensionsUsed: 0, extensionFeesNgwee: 0 });
    expect(change.loan.instalments[0]?.dueOn).toBe('2026-12-30');
    expect(owedOnLoan(planned).totalNgwee - owedOnLoan(change.loan).totalNgwee).toBeGreaterThanOrEqual(
      amountNgwee,
    );
    expect(change.events).toContainEqual(expect.objectContaining({ kind: 'repaid', amountNgwee }));
    expect(checkLoan(change.loan)).toEqual([]);
  });

  test('lets no extension be bought while it is kept', () => {
    expect(quoteExtension(agree(loan, ['2027-01-31']).loan, agreedOn)).toEqual({
      ok: false,
      refusal: { kind: 'hardship_plan_agreed' },
    });
  });
});

describe('a date of a plan that is missed', () => {
  test('by seven days or less costs nothing', () => {
    const change = agree(loan, ['2027-01-31']);
    expect(owed(change.loan, '2027-02-07')).toBe(ngwee(118_450));
    expect(catchUp(change.loan, day('2027-02-07')).loan).toMatchObject({
      state: 'overdue',
      nextEventOn: '2027-02-08',
      hardship: { endedOn: null },
    });
  });

  test('by more ends the freeze from then on, and no day before it is charged', () => {
    const change = agree(loan, ['2027-01-31']);
    const ended = catchUp(change.loan, day('2027-02-08'));
    expect(ended.loan.hardship?.endedOn).toBe('2027-02-08');
    expect(ended.events).toContainEqual({ kind: 'hardship_ended', on: '2027-02-08', period: 1 });
    expect(owedOnLoan(ended.loan).totalNgwee).toBe(ngwee(118_450 + 575));
    expect(owed(change.loan, '2027-02-10')).toBe(ngwee(118_450 + 3 * 575));
    expect(checkLoan(ended.loan)).toEqual([]);
  });

  test('ends it for all plans, and each keeps its own grace', () => {
    const change = agree(three, ['2027-01-31', '2027-02-07', '2027-03-31']);
    const ended = catchUp(change.loan, day('2027-02-09')).loan;
    const penalties = ended.instalments.map((instalment) => instalment.penaltyNgwee);
    // Six days before the agreement and two after the freeze: 8 × K2.32. Plan 2 is one day past its grace: K2.32.
    expect(penalties).toEqual([ngwee(8 * 232), ngwee(232), ngwee(0)]);
  });

  test('is the same whether the days are applied at once or one by one', () => {
    const { loan: agreed } = agree(three, ['2027-01-31', '2027-02-07', '2027-03-31']);
    let daily = agreed;
    for (let on = addDays(agreedOn, 1); on <= day('2027-04-30'); on = addDays(on, 1))
      daily = catchUp(daily, on).loan;
    expect(daily).toEqual(catchUp(agreed, day('2027-04-30')).loan);
  });

  test('is not missed when the payment was sent in time', () => {
    const change = agree(loan, ['2027-01-31']);
    const waiting = submit(change.loan, ngwee(118_450), day('2027-02-07'));
    expect(catchUp(waiting, day('2027-02-20')).loan.hardship?.endedOn).toBeNull();
    const settled = succeed(waiting, ngwee(118_450), day('2027-02-07'), day('2027-02-20')).loan;
    expect(settled).toMatchObject({ state: 'settled', hardship: { endedOn: null } });
  });

  test('is not missed when a payment that was given up had been sent in time', () => {
    const { loan: agreed } = agree(three, ['2027-01-31', '2027-02-07', '2027-03-31']);
    const owedNgwee = ngwee(46_333 + 6 * 232);
    const waiting = submit(agreed, owedNgwee, day('2027-02-07'));
    const failure = { attemptId: 'a', on: day('2027-02-07'), reason: 'TIMEOUT' };
    const { loan: missed } = catchUp(repaymentFailed(waiting, failure).loan, day('2027-02-12'));
    expect(missed.hardship?.endedOn).toBe('2027-02-08');
    expect(missed.instalments.map((plan) => plan.penaltyNgwee)).toEqual([11 * 232, 4 * 232, 0]);
    const arrives = (sentOn: string) => succeed(missed, owedNgwee, day(sentOn), day('2027-02-12'));
    const inTime = arrives('2027-02-07');
    expect(checkLoan(inTime.loan)).toEqual([]);
    expect(inTime.loan.hardship?.endedOn).toBeNull();
    expect(inTime.loan.instalments.map((plan) => plan.penaltyNgwee)).toEqual([6 * 232, 0, 0]);
    expect(inTime.events).toContainEqual({ kind: 'hardship_continued', on: '2027-02-12', endedOn: null });
    expect(balanceOf(inTime.transfers, 'penalty_income')).toBe(9 * 232);
    // The date of plan 2 counts now. It is missed on the 15th.
    expect(owed(inTime.loan, '2027-02-14')).toBe(ngwee(46_333 + 46_334));
    expect(catchUp(inTime.loan, day('2027-02-15')).loan.hardship?.endedOn).toBe('2027-02-15');
    // Sent a day later, it was missed.
    const tooLate = arrives('2027-02-08');
    expect(tooLate.loan.hardship?.endedOn).toBe('2027-02-08');
    expect(tooLate.events.map(({ kind }) => kind)).not.toContain('hardship_continued');
  });

  test('is missed later when the payment of an earlier date had been sent in time', () => {
    const { loan: agreed } = agree(three, ['2027-01-31', '2027-02-07', '2027-03-31']);
    const on = day('2027-02-20');
    const late = succeed(catchUp(agreed, on).loan, ngwee(46_333 + 6 * 232), day('2027-02-07'), on);
    expect(late.loan.hardship?.endedOn).toBe('2027-02-15');
    expect(late.events).toContainEqual({ kind: 'hardship_continued', on, endedOn: '2027-02-15' });
    expect(late.loan.instalments.map((plan) => plan.penaltyNgwee)).toEqual([6 * 232, 6 * 232, 0]);
  });

  test('is told of on its day also where no penalty is charged', () => {
    const free = paidOutLoan(sampleTerms({ penaltyDailyRate: rate('0') }), paidOutOn);
    const late = catchUp(agree(free, ['2027-01-31']).loan, day('2027-02-01')).loan;
    expect(late.nextEventOn).toBe('2027-02-08');
  });

  test('can be followed by another plan, which freezes penalties again', () => {
    const broken = catchUp(agree(loan, ['2027-01-31']).loan, day('2027-02-10')).loan;
    const again = agree(broken, ['2027-03-31'], day('2027-02-10')).loan;
    expect(again.hardship).toEqual({ agreedOn: '2027-02-10', missAfterDays: 7, endedOn: null });
    expect(owed(again, '2027-03-31')).toBe(owedOnLoan(broken).totalNgwee);
    expect(again.instalments[0]!.earlierDueDates.map((earlier) => earlier.dueOn)).toEqual([
      dueOn,
      '2027-01-31',
    ]);
  });
});

describe('a plan is refused', () => {
  test('for another number of dates, for a date too early, and for one too far away', () => {
    expect(refusalOf(three, ['2027-01-31'])).toEqual({
      ok: false,
      refusal: { kind: 'hardship_date_count', unpaidPlans: 3 },
    });
    expect(refusalOf(loan, ['2026-12-28'])).toEqual({
      ok: false,
      refusal: { kind: 'hardship_date_too_early', period: 1, earliestOn: '2026-12-29' },
    });
    expect(refusalOf(three, ['2027-01-31', '2027-01-31', '2027-03-31'])).toEqual({
      ok: false,
      refusal: { kind: 'hardship_date_too_early', period: 2, earliestOn: '2027-02-01' },
    });
    expect(refusalOf(three, ['2027-01-05', '2027-01-10', '2027-03-31'])).toEqual({
      ok: false,
      refusal: { kind: 'hardship_date_too_early', period: 2, earliestOn: '2027-01-20' },
    });
    expect(refusalOf(loan, ['2027-12-30'])).toEqual({
      ok: false,
      refusal: { kind: 'hardship_date_too_late', latestOn: '2027-12-29' },
    });
  });

  test('without a reason, while a payment is pending, and for a loan that does not run', () => {
    expect(refusalOf(loan, ['2027-01-31'], ' ')).toMatchObject({
      refusal: { kind: 'hardship_without_reason' },
    });
    expect(refusalOf(submit(loan, kwacha(1150)), ['2027-01-31'])).toMatchObject({
      refusal: { kind: 'payment_pending' },
    });
    expect(refusalOf(succeed(loan, kwacha(1150)).loan, [])).toEqual({
      ok: false,
      refusal: { kind: 'wrong_state', state: 'settled' },
    });
  });
});

test('a preview says what each plan owes and changes nothing', () => {
  expect(
    previewHardship(three, { dueDates: ['2027-01-31', '2027-02-28', '2027-03-31'].map(day), on: agreedOn }),
  ).toEqual({
    ok: true,
    value: [
      { period: 1, beforeDueOn: '2026-12-21', afterDueOn: '2027-01-31', owedNgwee: 46_333 + 6 * 232 },
      { period: 2, beforeDueOn: '2027-01-20', afterDueOn: '2027-02-28', owedNgwee: 46_333 },
      { period: 3, beforeDueOn: '2027-02-19', afterDueOn: '2027-03-31', owedNgwee: 46_334 },
    ],
  });
});
