import { describe, expect, test } from 'vitest';
import { catchUp } from './catch-up.ts';
import { addDays, type Day, day } from './day.ts';
import { checkLedgerAgainstLoan, checkLoan } from './invariants.ts';
import type { Loan } from './loan.ts';
import { kwacha, type Ngwee, ngwee } from './money.ts';
import { owedOnLoan } from './owed.ts';
import { rate } from './rate.ts';
import { repaymentFailed } from './repayment.ts';
import { entryStanding, paidOutLoan, sampleTerms, threeInstalments } from './sample-loan.test-support.ts';
import { paidOutOn, submit, succeed } from './sample-repayment.test-support.ts';
import { quoteSettlement } from './settlement.ts';
import { placeOnLoan } from './suspense.ts';
import { type RunningLoan, type RunningPlan, takeOnLoan } from './take-on.ts';

/** The three plans of K1,000: due 21 December, 20 January and 19 February. */
const on = day('2027-01-25');
const plan = (principal: number, dueOn: Day, different: Partial<RunningPlan> = {}): RunningPlan => ({
  dueOn,
  originalDueOn: null,
  daysLate: 0,
  principalNgwee: ngwee(principal),
  interestNgwee: kwacha(120),
  feeNgwee: kwacha(10),
  penaltyNgwee: ngwee(0),
  principalPaidNgwee: ngwee(0),
  interestPaidNgwee: ngwee(0),
  feePaidNgwee: ngwee(0),
  penaltyPaidNgwee: ngwee(0),
  ...different,
});
const paid = (principal: number) => ({
  principalPaidNgwee: ngwee(principal),
  interestPaidNgwee: kwacha(120),
  feePaidNgwee: kwacha(10),
});
const running: RunningLoan = {
  loanId: 7,
  borrowerId: 3,
  earlierLoanNo: 'L-1',
  terms: threeInstalments(),
  paidOutOn,
  on,
  plans: [
    plan(33_333, day('2026-12-21'), { ...paid(33_333), daysLate: 2 }),
    plan(33_333, day('2027-01-20'), { daysLate: 5, penaltyNgwee: ngwee(928), feePaidNgwee: kwacha(10) }),
    plan(33_334, day('2027-02-19')),
  ],
};
const withPlan = (period: number, different: Partial<RunningPlan>): RunningLoan => ({
  ...running,
  plans: running.plans.map((one, index) => (index === period - 1 ? { ...one, ...different } : one)),
});

function takenOn(given: RunningLoan): Loan {
  const opened = takeOnLoan(given);
  if (!opened.ok) throw new Error(opened.refusal.kind);
  expect(checkLoan(opened.value.loan)).toEqual([]);
  expect(checkLedgerAgainstLoan(opened.value.loan, opened.value.transfers)).toEqual([]);
  return opened.value.loan;
}

test('a loan that is late is overdue, and its days after the take-on alone are charged', () => {
  const loan = takenOn(running);
  expect(loan).toMatchObject({ state: 'overdue', worstDaysLate: 5, accruedThroughOn: on });
  expect(loan.instalments.map(({ state }) => state)).toEqual(['settled', 'overdue', 'scheduled']);
  expect(loan.nextEventOn).toBe(addDays(on, 1));
  expect(catchUp(loan, on).events).toEqual([]);
  // K453.33 at 0.5 % a day: K2.27 for each of two days.
  const later = catchUp(loan, addDays(on, 2));
  expect(owedOnLoan(later.loan).penaltyNgwee).toBe(928 + 2 * 227);
  expect(later.loan.instalments[1]?.daysLate).toBe(7);
});

test('a loan that is not late is active and waits for its next due date', () => {
  const given = {
    ...running,
    on: day('2026-12-01'),
    plans: running.plans.map((one) => plan(one.principalNgwee, one.dueOn)),
  };
  expect(takenOn(given)).toMatchObject({ state: 'active', nextEventOn: day('2026-12-21') });
});

test('a plan that was moved counts late by the date that was signed, and not past due by the new one', () => {
  const moved = { originalDueOn: day('2027-01-20'), dueOn: day('2027-01-30'), daysLate: 3 };
  const loan = takenOn(withPlan(2, moved));
  expect(loan).toMatchObject({ state: 'active', extensionsUsed: 1, nextEventOn: day('2027-01-30') });
  expect(loan.instalments[1]).toMatchObject({ earlierDueDates: [{ dueOn: '2027-01-20' }], daysLate: 3 });
});

test('a loan with a due day earns on the days of its periods, and a moved date moves the later periods', () => {
  const terms = threeInstalments({ dueDay: { rule: 'month_end' } });
  const dates = ['2026-12-31', '2027-01-31', '2027-02-28'].map((dueOn) => day(dueOn));
  const given: RunningLoan = {
    ...running,
    terms,
    on: day('2026-12-25'),
    plans: running.plans.map((one, index) => plan(one.principalNgwee, dates[index]!)),
  };
  const here = paidOutLoan(terms, paidOutOn);
  const loan = takenOn(given);
  const datesOf = ({ instalments }: Loan) => instalments.map(({ startsOn, dueOn }) => [startsOn, dueOn]);
  expect(datesOf(loan)).toEqual(datesOf(here));
  // Plan 1 has earned its K120 on 21 December, and plan 2 the four days after it at K4.
  expect(loan.interestEarnedNgwee).toBe(kwacha(136));
  const moved = given.plans.map((one, index) => ({ ...one, dueOn: addDays(dates[index]!, 7) }));
  expect(takenOn({ ...given, plans: moved }).instalments.map(({ startsOn }) => startsOn)).toEqual([
    '2026-11-21',
    '2026-12-28',
    '2027-01-27',
  ]);
  // A first date of the earlier system can lie before the one that the rule here gives.
  const early = given.plans.map((one, index) => (index === 0 ? { ...one, dueOn: day('2026-11-30') } : one));
  expect(takenOn({ ...given, on: day('2026-11-24'), plans: early }).instalments[1]?.startsOn).toBe(
    '2026-11-21',
  );
});

test.each([
  [
    'a plan too few',
    { ...running, plans: running.plans.slice(1) },
    { kind: 'wrong_number_of_plans', needed: 3 },
  ],
  ['principal of other terms', withPlan(1, { principalNgwee: ngwee(1) }), { kind: 'principal_not_of_terms' }],
  ['a payout after the take-on', { ...running, paidOutOn: addDays(on, 1) }, { kind: 'paid_out_later' }],
  [
    'a due date before the payout',
    withPlan(1, { dueOn: paidOutOn }),
    { kind: 'due_dates_out_of_order', period: 1 },
  ],
  [
    'a due date of the plan before',
    withPlan(2, { dueOn: day('2026-12-21') }),
    { kind: 'due_dates_out_of_order', period: 2 },
  ],
  [
    'a date that was moved back',
    withPlan(2, { originalDueOn: day('2027-01-21') }),
    { kind: 'due_dates_out_of_order', period: 2 },
  ],
  [
    'more paid than charged',
    withPlan(2, { feePaidNgwee: kwacha(11) }),
    { kind: 'paid_above_charged', period: 2, charge: 'fee' },
  ],
  [
    'a penalty before the due date',
    withPlan(3, { penaltyNgwee: ngwee(1) }),
    { kind: 'penalty_before_due', period: 3 },
  ],
  [
    'fewer days late than the due date says',
    withPlan(2, { daysLate: 4 }),
    { kind: 'wrong_days_late', period: 2, least: 5, most: 5 },
  ],
  [
    'days late of a plan that is not due',
    withPlan(3, { daysLate: 1 }),
    { kind: 'wrong_days_late', period: 3, least: 0, most: 0 },
  ],
  [
    'more days late than have passed',
    withPlan(1, { daysLate: 36 }),
    { kind: 'wrong_days_late', period: 1, least: 0, most: 35 },
  ],
  [
    'a fee on a plan that was kept back',
    { ...running, terms: threeInstalments({ feeMode: 'deducted' }) },
    { kind: 'fee_was_deducted', period: 1 },
  ],
  [
    'more interest than the terms',
    withPlan(3, { interestNgwee: kwacha(124) }),
    { kind: 'interest_above_terms', mostNgwee: kwacha(363) },
  ],
  [
    'more fee than the terms',
    withPlan(3, { feeNgwee: kwacha(14) }),
    { kind: 'fee_above_terms', mostNgwee: kwacha(33) },
  ],
  [
    'charges above the cap',
    { ...running, terms: threeInstalments({ chargeCapRate: rate('0.39') }) },
    { kind: 'above_charge_cap', chargedNgwee: ngwee(39_928), mostNgwee: kwacha(390) },
  ],
  [
    'nothing owed',
    {
      ...running,
      plans: running.plans.map((one) => ({ ...one, ...paid(one.principalNgwee), penaltyNgwee: ngwee(0) })),
    },
    { kind: 'owes_nothing' },
  ],
] as const)('%s is refused by name', (_what, given, refusal) => {
  expect(takeOnLoan(given as RunningLoan)).toEqual({ ok: false, refusal });
});

test('a loan without principal, or whose fee takes it all, is refused by name', () => {
  const nothing = ngwee(0);
  const loanOf = (principalNgwee: Ngwee, different: Parameters<typeof sampleTerms>[0] = {}): RunningLoan => ({
    ...running,
    terms: sampleTerms({ principalNgwee, ...different }),
    plans: [plan(principalNgwee, day('2026-12-21'), { interestNgwee: nothing, feeNgwee: nothing })],
  });
  const refusal = { ok: false, refusal: { kind: 'nothing_paid_out' } };
  expect(takeOnLoan(loanOf(nothing))).toEqual(refusal);
  expect(takeOnLoan(loanOf(ngwee(1), { feeMode: 'deducted', serviceFeeRate: rate('0.5') }))).toEqual(refusal);
});

test('the due date that was signed lies near the date of the terms: half a plan before to 31 days after', () => {
  const on = day('2026-11-22');
  const loanOf = (different: Partial<RunningPlan>): RunningLoan => ({
    ...running,
    ...{ on, terms: sampleTerms(), plans: [plan(kwacha(1000), day('2026-12-21'), different)] },
  });
  const farAway = { kind: 'due_date_not_of_terms', period: 1, fromOn: '2026-12-06', throughOn: '2027-01-21' };
  for (const dueOn of ['2026-12-06', '2026-12-21', '2027-01-21'])
    expect(takenOn(loanOf({ dueOn: day(dueOn) })).state).toBe('active');
  for (const dueOn of ['2026-11-23', '2026-12-05', '2027-01-22', '2126-12-21'])
    expect(takeOnLoan(loanOf({ dueOn: day(dueOn) }))).toEqual({ ok: false, refusal: farAway });
  // An extension may move a date further. It is the date before it that has to be near.
  const extended = { dueOn: day('2027-03-31'), originalDueOn: day('2026-12-21') };
  expect(takenOn({ ...loanOf(extended), on: day('2026-12-25') }).extensionsUsed).toBe(1);
  const wrong = { ...extended, originalDueOn: day('2026-11-24') };
  expect(takeOnLoan({ ...loanOf(wrong), on: day('2026-12-25') })).toEqual({ ok: false, refusal: farAway });
});

test('a plan without principal and charges among others is settled from the beginning', () => {
  const nothing = ngwee(0);
  const empty = plan(0, day('2026-12-21'), { interestNgwee: nothing, feeNgwee: nothing });
  const given = {
    ...running,
    on: day('2026-12-01'),
    plans: [empty, plan(50_000, day('2027-01-20')), plan(50_000, day('2027-02-19'))],
  };
  expect(takenOn(given).instalments.map(({ state }) => state)).toEqual(['settled', 'scheduled', 'scheduled']);
});

/** The facts of a loan of this book at the end of a day, as another system would give them. */
function factsOf(loan: Loan, atEndOf: Day): RunningLoan {
  const { loanId, borrowerId, terms, instalments } = catchUp(loan, atEndOf).loan;
  return {
    ...{ loanId, borrowerId, terms, paidOutOn, on: atEndOf, earlierLoanNo: 'L-2' },
    plans: instalments.map((one) => ({
      dueOn: one.dueOn,
      originalDueOn: null,
      daysLate: one.daysLate,
      principalNgwee: one.principalNgwee,
      interestNgwee: one.interestNgwee,
      feeNgwee: one.feeNgwee,
      penaltyNgwee: one.penaltyNgwee,
      principalPaidNgwee: one.principalPaidNgwee,
      interestPaidNgwee: one.interestPaidNgwee,
      feePaidNgwee: one.feePaidNgwee,
      penaltyPaidNgwee: one.penaltyPaidNgwee,
    })),
  };
}

/** What the rest of a life comes to. */
function lifeAfter(taken: Loan, from: Day, nextNgwee: Ngwee) {
  const lateOn = addDays(from, 3);
  const waiting = submit(catchUp(taken, lateOn).loan, kwacha(150), lateOn, 'late');
  const givenUp = repaymentFailed(waiting, { attemptId: 'late', on: lateOn, reason: 'TIMEOUT' }).loan;
  const nextOn = addDays(from, 20);
  const next = succeed(catchUp(givenUp, nextOn).loan, nextNgwee, nextOn, nextOn, 'r').loan;
  const confirmedOn = addDays(from, 40);
  const after = succeed(catchUp(next, confirmedOn).loan, kwacha(150), lateOn, confirmedOn, 'late');
  const endOn = addDays(from, 60);
  const { loan } = catchUp(after.loan, endOn);
  expect(checkLoan(loan)).toEqual([]);
  const plans = loan.instalments.map(({ penaltyNgwee, daysLate, state, interestNgwee }) => ({
    penaltyNgwee,
    daysLate,
    state,
    interestNgwee,
  }));
  const settling = quoteSettlement(loan, endOn);
  return {
    plans,
    owed: owedOnLoan(loan),
    walletNgwee: after.walletNgwee,
    settling: settling.ok && settling.value.amountNgwee,
  };
}

describe('a loan that is taken on lives as it would have lived', () => {
  test.each([
    ['flat, interest given back', threeInstalments()],
    ['flat, interest kept', threeInstalments({ settlementInterest: 'fixed' })],
    ['declining', threeInstalments({ interestMethod: 'declining' })],
    ['fee kept back', threeInstalments({ feeMode: 'deducted' })],
  ])('%s: penalties, late confirmations and settling', (_terms, terms) => {
    for (const days of [2, 29, 30, 31, 33, 45, 62, 80]) {
      const own = paidOutLoan(terms, paidOutOn);
      const firstOn = addDays(paidOutOn, 33);
      const at = addDays(paidOutOn, days);
      const late = catchUp(own, firstOn).loan;
      const paidSome = at < firstOn ? own : succeed(late, kwacha(200), firstOn, firstOn, 'first').loan;
      const here = catchUp(paidSome, at).loan;
      // K800 clear plans before their time, so that interest is given back.
      for (const next of [kwacha(250), kwacha(800)])
        expect({ days, ...lifeAfter(takenOn(factsOf(paidSome, at)), at, next) }).toEqual({
          days,
          ...lifeAfter(here, at, next),
        });
    }
  });
});

test('money of a day before the take-on counts for the day of the take-on', () => {
  const loan = catchUp(takenOn(running), addDays(on, 4)).loan;
  const placed = placeOnLoan(loan, {
    amountNgwee: kwacha(100),
    cameOn: addDays(on, -3),
    on: addDays(on, 4),
    ladder: entryStanding,
  });
  if (!placed.ok) throw new Error(placed.refusal.kind);
  expect(placed.value.events).toContainEqual(expect.objectContaining({ kind: 'repaid', on }));
  expect(checkLoan(placed.value.loan)).toEqual([]);
  // The penalty of the earlier system stays: K9.28 of the K100 paid it.
  expect(placed.value.loan.instalments[1]?.penaltyPaidNgwee).toBe(928);
});

test('interest that the earlier system rounded up is not given back for days that were used', () => {
  const loan = takenOn(withPlan(2, { interestNgwee: kwacha(121) }));
  const quote = quoteSettlement(loan, day('2027-02-25'));
  expect(quote.ok && quote.value.savingNgwee).toBe(0);
});
