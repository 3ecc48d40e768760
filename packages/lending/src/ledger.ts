import type { Ngwee } from './money.ts';

export type OperatorName = 'mtn' | 'airtel' | 'zamtel';
/** A collection takes money from a borrower, a payout sends it to them. */
export type PaymentDirection = 'collection' | 'payout';
export type FloatAccount = `float_${OperatorName}_${PaymentDirection}`;

/**
 * The chart of accounts. Receivables and unearned income are kept per loan and wallet credit per borrower:
 * the row's `loanId` and `borrowerId` say whose, so one word serves every loan.
 */
export type LedgerAccount =
  | 'principal_receivable'
  | 'interest_receivable'
  | 'fee_receivable'
  | 'penalty_receivable'
  | 'unearned_interest'
  | 'unearned_fee'
  | FloatAccount
  | 'bank'
  | 'wallet_credit'
  | 'interest_income'
  | 'fee_income'
  | 'penalty_income'
  | 'extension_income'
  | 'recovery_income'
  | 'coupon_expense'
  | 'prize_expense'
  | 'operator_charge_expense'
  | 'write_off_expense'
  | 'suspense';

/** One row of the book. One amount leaves one account and enters another, so the book balances by construction. */
export type Transfer = {
  debitAccount: LedgerAccount;
  creditAccount: LedgerAccount;
  amountNgwee: Ngwee;
};

export function floatAccount(operator: OperatorName, direction: PaymentDirection): FloatAccount {
  return `float_${operator}_${direction}`;
}

/** Leaves out empty movements, which the book refuses to hold. */
export function transfer(
  debitAccount: LedgerAccount,
  creditAccount: LedgerAccount,
  amountNgwee: Ngwee,
): Transfer[] {
  return amountNgwee > 0 ? [{ debitAccount, creditAccount, amountNgwee }] : [];
}
