import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
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

describe('a migration that changes the columns of planned statements', () => {
  type Sheep = { name: string; wool: unknown };
  const readSheep = statement<Sheep>('test: read sheep', 'select name, wool from sheep');
  const CONNECTIONS = 4;

  beforeEach(() => database.runAsOwner("create table sheep as select 'Dolly' as name, 7::int as wool"));
  afterEach(() => database.runAsOwner('drop table sheep'));

  async function planEverywhere(flock: Database): Promise<void> {
    const held = await Promise.all(Array.from({ length: CONNECTIONS }, () => flock.pool.connect()));
    await Promise.all(held.map((client) => client.query({ ...readSheep, values: [] })));
    for (const client of held) client.release();
  }

  test.each([
    ['alone', (flock: Database) => flock.row(readSheep, {})],
    ['in a transaction', (flock: Database) => flock.inTransaction((inside) => inside.row(readSheep, {}))],
  ])('fails none of them %s', async (_title, read) => {
    const flock = openDatabase({ url: database.url, maxConnections: CONNECTIONS });
    await planEverywhere(flock);
    await database.runAsOwner("alter table sheep alter column wool type text using wool || ' kg'");
    const seen = await Promise.all(Array.from({ length: CONNECTIONS * 2 }, () => read(flock)));
    expect(seen).toEqual(seen.map(() => ({ name: 'Dolly', wool: '7 kg' })));
    await flock.close();
  });

  test('leaves the error of a statement that cannot succeed as it is', async () => {
    const flock = openDatabase({ url: database.url, maxConnections: CONNECTIONS });
    await planEverywhere(flock);
    await database.runAsOwner('alter table sheep drop column wool');
    await expect(flock.row(readSheep, {})).rejects.toThrow('column "wool" does not exist');
    await flock.close();
  });
});
