import { type Database, statement } from '../apps/server/src/platform/database.ts';

/** The first and the last id of the rows to copy. */
export type Originals = { borrowers: readonly [number, number]; loans: readonly [number, number] };

const COPIES_AT_ONCE = 500;

const listColumns = statement<{ column_name: string }, { table: string }>(
  'bench: columns',
  `select column_name from information_schema.columns
   where table_schema = 'public' and table_name = $table order by ordinal_position`,
);

const entrySpan = statement<{ entries: number }, { firstBorrowerId: number; lastBorrowerId: number }>(
  'bench: entries of the originals',
  `select max(entry_id) - min(entry_id) + 1 as entries from loan_event where borrower_id between $firstBorrowerId and $lastBorrowerId`,
);

/**
 * Copies all rows of some borrowers, set by set. The ids of a copy follow those of the copy before, so loans in every
 * state are mixed in the table as in a real book.
 */
export async function copyRows(
  db: Database,
  { borrowers, loans }: Originals,
  copies: number,
  tables: readonly string[],
): Promise<void> {
  await db.pool.query('set synchronous_commit = off');
  const ends = { firstBorrowerId: borrowers[0], lastBorrowerId: borrowers[1] };
  const { entries } = (await db.row(entrySpan, ends))!;
  const moved: Record<string, string> = {
    borrower_id: `original.borrower_id + copy * ${borrowers[1] - borrowers[0] + 1}`,
    loan_id: `original.loan_id + copy * ${loans[1] - loans[0] + 1}`,
    entry_id: `original.entry_id + copy * ${entries}`,
    account_id: `original.account_id + copy * ${borrowers[1] - borrowers[0] + 1}`,
  };
  for (const table of tables) {
    const columns = (await db.rows(listColumns, { table })).map(({ column_name: name }) => name);
    const values = columns.map((column) => moved[column] ?? `original.${column}`);
    const copyStatement = statement<
      never,
      { from: number; through: number; firstBorrowerId: number; lastBorrowerId: number }
    >(
      `bench: copy ${table}`,
      `insert into ${table} (${columns.join(', ')}) overriding system value
       select ${values.join(', ')} from generate_series($from::bigint, $through::bigint) as copy cross join
         (select * from ${table} where borrower_id between $firstBorrowerId and $lastBorrowerId order by borrower_id) original
       order by copy, original.borrower_id`,
    );
    for (let from = 1; from <= copies; from += COPIES_AT_ONCE) {
      const through = Math.min(copies, from + COPIES_AT_ONCE - 1);
      await db.rows(copyStatement, { from, through, ...ends });
    }
  }
}
