import type { Account } from '@thumba/accounting/account';
import { statement, type Transaction } from '../../platform/database.ts';

const readAccountsStatement = statement<Account>(
  'chart: read accounts',
  `select account, code, title, account_type as "accountType", normal_side as "normalSide", tax_code as "taxCode"
   from account order by code`,
);

/** The chart of accounts, in the order of its codes. Rule: docs/rules/ledger.md. */
export async function readAccounts(db: Transaction): Promise<Account[]> {
  return db.rows(readAccountsStatement, {});
}
