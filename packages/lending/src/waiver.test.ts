import { describe, expect, test } from 'vitest';
import { catchUp } from './catch-up.ts';
import { addDays, type Day, day } from './day.ts';
import { checkLoan } from './invariants.ts';
import type { Loan } from './loan.ts';
import { kwacha, type Ngwee, ngwee } from './money.ts';
import { owedOnLoan } from './owed.ts';
import { repaymentSucceeded, submitRepayment } from './repayment.ts';
import { reversePosting } from './reversal.ts';
import { entryStanding, paidOutLoan, sampleTerms } from './sample-loan.test-support.ts';
import { succeed } from './sample-repayment.test-support.ts';
import { type Waiver, waiveCharge } from './waiver.ts';

const paidOutOn = day('2026-11-21');
const dueOn = day('2026-12-21');
const on = addDays(dueOn, 11);
const loan = paidOutLoan(sampleTerms(), paidOutOn);
const waiver: Waiver = {
  period: 1,
  charge: 'penalty',
  amountNgwee: kwacha(20),
  reason: 'in hospital',
  on,
  ladder: entryStanding,
};

function waived(different: Partial<Waiver>, subject = loan) {
  const change = waiveCharge(subject, { ...waiver, ...different });
  if (!change.ok) throw new Error(change.refusal.kind);
  expect(checkLoan(change.value.loan)).toEqual([]);
  return change.value;
}

describe('waiving', () => {
  test('a penalty takes it out of income, and its days stay as they were charged', () => {
    const change = waived({});
    expect(change.transfers).toContainEqual({
      debitAccount: 'penalty_income',
      creditAccount: 'penalty_receivable',
      amountNgwee: kwacha(20),
    });
    expect(owedOnLoan(change.loan).penaltyNgwee).toBe(10 * 575 - 2000);
    expect(change.loan.instalments[0]).toMatchObject({ penaltyWaivedNgwee: kwacha(20) });
    expect(owedOnLoan(catchUp(change.loan, addDays(on, 1)).loan).penaltyNgwee).toBe(11 * 575 - 2000);
    expect(change.messages).toEqual([
      { kind: 'charge_waived', amountNgwee: kwacha(20), remainingNgwee: kwacha(1150) + 5750 - 2000 },
    ]);
  });

  test('interest takes what was not earned yet first, and then income', () => {
    const dayTen = addDays(paidOutOn, 10);
    const change = waived({ charge: 'interest', amountNgwee: kwacha(100), on: dayTen });
    expect(change.transfers.slice(-2)).toEqual([
      { debitAccount: 'unearned_interest', creditAccount: 'interest_receivable', amountNgwee: kwacha(80) },
      { debitAccount: 'interest_income', creditAccount: 'interest_receivable', amountNgwee: kwacha(20) },
    ]);
    expect(owedOnLoan(change.loan)).toMatchObject({ interestNgwee: kwacha(20), totalNgwee: kwacha(1050) });
  });

  test('a fee works the same way', () => {
    const change = waived({ charge: 'fee', amountNgwee: kwacha(30), on: paidOutOn });
    expect(change.transfers).toEqual([
      { debitAccount: 'unearned_fee', creditAccount: 'fee_receivable', amountNgwee: kwacha(30) },
    ]);
  });

  test('the last that is owed settles the loan', () => {
    const paid = repaymentSucceeded(loan, {
      attemptId: 'r',
      operator: 'mtn',
      amountNgwee: kwacha(1150),
      submittedOn: on,
      on,
      ladder: entryStanding,
    }).loan;
    expect(paid.state).toBe('overdue');
    const principalFirst = paidOutLoan(
      sampleTerms({ repaymentOrder: ['principal', 'interest', 'fee', 'penalty'] }),
      paidOutOn,
    );
    const onlyPenalty = repaymentSucceeded(principalFirst, {
      attemptId: 'r',
      operator: 'mtn',
      amountNgwee: kwacha(1150),
      submittedOn: on,
      on,
      ladder: entryStanding,
    }).loan;
    const change = waived({ amountNgwee: ngwee(10 * 575) }, onlyPenalty);
    expect(change.loan).toMatchObject({ state: 'settled', closedOn: on });
    expect(change.ladder).toEqual({ step: 1, onTimeLoans: 0 });
  });

  const waiting = submitRepayment(loan, { attemptId: 'r', period: 1, amountNgwee: kwacha(100), on });
  test.each([
    ['wrong_state', { ...loan, state: 'settled' as const }, {}],
    ['payment_pending', waiting.ok ? waiting.value.loan : loan, {}],
    ['waiver_without_reason', loan, { reason: ' ' }],
    ['nothing_to_waive', loan, { amountNgwee: ngwee(0) }],
    ['waiver_above_owed', loan, { amountNgwee: ngwee(5751) }],
    ['waiver_above_owed', loan, { charge: 'fee' as const, amountNgwee: ngwee(3001) }],
    ['waiver_above_owed', loan, { period: 2 }],
  ])('is refused as %s', (kind, subject, different) => {
    const change = waiveCharge(subject, { ...waiver, ...different });
    expect(change.ok ? 'waived' : change.refusal.kind).toBe(kind);
  });
});

test('a payment that comes late takes back penalty days, and what was waived of them is not waived twice', () => {
  const change = waived({ amountNgwee: ngwee(10 * 575) });
  const late = repaymentSucceeded(change.loan, {
    attemptId: 'r',
    operator: 'mtn',
    amountNgwee: kwacha(1150),
    submittedOn: dueOn,
    on,
    ladder: entryStanding,
  });
  expect(late.loan).toMatchObject({ state: 'settled', worstDaysLate: 0 });
  expect(late.loan.instalments[0]).toMatchObject({ penaltyNgwee: 0, penaltyWaivedNgwee: 0 });
  expect(late.walletNgwee).toBe(0);
});

describe('what staff waived keeps using up the charge cap', () => {
  const halfAYearLater = day('2027-06-30');
  const owedOn = (subject: Loan, then: string) => owedOnLoan(catchUp(subject, day(then)).loan).totalNgwee;

  test('K500 of K2,000 waived stay waived a month and half a year later', () => {
    expect(owedOn(loan, '2027-06-30')).toBe(kwacha(2000));
    const change = waived({ amountNgwee: kwacha(500), on: halfAYearLater });
    expect(owedOn(change.loan, '2027-06-30')).toBe(kwacha(1500));
    expect(owedOn(change.loan, '2027-07-30')).toBe(kwacha(1500));
    expect(owedOn(change.loan, '2027-12-31')).toBe(kwacha(1500));
    expect(change.loan.nextEventOn).toBeNull();
  });

  test.each([
    ['interest', 120],
    ['fee', 30],
    ['penalty', 850],
  ] as const)('also %s, and the waiver can still be reversed half a year later', (charge, most) => {
    const change = waived({ charge, amountNgwee: kwacha(most), on: halfAYearLater });
    const event = change.events.find((candidate) => candidate.kind === 'charge_waived');
    if (event === undefined) throw new Error('nothing was waived');
    const later = catchUp(change.loan, day('2027-12-31')).loan;
    expect(owedOnLoan(later).totalNgwee).toBe(kwacha(2000 - most));
    const reversed = reversePosting(
      { ...later, version: later.version + 1 },
      {
        event,
        cause: 'our_mistake',
        reason: 'waived by mistake',
        on: day('2027-12-31'),
        walletNgwee: ngwee(0),
        ladderPlace: entryStanding.place,
        hasOtherOpenLoan: false,
        ladderRule: entryStanding.rule,
        history: [],
        walletMovements: [],
      },
    );
    if (!reversed.ok) throw new Error(reversed.refusal.kind);
    expect(owedOnLoan(reversed.value.loan).totalNgwee).toBe(kwacha(2000));
    expect(owedOn(reversed.value.loan, '2028-06-30')).toBe(kwacha(2000));
    expect(checkLoan(reversed.value.loan)).toEqual([]);
  });

  test('an automatic waiver after a late success gives the room back', () => {
    const atTheCap = catchUp(loan, halfAYearLater).loan;
    const late = repaymentSucceeded(atTheCap, {
      attemptId: 'r',
      operator: 'mtn',
      amountNgwee: kwacha(650),
      submittedOn: dueOn,
      on: halfAYearLater,
      ladder: entryStanding,
    }).loan;
    // K500 of principal have cost K2.50 a day on the 190 days since 23 December, and cost it on.
    expect(owedOnLoan(late)).toMatchObject({ principalNgwee: kwacha(500) });
    const before = owedOnLoan(late).penaltyNgwee;
    expect(owedOn(late, '2027-07-01')).toBe(kwacha(500) + before + 250);
  });
});

test('a late payment from after a waiver pays what it would have paid: K2.03 a day on K405.26, not K2.11 on K422.81', () => {
  const paid = (subject: Loan, amountNgwee: Ngwee, submittedOn: Day, onDay = submittedOn) =>
    succeed(catchUp(subject, onDay).loan, amountNgwee, submittedOn, onDay).loan;
  const part = paid(loan, kwacha(500), day('2026-12-31'));
  const after = waived({ amountNgwee: ngwee(1755), on: day('2027-01-05') }, part).loan;
  const inTime = catchUp(paid(after, kwacha(300), day('2027-01-06')), day('2027-02-05')).loan;
  const late = paid(after, kwacha(300), day('2027-01-06'), day('2027-02-05'));
  expect(inTime.instalments[0]?.penaltyRuns.at(-1)).toMatchObject({ baseNgwee: 40_526, perDayNgwee: 203 });
  expect(late.instalments[0]?.penaltyRuns).toEqual(inTime.instalments[0]?.penaltyRuns);
  expect(owedOnLoan(late)).toEqual(owedOnLoan(inTime));
  expect(checkLoan(late)).toEqual([]);
});

test('a waiver that was reversed lowers nothing when a payment comes late, and another one stays on its day', () => {
  const next = (subject: Loan): Loan => ({ ...subject, version: subject.version + 1 });
  const paidOn = day('2026-12-31');
  const part = next(succeed(catchUp(loan, paidOn).loan, kwacha(500), paidOn).loan);
  const mistaken = waived({ amountNgwee: kwacha(3), on: day('2027-01-02') }, part);
  const event = mistaken.events.find(({ kind }) => kind === 'charge_waived');
  if (event === undefined) throw new Error('nothing was waived');
  const waivedOn = day('2027-01-05');
  const both = next(waived({ amountNgwee: kwacha(3), on: waivedOn }, next(mistaken.loan)).loan);
  const reversed = reversePosting(both, {
    ...{ event, cause: 'our_mistake', reason: 'wrong borrower', on: waivedOn, walletNgwee: ngwee(0) },
    ...{ ladderPlace: entryStanding.place, ladderRule: entryStanding.rule, hasOtherOpenLoan: false },
    ...{ history: mistaken.events, walletMovements: [] },
  });
  if (!reversed.ok) throw new Error(reversed.refusal.kind);
  const one = waived({ amountNgwee: kwacha(3), on: waivedOn }, part).loan;
  const on = day('2027-02-05');
  const runsOf = (subject: Loan) =>
    succeed(catchUp(subject, on).loan, kwacha(300), day('2027-01-03'), on).loan.instalments[0]?.penaltyRuns;
  expect(runsOf(reversed.value.loan)).toEqual(runsOf(one));
});
