import { type Account, balanceOf } from '@thumba/accounting/account';
import type { InsightFlow } from '@thumba/contract/staff/insight-words';
import type { StaffAnswer } from '@thumba/contract/staff/wire';
import type { Day } from '@thumba/lending/day';
import { type Ngwee, toKwacha } from '@thumba/lending/money';
import { readFlowDays } from '../../accounting/book-day/flow-days.ts';
import { readAccounts } from '../../accounting/chart/accounts.ts';
import { movementsByDay } from '../../accounting/daily-total/balances.ts';
import { FLOW_AMOUNTS } from '../../accounting/report/flow-report.ts';
import { type Statement, statement, type Transaction } from '../../platform/database.ts';
import { sumFlows } from './flow-sums.ts';

type Entries = StaffAnswer<'listFlowEntries'>;

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

type DayValues = {
  on: Day;
  afterBorrowerId: number;
  afterEntryId: number;
  afterLine: number;
  limit: number;
};

/**
 * The rows of one day, which lie beside each other in the ledger. They are found by their day first: in the order of
 * borrowers PostgreSQL would read the whole ledger for them.
 */
const listDay = <Values extends object>(name: string, amount: string, condition: string, join = '') =>
  statement<EntryRow, Values & DayValues>(
    `insight: ${name}`,
    `with t as materialized (
       select * from ledger_transfer where business_on = $on::date and booking_kind <> 'year_end'
         and (borrower_id, entry_id, line) > ($afterBorrowerId::bigint, $afterEntryId::bigint, $afterLine::integer)
     )
     select t.business_on as "on", t.borrower_id, t.entry_id, t.line, t.loan_id, t.debit_account, t.credit_account,
       ${amount} as amount_ngwee
     from t ${join} where ${condition}
     order by t.borrower_id, t.entry_id, t.line limit $limit`,
  );

const listOfAccountStatement = listDay<{ account: string }>(
  'entries of an account',
  't.amount_ngwee',
  '$account::text in (t.debit_account, t.credit_account)',
);

const FLOW_NAMES = {
  lent: 'lent',
  principal: 'principal',
  interest: 'interest',
  fee: 'fee',
  penalty: 'penalty',
  extension: 'extension',
  recovery: 'recovery',
  writtenOff: 'written_off',
  earned: 'earned',
} as const satisfies Record<InsightFlow, keyof typeof FLOW_AMOUNTS>;

type ProductValues = { productId: number | null };

const listOfFlowStatements = Object.fromEntries(
  Object.entries(FLOW_NAMES).map(([flow, name]) => [
    flow,
    listDay<ProductValues>(
      `entries of ${name}`,
      `(${FLOW_AMOUNTS[name]})`,
      `t.loan_id is not null and (${FLOW_AMOUNTS[name]}) is not null
         and ($productId::integer is null or (l.terms ->> 'productId')::integer = $productId::integer)`,
      'left join loan l on l.borrower_id = t.borrower_id and l.loan_id = t.loan_id',
    ),
  ]),
) as Record<InsightFlow, Statement<EntryRow, ProductValues & DayValues>>;

const FLOW_TITLES: Record<InsightFlow, string> = {
  lent: 'Lent',
  principal: 'Principal paid back',
  interest: 'Interest paid',
  fee: 'Fees paid',
  penalty: 'Penalties paid',
  extension: 'Extension fees paid',
  recovery: 'Recovered after a write-off',
  writtenOff: 'Principal written off',
  earned: 'Earned: interest, fees, penalties and extension fees',
};

type PageWanted = { from: Day; through: Day; after: Place | null; limit: number };

/** The ledger rows of an account on some days, the newest day first. `undefined`: there is no such account. */
export async function listEntriesOfAccount(
  book: Transaction,
  { account: name, ...wanted }: PageWanted & { account: string },
): Promise<Entries | undefined> {
  const accounts = await readAccounts(book);
  const account = accounts.find((candidate) => candidate.account === name);
  if (account === undefined) return undefined;
  const bookingKinds = ['ordinary', 'adjustment'] as const;
  const movements = (await movementsByDay(book, wanted.from, wanted.through, { bookingKinds })).filter(
    (movement) => movement.account === name,
  );
  const page = await readPage(
    movements.map(({ on }) => on),
    wanted,
    (values) => book.rows(listOfAccountStatement, { ...values, account: name }),
  );
  const totalNgwee = movements.reduce((sum, movement) => sum + balanceOf(account, movement), 0);
  return { title: account.title, total: toKwacha(totalNgwee), ...toWire(page, accounts, wanted.limit) };
}

/** The ledger rows of a flow on some days, the newest day first. */
export async function listFlowEntries(
  book: Transaction,
  { flow, productId, ...wanted }: PageWanted & { flow: InsightFlow; productId: number | null },
): Promise<Entries> {
  const days = (await readFlowDays(book, wanted.from, wanted.through)).filter(
    (day) => productId === null || day.productId === productId,
  );
  const page = await readPage([...new Set(days.map(({ on }) => on))], wanted, (values) =>
    book.rows(listOfFlowStatements[flow], { ...values, productId }),
  );
  const accounts = await readAccounts(book);
  return { title: FLOW_TITLES[flow], total: sumFlows(days)[flow], ...toWire(page, accounts, wanted.limit) };
}

const BEFORE_ALL = { borrowerId: -1, entryId: -1, line: -1 };

/** Reads days from the newest on until the page is full. One row more says that there is a next page. */
async function readPage(
  days: readonly Day[],
  { after, limit }: PageWanted,
  read: (values: DayValues) => Promise<EntryRow[]>,
): Promise<EntryRow[]> {
  const rows: EntryRow[] = [];
  for (const on of days.toReversed()) {
    if (after !== null && on > after.on) continue;
    const { borrowerId, entryId, line } = after?.on === on ? after : BEFORE_ALL;
    const place = { afterBorrowerId: borrowerId, afterEntryId: entryId, afterLine: line };
    rows.push(...(await read({ on, ...place, limit: limit + 1 - rows.length })));
    if (rows.length > limit) break;
  }
  return rows;
}

function toWire(
  rows: readonly EntryRow[],
  accounts: readonly Account[],
  limit: number,
): Pick<Entries, 'items' | 'isMore'> {
  const titleOf = (of: string) => accounts.find(({ account }) => account === of)?.title ?? of;
  return {
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
