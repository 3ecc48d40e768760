import { type Database, statement } from '../../apps/server/src/platform/database.ts';

const listIndexesStatement = statement<{ name: string; definition: string }, { tables: readonly string[] }>(
  'made book: list indexes',
  `select i.indexname as name, i.indexdef as definition from pg_indexes i
   where i.schemaname = 'public' and i.tablename = any ($tables::text[])
     and not exists (select from pg_constraint c where c.conname = i.indexname)
   order by i.indexname`,
);

/**
 * Takes the indexes of these tables away while they are filled, and makes them again afterwards: rows in the order of a
 * table are added to it much faster than to each of its indexes. Those of the keys stay.
 */
export async function withoutIndexes(
  db: Database,
  tables: readonly string[],
  fill: () => Promise<void>,
): Promise<void> {
  const indexes = await db.rows(listIndexesStatement, { tables });
  for (const { name } of indexes) await db.pool.query(`drop index ${name}`);
  try {
    await fill();
  } finally {
    await Promise.all(indexes.map(({ definition }) => db.pool.query(definition)));
  }
}
