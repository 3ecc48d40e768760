import { minimum, type Ngwee, subtract } from './money.ts';

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

/**
 * Moves amounts from some accounts into others: first what an account owes itself, which needs no row, then in order,
 * the first one paying the first until one of the two is used up. Both sides come to the same total, or the event
 * that wants them is broken.
 */
export function matched(
  debits: readonly [LedgerAccount, Ngwee][],
  credits: readonly [LedgerAccount, Ngwee][],
): Transfer[] {
  const open = debits.map(([debitAccount, amountNgwee]) => ({ debitAccount, left: amountNgwee }));
  const unpaid = credits.map(([creditAccount, amountNgwee]) => ({ creditAccount, left: amountNgwee }));
  const transfers: Transfer[] = [];
  for (const isOwn of [true, false]) {
    for (const debit of open) {
      for (const credit of unpaid) {
        if ((debit.debitAccount === credit.creditAccount) !== isOwn) continue;
        const moved = minimum(debit.left, credit.left);
        debit.left = subtract(debit.left, moved);
        credit.left = subtract(credit.left, moved);
        if (!isOwn) transfers.push(...transfer(debit.debitAccount, credit.creditAccount, moved));
      }
    }
  }
  if ([...open, ...unpaid].some(({ left }) => left > 0))
    throw new Error('the two sides do not come to the same');
  return transfers;
}
