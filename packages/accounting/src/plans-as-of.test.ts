import { day } from '@thumba/lending/day';
import type { Instalment } from '@thumba/lending/loan';
import { kwacha } from '@thumba/lending/money';
import { repaymentSucceeded, submitRepayment } from '@thumba/lending/repayment';
import { entryStanding, paidOutLoan, threeInstalments } from '@thumba/lending/sample-loan.test-support';
import { expect, test } from 'vitest';
import { laterEventsOf } from './later-events.ts';
import { daysPastDueOf, type LaterEvent, plansAsOf } from './plans-as-of.ts';

// K1,000 in three plans, paid out on 21 November 2026: due on 21 December, 20 January and 19 February.
const paidOut = paidOutLoan(threeInstalments(), day('2026-11-21'));
const paidOn = day('2026-12-28');
const submission = { attemptId: 'collection-1', period: 1, amountNgwee: kwacha(300), on: paidOn };
const submitted = submitRepayment(paidOut, submission);
if (!submitted.ok) throw new Error('the payment is refused');
const paid = repaymentSucceeded(submitted.value.loan, {
  ...{
    attemptId: 'collection-1',
    operator: 'mtn',
    amountNgwee: kwacha(300),
    submittedOn: paidOn,
    on: paidOn,
  },
  ladder: entryStanding,
});
const events = [...submitted.value.events, ...paid.events];
const owedBefore = { principalNgwee: 100_000, interestNgwee: 36_000, feeNgwee: 3_000, penaltyNgwee: 0 };

test('the plans of a day before a payment owe what they owed then', () => {
  const later = laterEventsOf(events.map((event) => ({ event, isLater: true })));
  const { plans, basis } = plansAsOf(paid.loan.instalments, later, owedBefore);
  expect(basis).toBe('recomputed');
  expect(plans.map(({ isOwing }) => isOwing)).toEqual([true, true, true]);
  expect(daysPastDueOf(plans, day('2026-12-27'), 'dueOn')).toBe(6);
  expect(daysPastDueOf(plans, day('2026-12-21'), 'dueOn')).toBe(0);
});

test('where the events do not lead back to the ledger, its principal is laid on the last plans', () => {
  const owed = { principalNgwee: 60_000, interestNgwee: 0, feeNgwee: 0, penaltyNgwee: 0 };
  const { plans, basis } = plansAsOf(paid.loan.instalments, [], owed);
  expect(basis).toBe('allocated');
  expect(plans.map(({ isOwing }) => isOwing)).toEqual([false, true, true]);
});

test('a loan that owes charges only owes them on its last plan', () => {
  const owed = { principalNgwee: 0, interestNgwee: 100, feeNgwee: 0, penaltyNgwee: 0 };
  const { plans } = plansAsOf(paid.loan.instalments, [], owed);
  expect(plans.map(({ isOwing }) => isOwing)).toEqual([false, false, true]);
});

test('an extension after the day is not in its due dates, and one that was taken back after it is', () => {
  const owed = { principalNgwee: 100_000, interestNgwee: 36_000, feeNgwee: 3_000, penaltyNgwee: 0 };
  const extended = { direction: 1, moves: [], dateMove: { fromPeriod: 2, days: 7 } } as const;
  const dueDates = (instalments: readonly Instalment[], events: readonly LaterEvent[]) =>
    plansAsOf(instalments, events, owed).plans.map(({ dueOn }) => dueOn);
  const signed = ['2026-12-21', '2027-01-20', '2027-02-19'];
  const moved = ['2026-12-21', '2027-01-27', '2027-02-26'];
  const afterwards = paidOut.instalments.map((instalment, index) => ({
    ...instalment,
    dueOn: day(moved[index]!),
    earlierDueDates: index === 0 ? [] : [{ dueOn: instalment.dueOn, throughOn: paidOn }],
  }));
  expect(dueDates(afterwards, [])).toEqual(moved);
  expect(dueDates(afterwards, [extended])).toEqual(signed);
  expect(dueDates(paidOut.instalments, [{ ...extended, direction: -1 }])).toEqual(moved);
  expect(dueDates(paidOut.instalments, [extended, { ...extended, direction: -1 }])).toEqual(signed);
});
