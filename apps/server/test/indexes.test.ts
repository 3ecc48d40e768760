import { expect, test } from 'vitest';
import { createTestDatabase } from './database.ts';

test('no table has the same index twice', async () => {
  const database = await createTestDatabase();
  try {
    const twice = await database.runAsOwner(
      `select indrelid::regclass::text, array_agg(indexrelid::regclass::text order by indexrelid)
       from pg_index
       group by indrelid, indkey::text, indclass::text, indoption::text, indcollation::text,
         pg_get_expr(indexprs, indrelid), pg_get_expr(indpred, indrelid)
       having count(*) > 1`,
    );
    expect(twice).toEqual([]);
  } finally {
    await database.drop();
  }
});
