import type { Instalment, Loan } from './loan.ts';
import { add, type Ngwee, ngwee, subtract, sum } from './money.ts';

/** Amounts in ngwee by charge, and their total. */
export type Owed = {
  penaltyNgwee: Ngwee;
  feeNgwee: Ngwee;
  interestNgwee: Ngwee;
  principalNgwee: Ngwee;
  totalNgwee: Ngwee;
};

/** The amounts in ngwee still owed on an instalment, with its penalty so far and without a coupon. */
export function owedOnInstalment(instalment: Instalment): Owed {
  return withTotal(
    subtract(instalment.penaltyNgwee, instalment.penaltyPaidNgwee),
    subtract(instalment.feeNgwee, instalment.feePaidNgwee),
    subtract(instalment.interestNgwee, instalment.interestPaidNgwee),
    subtract(instalment.principalNgwee, instalment.principalPaidNgwee),
  );
}

/** The amounts in ngwee still owed on all instalments. Before its payout a loan owes its whole schedule. */
export function owedOnLoan(loan: Loan): Owed {
  return addUp(loan.instalments, owedOnInstalment);
}

/** True for a loan that was written off, whether its debt was paid since or not: what it owes is no receivable. */
export function isWrittenOff({ state }: Pick<Loan, 'state'>): boolean {
  return state === 'written_off' || state === 'recovered';
}

/** True when an instalment owes nothing. */
export function isCleared(instalment: Instalment): boolean {
  return owedOnInstalment(instalment).totalNgwee === 0;
}

/** The amounts in ngwee paid on an instalment so far. */
export function paidOnInstalment(instalment: Instalment): Owed {
  return withTotal(
    instalment.penaltyPaidNgwee,
    instalment.feePaidNgwee,
    instalment.interestPaidNgwee,
    instalment.principalPaidNgwee,
  );
}

/** The amounts in ngwee paid on all instalments so far, without money that went to the wallet. */
export function paidOnLoan(loan: Loan): Owed {
  return addUp(loan.instalments, paidOnInstalment);
}

/** The borrower's own money paid for the loan so far, in ngwee: extension fees included, discounts excluded. */
export function ownMoneyPaid(loan: Loan): Ngwee {
  const discountNgwee = instalmentTotal(loan.instalments, 'discountNgwee');
  return subtract(sum([paidOnLoan(loan).totalNgwee, loan.extensionFeesNgwee]), discountNgwee);
}

/**
 * The borrower's own money in ngwee that paid instalments: without the discount of a coupon, and with interest that was
 * given back to the wallet since.
 */
export function moneyPaidOn(instalments: readonly Instalment[]): Ngwee {
  const paid = instalments.map((instalment) =>
    add(paidOnInstalment(instalment).totalNgwee, instalment.creditedInterestNgwee),
  );
  // While a posting is taken back, one instalment may have less paid than its coupon pays.
  return subtract(sum(paid), instalmentTotal(instalments, 'discountNgwee'));
}

/** The amounts in ngwee paid between two states of one loan. */
export function paidSince(before: Loan, after: Loan): Omit<Owed, 'totalNgwee'> {
  const paidBefore = paidOnLoan(before);
  const paidAfter = paidOnLoan(after);
  return {
    penaltyNgwee: subtract(paidAfter.penaltyNgwee, paidBefore.penaltyNgwee),
    feeNgwee: subtract(paidAfter.feeNgwee, paidBefore.feeNgwee),
    interestNgwee: subtract(paidAfter.interestNgwee, paidBefore.interestNgwee),
    principalNgwee: subtract(paidAfter.principalNgwee, paidBefore.principalNgwee),
  };
}

/** The first instalment that owes something, or `undefined` when none does. A payment goes to it first. */
export function firstOwedInstalment(loan: Loan): Instalment | undefined {
  return loan.instalments.find((instalment) => !isCleared(instalment));
}

/** The whole service fee in ngwee: the sum over the instalments when added, or the part deducted from the payout. */
export function serviceFeeOf(loan: Pick<Loan, 'terms' | 'receivedNgwee' | 'instalments'>): Ngwee {
  return loan.terms.feeMode === 'deducted'
    ? subtract(loan.terms.principalNgwee, loan.receivedNgwee)
    : instalmentTotal(loan.instalments, 'feeNgwee');
}

type InstalmentAmount =
  | 'principalNgwee'
  | 'interestNgwee'
  | 'feeNgwee'
  | 'penaltyNgwee'
  | 'discountNgwee'
  | 'rebateNgwee';

/** The total of one amount over some instalments, in ngwee. */
export function instalmentTotal(instalments: readonly Instalment[], amount: InstalmentAmount): Ngwee {
  let total = 0;
  for (const instalment of instalments) total += instalment[amount];
  return ngwee(total);
}

// Each payment adds up its loan dozens of times, so these functions make no lists and no objects in between.
function addUp(instalments: readonly Instalment[], partsOf: (instalment: Instalment) => Owed): Owed {
  let [penalty, fee, interest, principal] = [0, 0, 0, 0];
  for (const instalment of instalments) {
    const parts = partsOf(instalment);
    penalty += parts.penaltyNgwee;
    fee += parts.feeNgwee;
    interest += parts.interestNgwee;
    principal += parts.principalNgwee;
  }
  return withTotal(ngwee(penalty), ngwee(fee), ngwee(interest), ngwee(principal));
}

function withTotal(penaltyNgwee: Ngwee, feeNgwee: Ngwee, interestNgwee: Ngwee, principalNgwee: Ngwee): Owed {
  const totalNgwee = ngwee(penaltyNgwee + feeNgwee + interestNgwee + principalNgwee);
  return { penaltyNgwee, feeNgwee, interestNgwee, principalNgwee, totalNgwee };
}
