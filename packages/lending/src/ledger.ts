import { minimum, type Ngwee, subtract } from './money.ts';

/** The mobile-money operators that a lender may be connected to. */
export const OPERATOR_NAMES = ['mtn', 'airtel', 'zamtel'] as const;
export type OperatorName = (typeof OPERATOR_NAMES)[number];
/** A collection takes money from a borrower, a payout sends money to a borrower. */
export type PaymentDirection = 'collection' | 'payout';
export type FloatAccount = `float_${OperatorName}_${PaymentDirection}`;

/**
 * The accounts of the book. Receivables and unearned income are kept per loan, wallet credit per borrower; the stored
 * transfer names the loan and the borrower. The accounts of the whole lender (funding, equity, impairment) belong to no
 * loan. Rule: docs/rules/ledger.md.
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
  | 'suspense'
  | 'in_transit'
  | 'effective_interest_adjustment'
  | 'loss_allowance'
  | 'charged_off_loans'
  | 'borrowings'
  | 'share_capital'
  | 'retained_earnings'
  | 'credit_risk_reserve'
  | 'opening_balance'
  | 'effective_interest_income'
  | 'impairment_expense'
  | 'bank_charge_expense'
  | 'funding_expense'
  | 'other_income'
  | 'other_expense';

/** One row of the book: an amount in ngwee leaves one account and enters another, so the book always balances. */
export type Transfer = {
  debitAccount: LedgerAccount;
  creditAccount: LedgerAccount;
  amountNgwee: Ngwee;
};

/** The account of the lender's own money at an operator, for collections or for payouts. */
export function floatAccount(operator: OperatorName, direction: PaymentDirection): FloatAccount {
  return `float_${operator}_${direction}`;
}

/** A list with one transfer of an amount in ngwee, or none for zero: the book stores no empty transfer. */
export function transfer(
  debitAccount: LedgerAccount,
  creditAccount: LedgerAccount,
  amountNgwee: Ngwee,
): Transfer[] {
  return amountNgwee > 0 ? [{ debitAccount, creditAccount, amountNgwee }] : [];
}

/**
 * Pairs debits with credits, in ngwee, into as few transfers as their order allows. An amount on both sides of one
 * account needs no transfer. Throws when the two sides have different totals.
 */
export function matched(
  debits: readonly [LedgerAccount, Ngwee][],
  credits: readonly [LedgerAccount, Ngwee][],
): Transfer[] {
  const open = debits.map(([debitAccount, amountNgwee]) => ({ debitAccount, left: amountNgwee }));
  const unpaid = credits.map(([creditAccount, amountNgwee]) => ({ creditAccount, left: amountNgwee }));
  const transfers: Transfer[] = [];
  for (const isSameAccount of [true, false]) {
    for (const debit of open) {
      for (const credit of unpaid) {
        if ((debit.debitAccount === credit.creditAccount) !== isSameAccount) continue;
        const moved = minimum(debit.left, credit.left);
        debit.left = subtract(debit.left, moved);
        credit.left = subtract(credit.left, moved);
        if (!isSameAccount) transfers.push(...transfer(debit.debitAccount, credit.creditAccount, moved));
      }
    }
  }
  if ([...open, ...unpaid].some(({ left }) => left > 0))
    throw new Error('the two sides do not come to the same');
  return transfers;
}
