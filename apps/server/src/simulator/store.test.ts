import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
import { inTransaction, openPool } from './store.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let pool: ReturnType<typeof openPool>;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool(database.url, () => undefined);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

test('a transaction of the simulator survives a machine that stands still for a minute', async () => {
  const { rows } = await pool.query('show idle_in_transaction_session_timeout');
  expect(rows).toEqual([{ idle_in_transaction_session_timeout: '1min' }]);
});

test('a transaction whose connection ended fails with the reason of PostgreSQL', async () => {
  const failed = inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const ended = new Promise((resolve) => (client as unknown as NodeJS.EventEmitter).once('end', resolve));
    await database.runAsOwner(`select pg_terminate_backend(${rows[0]?.pid})`);
    await ended;
    await client.query('select 1');
  });
  await expect(failed).rejects.toThrow(
    'the connection of a transaction ended: terminating connection due to administrator command',
  );
});
