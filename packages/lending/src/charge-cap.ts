import type { Loan, LoanTerms } from './loan.ts';
import { type Ngwee, ngwee, sum } from './money.ts';
import { instalmentTotal, serviceFeeOf } from './owed.ts';
import { share } from './rate.ts';

/**
 * The highest total of interest, fees, penalties and extension fees that the terms allow, in ngwee: principal × cap
 * rate. Rule: docs/rules/penalty.md.
 */
export function chargeCap(terms: Pick<LoanTerms, 'principalNgwee' | 'chargeCapRate'>): Ngwee {
  return share(terms.principalNgwee, terms.chargeCapRate);
}

/** The total in ngwee that counts under the charge cap so far: interest, fees, penalties and extension fees. */
export function chargesSoFar(loan: Loan): Ngwee {
  return sum([
    serviceFeeOf(loan),
    loan.extensionFeesNgwee,
    instalmentTotal(loan.instalments, 'interestNgwee'),
    instalmentTotal(loan.instalments, 'penaltyNgwee'),
  ]);
}

/** The amount in ngwee that may still be charged before the charge cap is reached, never below zero. */
export function chargeCapRoom(loan: Loan): Ngwee {
  return ngwee(Math.max(0, chargeCap(loan.terms) - chargesSoFar(loan)));
}

/** True when a loan charges more than its cap, which no rule leads to. */
export function isAboveChargeCap(loan: Loan): boolean {
  return chargesSoFar(loan) > chargeCap(loan.terms);
}
