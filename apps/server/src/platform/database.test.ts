import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
import { type Database, openDatabase, statement } from './database.ts';

const one = statement<{ one: number }>('test: one', 'select 1 as one');
const endOthers = statement<{ ended: boolean }>(
  'test: end others',
  `select pg_terminate_backend(pid) as ended from pg_stat_activity
   where datname = current_database() and pid <> pg_backend_pid()`,
);

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.url });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

test('a connection that breaks while somebody holds it fails their next statement and nothing else', async () => {
  const held = await db.pool.connect();
  const broken = new Promise((resolve) => held.once('end', resolve));
  expect(await db.rows(endOthers, {})).toEqual([{ ended: true }]);
  await broken;
  await expect(held.query('select 1')).rejects.toThrow();
  held.release(true);
  expect(await db.rows(one, {})).toEqual([{ one: 1 }]);
});
