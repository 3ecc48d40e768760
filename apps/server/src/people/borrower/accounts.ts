import type { OperatorName } from '@thumba/lending/ledger';
import { type Database, rowDespiteConflict, statement } from '../../platform/database.ts';
import { maskMobile, type Sealing } from '../../platform/sealing.ts';
import { CODE_TRY, type CodeTry, codeHash } from './mobile-code.ts';

/** A mobile-money account: where a loan is paid out to and repaid from. */
export type Account = { accountId: number; mobile: string; operator: OperatorName; isDefault: boolean };

export const OPERATOR_TITLES: Record<OperatorName, string> = {
  mtn: 'MTN',
  airtel: 'Airtel',
  zamtel: 'Zamtel',
};

/** "Airtel · 097 **** 456", as a borrower is shown an account. */
export function accountTitle({ operator, mobile }: Pick<Account, 'operator' | 'mobile'>): string {
  return `${OPERATOR_TITLES[operator]} · ${maskMobile(mobile)}`;
}

type AccountRow = {
  account_id: number;
  mobile_sealed: Buffer;
  operator: OperatorName;
  is_default: boolean;
};

const listAccountsStatement = statement<AccountRow>(
  'borrower: list accounts',
  `select account_id, mobile_sealed, operator, is_default from repay_account
   where borrower_id = $1 order by is_default desc, account_id`,
);

const findAccountStatement = statement<AccountRow>(
  'borrower: find account',
  `select account_id, mobile_sealed, operator, is_default from repay_account
   where borrower_id = $1 and case when $2::bigint is null then is_default else account_id = $2 end`,
);

/** The default one comes first. */
export async function listAccounts(db: Database, sealing: Sealing, borrowerId: number): Promise<Account[]> {
  const rows = await db.rows(listAccountsStatement, [borrowerId]);
  return rows.map((row) => accountOf(sealing, row));
}

/** The account with that id if it is this borrower's; without an id, the default one. */
export async function findAccount(
  db: Database,
  sealing: Sealing,
  borrowerId: number,
  accountId: number | undefined,
): Promise<Account | undefined> {
  const row = await db.row(findAccountStatement, [borrowerId, accountId ?? null]);
  return row && accountOf(sealing, row);
}

function accountOf(sealing: Sealing, row: AccountRow): Account {
  return {
    accountId: row.account_id,
    mobile: sealing.open(row.mobile_sealed),
    operator: row.operator,
    isDefault: row.is_default,
  };
}

/** The same number again keeps its account; a number that was ported gets the operator chosen now. */
const addAccountStatement = statement<CodeTry & AccountRow>(
  'borrower: add account',
  `with ${CODE_TRY},
   added as (
     insert into repay_account as account
       (borrower_id, mobile_sealed, mobile_hash, operator, is_default, created_at)
     select $4::bigint, $5::bytea, $1::bytea, coalesce($6::text, $7::text),
       not exists (select from repay_account where borrower_id = $4 and is_default), $3::timestamptz
     from tried where is_right
     on conflict (borrower_id, mobile_hash) do update set operator = coalesce($6::text, account.operator)
     returning account_id, mobile_sealed, operator, is_default
   )
   select tried.is_right, tried.tries_left, added.* from tried left join added on true`,
);

export type NewAccount = {
  borrowerId: number;
  mobile: string;
  code: string;
  chosenOperator: OperatorName | undefined;
  likelyOperator: OperatorName | undefined;
  now: Date;
};

/** Answers the account, or the try at the code that did not prove the number. */
export async function addAccount(
  db: Database,
  sealing: Sealing,
  account: NewAccount,
): Promise<{ account: Account } | { wrongCode: CodeTry | undefined }> {
  const values = [
    sealing.lookupHash('mobile', account.mobile),
    codeHash(sealing, { purpose: 'sign_in_or_add_account', mobile: account.mobile, code: account.code }),
    account.now,
    account.borrowerId,
    sealing.seal(account.mobile),
    account.chosenOperator ?? null,
    account.likelyOperator ?? null,
  ];
  // Two first accounts at once cannot both be the default one; the later one is then just another account.
  const row = await rowDespiteConflict(db, addAccountStatement, values);
  return row?.is_right ? { account: accountOf(sealing, row) } : { wrongCode: row };
}
