import { ENDED_STATES } from '@thumba/lending/attempt';
import type { Day } from '@thumba/lending/day';
import type { OperatorName } from '@thumba/lending/ledger';
import { adoptedMobileHash } from '../../book/adopted-mobile-hash.ts';
import { insertMessages } from '../../book/message/messages.ts';
import { insertSecurityEvents } from '../../book/security-log/events.ts';
import { type Database, statement } from '../../platform/database.ts';
import { rowOneByOne } from '../../platform/one-by-one.ts';
import { retryOnConflict } from '../../platform/retry.ts';
import { maskMobile, type Sealing } from '../../platform/sealing.ts';
import { sqlList } from '../../platform/sql-list.ts';
import type { CodeAsker } from './code-lane.ts';
import {
  CODE_TRY,
  type CodeTry,
  type CodeTryValues,
  codeTryValues,
  type FreeWrongCodes,
} from './code-try.ts';

/** A mobile-money account: where a loan is paid out to and repaid from. */
export type Account = {
  accountId: number;
  mobile: string;
  operator: OperatorName;
  isDefault: boolean;
  /** A new account waits for payouts until then. Null for one that never waited. */
  payoutsFrom: Date | null;
};

/** How long a new account waits for payouts, so that the borrower reads of it before money can go there. */
export const NEW_ACCOUNT_WAITS = `interval '24 hours'`;

export const OPERATOR_TITLES: Record<OperatorName, string> = {
  mtn: 'MTN',
  airtel: 'Airtel',
  zamtel: 'Zamtel',
};

/** The names of the operators that are on, in the order of `OPERATOR_TITLES`. */
export function titlesOf(operators: { readonly [Name in OperatorName]?: unknown }): string[] {
  return Object.entries(OPERATOR_TITLES)
    .filter(([name]) => operators[name as OperatorName] !== undefined)
    .map(([, title]) => title);
}

/** "Airtel · 097 **** 456", as borrowers see an account. */
export function accountTitle({ operator, mobile }: Pick<Account, 'operator' | 'mobile'>): string {
  return `${OPERATOR_TITLES[operator]} · ${maskMobile(mobile)}`;
}

type AccountRow = {
  account_id: number;
  mobile_sealed: Buffer;
  operator: OperatorName;
  is_default: boolean;
  payouts_from: Date | null;
};

const listAccountsStatement = statement<AccountRow, { borrowerId: number }>(
  'borrower: list accounts',
  `select account_id, mobile_sealed, operator, is_default, payouts_from from repay_account
   where borrower_id = $borrowerId order by is_default desc, account_id`,
);

const findAccountStatement = statement<AccountRow, { borrowerId: number; accountId: number | null }>(
  'borrower: find account',
  `select account_id, mobile_sealed, operator, is_default, payouts_from from repay_account
   where borrower_id = $borrowerId
     and case when $accountId::bigint is null then is_default else account_id = $accountId end`,
);

/** The default one comes first. */
export async function listAccounts(db: Database, sealing: Sealing, borrowerId: number): Promise<Account[]> {
  const rows = await db.rows(listAccountsStatement, { borrowerId });
  return rows.map((row) => accountOf(sealing, borrowerId, row));
}

/** The account with that id if it is this borrower's; without an id, the default one. */
export async function findAccount(
  db: Database,
  sealing: Sealing,
  borrowerId: number,
  accountId: number | undefined,
): Promise<Account | undefined> {
  const row = await db.row(findAccountStatement, { borrowerId, accountId: accountId ?? null });
  return row && accountOf(sealing, borrowerId, row);
}

function accountOf(sealing: Sealing, borrowerId: number, row: AccountRow): Account {
  return {
    accountId: row.account_id,
    mobile: sealing.open(
      'repay_account.mobile_sealed',
      { borrower_id: borrowerId, account_id: row.account_id },
      row.mobile_sealed,
    ),
    operator: row.operator,
    isDefault: row.is_default,
    payoutsFrom: row.payouts_from,
  };
}

const newAccountIdStatement = statement<{ account_id: number }>(
  'borrower: new account id',
  `select nextval('repay_account_id') as account_id`,
);

/**
 * A number that has an account keeps it with its wait. The operator is changed to the one chosen now, because numbers
 * are ported, but not while a payout is under way: the name at the operator decides whether it is sent. A
 * new account waits for payouts. The first one of a borrower does not, where it is added on a trusted
 * session: such a borrower has never got money.
 */
const addAccountStatement = statement<
  CodeTry & (AccountRow | { account_id: null }) & { is_new: boolean },
  CodeTryValues & {
    borrowerId: number;
    newAccountId: number;
    mobileSealed: Buffer;
    chosenOperator: OperatorName | null;
    likelyOperator: OperatorName | null;
    isTrusted: boolean;
    today: Day;
    lenderPhone: string;
  }
>(
  'borrower: add account',
  `with ${CODE_TRY},
   own_account as (
     select mobile_hash from repay_account
     where borrower_id = $borrowerId and mobile_hash = any ($mobileHashes::bytea[]) limit 1
   ),
   added_account as (
     insert into repay_account as account
       (borrower_id, account_id, mobile_sealed, mobile_hash, operator, is_default, created_at, payouts_from)
     select $borrowerId::bigint, $newAccountId::bigint, $mobileSealed::bytea,
       coalesce((select mobile_hash from own_account), ${adoptedMobileHash('$mobileHashes')}),
       coalesce($chosenOperator::text, $likelyOperator::text),
       not exists (select from repay_account where borrower_id = $borrowerId and is_default), $now::timestamptz,
       case when not $isTrusted::boolean or exists (select from repay_account where borrower_id = $borrowerId)
         then $now::timestamptz + ${NEW_ACCOUNT_WAITS} end
     from tried where is_right
     on conflict (borrower_id, mobile_hash)
       do update set operator = coalesce($chosenOperator::text, account.operator),
         holder_name_sealed = case when account.operator = coalesce($chosenOperator::text, account.operator)
           then account.holder_name_sealed end,
         holder_asked_at = case when account.operator = coalesce($chosenOperator::text, account.operator)
           then account.holder_asked_at end,
         holder_cleared_at = case when account.operator = coalesce($chosenOperator::text, account.operator)
           then account.holder_cleared_at end,
         holder_cleared_by = case when account.operator = coalesce($chosenOperator::text, account.operator)
           then account.holder_cleared_by end,
         holder_reason_sealed = case when account.operator = coalesce($chosenOperator::text, account.operator)
           then account.holder_reason_sealed end
       where account.operator = coalesce($chosenOperator::text, account.operator)
         or not exists (select from payment_attempt p where p.borrower_id = account.borrower_id
           and p.direction = 'payout' and p.state not in ${sqlList(ENDED_STATES)})
     returning account_id, borrower_id, mobile_sealed, operator, is_default, payouts_from, xmax = 0 as is_new
   ),
   inserted_message as (
     ${insertMessages({
       borrowerId: 'borrower_id',
       kind: `'payout_account_added'`,
       figures: `jsonb_build_object('lenderPhone', $lenderPhone::text)`,
       on: '$today::date',
       at: '$now::timestamptz',
       from: 'added_account where is_new',
     })}
   ),
   inserted_event as (
     ${insertSecurityEvents({
       kind: 'payout_account_added',
       borrowerId: 'borrower_id',
       at: '$now',
       from: 'added_account where is_new',
     })}
   )
   select tried.*, a.account_id, a.mobile_sealed, a.operator, a.is_default, a.payouts_from,
     coalesce(a.is_new, false) as is_new
   from tried left join added_account a on true`,
);

export type NewAccount = {
  borrowerId: number;
  mobile: string;
  code: string;
  chosenOperator: OperatorName | undefined;
  likelyOperator: OperatorName | undefined;
  asker: CodeAsker;
  freeWrongCodes: FreeWrongCodes;
  isTrusted: boolean;
  now: Date;
  today: Day;
  lenderPhone: string;
};

/** Returns the account, a refusal, or the try at the code where the code was wrong. */
export async function addAccount(
  db: Database,
  sealing: Sealing,
  account: NewAccount,
): Promise<
  { account: Account; isNew: boolean } | { refusal: 'payout_under_way' } | { wrongCode: CodeTry | undefined }
> {
  const { borrowerId, mobile } = account;
  const { account_id: newAccountId } = (await db.row(newAccountIdStatement, {}))!;
  const values = {
    ...codeTryValues(sealing, { ...account, purpose: 'sign_in_or_add_account' }),
    borrowerId,
    newAccountId,
    mobileSealed: sealing.seal(
      'repay_account.mobile_sealed',
      { borrower_id: borrowerId, account_id: newAccountId },
      mobile,
    ),
    chosenOperator: account.chosenOperator ?? null,
    likelyOperator: account.likelyOperator ?? null,
    isTrusted: account.isTrusted,
    today: account.today,
    lenderPhone: account.lenderPhone,
  };
  // If two first accounts are added at once, one is the default. The other fails on a unique key and is added again.
  const row = await retryOnConflict('a new account', () =>
    rowOneByOne(db, sealing, { mobile }, addAccountStatement, values),
  );
  if (!row?.is_right) return { wrongCode: row };
  if (row.account_id === null) return { refusal: 'payout_under_way' };
  return { account: accountOf(sealing, borrowerId, row), isNew: row.is_new };
}
