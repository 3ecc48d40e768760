import { day } from '@thumba/lending/day';
import { balanceOf } from '@thumba/lending/invariants';
import { type Life, lifeOf, pays, reverses } from '@thumba/lending/life.test-support';
import { kwacha } from '@thumba/lending/money';
import { sampleTerms } from '@thumba/lending/sample-loan.test-support';
import { expect, test } from 'vitest';
import { laterEventsOf } from './later-events.ts';
import { plansAsOf } from './plans-as-of.ts';

function owedInLedger({ book }: Life) {
  return {
    principalNgwee: balanceOf(book, 'principal_receivable'),
    interestNgwee: balanceOf(book, 'interest_receivable'),
    feeNgwee: balanceOf(book, 'fee_receivable'),
    penaltyNgwee: balanceOf(book, 'penalty_receivable'),
  };
}

test('a day before a reversal has its plans, also where the reversal has moved the money of other payments', () => {
  const life = lifeOf(sampleTerms({ termDays: 60, instalmentCount: 2 }), day('2026-11-21'));
  const mistaken = pays(life, kwacha(640), day('2026-12-21'));
  pays(life, kwacha(635), day('2026-12-21'));
  const owed = owedInLedger(life);
  const eventCount = life.events.length;
  reverses(life, mistaken, { on: day('2026-12-22') });
  const history = life.events.map((event, index) => ({ event, isLater: index >= eventCount }));
  expect(life.loan.instalments.map(({ principalPaidNgwee }) => principalPaidNgwee)).toEqual([kwacha(500), 0]);
  const { basis, plans } = plansAsOf(life.loan.instalments, laterEventsOf(history), owed);
  expect({ basis, isOwing: plans.map(({ isOwing }) => isOwing) }).toEqual({
    basis: 'recomputed',
    isOwing: [false, false],
  });
});
