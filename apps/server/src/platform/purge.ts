import { type Database, type Statement, statement } from './database.ts';

/** So many rows are removed by one statement, so that none holds its locks for long. */
const PORTION = 1000;

type Purged = { purged: number };
export type PurgeStatement<Values extends object> = Statement<Purged, Values>;

/**
 * The removal of the next ended rows of a table, by the index on `endedAt`. Which rows have ended is the condition `isOver`.
 * The limit is part of the SQL: PostgreSQL does not know how many rows have ended when it plans the statement, and would
 * read the table from end to end. A row that goes on since it was found stays.
 */
export function purgeStatement<Values extends object>(
  name: string,
  { table, endedAt, isOver }: { table: string; endedAt: string; isOver: string },
): PurgeStatement<Values> {
  return statement(
    name,
    `with gone as (
       delete from ${table} where ${isOver}
         and ctid = any (array(select ctid from ${table} where ${isOver} order by ${endedAt} limit ${PORTION}))
       returning 1
     )
     select count(*)::integer as purged from gone`,
  );
}

/** Removes all rows that have ended, one portion after the other. */
export async function purge<Values extends object>(
  db: Database,
  wanted: PurgeStatement<Values>,
  values: Values,
): Promise<void> {
  while ((await db.row(wanted, values))!.purged === PORTION);
}
