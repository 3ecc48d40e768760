import type { LoanTerms } from './loan.ts';
import { kwacha } from './money.ts';
import { rate } from './rate.ts';

/** K1,000 for 30 days at 0.4 % a day with 3 % fee, the demo's "Quick loan", and whatever a test wants otherwise. */
export function sampleTerms(different: Partial<LoanTerms> = {}): LoanTerms {
  return {
    productId: 1,
    productVersion: 1,
    productName: 'Quick loan',
    termId: 1,
    principalNgwee: kwacha(1000),
    termDays: 30,
    instalmentCount: 1,
    interestMethod: 'flat',
    dailyRate: rate('0.004'),
    feeMode: 'added',
    serviceFeeRate: rate('0.03'),
    penaltyDailyRate: rate('0.005'),
    penaltyGraceDays: 1,
    extension: { days: 7, rate: rate('0.10'), max: 3 },
    chargeCapRate: rate('1.00'),
    minRepayNgwee: kwacha(20),
    minLeftoverNgwee: kwacha(50),
    repaymentOrder: ['penalty', 'fee', 'interest', 'principal'],
    coolingOffHours: 24,
    ...different,
  };
}
