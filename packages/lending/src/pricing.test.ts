import { describe, expect, test } from 'vitest';
import { simpleAnnualRatePercent } from './apr.ts';
import { day } from './day.ts';
import type { LoanTerms } from './loan.ts';
import { kwacha, ngwee } from './money.ts';
import { priceLoan } from './pricing.ts';
import { principalDays } from './product.ts';
import { rate } from './rate.ts';
import { sampleTerms } from './sample-loan.test-support.ts';
import { planSchedule } from './schedule.ts';

const startOn = day('2026-11-21');
const thirdOfAPercent = { dailyRate: rate('0.0033333333') }; // 10 % a period of 30 days, to the ngwee

function simpleRate(terms: LoanTerms): number {
  const schedule = planSchedule(terms);
  const received = Number(principalDays(schedule)) * (schedule.receivedNgwee / terms.principalNgwee);
  return simpleAnnualRatePercent(ngwee(schedule.interestNgwee + schedule.feeNgwee), received);
}

describe('the worked examples', () => {
  test('K1,000 for 30 days with 15 % added costs 170.4 % a year', () => {
    const terms = sampleTerms();
    expect(priceLoan(terms, startOn)).toEqual({
      principalNgwee: kwacha(1000),
      receivedNgwee: kwacha(1000),
      interestNgwee: kwacha(120),
      feeNgwee: kwacha(30),
      totalRepayNgwee: kwacha(1150),
      totalCostNgwee: kwacha(150),
      costPercent: 15,
      apr: 170.4,
      effectiveAnnualRate: 447.6,
      costPerDayNgwee: kwacha(5),
      instalments: [
        {
          period: 1,
          startsOn: '2026-11-21',
          dueOn: '2026-12-21',
          principalNgwee: kwacha(1000),
          interestNgwee: kwacha(120),
          feeNgwee: kwacha(30),
          totalNgwee: kwacha(1150),
        },
      ],
    });
    expect(simpleRate(terms)).toBe(182.5);
  });

  test('the same with K100 of fee deducted first costs 299 %, because only K900 is received', () => {
    const terms = sampleTerms({ dailyRate: rate('0.005'), serviceFeeRate: rate('0.1'), feeMode: 'deducted' });
    const quote = priceLoan(terms, startOn);
    expect(quote).toMatchObject({
      receivedNgwee: kwacha(900),
      totalRepayNgwee: kwacha(1150),
      totalCostNgwee: kwacha(250),
      costPercent: 27.8,
      feeNgwee: kwacha(100),
    });
    expect(quote.instalments[0]?.feeNgwee).toBe(0);
    expect(Math.floor(quote.apr)).toBe(299);
    expect(Math.round(simpleRate(terms))).toBe(338);
  });

  test('K1,000 in three flat periods at 10 % each costs 164 %', () => {
    const quote = priceLoan(
      sampleTerms({ termDays: 90, instalmentCount: 3, serviceFeeRate: rate('0'), ...thirdOfAPercent }),
      startOn,
    );
    expect(quote.instalments.map((instalment) => instalment.totalNgwee)).toEqual([43_333, 43_333, 43_334]);
    expect(quote.instalments.map((instalment) => instalment.dueOn)).toEqual([
      '2026-12-21',
      '2027-01-20',
      '2027-02-19',
    ]);
    expect(quote.totalRepayNgwee).toBe(kwacha(1300));
    expect(Math.round(quote.apr)).toBe(164);
  });

  test('K1,000 in three declining periods at 10 % each costs 116 %', () => {
    const quote = priceLoan(
      sampleTerms({
        termDays: 90,
        instalmentCount: 3,
        interestMethod: 'declining',
        serviceFeeRate: rate('0'),
        ...thirdOfAPercent,
      }),
      startOn,
    );
    expect(quote.instalments.map((instalment) => instalment.totalNgwee)).toEqual([40_211, 40_211, 40_213]);
    expect(quote.instalments.map((instalment) => instalment.interestNgwee)).toEqual([10_000, 6979, 3656]);
    expect(Math.round(quote.apr)).toBe(116);
  });
});

test('an added fee is shared over the instalments and the last absorbs the rounding', () => {
  const quote = priceLoan(
    sampleTerms({ termDays: 90, instalmentCount: 3, serviceFeeRate: rate('0.0301') }),
    startOn,
  );
  expect(quote.instalments.map((instalment) => instalment.feeNgwee)).toEqual([1003, 1003, 1004]);
});

test('a declining loan without interest repays its principal in equal parts', () => {
  const quote = priceLoan(
    sampleTerms({ termDays: 90, instalmentCount: 3, interestMethod: 'declining', dailyRate: rate('0') }),
    startOn,
  );
  expect(quote.instalments.map((instalment) => instalment.principalNgwee)).toEqual([33_333, 33_333, 33_334]);
});

test('terms that do not divide into whole days are a bug, not an offer', () => {
  expect(() => priceLoan(sampleTerms({ termDays: 31, instalmentCount: 2 }), startOn)).toThrow(RangeError);
});
