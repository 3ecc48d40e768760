import { type Database, statement } from '../apps/server/src/platform/database.ts';
import type { RowOf } from '../apps/server/src/platform/sealed-columns.ts';
import type { Sealing } from '../apps/server/src/platform/sealing.ts';

/** The columns with a number of a borrower, and the type of the key beside the borrower's. */
const COLUMNS = {
  'borrower.mobile_sealed': { key: 'borrower_id', type: 'bigint' },
  'repay_account.mobile_sealed': { key: 'account_id', type: 'bigint' },
  'payment_attempt.msisdn_sealed': { key: 'attempt_id', type: 'uuid' },
} as const;

const MOBILE = '0967999999';
const ROWS_AT_ONCE = 5000;

/** A sealed number opens only in its own row, so the copies of the borrowers after this one get a number of their own. */
export async function sealCopies(db: Database, sealing: Sealing, lastBorrowerId: number): Promise<void> {
  for (const column of Object.keys(COLUMNS) as (keyof typeof COLUMNS)[]) {
    const [table, sealedColumn] = column.split('.');
    const { key, type } = COLUMNS[column];
    const listStatement = statement<RowOf<typeof column>, { lastBorrowerId: number }>(
      `bench: list ${column}`,
      `select borrower_id, ${key} from ${table} where borrower_id > $lastBorrowerId order by borrower_id, ${key}`,
    );
    const sealStatement = statement<
      never,
      { borrowerIds: number[]; keys: (number | string)[]; sealed: Buffer[] }
    >(
      `bench: seal ${column}`,
      `update ${table} copy set ${sealedColumn} = sealed.number
       from unnest($borrowerIds::bigint[], $keys::${type}[], $sealed::bytea[]) as sealed (borrower_id, key, number)
       where copy.borrower_id = sealed.borrower_id and copy.${key} = sealed.key`,
    );
    const rows = await db.rows(listStatement, { lastBorrowerId });
    for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
      const some = rows.slice(from, from + ROWS_AT_ONCE) as Record<string, number | string>[];
      await db.rows(sealStatement, {
        borrowerIds: some.map((row) => Number(row.borrower_id)),
        keys: some.map((row) => row[key]!),
        sealed: some.map((row) => sealing.seal(column, row as RowOf<typeof column>, MOBILE)),
      });
    }
  }
}
