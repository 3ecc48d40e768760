import { BANK_ACCOUNTS, type BankAccountName } from '@thumba/contract/staff/treasury-words';
import { addDays, type Day } from '@thumba/lending/day';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import type { Actor } from '../../book/actor.ts';
import { type Clock, toDate } from '../../platform/clock.ts';
import { type Database, statement, type Transaction } from '../../platform/database.ts';
import { jsonInParts } from '../../platform/json-in-parts.ts';
import type { Sealing } from '../../platform/sealing.ts';
import { type AccountRefusal, type BankAccounts, FIRST_ACCOUNT, refusalOfDays } from './bank-accounts.ts';
import { type BankRow, balancesAround, daysOfRows, isNear } from './bank-statement-file.ts';
import { postKnownRows } from './match-bank-rows.ts';

export type BankDeps = { db: Database; sealing: Sealing; clock: Clock; today(): Day };

export type BankImportRefusal =
  /** The file has no rows, and no days are named. */
  | { kind: 'days_needed' }
  /** The file has other days, and the named ones neither overlap nor touch them. */
  | { kind: 'other_days'; fromOn: Day; throughOn: Day }
  /** The bank's balance before the file is not its balance after the statement of the days before. */
  | { kind: 'balance_gap'; expectedNgwee: number; openingNgwee: number }
  | { kind: 'days_to_come'; throughOn: Day }
  | AccountRefusal;

export type BankImport = {
  statementId: number;
  isNew: boolean;
  rows: number;
  known: number;
  posted: number;
  fromOn: Day;
  throughOn: Day;
};

type BankImportRequest = {
  account: BankAccountName;
  accounts: BankAccounts;
  rows: readonly BankRow[];
  covers?: { fromOn: Day; throughOn: Day };
  actor: Actor;
};

const waitForImportsStatement = statement<never>(
  'bank: wait for imports',
  `select pg_advisory_xact_lock(hashtextextended('statements of the bank', 0))`,
);

const knownStatementStatement = statement<{ statement_id: number }, { fileHashes: Buffer[] }>(
  'bank: known statement',
  'select statement_id from bank_statement where file_hash = any ($fileHashes::bytea[]) limit 1',
);

const countKnownStatement = statement<{ known: number }, { rowHashes: string }>(
  'bank: count known rows',
  `select count(*)::integer as known from json_to_recordset($rowHashes::json) as r(row_hashes bytea[])
   where exists (select from bank_statement_row known where known.row_hash = any (r.row_hashes))`,
);

/**
 * The balance at the end of the latest statement of the account that ends before this one begins. What was imported before
 * the account is used is of the account that the lender had before it.
 */
const balanceBeforeStatement = statement<
  { closing_ngwee: number; covers_through_on: Day },
  { account: BankAccountName; fromOn: Day; usedFromOn: Day | null }
>(
  'bank: balance before',
  `select closing_ngwee, covers_through_on from bank_statement
   where bank_account = $account and covers_through_on < $fromOn::date and closing_ngwee is not null
     and covers_through_on >= coalesce($usedFromOn::date, '-infinity')
   order by covers_through_on desc, statement_id desc limit 1`,
);

const storeStatementStatement = statement<
  { statement_id: number },
  {
    account: BankAccountName;
    fileHash: Buffer;
    rowCount: number;
    fromOn: Day;
    throughOn: Day;
    openingNgwee: number | null;
    closingNgwee: number | null;
    now: Date;
    actor: Actor;
  }
>(
  'bank: store statement',
  `insert into bank_statement (bank_account, file_hash, row_count, covers_from_on, covers_through_on, opening_ngwee, closing_ngwee,
     imported_at, actor)
   values ($account, $fileHash, $rowCount, $fromOn, $throughOn, $openingNgwee, $closingNgwee, $now, $actor)
   returning statement_id`,
);

/** A row of an earlier statement stays with that one. */
const storeRowsStatement = statement<{ row_id: number }, { statementId: number; rows: string }>(
  'bank: store rows',
  `insert into bank_statement_row (statement_id, line, row_hash, booked_on, value_on, amount_ngwee, balance_ngwee,
     row_sealed)
   select $statementId::bigint, r.line, r.row_hashes[1], r.booked_on, r.value_on, r.amount_ngwee, r.balance_ngwee,
     decode(r.row_sealed, 'hex')
   from json_to_recordset($rows::json) as r(row_hashes bytea[], line integer, booked_on date, value_on date,
     amount_ngwee bigint, balance_ngwee bigint, row_sealed text)
   where not exists (select from bank_statement_row known where known.row_hash = any (r.row_hashes))
   on conflict do nothing returning row_id`,
);

/**
 * Stores a statement of the bank, all of it or nothing, and posts the rows whose other half the book has already: a
 * movement that a person declared between the bank and a wallet, or an entry of the bank that was booked before. All
 * other rows wait for a person. The same file twice stores nothing again. Rule: docs/rules/bank.md.
 */
export async function importBankStatement(
  deps: BankDeps,
  request: BankImportRequest,
): Promise<Outcome<BankImport, BankImportRefusal>> {
  const days = coveredDays(request, deps.today());
  if (!days.ok) return days;
  return deps.db.inTransaction((transaction) => importIn(transaction, deps, { ...request, ...days.value }));
}

/** How many rows are sealed and stored at once. */
const ROWS_AT_ONCE = 5_000;

/** Ends a transaction that only looked at what would be done. */
const ONLY_LOOKED = new Error('only looked at what would be done');

/** What an import would do. It is done and taken back, because what is posted depends on all rows together. */
export async function previewBankImport(
  deps: BankDeps,
  request: BankImportRequest,
): Promise<Outcome<BankImport, BankImportRefusal>> {
  const days = coveredDays(request, deps.today());
  if (!days.ok) return days;
  let found: Outcome<BankImport, BankImportRefusal> | undefined;
  try {
    await deps.db.inTransaction(async (transaction) => {
      found = await importIn(transaction, deps, { ...request, ...days.value });
      throw ONLY_LOOKED;
    });
  } catch (error) {
    if (error !== ONLY_LOOKED) throw error;
  }
  return found!;
}

function coveredDays(
  { account, accounts, rows, covers }: Omit<BankImportRequest, 'actor'>,
  today: Day,
): Outcome<{ fromOn: Day; throughOn: Day }, BankImportRefusal> {
  const own = daysOfRows(rows);
  const days = covers ?? own;
  if (days === undefined) return refuse({ kind: 'days_needed' });
  if (own && !isNear(days, own)) return refuse({ kind: 'other_days', ...own });
  const fromOn = own && own.fromOn < days.fromOn ? own.fromOn : days.fromOn;
  const throughOn = own && own.throughOn > days.throughOn ? own.throughOn : days.throughOn;
  if (throughOn > today) return refuse({ kind: 'days_to_come', throughOn });
  const refusal = refusalOfDays(accounts, account, { fromOn, throughOn });
  return refusal ? refuse(refusal) : allow({ fromOn, throughOn });
}

async function importIn(
  transaction: Transaction,
  deps: BankDeps,
  request: BankImportRequest & { fromOn: Day; throughOn: Day },
): Promise<Outcome<BankImport, BankImportRefusal>> {
  const { sealing, clock } = deps;
  const { account, rows, fromOn, throughOn, actor } = request;
  await transaction.rows(waitForImportsStatement, {});
  const posting = { now: toDate(clock.nowMs()), today: deps.today(), actor };
  const fileHashes = await sealing.lookupHashesOfParts('statement', contentOf(request));
  const known = await transaction.row(knownStatementStatement, { fileHashes });
  if (known) {
    const posted = await postKnownRows(transaction, posting);
    return allow({
      statementId: known.statement_id,
      isNew: false,
      rows: rows.length,
      known: rows.length,
      posted,
      ...{ fromOn, throughOn },
    });
  }
  if (await isOfOtherAccount(transaction, sealing, request)) return refuse({ kind: 'of_other_account' });
  const { usedFromOn } = request.accounts[account];
  const before = await transaction.row(balanceBeforeStatement, { account, fromOn, usedFromOn });
  const balances = balancesAround(rows) ?? (rows.length === 0 ? unmoved(before, fromOn) : undefined);
  if (before && balances && before.closing_ngwee !== balances.openingNgwee) {
    const { openingNgwee } = balances;
    return refuse({ kind: 'balance_gap', expectedNgwee: before.closing_ngwee, openingNgwee });
  }
  const { statement_id: statementId } = (await transaction.row(storeStatementStatement, {
    account,
    fileHash: fileHashes[0]!,
    rowCount: rows.length,
    fromOn,
    throughOn,
    openingNgwee: balances?.openingNgwee ?? null,
    closingNgwee: balances?.closingNgwee ?? null,
    now: posting.now,
    actor,
  }))!;
  const stored = await storeRows(transaction, sealing, { statementId, account }, rows);
  const posted = await postKnownRows(transaction, posting);
  return allow({
    ...{ statementId, isNew: true, rows: rows.length, known: rows.length - stored },
    ...{ posted, fromOn, throughOn },
  });
}

/** Days without movements begin and end with the balance of the day before, where a statement has it. */
function unmoved(before: { closing_ngwee: number; covers_through_on: Day } | undefined, fromOn: Day) {
  if (before === undefined || before.covers_through_on !== addDays(fromOn, -1)) return undefined;
  return { openingNgwee: before.closing_ngwee, closingNgwee: before.closing_ngwee };
}

/** One row alone can be the same at two banks, such as interest on the same day. */
const FEWEST_ROWS_OF_OTHER_ACCOUNT = 2;

/** Whether a statement of another account has all rows of the file already. */
async function isOfOtherAccount(
  transaction: Transaction,
  sealing: Sealing,
  { account, rows }: { account: BankAccountName; rows: readonly BankRow[] },
): Promise<boolean> {
  // Without balances two accounts can have the same rows, such as the charges of a day.
  if (rows.length < FEWEST_ROWS_OF_OTHER_ACCOUNT || rows.some(({ balanceNgwee }) => balanceNgwee === null))
    return false;
  for (const other of BANK_ACCOUNTS) {
    if (other === account) continue;
    const hashesOf = rowHashes(sealing, other);
    let known = 0;
    for (let from = 0; from < rows.length && known === from; from += ROWS_AT_ONCE) {
      const part = rows.slice(from, from + ROWS_AT_ONCE).map((row) => ({ row_hashes: hashesOf(row) }));
      known += (await transaction.row(countKnownStatement, { rowHashes: JSON.stringify(part) }))!.known;
    }
    if (known === rows.length) return true;
  }
  return false;
}

/** Two accounts can have the same row. The first account keeps the name by which rows were known before there were two. */
const knownAs = (account: BankAccountName) => (account === FIRST_ACCOUNT ? 'bank' : account);

type Content = { account: BankAccountName; rows: readonly BankRow[]; fromOn: Day; throughOn: Day };

/** A file is known by its account, its days and what its rows say. */
async function* contentOf({ account, rows, fromOn, throughOn }: Content) {
  yield `${JSON.stringify([knownAs(account), fromOn, throughOn]).slice(0, -1)},`;
  yield* jsonInParts(rows);
  yield ']';
}

/** Returns how many of the rows are new. Between two parts other requests are served. */
async function storeRows(
  transaction: Transaction,
  sealing: Sealing,
  { statementId, account }: { statementId: number; account: BankAccountName },
  rows: readonly BankRow[],
): Promise<number> {
  const recordOf = sealedRecords(sealing, statementId, account);
  let stored = 0;
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const part = JSON.stringify(rows.slice(from, from + ROWS_AT_ONCE).map(recordOf));
    stored += (await transaction.rows(storeRowsStatement, { statementId, rows: part })).length;
  }
  return stored;
}

/** The names by which each row of a file of the account is known, one row after the other. */
function rowHashes(sealing: Sealing, account: BankAccountName) {
  const seen = new Map<string, number>();
  return ({ fields, bookedOn, amountNgwee, balanceNgwee }: BankRow) => {
    // With a balance every row is another one. Without it, the same row twice in a file is two rows.
    const movement = JSON.stringify([bookedOn, amountNgwee, balanceNgwee ?? fields]);
    const occurrence = (seen.get(movement) ?? 0) + 1;
    seen.set(movement, occurrence);
    return sealing
      .lookupHashes('statement', `${knownAs(account)}:${occurrence}:${movement}`)
      .map((hash) => `\\x${hash.toString('hex')}`);
  };
}

function sealedRecords(sealing: Sealing, statementId: number, account: BankAccountName) {
  const hashesOf = rowHashes(sealing, account);
  return (row: BankRow) => {
    const { line, fields, bookedOn, valueOn, amountNgwee, balanceNgwee } = row;
    return {
      row_hashes: hashesOf(row),
      line,
      booked_on: bookedOn,
      value_on: valueOn,
      amount_ngwee: amountNgwee,
      balance_ngwee: balanceNgwee,
      row_sealed: sealing
        .seal('bank_statement_row.row_sealed', { statement_id: statementId, line }, JSON.stringify(fields))
        .toString('hex'),
    };
  };
}
