import { type Database, statement, type Transaction } from '../../platform/database.ts';
import { type RowOf, type SealedColumn, sealedColumns } from '../../platform/sealed-columns.ts';
import { openText, SEALED_TEXT_PREFIX, sealText } from '../../platform/sealed-text.ts';
import type { Sealing } from '../../platform/sealing.ts';

/** The columns whose values are in the database. The pictures are files. */
export type ColumnOfTable = Exclude<SealedColumn, 'stored_file.picture'>;

export const columnsOfTables = Object.keys(sealedColumns).filter(
  (column) => column !== 'stored_file.picture',
) as ColumnOfTable[];

/** Columns of text, in which earlier versions stored clear text. */
const TEXT_COLUMNS: readonly SealedColumn[] = ['loan_acceptance.purpose', 'loan_decision.review_reason'];

/** A part of a table that one transaction goes through, so that its row locks last for some milliseconds. */
const BLOCKS_OF_BATCH = 32;
const ROWS_OF_BATCH = 500;

export type Resealed = {
  resealed: number;
  /** Values that do not open in their row, as table, column and row. */
  unreadable: string[];
};

type StoredRow = Record<string, unknown> & { row_place: string; stored: Buffer | string };

/**
 * Seals every value of a column anew that is not yet sealed under the first data key for its row. A row that another
 * statement has locked is left out, so that a running program is never waited for and never waits long. It may be ended
 * at any time, and run again.
 */
export async function resealColumn(
  db: Database,
  sealing: Sealing,
  column: ColumnOfTable,
  isStopping: () => boolean,
): Promise<Resealed> {
  const statements = statementsOf(column);
  const { blocks } = (await db.row(statements.size, {}))!;
  const result: Resealed = { resealed: 0, unreadable: [] };
  for (let block = 0; block <= blocks && !isStopping(); block += BLOCKS_OF_BATCH) {
    const range = rangeFrom(block);
    let batch: Batch;
    do {
      batch = await db.inTransaction((transaction) =>
        resealBatch(transaction, sealing, column, statements, range),
      );
      result.resealed += batch.resealed;
    } while (batch.isFull && batch.resealed > 0 && !isStopping());
    result.unreadable.push(...batch.unreadable);
  }
  return result;
}

export type Examined = { values: number; unreadable: string[] };

/** Opens every value of all columns, and answers which do not open in their row. It only reads. */
export async function examineSealedValues(db: Database, sealing: Sealing): Promise<Examined> {
  const examined: Examined = { values: 0, unreadable: [] };
  for (const column of columnsOfTables) {
    const statements = statementsOf(column);
    const { blocks } = (await db.row(statements.size, {}))!;
    for (let block = 0; block <= blocks; block += BLOCKS_OF_BATCH) {
      for (const row of await db.rows(statements.readAll, rangeFrom(block))) {
        examined.values += 1;
        if (resealed(sealing, column, row) === undefined) {
          examined.unreadable.push(`${column} of ${describe(column, row)}`);
        }
      }
    }
  }
  return examined;
}

/** How many values of all columns are not sealed under the first data key for their row. */
export async function countOutdated(db: Database, sealing: Sealing): Promise<number> {
  let total = 0;
  for (const column of columnsOfTables) {
    const keyNumber = sealing.keyNumbers.data[0]!;
    total += (await db.row(statementsOf(column).count, { keyNumber }))!.count;
  }
  return total;
}

type Batch = Resealed & { isFull: boolean };
type Range = { fromPlace: string; toPlace: string };

function rangeFrom(block: number): Range {
  return { fromPlace: `(${block},0)`, toPlace: `(${block + BLOCKS_OF_BATCH},0)` };
}

async function resealBatch(
  transaction: Transaction,
  sealing: Sealing,
  column: ColumnOfTable,
  statements: Statements,
  range: Range,
): Promise<Batch> {
  const keyNumber = sealing.keyNumbers.data[0]!;
  const rows = await transaction.rows(statements.read, { ...range, keyNumber, rowLimit: ROWS_OF_BATCH });
  const places: string[] = [];
  const values: (Buffer | string)[] = [];
  const unreadable: string[] = [];
  for (const row of rows) {
    const sealed = resealed(sealing, column, row);
    if (sealed === undefined) {
      unreadable.push(`${column} of ${describe(column, row)}`);
    } else {
      places.push(row.row_place);
      values.push(sealed);
    }
  }
  if (places.length > 0) await transaction.rows(statements.write, { places, values });
  return { resealed: places.length, unreadable, isFull: rows.length === ROWS_OF_BATCH };
}

/** Undefined for a value that does not open in its row. */
function resealed(sealing: Sealing, column: ColumnOfTable, row: StoredRow): Buffer | string | undefined {
  const place = row as unknown as RowOf<ColumnOfTable>;
  try {
    return typeof row.stored === 'string'
      ? sealText(sealing, column, place, openText(sealing, column, place, row.stored))
      : sealing.sealBytes(column, place, sealing.openBytes(column, place, row.stored));
  } catch {
    return undefined;
  }
}

type Statements = ReturnType<typeof statementsOf>;

function statementsOf(column: ColumnOfTable) {
  const [table, name] = column.split('.') as [string, string];
  const isText = TEXT_COLUMNS.includes(column);
  const keys = sealedColumns[column].join(', ');
  return {
    size: statement<{ blocks: number }>(
      `keys: size of ${table}`,
      `select (pg_relation_size('${table}') / current_setting('block_size')::integer)::integer as blocks`,
    ),
    count: statement<{ count: number }, { keyNumber: number }>(
      `keys: count ${column}`,
      `select count(*) as count from ${table} where ${isOutdated(name, isText)}`,
    ),
    read: statement<StoredRow, Range & { keyNumber: number; rowLimit: number }>(
      `keys: read ${column}`,
      `select ctid::text as row_place, ${keys}, ${name} as stored from ${table}
       where ctid >= $fromPlace::tid and ctid < $toPlace::tid and ${isOutdated(name, isText)}
       limit $rowLimit for update skip locked`,
    ),
    readAll: statement<StoredRow, Range>(
      `keys: read all ${column}`,
      `select ctid::text as row_place, ${keys}, ${name} as stored from ${table}
       where ctid >= $fromPlace::tid and ctid < $toPlace::tid and length(${name}) > 0`,
    ),
    write: statement<never, { places: string[]; values: (Buffer | string)[] }>(
      `keys: write ${column}`,
      `update ${table} set ${name} = fresh.stored
       from unnest($places::tid[], $values::${isText ? 'text' : 'bytea'}[]) as fresh (row_place, stored)
       where ${table}.ctid = fresh.row_place`,
    ),
  };
}

/** Whether a value is not sealed for its row under the key with `$keyNumber`. An erased value is empty. */
function isOutdated(name: string, isText: boolean): string {
  const sealed = isText ? `decode(substr(${name}, ${SEALED_TEXT_PREFIX.length + 1}), 'base64')` : name;
  const isCurrent = `substr(${sealed}, 1, 2) = decode('02' || lpad(to_hex($keyNumber::integer), 2, '0'), 'hex')`;
  return isText
    ? `${name} <> '' and case when starts_with(${name}, '${SEALED_TEXT_PREFIX}') then not ${isCurrent} else true end`
    : `length(${name}) > 0 and not ${isCurrent}`;
}

function describe(column: ColumnOfTable, row: StoredRow): string {
  return sealedColumns[column]
    .map((key) => {
      const value = row[key];
      return `${key} ${Buffer.isBuffer(value) ? value.toString('hex') : String(value)}`;
    })
    .join(', ');
}
