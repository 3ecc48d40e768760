import { dailyRateOfReturn } from '@thumba/lending/apr';
import { addDays, day, daysBetween } from '@thumba/lending/day';
import { kwacha } from '@thumba/lending/money';
import { priceLoan } from '@thumba/lending/pricing';
import { announceRuns, busyMachine, propertySeed } from '@thumba/lending/property-runs.test-support';
import { randomDay, randomTerms } from '@thumba/lending/random-terms.test-support';
import { sampleTerms, threeInstalments } from '@thumba/lending/sample-loan.test-support';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { effectiveIncomeByDay, incomeByPolicy, rememberedEffectiveIncome } from './effective-interest.ts';

const paidOutOn = day('2026-11-21');
const on = (days: number) => addDays(paidOutOn, days);

test('three plans of a flat K1,000: by day 30 the effective policy has K184.62, straight line K130.00', () => {
  expect(incomeByPolicy(threeInstalments(), paidOutOn, on(30))).toEqual({
    straightLineNgwee: 13_000,
    effectiveNgwee: 18_462,
    adjustmentNgwee: 5462,
  });
});

test(
  'nothing is earned on the day of the payout, and everything on the last due date and after it',
  busyMachine,
  () => {
    for (const days of [-5, 0]) {
      expect(incomeByPolicy(threeInstalments(), paidOutOn, on(days))).toMatchObject({ effectiveNgwee: 0 });
    }
    for (const days of [90, 91, 400]) {
      expect(incomeByPolicy(threeInstalments(), paidOutOn, on(days))).toEqual({
        straightLineNgwee: 39_000,
        effectiveNgwee: 39_000,
        adjustmentNgwee: 0,
      });
    }
  },
);

test('a loan that costs nothing earns nothing', () => {
  const flows = [{ afterDays: 30, amountNgwee: kwacha(1000) }];
  expect(new Set(effectiveIncomeByDay({ receivedNgwee: kwacha(1000), flows }))).toEqual(new Set([0]));
});

test('a loan that is repaid a thousandfold the next day earns all of it on that day', () => {
  const flows = [{ afterDays: 1, amountNgwee: kwacha(1000) }];
  expect(effectiveIncomeByDay({ receivedNgwee: kwacha(1), flows })).toEqual([0, 99_900]);
});

test(
  'income never falls, ends at the cost, and is the rate of return on the amortised cost',
  busyMachine,
  () => {
    const runs = 150;
    announceRuns('effective interest', runs);
    fc.assert(
      fc.property(randomTerms, randomDay, (terms, disbursedOn) => {
        const { receivedNgwee, totalCostNgwee, instalments } = priceLoan(terms, disbursedOn);
        const flows = instalments.map(({ dueOn, totalNgwee }) => ({
          afterDays: daysBetween(disbursedOn, dueOn),
          amountNgwee: totalNgwee,
        }));
        fc.pre(receivedNgwee > 0);
        const income = effectiveIncomeByDay({ receivedNgwee, flows });
        expect(income.at(-1)).toBe(totalCostNgwee);
        const lastOn = addDays(disbursedOn, income.length - 1);
        expect(incomeByPolicy(terms, disbursedOn, lastOn)).toEqual({
          straightLineNgwee: totalCostNgwee,
          effectiveNgwee: totalCostNgwee,
          adjustmentNgwee: 0,
        });
        const rate = dailyRateOfReturn(receivedNgwee, flows);
        let amortisedCost: number = receivedNgwee;
        let earned = 0;
        for (const [afterDays, total] of income.entries()) {
          expect(total).toBeGreaterThanOrEqual(income[afterDays - 1] ?? 0);
          if (afterDays > 0) earned += amortisedCost * rate;
          amortisedCost += afterDays > 0 ? amortisedCost * rate : 0;
          amortisedCost -= flows.find((flow) => flow.afterDays === afterDays)?.amountNgwee ?? 0;
          // lending's rate is a float.
          expect(Math.abs(total - earned)).toBeLessThan(0.51 + receivedNgwee * 1e-9 * afterDays);
        }
      }),
      { numRuns: runs, seed: propertySeed },
    );
  },
);

test('what is remembered for loans with the same flows is what each of them gives', () => {
  const remembered = rememberedEffectiveIncome();
  for (const terms of [threeInstalments(), sampleTerms(), threeInstalments({ feeMode: 'deducted' })]) {
    for (const disbursedOn of [paidOutOn, on(7)]) {
      expect(incomeByPolicy(terms, disbursedOn, on(40), remembered)).toEqual(
        incomeByPolicy(terms, disbursedOn, on(40)),
      );
    }
  }
});
