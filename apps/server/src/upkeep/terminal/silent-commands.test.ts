import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { type SilentProxy, startSilentProxy } from '../../../test/silent-proxy.ts';
import { type Database, statement } from '../../platform/database.ts';
import { StartFailure } from '../../platform/start-failure.ts';
import { withProgramDatabase } from '../../staff/terminal/program-database.ts';
import { examine } from '../doctor/examination.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let proxy: SilentProxy;
beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await startSilentProxy(() => database.programUrl);
  vi.stubEnv('DATABASE_URL', proxy.through(database.programUrl));
});
afterEach(() => proxy.wake());
afterAll(async () => {
  vi.unstubAllEnvs();
  proxy.close();
  await database.drop();
});

const one = statement<{ one: number }>('program database: one', 'select 1 as one');

test.each([
  ['asks', (db: Database) => db.row(one, {})],
  ['writes', (db: Database) => db.inTransaction((inside) => inside.row(one, {}))],
  ['examines the book', (db: Database) => examine(db)],
])('a command that %s on a connection that fell silent ends, with one line', async (_what, use) => {
  const failure = await withProgramDatabase(
    async (db) => {
      await db.row(one, {});
      proxy.fallSilent();
      return use(db);
    },
    { answerMs: 3000 },
  ).catch((error: Error) => error);
  expect(failure).toBeInstanceOf(StartFailure);
  expect(String(failure)).toMatch(/The database at \S+ cannot be used: it did not answer in time$/);
});

test('a command may leave a transaction for as long as its work takes', async () => {
  const limits = await withProgramDatabase(async (db) => {
    const { rows } = await db.pool.query(
      `select current_setting('statement_timeout') as statement, current_setting('idle_in_transaction_session_timeout') as idle`,
    );
    return rows[0];
  });
  expect(limits).toEqual({ statement: '0', idle: '0' });
});
