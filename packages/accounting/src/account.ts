import type { LedgerAccount } from '@thumba/lending/ledger';

export const ACCOUNT_TYPES = ['asset', 'liability', 'equity', 'income', 'expense'] as const;
export type AccountType = (typeof ACCOUNT_TYPES)[number];
export type Side = 'debit' | 'credit';

/** One account of the chart. The code, the title and the tax code are the accountant's; the rest is the program's. */
export type Account = {
  account: LedgerAccount;
  code: string;
  title: string;
  accountType: AccountType;
  /** The side on which the account grows. It is the other one than its type's for an account that lowers its type. */
  normalSide: Side;
  /** Empty until the accountant fills it. */
  taxCode: string;
};

/** The side on which accounts of a type grow. */
export function sideOfType(accountType: AccountType): Side {
  return accountType === 'asset' || accountType === 'expense' ? 'debit' : 'credit';
}

/** True for an account whose balance starts at zero in each year: income and expenses. */
export function isOfIncomeStatement({ accountType }: Pick<Account, 'accountType'>): boolean {
  return accountType === 'income' || accountType === 'expense';
}

/**
 * A balance in ngwee on the normal side of its account, from the sums of its debits and credits in ngwee. It is negative
 * when the account stands on its other side.
 */
export function balanceOf(
  { normalSide }: Pick<Account, 'normalSide'>,
  { debitNgwee, creditNgwee }: { debitNgwee: number; creditNgwee: number },
): number {
  return normalSide === 'debit' ? debitNgwee - creditNgwee : creditNgwee - debitNgwee;
}
