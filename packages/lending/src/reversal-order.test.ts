import { describe, expect, test } from 'vitest';
import { catchUp } from './catch-up.ts';
import { applyCoupon, giveCoupon, welcomeCoupon } from './coupon.ts';
import { day } from './day.ts';
import {
  happens,
  type Life,
  lifeOf,
  owedByPlan,
  pays,
  paysLate,
  reverses,
  tryReversal,
  walletOf,
} from './life.test-support.ts';
import { type Change, type InstalmentMove, type LoanEvent, type LoanTerms, REVERSAL_CAUSES } from './loan.ts';
import { kwacha, ngwee, sum } from './money.ts';
import type { Outcome } from './outcome.ts';
import { instalmentTotal, owedOnLoan } from './owed.ts';
import { repaymentSucceeded, submitRepayment } from './repayment.ts';
import { entryStanding, sampleTerms, threeInstalments } from './sample-loan.test-support.ts';
import { writeOff } from './write-off.ts';

const paidOutOn = day('2026-11-21');
const twoInstalments = sampleTerms({ termDays: 60, instalmentCount: 2 });

function begun(terms: LoanTerms): Life {
  return lifeOf(terms, paidOutOn);
}

/** The loan reaches the end of a day. */
function reaches(life: Life, on: string): void {
  happens(life, catchUp(life.loan, day(on)));
}

function penaltyOf({ loan }: Life): number {
  return instalmentTotal(loan.instalments, 'penaltyNgwee');
}

/** What the events keep of one amount of an instalment. */
function movesOf(
  events: readonly LoanEvent[],
  period: number,
  amount: Exclude<keyof InstalmentMove, 'period'>,
): number {
  return events
    .flatMap((event) =>
      'posting' in event ? event.posting.instalments : 'moves' in event ? (event.moves ?? []) : [],
    )
    .filter((move) => move.period === period)
    .reduce((total, move) => total + (move[amount] ?? 0), 0);
}

describe('after a reversal the money of the other payments pays the plans in due order', () => {
  test.each(REVERSAL_CAUSES)('a borrower who paid the first plan in time is not late (%s)', (cause) => {
    const life = begun(twoInstalments);
    const mistaken = pays(life, kwacha(640), day('2026-12-21'));
    pays(life, kwacha(635), day('2026-12-21'));
    reverses(life, mistaken, { on: day('2026-12-22'), cause });
    expect(owedByPlan(life)).toEqual([0, kwacha(635)]);
    reaches(life, '2027-01-20');
    expect([penaltyOf(life), life.loan.worstDaysLate]).toEqual([0, 0]);
  });

  test.each(REVERSAL_CAUSES)('rebates and interest are on the plans that earn them (%s)', (cause) => {
    const life = begun(threeInstalments());
    const mistaken = pays(life, ngwee(46_333), day('2026-12-18'));
    pays(life, ngwee(46_333), day('2026-12-20'));
    reverses(life, mistaken, { on: day('2026-12-22'), cause });
    expect(owedByPlan(life)).toEqual([0, 46_200, 46_334]);
    expect(life.loan.instalments.map(({ rebateNgwee }) => rebateNgwee)).toEqual([133, 0, 0]);
    reaches(life, '2027-01-20');
    expect([penaltyOf(life), life.loan.worstDaysLate]).toEqual([0, 0]);
  });

  test.each([
    { cause: 'our_mistake', daysLate: 0 },
    { cause: 'payer_or_operator', daysLate: 3 },
  ] as const)(
    'a plan that they cleared late counts the days to that day, unless it was our mistake ($cause)',
    ({ cause, daysLate }) => {
      const life = begun(twoInstalments);
      const mistaken = pays(life, kwacha(635), day('2026-12-21'));
      pays(life, kwacha(635), day('2026-12-24'));
      reverses(life, mistaken, { on: day('2026-12-31'), cause });
      expect(owedByPlan(life)).toEqual([0, kwacha(635)]);
      expect(life.loan.worstDaysLate).toBe(daysLate);
      expect(penaltyOf(life)).toBe(0);
    },
  );

  test('the events of a reversal keep all that it changed on the plans', () => {
    const life = begun(twoInstalments);
    const mistaken = pays(life, kwacha(640), day('2026-12-21'));
    pays(life, kwacha(600), day('2026-12-21'));
    const before = life.loan.instalments;
    const posted = life.events.filter((event) => 'receiptNo' in event && event.receiptNo === mistaken);
    const { events } = reverses(life, mistaken, { on: day('2026-12-22') });
    for (const amount of [
      'principalPaidNgwee',
      'interestPaidNgwee',
      'feePaidNgwee',
      'interestNgwee',
    ] as const)
      for (const { period, ...after } of life.loan.instalments) {
        const kept = movesOf(events, period, amount) - movesOf(posted, period, amount);
        expect([amount, period, kept]).toEqual([
          amount,
          period,
          after[amount] - (before[period - 1]?.[amount] ?? 0),
        ]);
      }
    expect(events[0]).toMatchObject({ kind: 'reversed', moves: expect.any(Array) });
  });

  test('in one plan charges are paid in the repayment order', () => {
    const life = begun(sampleTerms());
    const mistaken = pays(life, kwacha(150), day('2026-12-01'));
    pays(life, kwacha(200), day('2026-12-02'));
    const change = reverses(life, mistaken, { on: day('2026-12-03') });
    expect(life.loan.instalments[0]).toMatchObject({
      feePaidNgwee: kwacha(30),
      interestPaidNgwee: kwacha(120),
      principalPaidNgwee: kwacha(50),
    });
    expect(change.transfers.filter(({ debitAccount }) => debitAccount === 'principal_receivable')).toEqual([
      { debitAccount: 'principal_receivable', creditAccount: 'fee_receivable', amountNgwee: kwacha(30) },
      {
        debitAccount: 'principal_receivable',
        creditAccount: 'interest_receivable',
        amountNgwee: kwacha(120),
      },
    ]);
  });

  test('the payment whose money was moved can be reversed too', () => {
    for (const order of [
      ['penalty', 'fee', 'interest', 'principal'],
      ['principal', 'interest', 'fee', 'penalty'],
    ] as const) {
      const life = begun({ ...threeInstalments(), repaymentOrder: order });
      const mistaken = pays(life, kwacha(480), day('2026-12-28'));
      const own = pays(life, kwacha(480), day('2027-01-25'));
      reverses(life, mistaken, { on: day('2027-01-27') });
      reverses(life, own, { on: day('2027-01-28') });
      const paid = life.loan.instalments.flatMap((one) => [
        one.principalPaidNgwee,
        one.interestPaidNgwee,
        one.feePaidNgwee,
        one.penaltyPaidNgwee,
        one.rebateNgwee,
      ]);
      expect(paid.every((amount) => amount === 0)).toBe(true);
      expect(life.loan.instalments.map(({ interestNgwee }) => interestNgwee)).toEqual([
        12_000, 12_000, 12_000,
      ]);
      expect(walletOf(life)).toBe(0);
    }
  });
});

describe('interest that was given back to the wallet pays a loan that is owed again', () => {
  function reopened(): Life {
    const life = begun(threeInstalments());
    const mistaken = pays(life, kwacha(450), day('2026-11-26'));
    pays(life, kwacha(1150), day('2026-12-01'));
    reverses(life, mistaken, { on: day('2026-12-06') });
    return life;
  }

  test('with the money that was too much', () => {
    const life = reopened();
    expect(owedByPlan(life)).toEqual([0, 0, 14_666]);
    expect(walletOf(life)).toBe(0);
    expect(life.events).toContainEqual(
      expect.objectContaining({
        kind: 'overpayment_allocated',
        amountNgwee: 30_334,
        ofRebatesNgwee: 9334,
      }),
    );
    const counted = life.loan.countedPayments;
    expect(sum(counted.map(({ amountNgwee }) => amountNgwee))).toBe(kwacha(1150));
  });

  test('and what pays the rest early gets the interest of the days that are not used', () => {
    const life = reopened();
    pays(life, ngwee(14_666), day('2026-12-21'));
    expect(life.loan).toMatchObject({ state: 'settled', closedOn: '2026-12-21' });
    expect(instalmentTotal(life.loan.instalments, 'interestNgwee')).toBe(kwacha(120));
    expect(walletOf(life)).toBe(14_666);
  });

  test('and is taken back with its payment', () => {
    const life = reopened();
    const own = life.loan.countedPayments[0]?.receiptNo ?? '';
    reverses(life, own, { on: day('2026-12-07') });
    expect(owedOnLoan(life.loan).totalNgwee).toBe(kwacha(1390));
    expect([walletOf(life), life.loan.countedPayments]).toEqual([0, []]);
    expect(life.loan.instalments.every((one) => one.creditedInterestNgwee === 0)).toBe(true);
  });

  test('as far as the borrower has not used it', () => {
    const life = begun(threeInstalments());
    const mistaken = pays(life, kwacha(450), day('2026-11-26'));
    pays(life, kwacha(1150), day('2026-12-01'));
    life.wallet.push({ amountNgwee: -(walletOf(life) - kwacha(50)), receiptNo: null });
    reverses(life, mistaken, { on: day('2026-12-06') });
    expect(walletOf(life)).toBe(0);
    expect(owedOnLoan(life.loan).totalNgwee).toBe(14_666 + 30_334 + 22_666 - kwacha(50));
  });
});

describe('a loan is closed on the day on which the other payments cleared it', () => {
  test.each(REVERSAL_CAUSES)('also if money that came later counts from an earlier day (%s)', (cause) => {
    const life = begun(sampleTerms());
    const mistaken = pays(life, kwacha(650), day('2026-12-20'));
    pays(life, kwacha(500), day('2026-12-22'));
    paysLate(life, kwacha(650), { sentOn: day('2026-12-05'), confirmedOn: day('2026-12-30') });
    const change = reverses(life, mistaken, { on: day('2027-01-05'), cause });
    const worstDaysLate = cause === 'our_mistake' ? 0 : 1;
    expect(life.loan).toMatchObject({ state: 'settled', closedOn: '2026-12-22', worstDaysLate });
    expect(change.events.filter(({ kind }) => kind === 'settled')).toEqual([
      { kind: 'settled', on: '2026-12-22', onTime: worstDaysLate === 0 },
    ]);
    expect(life.ladderPlace.onTimeLoans).toBe(worstDaysLate === 0 ? 1 : 0);
    expect(walletOf(life)).toBe(0);
  });

  test('also if interest that is given back leaves nothing owed', () => {
    const life = begun(twoInstalments);
    pays(life, kwacha(1150), day('2026-12-06'));
    const mistaken = pays(life, kwacha(300), day('2026-12-16'));
    pays(life, kwacha(900), day('2026-12-21'));
    reverses(life, mistaken, { on: day('2026-12-26') });
    expect(life.loan).toMatchObject({ state: 'settled', closedOn: '2026-12-21', worstDaysLate: 0 });
    expect(walletOf(life)).toBe(kwacha(900));
  });

  test('and with the days late to that day, if a late payment had dated it earlier', () => {
    const life = begun(sampleTerms({ penaltyGraceDays: 14 }));
    pays(life, kwacha(1150), day('2026-12-31'));
    const late = paysLate(life, kwacha(1150), { sentOn: day('2026-12-10'), confirmedOn: day('2027-01-02') });
    expect(life.loan).toMatchObject({ closedOn: '2026-12-10', worstDaysLate: 0 });
    expect(life.ladderPlace.onTimeLoans).toBe(1);
    reverses(life, late, { on: day('2027-01-05'), cause: 'payer_or_operator' });
    expect(life.loan).toMatchObject({ state: 'settled', closedOn: '2026-12-31', worstDaysLate: 10 });
    expect(life.ladderPlace.onTimeLoans).toBe(0);
  });
});

test('the interest that a late payment does not earn any more is charged again', () => {
  const life = begun(threeInstalments({ penaltyGraceDays: 14 }));
  const mistaken = pays(life, kwacha(1150), day('2026-12-31'));
  paysLate(life, kwacha(463), { sentOn: day('2026-12-01'), confirmedOn: day('2026-12-31') });
  reverses(life, mistaken, { on: day('2027-01-05') });
  expect(instalmentTotal(life.loan.instalments, 'interestNgwee')).toBe(kwacha(360));
  expect(owedByPlan(life)).toEqual([33, 46_333, 46_334]);
  expect(walletOf(life)).toBe(0);
});

function writesOff(life: Life, on: string): void {
  reaches(life, on);
  happens(life, allowed(writeOff(life.loan, { on: day(on), reason: 'cannot be found' })));
}

test('a recovery that is reversed after a late payment moves nothing between the receivables', () => {
  const life = begun(sampleTerms({ repaymentOrder: ['fee', 'interest', 'penalty', 'principal'] }));
  writesOff(life, '2027-01-20');
  const mistaken = pays(life, kwacha(1000), day('2027-01-21'));
  paysLate(life, kwacha(100), { sentOn: day('2026-12-21'), confirmedOn: day('2027-01-22') });
  const { transfers } = reverses(life, mistaken, { on: day('2027-01-23') });
  expect(transfers.filter(({ debitAccount }) => debitAccount.endsWith('_receivable'))).toEqual([]);
  expect(life.loan.state).toBe('written_off');
});

test('a debt that was paid is a debt again when its payment is taken back', () => {
  const life = begun(sampleTerms());
  writesOff(life, '2027-01-20');
  const owed = owedOnLoan(life.loan);
  const recovery = pays(life, owed.totalNgwee, day('2027-01-21'));
  expect(life.loan).toMatchObject({ state: 'recovered', closedOn: '2027-01-21' });
  const on = day('2027-01-25');
  expect(tryReversal(life, recovery, { on, hasOtherOpenLoan: true })).toEqual({
    ok: false,
    refusal: { kind: 'other_loan_open' },
  });
  reverses(life, recovery, { on, cause: 'payer_or_operator' });
  expect(life.loan).toMatchObject({ state: 'written_off', closedOn: null });
  expect(life.loan.instalments.map(({ state }) => state)).toEqual(['overdue']);
  expect(owedOnLoan(life.loan)).toEqual(owed);
  pays(life, owed.totalNgwee, on);
  expect(life.loan.state).toBe('recovered');
});

test('a prize in the wallet stays when payments of a loan are reversed one after the other', () => {
  const life = begun(sampleTerms());
  life.wallet.push({ amountNgwee: kwacha(30), receiptNo: null });
  const on = day('2026-12-21');
  const first = pays(life, kwacha(1150), on);
  const second = pays(life, kwacha(700), on);
  pays(life, kwacha(450), on);
  reverses(life, first, { on: day('2026-12-22') });
  expect(owedOnLoan(life.loan).totalNgwee).toBe(0);
  reverses(life, second, { on: day('2026-12-22') });
  expect([owedOnLoan(life.loan).totalNgwee, walletOf(life)]).toEqual([kwacha(700), kwacha(30)]);
});

test('all wallet credit of a payment pays the loan again, also what an earlier reversal added', () => {
  const life = begun(twoInstalments);
  pays(life, kwacha(600), day('2026-12-06'));
  const first = pays(life, kwacha(635), day('2026-12-16'));
  const second = pays(life, kwacha(200), day('2026-12-21'));
  pays(life, kwacha(200), day('2026-12-26'));
  const cause = 'payer_or_operator';
  reverses(life, second, { on: day('2026-12-26'), cause });
  expect(walletOf(life)).toBe(kwacha(265));
  reverses(life, first, { on: day('2027-01-05'), cause });
  expect([walletOf(life), owedByPlan(life)]).toEqual([0, [0, kwacha(1270 - 800)]]);
});

test('interest that is charged again on a loan that stays settled is earned at once', () => {
  const life = begun(twoInstalments);
  pays(life, kwacha(600), day('2026-12-06'));
  pays(life, kwacha(635), day('2026-12-16'));
  const second = pays(life, kwacha(200), day('2026-12-21'));
  pays(life, kwacha(200), day('2026-12-26'));
  const earnedBefore = life.loan.interestEarnedNgwee;
  reverses(life, second, { on: day('2026-12-26'), cause: 'payer_or_operator' });
  expect(life.loan.state).toBe('settled');
  expect(life.loan.interestEarnedNgwee).toBeGreaterThan(earnedBefore);
  expect(life.loan.interestEarnedNgwee).toBe(instalmentTotal(life.loan.instalments, 'interestNgwee'));
});

test('closed days are excused on a plan that other money cleared later, wherever the mistaken payment stands', () => {
  const life = begun(threeInstalments({ penaltyGraceDays: 14 }));
  const theirs = pays(life, kwacha(1150), day('2026-12-20'));
  const ours = pays(life, ngwee(46_333), day('2026-12-22'));
  reverses(life, theirs, { on: day('2026-12-25'), cause: 'payer_or_operator' });
  pays(life, ngwee(46_333), day('2027-01-10'));
  reverses(life, ours, { on: day('2027-01-11') });
  expect(life.loan.instalments.map(({ daysLate }) => daysLate)).toEqual([1, 0, 0]);
});

test('a payment whose plan has less paid than its coupon pays, after another reversal, can be reversed', () => {
  const life = begun(twoInstalments);
  const cause = 'payer_or_operator';
  const first = pays(life, kwacha(635), day('2026-12-21'));
  const second = pays(life, kwacha(635), day('2026-12-21'));
  reverses(life, first, { on: day('2026-12-22'), cause });
  const on = day('2027-01-10');
  const worth = { kind: 'fixed', amountNgwee: kwacha(50) } as const;
  const coupon = giveCoupon({ ...welcomeCoupon, worth }, 9, on);
  happens(life, allowed(applyCoupon(life.loan, { coupon, period: 2, on })));
  const { amountNgwee, ...bill } = { attemptId: 'c', period: 2, amountNgwee: kwacha(585), on };
  happens(life, allowed(submitRepayment(life.loan, { ...bill, amountNgwee })));
  const quoted = life.loan.pending?.purpose === 'repayment' ? life.loan.pending.quoted : null;
  const received = { attemptId: 'c', operator: 'mtn', amountNgwee, submittedOn: on, on } as const;
  happens(life, repaymentSucceeded(life.loan, { ...received, ladder: entryStanding, quoted }));
  expect(life.loan.state).toBe('settled');
  reverses(life, second, { on: day('2027-01-15'), cause });
  expect(life.loan.instalments[1]?.discountNgwee).toBe(kwacha(50));
  expect(owedOnLoan(life.loan).totalNgwee).toBe(kwacha(635) - walletOf(life));
});

test('a late payment after a reversal gives interest back as without the mistaken payment', () => {
  const life = begun(sampleTerms());
  const mistaken = pays(life, kwacha(1150), day('2026-12-10'));
  pays(life, kwacha(1150), day('2026-12-11'));
  reverses(life, mistaken, { on: day('2026-12-15') });
  paysLate(life, kwacha(1150), { sentOn: day('2026-12-01'), confirmedOn: day('2026-12-20') });
  expect(instalmentTotal(life.loan.instalments, 'interestNgwee')).toBe(kwacha(40));
  expect([life.loan.closedOn, walletOf(life)]).toEqual(['2026-12-01', kwacha(2300 - 1070)]);
});

function allowed(outcome: Outcome<Change, unknown>): Change {
  if (!outcome.ok) throw new Error(`refused: ${JSON.stringify(outcome.refusal)}`);
  return outcome.value;
}
