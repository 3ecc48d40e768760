import { BANK_ACCOUNTS, type BankAccountName } from '@thumba/contract/staff/treasury-words';
import type { Day } from '@thumba/lending/day';
import type { OperatorName, PaymentDirection } from '@thumba/lending/ledger';
import { type Database, statement } from '../../platform/database.ts';
import { debitBalanceThrough } from '../daily-total/balances.ts';
import { ENTRIES_WITHOUT_ROW, MOVEMENTS_ON_THE_WAY, ROWS_ON_THE_WAY } from './match-bank-rows.ts';

/** A row of the bank that the book does not have. */
export type OpenRow = {
  row_id: number;
  statement_id: number;
  line: number;
  booked_on: Day;
  amount_ngwee: number;
  row_sealed: Buffer;
};
/** An entry of the book at the bank, on days that statements cover, that no statement has. */
export type OpenEntry = { entry_id: number; booked_on: Day; amount_ngwee: number };
/** Money that left one side and has not come to the other. The amount is what is missing in a wallet or at the bank. */
export type InTransit = {
  operator: OperatorName;
  direction: PaymentDirection;
  amount_ngwee: number;
  /** Towards the wallet, or towards the bank. */
  is_to_wallet: boolean;
  since_on: Day;
  days: number;
  /** `bank`: the bank has it and the wallet has not. `wallet`: the wallet has it and the bank has not. */
  seen_at: 'bank' | 'wallet';
  record_id: number;
};

const OPEN_ROWS = `select r.row_id, r.statement_id, r.line, r.booked_on, r.amount_ngwee, r.row_sealed
  from bank_statement_row r where not exists (select from bank_row_posting p where p.row_id = r.row_id)`;

const OPEN_ENTRIES = `select e.entry_id, e.booked_on, e.amount_ngwee from (${ENTRIES_WITHOUT_ROW}) e
  where exists (select from bank_statement s where e.booked_on between s.covers_from_on and s.covers_through_on)`;

const IN_TRANSIT = `select operator, direction, abs(amount_ngwee) as amount_ngwee, amount_ngwee < 0 as is_to_wallet,
    since_on, $today::date - since_on as days, seen_at, record_id
  from (
    select operator, direction, amount_ngwee, booked_on as since_on, 'wallet' as seen_at, movement_id as record_id
    from (${MOVEMENTS_ON_THE_WAY}) m
    union all
    select operator, direction, amount_ngwee, booked_on, 'bank', row_id from (${ROWS_ON_THE_WAY}) r
  ) piece`;

/** The longest list that a command prints. */
const ALL = { offset: 0, limit: 1_000_000 };

/** A part of a list. Each row also has how many there are in all. */
type Part = { offset: number; limit: number };
type Counted<Row> = { total: number; rows: Row[] };

const partOf = (list: string, order: string) =>
  `select count(*) over ()::integer as total, listed.* from (${list}) listed order by ${order} offset $offset limit $limit`;

const openRowsStatement = statement<OpenRow & { total: number }, Part>(
  'bank: open rows',
  partOf(OPEN_ROWS, 'booked_on, row_id'),
);

const openEntriesStatement = statement<OpenEntry & { total: number }, Part>(
  'bank: open entries',
  partOf(OPEN_ENTRIES, 'booked_on, entry_id'),
);

const inTransitStatement = statement<InTransit & { total: number }, Part & { today: Day }>(
  'bank: in transit',
  partOf(IN_TRANSIT, 'since_on, seen_at, record_id'),
);

const counted = <Row>(rows: (Row & { total: number })[]): Counted<Row> => ({
  total: rows[0]?.total ?? 0,
  rows,
});

/** Rows of the bank that the book does not have, the oldest first. */
export async function listOpenRows(db: Database, part: Part): Promise<Counted<OpenRow>> {
  return counted(await db.rows(openRowsStatement, part));
}

/** Entries of the book at the bank that no statement has, the oldest first. */
export async function listOpenEntries(db: Database, part: Part): Promise<Counted<OpenEntry>> {
  return counted(await db.rows(openEntriesStatement, part));
}

/** Money on the way between the bank and the wallets, the oldest first. */
export async function listInTransit(db: Database, today: Day, part: Part): Promise<Counted<InTransit>> {
  return counted(await db.rows(inTransitStatement, { today, ...part }));
}

/** What is open: how much in all, and through the day through which the book is compared. */
export type OpenSum = { count: number; sum_ngwee: number; compared_ngwee: number };

const sumStatement = (name: string, list: string) =>
  statement<OpenSum, { throughOn: Day | null }>(
    name,
    `select count(*)::integer as count, coalesce(sum(amount_ngwee), 0)::bigint as sum_ngwee,
       coalesce(sum(amount_ngwee) filter (where booked_on <= coalesce($throughOn::date, 'infinity')), 0)::bigint
         as compared_ngwee
     from (${list}) listed`,
  );
const sumRowsStatement = sumStatement('bank: sum of open rows', OPEN_ROWS);
const sumEntriesStatement = sumStatement('bank: sum of open entries', OPEN_ENTRIES);

/**
 * Of each account the last statement. `through_on` is the day up to which the statements of all accounts reach that are
 * open, or closed with money, or without a balance, on their last statement. `later_ngwee` is what an account moved after it.
 */
const lastStatementsStatement = statement<
  {
    bank_account: BankAccountName;
    covers_through_on: Day;
    closing_ngwee: number | null;
    through_on: Day;
    later_ngwee: number;
  },
  { accounts: readonly BankAccountName[]; closed: readonly BankAccountName[] }
>(
  'bank: last statements',
  `with last as (
     select s.* from unnest($accounts::text[]) wanted (bank_account) cross join lateral (
       select bank_account, covers_through_on, closing_ngwee from bank_statement of_account
       where of_account.bank_account = wanted.bank_account
       order by covers_through_on desc, statement_id desc limit 1) s
   ),
   through as (
     select coalesce(min(covers_through_on) filter (where bank_account <> all ($closed::text[]) or closing_ngwee is distinct from 0),
       max(covers_through_on)) as through_on from last
   )
   select last.*, through.through_on,
     (select coalesce(sum(r.amount_ngwee), 0) from bank_statement_row r join bank_statement s using (statement_id)
      where s.bank_account = last.bank_account and s.covers_through_on > through.through_on
        and r.booked_on > through.through_on)::bigint as later_ngwee
   from last cross join through order by bank_account`,
);

type LastStatement = { throughOn: Day; closingNgwee: number | null; bookedNgwee: number };
/** The last statement of one account. */
type AccountStatement = { account: BankAccountName; throughOn: Day; closingNgwee: number | null };

/** The book has one account for all money at banks, so it is compared with the accounts of the lender together. */
async function readLastStatements(
  db: Database,
  closed: readonly BankAccountName[],
): Promise<{ accounts: AccountStatement[]; last: LastStatement | undefined }> {
  const rows = await db.rows(lastStatementsStatement, { accounts: BANK_ACCOUNTS, closed });
  const accounts = rows.map(({ bank_account: account, covers_through_on: throughOn, closing_ngwee }) => ({
    ...{ account, throughOn },
    closingNgwee: closing_ngwee,
  }));
  const throughOn = rows[0]?.through_on;
  if (throughOn === undefined) return { accounts, last: undefined };
  const closings = rows.flatMap(({ closing_ngwee: closing, later_ngwee: later }) =>
    closing === null ? [] : [closing - later],
  );
  return {
    accounts,
    last: {
      throughOn,
      closingNgwee:
        closings.length < rows.length ? null : closings.reduce((sum, closing) => sum + closing, 0),
      bookedNgwee: await debitBalanceThrough(db, 'bank', throughOn),
    },
  };
}

/**
 * How the last statement and the book differ, and what is open, counted and summed up. The book is compared through a day,
 * so what is open is also summed up through that day.
 */
export async function readBankSummary(db: Database, closed: readonly BankAccountName[]) {
  const { accounts, last } = await readLastStatements(db, closed);
  const throughOn = last?.throughOn ?? null;
  const [rows, entries] = await Promise.all([
    db.row(sumRowsStatement, { throughOn }),
    db.row(sumEntriesStatement, { throughOn }),
  ]);
  return { accounts, last, rows: rows!, entries: entries! };
}

export type BankDifferences = {
  /** The last statement; undefined before the first one. */
  last: LastStatement | undefined;
  rows: OpenRow[];
  entries: OpenEntry[];
  inTransit: InTransit[];
};

/** How the bank's statements and the book differ, and what is on the way between the bank and the wallets. */
export async function findBankDifferences(
  db: Database,
  today: Day,
  closed: readonly BankAccountName[],
): Promise<BankDifferences> {
  return {
    last: (await readLastStatements(db, closed)).last,
    rows: (await listOpenRows(db, ALL)).rows,
    entries: (await listOpenEntries(db, ALL)).rows,
    inTransit: (await listInTransit(db, today, ALL)).rows,
  };
}
