import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dailyRateOfReturn, isAprAbove } from './apr.ts';
import { addDays, type Day, daysBetween } from './day.ts';
import { add, kwacha, ngwee, subtract, sum } from './money.ts';
import { priceLoan, type Quote } from './pricing.ts';
import { announceRuns, busyMachine, propertySeed, runsOf } from './property-runs.test-support.ts';
import { randomAmount, randomDay, randomTerms } from './random-terms.test-support.ts';
import { share } from './rate.ts';
import { checkRepayment } from './repayment-rules.ts';

const numRuns = runsOf('SCHEDULE_RUNS', 300);
const runs = { numRuns, seed: propertySeed };
announceRuns('schedules', numRuns);

test('the parts of every schedule sum exactly, and every period follows the one before', busyMachine, () => {
  fc.assert(
    fc.property(randomTerms, randomDay, (terms, startOn) => {
      const quote = priceLoan(terms, startOn);
      const { instalments } = quote;
      expect(sum(instalments.map((instalment) => instalment.principalNgwee))).toBe(terms.principalNgwee);
      expect(sum(instalments.map((instalment) => instalment.interestNgwee))).toBe(quote.interestNgwee);
      expect(sum(instalments.map((instalment) => instalment.totalNgwee))).toBe(quote.totalRepayNgwee);
      expect(quote.feeNgwee).toBe(share(terms.principalNgwee, terms.serviceFeeRate));
      const feeRepaid = sum(instalments.map((instalment) => instalment.feeNgwee));
      expect(feeRepaid).toBe(terms.feeMode === 'added' ? quote.feeNgwee : 0);
      expect(quote.receivedNgwee).toBe(
        terms.principalNgwee - (terms.feeMode === 'added' ? 0 : quote.feeNgwee),
      );
      expect(quote.totalRepayNgwee).toBe(add(quote.receivedNgwee, quote.totalCostNgwee));
      expect(instalments).toHaveLength(terms.instalmentCount);
      instalments.forEach((instalment, index) => {
        const { period, startsOn, dueOn, principalNgwee, interestNgwee, feeNgwee, totalNgwee } = instalment;
        expect(period).toBe(index + 1);
        const periodDays = terms.termDays / terms.instalmentCount;
        expect(daysBetween(startOn, startsOn)).toBe(periodDays * index);
        if (terms.dueDay === undefined) expect(daysBetween(startsOn, dueOn)).toBe(periodDays);
        expect(Math.min(principalNgwee, interestNgwee, feeNgwee)).toBeGreaterThanOrEqual(0);
        expect(totalNgwee).toBe(principalNgwee + interestNgwee + feeNgwee);
      });
    }),
    runs,
  );
});

test(
  'every due date is the first due day that is not before its period ends and not taken',
  busyMachine,
  () => {
    fc.assert(
      fc.property(randomTerms, randomDay, (terms, startOn) => {
        const { dueDay } = terms;
        fc.pre(dueDay !== undefined);
        const isDueDay = (on: Day) =>
          dueDay.rule === 'month_end' ? addDays(on, 1).endsWith('-01') : Number(on.slice(8)) === dueDay.day;
        let takenOn = startOn;
        for (const { startsOn, dueOn } of priceLoan(terms, startOn).instalments) {
          let expectedOn = addDays(startsOn, terms.termDays / terms.instalmentCount);
          while (!isDueDay(expectedOn) || expectedOn <= takenOn) expectedOn = addDays(expectedOn, 1);
          expect(dueOn).toBe(expectedOn);
          takenOn = dueOn;
        }
      }),
      runs,
    );
  },
);

test(
  'a due day changes no amount, and no yearly rate is above the one of the days themselves',
  busyMachine,
  () => {
    fc.assert(
      fc.property(randomTerms, randomDay, (terms, startOn) => {
        const amountsOf = ({
          instalments,
          apr: _apr,
          effectiveAnnualRate: _effective,
          ...amounts
        }: Quote) => ({
          ...amounts,
          instalments: instalments.map(({ dueOn: _dueOn, ...plan }) => plan),
        });
        const quote = priceLoan(terms, startOn);
        const ofDays = priceLoan({ ...terms, dueDay: undefined }, startOn);
        expect(amountsOf(quote)).toEqual(amountsOf(ofDays));
        expect(quote.apr).toBeLessThanOrEqual(ofDays.apr);
        expect(quote.effectiveAnnualRate).toBeLessThanOrEqual(ofDays.effectiveAnnualRate);
      }),
      runs,
    );
  },
);

test('flat interest is the rate on the whole principal for all days', busyMachine, () => {
  fc.assert(
    fc.property(randomTerms, randomDay, (terms, startOn) => {
      fc.pre(terms.interestMethod === 'flat');
      expect(priceLoan(terms, startOn).interestNgwee).toBe(
        share(terms.principalNgwee, terms.dailyRate, terms.termDays),
      );
    }),
    runs,
  );
});

test('declining instalments are equal but for what rounding leaves to the last', busyMachine, () => {
  fc.assert(
    fc.property(randomTerms, randomDay, (terms, startOn) => {
      fc.pre(terms.interestMethod === 'declining' && terms.principalNgwee >= 100_000);
      const totals = priceLoan(terms, startOn).instalments.map(
        ({ principalNgwee, interestNgwee }) => principalNgwee + interestNgwee,
      );
      const [first = 0] = totals;
      for (const total of totals.slice(0, -1)) expect(total).toBe(first);
      // Each rounding is at most half a ngwee a period, plus its interest over the later periods.
      const growth =
        (1 + Number(terms.dailyRate) * (terms.termDays / terms.instalmentCount)) ** terms.instalmentCount;
      expect(Math.abs((totals.at(-1) ?? 0) - first)).toBeLessThanOrEqual(terms.instalmentCount * growth + 1);
    }),
    runs,
  );
});

test('the yearly rate is the one at which the payments are worth what was received', busyMachine, () => {
  fc.assert(
    fc.property(randomTerms, randomDay, (terms, startOn) => {
      const { receivedNgwee, totalCostNgwee, instalments } = priceLoan(terms, startOn);
      const flows = instalments.map(({ dueOn, totalNgwee }) => ({
        afterDays: daysBetween(startOn, dueOn),
        amountNgwee: totalNgwee,
      }));
      const daily = dailyRateOfReturn(receivedNgwee, flows);
      const worth = flows.reduce(
        (total, flow) => total + flow.amountNgwee / (1 + daily) ** flow.afterDays,
        0,
      );
      expect(Math.abs(worth - receivedNgwee)).toBeLessThan(1);
      fc.pre(totalCostNgwee > 0);
      expect(isAprAbove(receivedNgwee, flows, daily * 36_500 * 0.999)).toBe(true);
      expect(isAprAbove(receivedNgwee, flows, daily * 36_500 * 1.001)).toBe(false);
    }),
    runs,
  );
});

test('an accepted amount leaves nothing or enough, and paying it all is always accepted', busyMachine, () => {
  fc.assert(
    fc.property(randomAmount, randomAmount, randomAmount, (remainingNgwee, amountNgwee, discount) => {
      fc.pre(remainingNgwee > 0);
      const discountNgwee = ngwee(discount % remainingNgwee);
      const payoff = subtract(remainingNgwee, discountNgwee);
      const rules = {
        remainingNgwee,
        discountNgwee,
        minRepayNgwee: kwacha(20),
        minLeftoverNgwee: kwacha(50),
      };
      expect(checkRepayment({ ...rules, amountNgwee: payoff }).ok).toBe(true);
      for (const amount of [amountNgwee, ngwee(amountNgwee % remainingNgwee)]) {
        if (!checkRepayment({ ...rules, amountNgwee: amount }).ok || amount === payoff) continue;
        expect(amount).toBeLessThan(payoff);
        expect(amount).toBeGreaterThanOrEqual(kwacha(20));
        expect(remainingNgwee - amount).toBeGreaterThanOrEqual(kwacha(50));
      }
    }),
    runs,
  );
});
