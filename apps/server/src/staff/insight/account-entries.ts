import { balanceOf } from '@thumba/accounting/account';
import type { StaffAnswer } from '@thumba/contract/staff/wire';
import type { Day } from '@thumba/lending/day';
import { type Ngwee, toKwacha } from '@thumba/lending/money';
import { readAccounts } from '../../accounting/chart/accounts.ts';
import { movementsByDay } from '../../accounting/daily-total/balances.ts';
import { statement, type Transaction } from '../../platform/database.ts';

type Entries = StaffAnswer<'listEntriesOfAccount'>;

type EntryRow = {
  on: Day;
  borrower_id: number;
  entry_id: number;
  line: number;
  loan_id: number | null;
  debit_account: string;
  credit_account: string;
  amount_ngwee: Ngwee;
};

type Place = { on: Day; borrowerId: number; entryId: number; line: number };

/** The rows of one day, which lie beside each other in the ledger. */
const listDayStatement = statement<
  EntryRow,
  {
    on: Day;
    account: string;
    afterBorrowerId: number;
    afterEntryId: number;
    afterLine: number;
    limit: number;
  }
>(
  'insight: entries of an account',
  `select business_on as "on", borrower_id, entry_id, line, loan_id, debit_account, credit_account, amount_ngwee
   from ledger_transfer
   where business_on = $on::date and booking_kind <> 'year_end' and $account::text in (debit_account, credit_account)
     and (borrower_id, entry_id, line) > ($afterBorrowerId::bigint, $afterEntryId::bigint, $afterLine::integer)
   order by borrower_id, entry_id, line limit $limit`,
);

const BEFORE_ALL = { borrowerId: -1, entryId: -1, line: -1 };

export type EntriesWanted = { account: string; from: Day; through: Day; after: Place | null; limit: number };

/** The ledger rows of an account on some days, the newest day first. `undefined`: there is no such account. */
export async function listEntriesOfAccount(
  book: Transaction,
  { account: name, from, through, after, limit }: EntriesWanted,
): Promise<Entries | undefined> {
  const accounts = await readAccounts(book);
  const account = accounts.find((candidate) => candidate.account === name);
  if (account === undefined) return undefined;
  const titleOf = (of: string) => accounts.find((candidate) => candidate.account === of)?.title ?? of;
  const movements = (
    await movementsByDay(book, from, through, { bookingKinds: ['ordinary', 'adjustment'] })
  ).filter((movement) => movement.account === name);
  const rows: EntryRow[] = [];
  for (const { on } of movements.toReversed()) {
    if (after !== null && on > after.on) continue;
    const { borrowerId, entryId, line } = after?.on === on ? after : BEFORE_ALL;
    rows.push(
      ...(await book.rows(listDayStatement, {
        on,
        account: name,
        afterBorrowerId: borrowerId,
        afterEntryId: entryId,
        afterLine: line,
        limit: limit + 1 - rows.length,
      })),
    );
    if (rows.length > limit) break;
  }
  return {
    title: account.title,
    total: toKwacha(movements.reduce((sum, movement) => sum + balanceOf(account, movement), 0)),
    items: rows.slice(0, limit).map((row) => ({
      key: `${row.on}_${row.borrower_id}_${row.entry_id}_${row.line}`,
      on: row.on,
      loanId: row.loan_id,
      debit: titleOf(row.debit_account),
      credit: titleOf(row.credit_account),
      amount: toKwacha(row.amount_ngwee),
    })),
    isMore: rows.length > limit,
  };
}

/** Reads where a page begins. */
export function placeOf(key: string | undefined): Place | null {
  if (key === undefined) return null;
  const [on, borrowerId, entryId, line] = key.split('_');
  return { on: on as Day, borrowerId: Number(borrowerId), entryId: Number(entryId), line: Number(line) };
}
