import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, type Day, daysBetween, earlierOf } from './day.ts';
import { checkLoan } from './invariants.ts';
import type { Loan, LoanTerms } from './loan.ts';
import { type Ngwee, ngwee, sum } from './money.ts';
import { firstOwedInstalment, instalmentTotal, isCleared, owedOnInstalment, owedOnLoan } from './owed.ts';
import { busyMachine, propertySeed, runsOf } from './property-runs.test-support.ts';
import { randomDay, randomUncappedTerms } from './random-terms.test-support.ts';
import { fractionOf } from './rate.ts';
import { nextBill } from './repayment.ts';
import { entryStanding, paidOutLoan } from './sample-loan.test-support.ts';
import { succeed } from './sample-repayment.test-support.ts';
import { planSchedule } from './schedule.ts';
import { quoteSettlement, settlementSucceeded } from './settlement.ts';

type Payment = { daysPass: number; percent: number; isSettlement: boolean };

const payments = fc.array(
  fc.record({
    daysPass: fc.nat(40),
    percent: fc.constantFrom(5, 40, 90, 100, 100, 100, 100),
    isSettlement: fc.constantFrom(false, false, false, false, false, false, true),
  }),
  { maxLength: 20 },
);

/**
 * A loan with all the borrower's money, and for each day the principal owed at its start, and that of unpaid plans. The
 * days from the end of a plan's period to its due date cost nothing, so its principal is not counted on them.
 */
type Life = {
  loan: Loan;
  on: Day;
  paidNgwee: number;
  principalOutNgwee: number[];
  principalOfUnpaidPlansNgwee: number[];
};

function paidOut(terms: LoanTerms, on: Day): Life {
  const nothing = { paidNgwee: 0, principalOutNgwee: [], principalOfUnpaidPlansNgwee: [] };
  return { ...nothing, loan: paidOutLoan(terms, on), on };
}

function pay(life: Life, amountNgwee: Ngwee): void {
  const change = succeed(life.loan, amountNgwee, life.on);
  life.loan = change.loan;
  life.paidNgwee += amountNgwee - change.walletNgwee;
}

function settle(life: Life): void {
  const quote = quoteSettlement(life.loan, life.on);
  if (!quote.ok) throw new Error(quote.refusal.kind);
  const change = settlementSucceeded(life.loan, {
    attemptId: 's',
    operator: 'mtn',
    amountNgwee: quote.value.amountNgwee,
    submittedOn: life.on,
    on: life.on,
    ladder: entryStanding,
    quoted: quote.value,
  });
  expect(change.loan.state).toBe('settled');
  life.loan = change.loan;
  life.paidNgwee += quote.value.amountNgwee - change.walletNgwee;
}

function moveTo(life: Life, on: Day): void {
  const { instalments, terms } = life.loan;
  const periodDays = terms.termDays / terms.instalmentCount;
  for (; life.on < on; life.on = addDays(life.on, 1)) {
    const charged = instalments.filter(({ startsOn }) => daysBetween(startsOn, life.on) < periodDays);
    const unpaid = charged.filter((plan) => !isCleared(plan));
    life.principalOutNgwee.push(sum(charged.map((plan) => owedOnInstalment(plan).principalNgwee)));
    life.principalOfUnpaidPlansNgwee.push(instalmentTotal(unpaid, 'principalNgwee'));
  }
}

/** Pays at random, never later than a due date, and at last every plan on its due date. */
function live(terms: LoanTerms, startOn: Day, randomPayments: readonly Payment[]): Life {
  const life = paidOut(terms, startOn);
  for (const { daysPass, percent, isSettlement } of randomPayments) {
    const first = firstOwedInstalment(life.loan);
    if (first === undefined) return life;
    moveTo(life, earlierOf(addDays(life.on, daysPass), first.dueOn));
    const { payoffNgwee = ngwee(0) } = nextBill(life.loan, life.on) ?? {};
    const isOnDueDate = life.on === first.dueOn;
    if (isSettlement) settle(life);
    else pay(life, isOnDueDate ? payoffNgwee : ngwee(Math.ceil((payoffNgwee * percent) / 100)));
    expect(checkLoan(life.loan)).toEqual([]);
  }
  while (life.loan.state === 'active') {
    const first = firstOwedInstalment(life.loan);
    moveTo(life, first?.dueOn ?? life.on);
    pay(life, nextBill(life.loan, life.on)?.payoffNgwee ?? ngwee(0));
  }
  return life;
}

/** The reference, which knows no plan: the daily rate on each day's principal as an exact sum, and the fee. */
function costOfDays(terms: LoanTerms, principalNgwee: readonly number[]): number {
  const { numerator, denominator } = fractionOf(terms.dailyRate);
  const sumOfDays = principalNgwee.reduce((total, ofDayNgwee) => total + BigInt(ofDayNgwee), 0n);
  return Number((sumOfDays * numerator * 1000n) / denominator) / 1000 + feeRepaid(terms);
}

function feeRepaid(terms: LoanTerms): number {
  return terms.feeMode === 'added' ? planSchedule(terms).feeNgwee : 0;
}

const settings = { numRuns: runsOf('MODEL_RUNS', 300), seed: propertySeed };

test(
  'no way of paying in time costs less than the days that principal was out, or more than the schedule',
  busyMachine,
  () => {
    fc.assert(
      fc.property(randomUncappedTerms, randomDay, payments, (terms, startOn, randomPayments) => {
        const life = live(terms, startOn, randomPayments);
        expect(life.loan.state).toBe('settled');
        const costNgwee = life.paidNgwee - terms.principalNgwee;
        // Each instalment's interest and each payment's rebate is rounded once.
        const roundingNgwee = terms.instalmentCount + randomPayments.length + 1;
        expect(costNgwee).toBeGreaterThanOrEqual(costOfDays(terms, life.principalOutNgwee) - roundingNgwee);
        expect(costNgwee).toBeLessThanOrEqual(planSchedule(terms).interestNgwee + feeRepaid(terms));
      }),
      settings,
    );
  },
);

test('a declining loan costs exactly the days for which each plan was unpaid', busyMachine, () => {
  fc.assert(
    fc.property(randomUncappedTerms, randomDay, payments, (anyTerms, startOn, randomPayments) => {
      const terms: LoanTerms = { ...anyTerms, interestMethod: 'declining' };
      const life = live(terms, startOn, randomPayments);
      const costNgwee = life.paidNgwee - terms.principalNgwee;
      const exactNgwee = costOfDays(terms, life.principalOfUnpaidPlansNgwee);
      expect(Math.abs(costNgwee - exactNgwee)).toBeLessThanOrEqual(terms.instalmentCount + 1);
    }),
    settings,
  );
});

test('paying every plan on one day costs what settling on that day costs', busyMachine, () => {
  fc.assert(
    fc.property(randomUncappedTerms, randomDay, payments, fc.nat(40), (terms, startOn, before, daysPass) => {
      const begun = paidOut(terms, startOn);
      for (const { percent, daysPass: days } of before.slice(0, 3)) {
        const first = firstOwedInstalment(begun.loan);
        if (first === undefined) return;
        moveTo(begun, earlierOf(addDays(begun.on, days), first.dueOn));
        const { payoffNgwee = ngwee(0) } = nextBill(begun.loan, begun.on) ?? {};
        pay(begun, ngwee(Math.ceil((payoffNgwee * percent) / 100)));
      }
      const first = firstOwedInstalment(begun.loan);
      if (first === undefined) return;
      moveTo(begun, earlierOf(addDays(begun.on, daysPass), first.dueOn));
      const settled: Life = { ...begun };
      settle(settled);
      const paidByPlan: Life = { ...begun };
      while (paidByPlan.loan.state === 'active')
        pay(paidByPlan, nextBill(paidByPlan.loan, paidByPlan.on)?.payoffNgwee ?? ngwee(0));
      const inOneSum: Life = { ...begun };
      pay(inOneSum, owedOnLoan(inOneSum.loan).totalNgwee);
      for (const other of [paidByPlan, inOneSum]) {
        expect(Math.abs(other.paidNgwee - settled.paidNgwee)).toBeLessThanOrEqual(terms.instalmentCount);
      }
    }),
    settings,
  );
});
