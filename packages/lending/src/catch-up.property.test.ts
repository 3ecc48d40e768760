import fc from 'fast-check';
import { expect, test } from 'vitest';
import { catchUp } from './catch-up.ts';
import { followedBy, unchanged } from './change.ts';
import { addDays, type Day, day } from './day.ts';
import { balanceOf, checkLoan } from './invariants.ts';
import type { Change, Loan } from './loan.ts';
import { ngwee } from './money.ts';
import { firstOwedInstalment, owedOnInstalment, owedOnLoan } from './owed.ts';
import { busyMachine, propertySeed, runsOf } from './property-runs.test-support.ts';
import { randomDay, randomTerms, randomUncappedTerms } from './random-terms.test-support.ts';
import { rate } from './rate.ts';
import { repaymentFailed, repaymentSucceeded, submitRepayment } from './repayment.ts';
import { entryStanding, paidOutLoan, sampleTerms } from './sample-loan.test-support.ts';

const seed = propertySeed;

const daysLater = fc.integer({ min: 0, max: 250 });

function throughDays(loan: Loan, days: readonly Day[]): Change {
  return days.reduce((change, on) => followedBy(change, (before) => catchUp(before, on)), unchanged(loan));
}

const accounts = [
  'penalty_receivable',
  'penalty_income',
  'interest_income',
  'fee_income',
  'unearned_interest',
] as const;

test(
  'catching up once, twice, in two steps or day by day gives the same loan and the same book',
  busyMachine,
  () => {
    fc.assert(
      fc.property(randomTerms, randomDay, daysLater, daysLater, (terms, startOn, some, more) => {
        const loan = paidOutLoan(terms, startOn);
        const throughOn = addDays(startOn, some + more);
        const once = throughDays(loan, [throughOn]);
        const everyDay = Array.from({ length: some + more }, (_, index) => addDays(startOn, index + 1));
        for (const days of [[throughOn, throughOn], [addDays(startOn, some), throughOn], everyDay]) {
          const other = throughDays(loan, days);
          expect(other.loan).toEqual(once.loan);
          for (const account of accounts) {
            expect(balanceOf(other.transfers, account)).toBe(balanceOf(once.transfers, account));
          }
          const kinds = (change: Change) => change.events.filter((event) => event.kind !== 'penalty_accrued');
          expect(kinds(other)).toEqual(kinds(once));
        }
        expect(checkLoan(once.loan)).toEqual([]);
      }),
      { numRuns: runsOf('MODEL_RUNS', 20), seed },
    );
  },
);

test('only the days a loan waits for do anything that cannot wait', busyMachine, () => {
  fc.assert(
    fc.property(randomTerms, randomDay, daysLater, (terms, startOn, days) => {
      const throughOn = addDays(startOn, days);
      let loan = paidOutLoan(terms, startOn);
      while (loan.nextEventOn !== null && loan.nextEventOn <= throughOn) {
        const change = catchUp(loan, loan.nextEventOn);
        expect(change.events).not.toEqual([]);
        loan = change.loan;
      }
      const once = catchUp(paidOutLoan(terms, startOn), throughOn).loan;
      expect(catchUp(loan, throughOn).loan).toEqual(once);
      expect(owedOnLoan(loan)).toEqual(owedOnLoan(once));
    }),
    { numRuns: runsOf('MODEL_RUNS', 100), seed },
  );
});

test('paying each bill off, on whatever day, leaves exactly nothing', busyMachine, () => {
  fc.assert(
    fc.property(
      randomTerms,
      randomDay,
      fc.array(daysLater, { minLength: 12, maxLength: 12 }),
      (terms, startOn, waits) => {
        let loan = paidOutLoan(terms, startOn);
        let on = startOn;
        for (const wait of waits.slice(0, terms.instalmentCount)) {
          on = addDays(on, wait % 70);
          const bill = firstOwedInstalment(catchUp(loan, on).loan);
          if (bill === undefined) break;
          const amountNgwee = owedOnInstalment(bill).totalNgwee;
          const submitted = submitRepayment(loan, { attemptId: 'a', period: bill.period, amountNgwee, on });
          if (!submitted.ok) throw new Error(submitted.refusal.kind);
          const change = repaymentSucceeded(submitted.value.loan, {
            attemptId: 'a',
            operator: 'mtn',
            amountNgwee,
            submittedOn: on,
            on,
            ladder: entryStanding,
          });
          const rebateNgwee = change.events.reduce(
            (total, event) => total + (event.kind === 'rebate_given' ? event.walletNgwee : 0),
            0,
          );
          expect(change.walletNgwee).toBe(rebateNgwee);
          loan = change.loan;
          expect(checkLoan(loan)).toEqual([]);
        }
        expect(loan.state).toBe('settled');
        expect(owedOnLoan(loan).totalNgwee).toBe(0);
      },
    ),
    { numRuns: runsOf('SCHEDULE_RUNS', 200), seed },
  );
});

// Four instalments are too small for a daily penalty of 1 ngwee, and the payment must clear them before the fifth.
const billsWithoutPenalty = sampleTerms({
  principalNgwee: ngwee(104),
  termDays: 40,
  instalmentCount: 5,
  dailyRate: rate('0.0004'),
  serviceFeeRate: rate('0.1972'),
  penaltyDailyRate: rate('0.0186'),
  penaltyGraceDays: 0,
  chargeCapRate: rate('9999'),
  repaymentOrder: ['principal', 'fee', 'interest', 'penalty'],
});
const cameLate = { untilSent: 0, untilGivenUp: 0, untilArrived: 41, percent: 1 };

test('money that comes after we had given up leaves the loan as if it had come in time', busyMachine, () => {
  fc.assert(
    fc.property(
      randomUncappedTerms,
      randomDay,
      fc.record({
        untilSent: daysLater,
        untilGivenUp: fc.nat(5),
        untilArrived: fc.nat(200),
        percent: fc.nat(150),
      }),
      (terms, startOn, { untilSent, untilGivenUp, untilArrived, percent }) => {
        const submittedOn = addDays(startOn, untilSent);
        const givenUpOn = addDays(submittedOn, untilGivenUp);
        const on = addDays(givenUpOn, untilArrived);
        const loan = paidOutLoan(terms, startOn);
        const owed = owedOnLoan(catchUp(loan, submittedOn).loan).totalNgwee;
        const amountNgwee = ngwee(Math.floor((owed * percent) / 100));
        const waiting: Loan = {
          ...catchUp(loan, submittedOn).loan,
          pending: {
            attemptId: 'a',
            period: 1,
            amountNgwee,
            submittedOn,
            purpose: 'repayment',
            quoted: null,
          },
        };
        const success = {
          attemptId: 'a',
          operator: 'mtn',
          amountNgwee,
          submittedOn,
          on,
          ladder: entryStanding,
        } as const;
        const timely = repaymentSucceeded(waiting, success);
        const failed = repaymentFailed(waiting, { attemptId: 'a', on: givenUpOn, reason: 'TIMEOUT' });
        const late = followedBy(
          followedBy(failed, (givenUp) => catchUp(givenUp, on)),
          (late) => repaymentSucceeded(late, success),
        );
        expect({ ...late.loan, accruedThroughOn: on }).toEqual({ ...timely.loan, accruedThroughOn: on });
        expect(late.walletNgwee).toBe(timely.walletNgwee);
        expect(late.ladder).toEqual(timely.ladder);
        expect(balanceOf(late.transfers, 'penalty_income')).toBe(
          balanceOf(timely.transfers, 'penalty_income'),
        );
      },
    ),
    {
      numRuns: runsOf('MODEL_RUNS', 200),
      seed,
      examples: [[billsWithoutPenalty, day('2026-01-01'), cameLate]],
    },
  );
});
