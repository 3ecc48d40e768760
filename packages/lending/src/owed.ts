import type { Instalment, Loan } from './loan.ts';
import { type Ngwee, subtract, sum } from './money.ts';

/** Amounts in ngwee by what they are for, and together. */
export type Owed = {
  penaltyNgwee: Ngwee;
  feeNgwee: Ngwee;
  interestNgwee: Ngwee;
  principalNgwee: Ngwee;
  totalNgwee: Ngwee;
};

/** What clears an instalment by its schedule, penalty to date included, without any coupon. */
export function owedOnInstalment(instalment: Instalment): Owed {
  return withTotal({
    penaltyNgwee: subtract(instalment.penaltyNgwee, instalment.penaltyPaidNgwee),
    feeNgwee: subtract(instalment.feeNgwee, instalment.feePaidNgwee),
    interestNgwee: subtract(instalment.interestNgwee, instalment.interestPaidNgwee),
    principalNgwee: subtract(instalment.principalNgwee, instalment.principalPaidNgwee),
  });
}

/** What clears the whole loan by its schedule. A loan that was never paid out owes its schedule all the same. */
export function owedOnLoan(loan: Loan): Owed {
  return addUp(loan.instalments.map(owedOnInstalment));
}

/** True when an instalment owes nothing. */
export function isCleared(instalment: Instalment): boolean {
  return owedOnInstalment(instalment).totalNgwee === 0;
}

/** What was paid on an instalment so far, by what it was for. */
export function paidOnInstalment(instalment: Instalment): Owed {
  return withTotal({
    penaltyNgwee: instalment.penaltyPaidNgwee,
    feeNgwee: instalment.feePaidNgwee,
    interestNgwee: instalment.interestPaidNgwee,
    principalNgwee: instalment.principalPaidNgwee,
  });
}

/** What was paid on the whole loan so far. Money that went to the wallet is not in it. */
export function paidOnLoan(loan: Loan): Owed {
  return addUp(loan.instalments.map(paidOnInstalment));
}

/** What was paid on a loan from one standing of it to a later one, by what it was for. */
export function paidSince(before: Loan, after: Loan): Omit<Owed, 'totalNgwee'> {
  const was = paidOnLoan(before);
  const is = paidOnLoan(after);
  return {
    penaltyNgwee: subtract(is.penaltyNgwee, was.penaltyNgwee),
    feeNgwee: subtract(is.feeNgwee, was.feeNgwee),
    interestNgwee: subtract(is.interestNgwee, was.interestNgwee),
    principalNgwee: subtract(is.principalNgwee, was.principalNgwee),
  };
}

/** The instalment that money goes to first, or `undefined` when nothing is owed. */
export function firstOwedInstalment(loan: Loan): Instalment | undefined {
  return loan.instalments.find((instalment) => !isCleared(instalment));
}

/** The service fee in full: the part of each instalment when it was added, or what was kept back from the payout. */
export function serviceFeeOf(loan: Loan): Ngwee {
  return loan.terms.feeMode === 'deducted'
    ? subtract(loan.terms.principalNgwee, loan.receivedNgwee)
    : instalmentTotal(loan.instalments, 'feeNgwee');
}

type InstalmentAmount = 'principalNgwee' | 'interestNgwee' | 'feeNgwee' | 'penaltyNgwee' | 'discountNgwee';

/** The total of one amount over some instalments, in ngwee. */
export function instalmentTotal(instalments: readonly Instalment[], amount: InstalmentAmount): Ngwee {
  return sum(instalments.map((instalment) => instalment[amount]));
}

function addUp(parts: readonly Owed[]): Owed {
  return withTotal({
    penaltyNgwee: sum(parts.map((part) => part.penaltyNgwee)),
    feeNgwee: sum(parts.map((part) => part.feeNgwee)),
    interestNgwee: sum(parts.map((part) => part.interestNgwee)),
    principalNgwee: sum(parts.map((part) => part.principalNgwee)),
  });
}

function withTotal(parts: Omit<Owed, 'totalNgwee'>): Owed {
  const { penaltyNgwee, feeNgwee, interestNgwee, principalNgwee } = parts;
  return { ...parts, totalNgwee: sum([penaltyNgwee, feeNgwee, interestNgwee, principalNgwee]) };
}
