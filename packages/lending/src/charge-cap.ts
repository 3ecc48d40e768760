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

/** The total in ngwee that a loan charges so far: interest, fees, penalties and extension fees. */
export function chargesSoFar(loan: Loan): Ngwee {
  return sum([
    serviceFeeOf(loan),
    loan.extensionFeesNgwee,
    instalmentTotal(loan.instalments, 'interestNgwee'),
    instalmentTotal(loan.instalments, 'penaltyNgwee'),
  ]);
}

/**
 * The total in ngwee that uses up the charge cap: what the loan charges and what staff waived of it. Without the waived
 * part the next days would charge it again. Rule: docs/rules/waiver.md.
 */
export function usedOfChargeCap(loan: Loan): Ngwee {
  let used: number = chargesSoFar(loan);
  for (const { penaltyWaivedNgwee, interestWaivedNgwee, feeWaivedNgwee } of loan.instalments) {
    used += penaltyWaivedNgwee + interestWaivedNgwee + feeWaivedNgwee;
  }
  return ngwee(used);
}

/** The amount in ngwee that may still be charged before the charge cap is reached, never below zero. */
export function chargeCapRoom(loan: Loan): Ngwee {
  return ngwee(Math.max(0, chargeCap(loan.terms) - usedOfChargeCap(loan)));
}

/**
 * True when a loan charges more than its cap, which no rule leads to. What staff waived does not count here: a loan may
 * have a waiver from before the rule that it keeps using up the cap.
 */
export function isAboveChargeCap(loan: Loan): boolean {
  return chargesSoFar(loan) > chargeCap(loan.terms);
}
