import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { openSealing } from '../../book/keys/key-registry.ts';
import { keysOf, newKeys } from '../../book/settings/key-settings.ts';

let server: AppServer;
beforeAll(async () => {
  const keys = newKeys();
  server = await startAppServer({ settings: keys });
  await openSealing(server.db, keysOf(keys), server.clock.nowMs());
});
afterAll(() => server?.stop());

async function failedChecks(): Promise<string[]> {
  const answer = await fetch(`${server.url}/readyz`);
  const { failed = [] } = (await answer.json()) as { failed?: { name: string }[] };
  expect(answer.status).toBe(failed.length > 0 ? 503 : 200);
  return failed.map(({ name }) => name);
}

/** Holds the lock of a table as its owner until it is let go. */
async function lockTable(table: string): Promise<() => Promise<void>> {
  const holder = await server.owner.pool.connect();
  await holder.query(`begin; lock table ${table} in access exclusive mode`);
  return async () => {
    await holder.query('rollback');
    holder.release();
  };
}

test.each([
  ['payment_attempt', ['money', 'payments']],
  ['loan', ['money']],
  ['ledger_transfer', ['money']],
])(
  'a process that cannot reach the table %s for 5 seconds gets no traffic, until it can',
  async (table, names) => {
    await expect.poll(failedChecks).toEqual([]);
    const letGo = await lockTable(table);
    const lockedAtMs = performance.now();
    try {
      await expect.poll(failedChecks, { timeout: 90_000, interval: 100 }).toEqual(names);
      expect(performance.now() - lockedAtMs).toBeGreaterThanOrEqual(5_000);
    } finally {
      await letGo();
    }
    await expect.poll(failedChecks).toEqual([]);
  },
);
