import type { CountedPayment, Loan } from './loan.ts';
import { minimum, ngwee, subtract, sum } from './money.ts';
import { moneyPaidOn } from './owed.ts';

// Each loan keeps its payments with their value days, so that a late payment can be placed before the payments that
// were posted since. Rule: docs/rules/value-day.md.

/**
 * The loan whose payments come to what was paid on it. They do not while an earlier version of the program, which does
 * not keep them, still writes the loan.
 */
export function withAllPayments(loan: Loan): Loan {
  return balanced(loan, loan.countedPayments);
}

/** The loan with one more payment, which it has already been paid with. The payments stay in the order of value days. */
export function withCountedPayment(loan: Loan, payment: CountedPayment): Loan {
  const before = loan.countedPayments.filter(({ valueOn }) => valueOn <= payment.valueOn);
  const after = loan.countedPayments.filter(({ valueOn }) => valueOn > payment.valueOn);
  return balanced(loan, [...before, payment, ...after]);
}

/** The loan without a payment, after its posting was taken back. */
export function withoutCountedPayment(loan: Loan, receiptNo: string): Loan {
  return balanced(
    loan,
    loan.countedPayments.filter((payment) => payment.receiptNo !== receiptNo),
  );
}

/**
 * What was paid on a loan in ngwee above what its payments come to; negative for less. Interest that was given back to
 * the wallet counts as paid: each payment gives it back again when the payments are posted in order.
 */
export function uncountedMoney(
  { instalments, extensionFeesNgwee }: Loan,
  payments: readonly CountedPayment[],
): number {
  return sum([moneyPaidOn(instalments), extensionFeesNgwee]) - sum(payments.map((one) => one.amountNgwee));
}

/**
 * The payments come to what is paid on the loan. Money that became wallet credit is taken off the latest payments. Money
 * whose day was not kept counts from the payout, which costs the borrower least.
 */
function balanced(loan: Loan, payments: readonly CountedPayment[]): Loan {
  const uncounted = uncountedMoney(loan, payments);
  let surplus = ngwee(Math.max(0, -uncounted));
  const countedPayments = payments
    .toReversed()
    .map((payment) => {
      const takenOff = minimum(surplus, payment.amountNgwee);
      surplus = subtract(surplus, takenOff);
      return takenOff === 0 ? payment : { ...payment, amountNgwee: subtract(payment.amountNgwee, takenOff) };
    })
    .filter(
      ({ amountNgwee, extension, isSettlement }) => amountNgwee > 0 || extension !== null || isSettlement,
    )
    .toReversed();
  const isWhole = uncounted <= 0 || loan.disbursedOn === null;
  return { ...loan, countedPayments: isWhole ? countedPayments : withUnknownDay(loan, countedPayments) };
}

function withUnknownDay(
  { disbursedOn, ...loan }: Loan,
  payments: readonly CountedPayment[],
): CountedPayment[] {
  if (disbursedOn === null) throw new Error(`loan ${loan.loanId} was paid before its payout`);
  const [first, ...others] = payments;
  const isUnknown = first !== undefined && first.receiptNo === null;
  const known = isUnknown ? others : payments;
  const missing = ngwee(uncountedMoney({ disbursedOn, ...loan }, known));
  return [{ receiptNo: null, valueOn: disbursedOn, amountNgwee: missing, extension: null }, ...known];
}
