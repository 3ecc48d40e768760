import { openLoan } from './application.ts';
import type { Day } from './day.ts';
import type { Decision } from './decision.ts';
import type { LadderStanding } from './ladder.ts';
import { demoLadder, ENTRY_PLACE } from './ladder.ts';
import type { Loan, LoanTerms } from './loan.ts';
import { kwacha } from './money.ts';
import { payoutSucceeded } from './payout.ts';
import { rate } from './rate.ts';

/** The terms of the demo's "Quick loan": K1,000 for 30 days at 0.4 % a day with 3 % fee, with the given differences. */
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
    settlementInterest: 'daily',
    ...different,
  };
}

/** The same over 90 days in three instalments: 3 × K333.33 + K120.00 + K10.00, due every 30 days. */
export function threeInstalments(different: Partial<LoanTerms> = {}): LoanTerms {
  return sampleTerms({ termId: 3, termDays: 90, instalmentCount: 3, ...different });
}

const decided = { points: 500, availableNgwee: kwacha(2000), versions: { rules: 1, scorecard: 1 } };

export const approval: Decision = { ...decided, outcome: 'approve', reasons: [] };
export const referral: Decision = { ...decided, outcome: 'refer', reasons: ['income_to_check'] };

/** A loan on these terms, approved and paid out through MTN on this day. */
export function paidOutLoan(terms: LoanTerms, on: Day): Loan {
  return payoutSucceeded(payingOutLoan(terms, on), { attemptId: 'payout-1', operator: 'mtn', on }).loan;
}

export function payingOutLoan(terms: LoanTerms, on: Day): Loan {
  const application = {
    loanId: 7,
    borrowerId: 3,
    terms,
    on,
    decision: approval,
    payoutAttemptId: 'payout-1',
  };
  return openLoan(application).loan;
}

export const entryStanding: LadderStanding = { rule: demoLadder, place: ENTRY_PLACE };
