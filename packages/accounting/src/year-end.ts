import { ngwee } from '@thumba/lending/money';
import { type Account, isOfIncomeStatement } from './account.ts';
import type { JournalLine } from './journal.ts';

/** What was debited and credited to an account in a year, in ngwee. */
export type YearTotal = Pick<Account, 'account'> & { debitNgwee: number; creditNgwee: number };

/**
 * The lines that end a year: each income and expense account comes to zero, and what they come to together, the profit
 * or the loss, goes to retained earnings. Without income and expenses there are no lines. Rule: docs/rules/periods.md.
 */
export function yearEndLines(
  totals: readonly YearTotal[],
  accounts: readonly Pick<Account, 'account' | 'accountType'>[],
): JournalLine[] {
  const ofYear = new Set(accounts.filter(isOfIncomeStatement).map(({ account }) => account));
  let profitNgwee = 0;
  const lines: JournalLine[] = [];
  for (const { account, debitNgwee, creditNgwee } of totals) {
    if (!ofYear.has(account)) continue;
    profitNgwee += creditNgwee - debitNgwee;
    lines.push(...lineOf(account, creditNgwee - debitNgwee));
  }
  return [...lines, ...lineOf('retained_earnings', -profitNgwee)];
}

/** A debit of a positive amount, a credit of a negative one, and no line for zero. */
function lineOf(account: JournalLine['account'], amountNgwee: number): JournalLine[] {
  if (amountNgwee === 0) return [];
  return amountNgwee > 0
    ? [{ account, debitNgwee: ngwee(amountNgwee) }]
    : [{ account, creditNgwee: ngwee(-amountNgwee) }];
}
