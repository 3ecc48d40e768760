import { setImmediate as immediate } from 'node:timers/promises';
import type { Day } from '@thumba/lending/day';
import type { OperatorName } from '@thumba/lending/ledger';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import type { Actor } from '../../book/actor.ts';
import { hastenAttemptsStatement } from '../../book/payment-attempt/attempt-statements.ts';
import { endOfLusakaDay, lusakaDay, lusakaInstant, toDate } from '../../platform/clock.ts';
import type { Database, Transaction } from '../../platform/database.ts';
import { jsonInParts } from '../../platform/json-in-parts.ts';
import type { Sealing } from '../../platform/sealing.ts';
import { isForNumber } from './attempt-number.ts';
import { linkClaims, referenceHashes } from './claims.ts';
import { closeAgreedStatement } from './close-agreed.ts';
import {
  findMissingStatement,
  findRowDifferencesStatement,
  knownStatementStatement,
  likelyPairsStatement,
  matchByIdStatement,
  matchByReferenceStatement,
  matchPairsStatement,
  nameDaysStatement,
  openStatusDifferencesStatement,
  recordShownTimeStatement,
  storeRowsStatement,
  storeStatementStatement,
  takeChargesStatement,
  useIndexesStatement,
  waitForImportsStatement,
} from './import-sql.ts';
import type { StatementRow } from './statement-file.ts';

export type ReconciliationDeps = {
  db: Database;
  sealing: Sealing;
  nowMs: number;
  today: Day;
};

type Period = { from: Date; until: Date };

export type ImportRequest = {
  operator: OperatorName;
  bytes: Uint8Array;
  rows: readonly StatementRow[];
  /** The period that staff name, where the rows of the file do not show all of it. A file without rows shows none. */
  covers?: Period;
  actor: Actor;
};

/** How many rows are sealed and stored at once, so that a large statement needs no more memory than its text. */
const ROWS_AT_ONCE = 5_000;

/** Of the file, for its hash. */
const BYTES_AT_ONCE = 1024 * 1024;

export type ImportRefusal =
  /** The file has no rows, and no period is named. */
  | { kind: 'days_needed' }
  /** The file covers another period, and the named one neither overlaps nor touches it. */
  | { kind: 'other_days'; coversFrom: Date; coversUntil: Date }
  /** The days that are named are not all begun, or are too many of which the file shows nothing. */
  | { kind: 'days_to_come' }
  | { kind: 'too_many_days' };

type Imported = Outcome<{ statementId: number; isNew: boolean }, ImportRefusal>;

/**
 * Stores a statement and compares it with our payments, all of it or nothing. A file that is imported twice has the same
 * rows in the end, is compared with our payments of then, and covers the days that were named with either import. Nothing
 * is posted. A movement that comes again with another charge keeps the earlier one, and the other is kept beside it. Where a
 * payment succeeded at the operator and not with us, the operator is asked about it.
 */
export async function importStatement(deps: ReconciliationDeps, request: ImportRequest): Promise<Imported> {
  if (request.rows.length === 0 && !request.covers) return refuse({ kind: 'days_needed' });
  return deps.db.inTransaction((transaction) => importIn(transaction, deps, request));
}

async function importIn(
  transaction: Transaction,
  deps: ReconciliationDeps,
  request: ImportRequest,
): Promise<Imported> {
  const now = toDate(deps.nowMs);
  const { operator } = request;
  await transaction.rows(waitForImportsStatement, { operator });
  await transaction.rows(useIndexesStatement, {});
  const stored = await storeIn(transaction, deps, request);
  if (!stored.ok) return stored;
  const { statementId, isNew } = stored.value;
  const shown = shownBy(request.rows);
  if (shown) {
    const of = { statementId, importedAt: now, actor: request.actor };
    await transaction.rows(recordShownTimeStatement, { ...of, ...shown });
  }
  await transaction.rows(matchByIdStatement, { statementId });
  await transaction.rows(matchByReferenceStatement, { statementId });
  await matchByFacts(transaction, deps.sealing, statementId);
  await transaction.rows(findRowDifferencesStatement, { statementId, now });
  await transaction.rows(findMissingStatement, { statementId, now });
  await transaction.rows(closeAgreedStatement, { operator, now });
  const toAsk = await transaction.rows(openStatusDifferencesStatement, { statementId });
  await transaction.rows(hastenAttemptsStatement, {
    borrowerIds: toAsk.map((difference) => difference.borrower_id),
    attemptIds: toAsk.map((difference) => difference.attempt_id),
    now,
  });
  await linkClaims(transaction, statementId, now, deps.today);
  return allow({ statementId, isNew });
}

async function storeIn(
  transaction: Transaction,
  deps: ReconciliationDeps,
  request: ImportRequest,
): Promise<Imported> {
  const { operator, rows, covers: named, actor } = request;
  const hashes = await fileHashes(deps.sealing, request);
  const known = await transaction.row(knownStatementStatement, { operator, fileHashes: hashes });
  const ofRows = coverageOf(rows, deps.nowMs);
  const own = known ? { from: known.covers_from, until: known.covers_until } : ofRows;
  if (named && own && !isNear(named, own))
    return refuse({ kind: 'other_days', coversFrom: own.from, coversUntil: own.until });
  const wrong = named && wrongDays(named, { own, ofRows }, deps.nowMs);
  if (wrong) return refuse({ kind: wrong });
  const importedAt = toDate(deps.nowMs);
  if (known) {
    const statementId = known.statement_id;
    if (named)
      await transaction.rows(nameDaysStatement, { statementId, ...daysOf(named), importedAt, actor });
    return allow({ statementId, isNew: false });
  }
  const { statement_id: statementId } = (await transaction.row(storeStatementStatement, {
    operator,
    fileHash: hashes[0]!,
    rowCount: rows.length,
    ...daysOf((named ?? own)!),
    importedAt,
    actor,
  }))!;
  await storeRows(transaction, deps, request, statementId);
  return allow({ statementId, isNew: true });
}

/** A person may name only days that overlap or touch those of the file, because its rows say nothing of others. */
function isNear(named: Period, own: Period): boolean {
  return named.from <= own.until && named.until >= own.from;
}

/** A month and some days. More days are said by more files, because each payment of ours on them would be missing. */
export const MOST_DAYS_WITHOUT_ROWS = 40;
const DAY_MS = 86_400_000;

/** Days that were named with earlier imports of the file have no rows either, so they count with those of this one. */
export function wrongDays(
  named: Period,
  { own, ofRows }: { own: Period | undefined; ofRows: Period | undefined },
  nowMs: number,
): 'days_to_come' | 'too_many_days' | undefined {
  if (named.until > endOfLusakaDay(nowMs)) return 'days_to_come';
  if (own && named.from >= own.from && named.until <= own.until) return undefined;
  const ofRowsMs = ofRows ? ofRows.until.getTime() - ofRows.from.getTime() : 0;
  const from = Math.min(named.from.getTime(), own?.from.getTime() ?? Infinity);
  const until = Math.max(named.until.getTime(), own?.until.getTime() ?? 0);
  return until - from - ofRowsMs > MOST_DAYS_WITHOUT_ROWS * DAY_MS ? 'too_many_days' : undefined;
}

const daysOf = ({ from, until }: Period) => ({ coversFrom: from, coversUntil: until });

async function storeRows(
  transaction: Transaction,
  deps: ReconciliationDeps,
  { operator, rows }: ImportRequest,
  statementId: number,
): Promise<void> {
  const recordOf = sealedRecords(deps.sealing, operator, statementId);
  // While PostgreSQL stores some rows, the next ones are sealed.
  let storing: Promise<unknown> = Promise.resolve();
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const records = JSON.stringify(rows.slice(from, from + ROWS_AT_ONCE).map(recordOf));
    await storing;
    storing = storeSome(transaction, { statementId, operator, rows: records });
    storing.catch(() => undefined);
    await immediate();
  }
  await storing;
}

async function storeSome(
  transaction: Transaction,
  of: { statementId: number; operator: OperatorName; rows: string },
): Promise<void> {
  await transaction.rows(takeChargesStatement, of);
  await transaction.rows(storeRowsStatement, of);
}

/**
 * A file is known by what its rows say, so that another encoding, other line ends or another separator make no new
 * statement of it. Earlier versions knew it by its bytes. A file without rows is known by its days, because all such files
 * are the same.
 */
async function fileHashes(sealing: Sealing, { bytes, rows, covers }: ImportRequest): Promise<Buffer[]> {
  if (rows.length === 0)
    return sealing.lookupHashes('statement', JSON.stringify([covers?.from, covers?.until]));
  const ofContent = await sealing.lookupHashesOfParts(
    'statement',
    jsonInParts(rows.map(({ fields }) => fields)),
  );
  return [...ofContent, ...(await sealing.lookupHashesOfParts('statement', latinText(bytes)))];
}

async function* latinText(bytes: Uint8Array): AsyncGenerator<string> {
  for (let from = 0; from < bytes.length; from += BYTES_AT_ONCE) {
    yield Buffer.from(bytes.subarray(from, from + BYTES_AT_ONCE)).toString('latin1');
    await immediate();
  }
}

function sealedRecords(sealing: Sealing, operator: OperatorName, statementId: number) {
  const seen = new Map<string, number>();
  return (row: StatementRow) => {
    const movement = JSON.stringify([row.operatorReference, row.direction, row.outcome, row.amountNgwee]);
    // The same movement twice in a file is two rows. In two files that overlap it is one row.
    const occurrence = (seen.get(movement) ?? 0) + 1;
    seen.set(movement, occurrence);
    const place = { statement_id: statementId, line: row.line };
    return {
      row_hashes: asText(sealing.lookupHashes('statement', `${operator}:${occurrence}:${movement}`)),
      line: row.line,
      direction: row.direction,
      outcome: row.outcome,
      operator_reference: row.operatorReference,
      reference_hashes: asText(referenceHashes(sealing, row.operatorReference)),
      named_attempt_id: row.namedAttemptId,
      mobile_hashes: row.mobile && asText(sealing.lookupHashes('mobile', row.mobile)),
      mobile_sealed:
        row.mobile && sealing.seal('operator_statement_row.mobile_sealed', place, row.mobile).toString('hex'),
      amount_ngwee: row.amountNgwee,
      charge_ngwee: row.chargeNgwee,
      states_charge: row.statesCharge,
      happened_at: row.at,
      row_sealed: sealing
        .seal('operator_statement_row.row_sealed', place, JSON.stringify(row.fields))
        .toString('hex'),
    };
  };
}

/** As PostgreSQL reads binary values in JSON. */
function asText(hashes: readonly Buffer[]): string[] {
  return hashes.map((hash) => `\\x${hash.toString('hex')}`);
}

/**
 * The days of the first and the last row and all between. A day that is not over is covered up to its last row. A file
 * without rows shows none.
 */
export function coverageOf(rows: readonly StatementRow[], nowMs: number): Period | undefined {
  const shown = shownBy(rows);
  if (!shown) return undefined;
  const { shownFrom: from, shownUntil } = shown;
  const endOfLast = endOfLusakaDay(shownUntil.getTime() - 1);
  return { from, until: endOfLast.getTime() <= nowMs ? endOfLast : shownUntil };
}

/**
 * From the beginning of the day of the first row to the last row. Nothing shows how much later a file was exported, so
 * what follows its last row may be missing in it, also where the day is over.
 */
function shownBy(rows: readonly StatementRow[]): { shownFrom: Date; shownUntil: Date } | undefined {
  if (rows.length === 0) return undefined;
  const instants = rows.map((row) => row.at.getTime());
  const first = instants.reduce((a, b) => Math.min(a, b));
  const last = instants.reduce((a, b) => Math.max(a, b));
  return { shownFrom: lusakaInstant(lusakaDay(first), '00:00:00')!, shownUntil: toDate(last + 1) };
}

/**
 * Matches rows that have neither our id nor a reference that we know: by amount, number and day, and only where exactly
 * one row and one attempt fit each other.
 */
async function matchByFacts(transaction: Transaction, sealing: Sealing, statementId: number): Promise<void> {
  const likely = await transaction.rows(likelyPairsStatement, { statementId });
  // The account finds candidates. The attempt has the number that was really used.
  const pairs = likely.filter((pair) => isForNumber(sealing, pair, pair.mobile_hash));
  const rowsOf = countBy(pairs, (pair) => pair.attempt_id);
  const attemptsOf = countBy(pairs, (pair) => pair.row_hash.toString('hex'));
  const certain = pairs.filter(
    (pair) => rowsOf.get(pair.attempt_id) === 1 && attemptsOf.get(pair.row_hash.toString('hex')) === 1,
  );
  if (certain.length === 0) return;
  await transaction.rows(matchPairsStatement, {
    statementId,
    rowHashes: certain.map((pair) => pair.row_hash),
    borrowerIds: certain.map((pair) => pair.borrower_id),
    attemptIds: certain.map((pair) => pair.attempt_id),
  });
}

function countBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
}
