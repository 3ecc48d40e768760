import { catchUp } from '@thumba/lending/catch-up';
import { addDays, type Day, day, earlierOf } from '@thumba/lending/day';
import { earnThrough } from '@thumba/lending/earning';
import { balanceOf } from '@thumba/lending/invariants';
import { isRunning } from '@thumba/lending/loan';
import { type Step, take, type World, worldOf } from '@thumba/lending/loan-world.test-support';
import { kwacha } from '@thumba/lending/money';
import { announceRuns, busyMachine, propertySeed } from '@thumba/lending/property-runs.test-support';
import { randomTerms } from '@thumba/lending/random-terms.test-support';
import { repaymentSucceeded, submitRepayment } from '@thumba/lending/repayment';
import {
  entryStanding,
  paidOutLoan,
  payingOutLoan,
  sampleTerms,
} from '@thumba/lending/sample-loan.test-support';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type BookedTransfer, bookByMonth, incomeOfEndedMonths } from './cut-off.ts';

const paidOutOn = day('2026-11-21');
const loan = paidOutLoan(sampleTerms(), paidOutOn);

const received = (on: string) =>
  ({
    attemptId: 'collection-1',
    operator: 'mtn',
    amountNgwee: kwacha(1150),
    submittedOn: day(on),
    on: day(on),
    ladder: entryStanding,
  }) as const;

test('a loan paid off in December earned the days of November in November', () => {
  // The product gives no interest back for paying early.
  const fixed = paidOutLoan(sampleTerms({ settlementInterest: 'fixed' }), paidOutOn);
  const change = repaymentSucceeded(fixed, received('2026-12-05'));
  const income = bookByMonth(change.transfers, incomeOfEndedMonths(fixed, day('2026-12-05')))
    .filter(({ creditAccount }) => creditAccount.endsWith('_income'))
    .map(({ creditAccount, amountNgwee, cutOffOn }) => [
      creditAccount,
      amountNgwee,
      cutOffOn ?? 'with the change',
    ]);
  // 9 of 30 days of K120 and K30.
  expect(income).toEqual([
    ['interest_income', 3600, '2026-11-30'],
    ['interest_income', 2000, 'with the change'],
    ['fee_income', 900, '2026-11-30'],
    ['fee_income', 500, 'with the change'],
    ['interest_income', 6400, 'with the change'],
    ['fee_income', 1600, 'with the change'],
  ]);
});

test('a loan that nothing happened to for months has a part in each of them', () => {
  const months = incomeOfEndedMonths(
    paidOutLoan(sampleTerms({ termDays: 90 }), day('2026-10-30')),
    day('2027-01-02'),
  );
  expect(months.map(({ throughOn, interestNgwee }) => [throughOn, interestNgwee])).toEqual([
    ['2026-10-31', 400],
    ['2026-11-30', 12_000],
    ['2026-12-31', 12_400],
  ]);
});

test('while a payment is pending no day after its submission earns, and its month keeps that', () => {
  const submitted = submitRepayment(loan, {
    attemptId: 'collection-1',
    period: 1,
    amountNgwee: kwacha(1150),
    on: day('2026-11-25'),
  });
  if (!submitted.ok) throw new Error('the payment was refused');
  const waiting = submitted.value.loan;
  expect(waiting.interestEarnedNgwee).toBe(1600);
  expect(incomeOfEndedMonths(waiting, day('2026-12-05'))).toEqual([]);
});

test('a loan that does not run, and one that was changed since, have no part of an ended month', () => {
  expect(incomeOfEndedMonths(payingOutLoan(sampleTerms(), paidOutOn), day('2026-12-05'))).toEqual([]);
  const caughtUp = catchUp(loan, day('2026-12-01')).loan;
  expect(incomeOfEndedMonths(caughtUp, day('2026-12-05'))).toEqual([]);
});

const does = <Does extends string>(what: Does) => fc.constant(what);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ does: does('day ends') }),
  fc.record({ does: does('borrower submits'), percent: fc.constantFrom(30, 60, 100) }),
  fc.record({ does: does('borrower submits extension') }),
  fc.record({ does: does('borrower submits settlement') }),
  fc.record({ does: does('operator pays'), which: fc.constant(0) }),
  fc.record({ does: does('operator refuses') }),
  fc.record({ does: does('staff write off') }),
  fc.record({
    does: does('staff waive'),
    charge: fc.constantFrom('fee' as const, 'interest' as const),
    period: fc.integer({ min: 1, max: 3 }),
    percent: fc.constantFrom(20, 100),
  }),
);
const life = fc.record({
  terms: randomTerms,
  paidOutDaysBefore: fc.integer({ min: 0, max: 90 }),
  daysAndSteps: fc.array(fc.tuple(fc.integer({ min: 0, max: 20 }), step), { maxLength: 6 }),
  last: fc.tuple(fc.integer({ min: 1, max: 31 }), step),
});
const throughOn = day('2026-12-31');

test(
  'December has the same income whether the run comes before a change in January or after it',
  busyMachine,
  () => {
    const runs = 1000;
    announceRuns('cut-off', runs);
    let compared = 0;
    fc.assert(
      fc.property(life, ({ terms, paidOutDaysBefore, daysAndSteps, last: [daysAfter, lastStep] }) => {
        const on = addDays(throughOn, daysAfter);
        const ranFirst = lifeUntilDecember(terms, paidOutDaysBefore, daysAndSteps);
        const changedFirst = lifeUntilDecember(terms, paidOutDaysBefore, daysAndSteps);
        fc.pre(isRunning(ranFirst.loan) && !isGivenUp(ranFirst));
        const posted = accrue(ranFirst);
        const booked = changeOn(changedFirst, lastStep, on);
        const rest = accrue(changedFirst);
        changeOn(ranFirst, lastStep, on);
        if (booked.some(({ cutOffOn }) => cutOffOn !== undefined)) compared += 1;
        for (const account of ['interest_income', 'fee_income'] as const) {
          const ofDecember = booked.filter(({ cutOffOn }) => cutOffOn !== undefined && cutOffOn <= throughOn);
          expect(balanceOf([...ofDecember, ...rest], account)).toBe(balanceOf(posted, account));
          expect(balanceOf(changedFirst.book, account)).toBe(balanceOf(ranFirst.book, account));
        }
      }),
      { numRuns: runs, seed: propertySeed },
    );
    expect(compared).toBeGreaterThan(runs / 30);
  },
);

function lifeUntilDecember(
  terms: Parameters<typeof payingOutLoan>[0],
  paidOutDaysBefore: number,
  daysAndSteps: readonly [number, Step][],
): World {
  const on = addDays(throughOn, -paidOutDaysBefore);
  const world = worldOf(
    { loan: payingOutLoan(terms, on), transfers: [], walletNgwee: 0, events: [], messages: [], ladder: null },
    on,
  );
  take(world, { does: 'payout succeeds' });
  for (const [days, next] of daysAndSteps) {
    world.today = earlierOf(addDays(world.today, days), throughOn);
    take(world, next);
  }
  // As the end of 31 December does where a due date or a late day has come.
  if (world.loan.nextEventOn !== null && world.loan.nextEventOn <= throughOn) {
    world.today = throughOn;
    take(world, { does: 'day ends' });
  }
  return world;
}

/** Money of a payment that was given up counts for its own day. What it ends in December is known in January. */
function isGivenUp({ attempts }: World): boolean {
  return attempts.some(({ state }) => state === 'failed');
}

/** What the month-end run does to the loan. */
function accrue(world: World) {
  const { loan: before } = world;
  if (!isRunning(before)) return [];
  const change = earnThrough(before, earlierOf(throughOn, before.pending?.submittedOn ?? throughOn));
  world.loan = change.loan;
  world.book.push(...change.transfers);
  return change.transfers;
}

function changeOn(world: World, next: Step, on: Day): readonly BookedTransfer[] {
  const before = world.loan;
  const rowsBefore = world.book.length;
  world.today = on;
  take(world, next);
  return bookByMonth(world.book.slice(rowsBefore), incomeOfEndedMonths(before, on));
}
