import fc from 'fast-check';
import { chargeCap } from './charge-cap.ts';
import { addDays, type Day, day } from './day.ts';
import { CHARGE_KINDS, type LoanTerms } from './loan.ts';
import { add, ngwee } from './money.ts';
import { rate } from './rate.ts';
import { sampleTerms } from './sample-loan.test-support.ts';
import { planSchedule } from './schedule.ts';

function tenThousandths(most: number) {
  return fc.integer({ min: 0, max: most }).map((units) => rate(String(units / 10_000)));
}

/** Random terms that keep the charge cap, from K1 to K50,000 and from one day to two years. */
export const randomTerms: fc.Arbitrary<LoanTerms> = fc
  .record({
    principalNgwee: fc.integer({ min: 100, max: 5_000_000 }).map(ngwee),
    periodDays: fc.integer({ min: 1, max: 60 }),
    instalmentCount: fc.integer({ min: 1, max: 12 }),
    interestMethod: fc.constantFrom('flat', 'declining'),
    dailyRate: tenThousandths(60),
    feeMode: fc.constantFrom('added', 'deducted'),
    serviceFeeRate: tenThousandths(2000),
    penaltyDailyRate: tenThousandths(200),
    penaltyGraceDays: fc.integer({ min: 0, max: 3 }),
    chargeCapRate: tenThousandths(20_000),
    repaymentOrder: fc.shuffledSubarray([...CHARGE_KINDS], { minLength: 4 }),
    settlementInterest: fc.constantFrom('daily', 'fixed'),
    dueDay: fc.option(
      fc.oneof(
        fc.constant({ rule: 'month_end' as const }),
        fc.integer({ min: 1, max: 28 }).map((ofMonth) => ({ rule: 'day_of_month' as const, day: ofMonth })),
      ),
      { nil: undefined },
    ),
    extension: fc.option(
      fc.record({
        days: fc.integer({ min: 1, max: 14 }),
        rate: tenThousandths(2000),
        max: fc.integer({ min: 1, max: 4 }),
      }),
      { freq: 6 },
    ),
  })
  .map(({ periodDays, ...terms }) => sampleTerms({ ...terms, termDays: periodDays * terms.instalmentCount }))
  .filter((terms) => {
    const { interestNgwee, feeNgwee } = planSchedule(terms);
    return add(interestNgwee, feeNgwee) <= chargeCap(terms);
  });

/** The same with a charge cap so high that it never ends a penalty. */
export const randomUncappedTerms: fc.Arbitrary<LoanTerms> = randomTerms.map((terms) => ({
  ...terms,
  chargeCapRate: rate('9999'),
}));

export const randomDay: fc.Arbitrary<Day> = fc
  .integer({ min: 0, max: 3000 })
  .map((count) => addDays(day('2026-01-01'), count));

export const randomAmount = fc.integer({ min: 0, max: 6_000_000 }).map((amount) => ngwee(amount));
