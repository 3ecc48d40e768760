import { execFile } from 'node:child_process';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/database.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

type Ran = { status: number; printed: string; complained: string };

/** The program behind `npm run migrate`. */
function runMigrate(settings: Record<string, string>): Promise<Ran> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [path.join(import.meta.dirname, '../main.ts'), 'migrate'],
      { env: { PATH: process.env.PATH, ...settings } },
      (error, printed, complained) =>
        resolve({ status: error ? Number(error.code) : 0, printed, complained }),
    );
  });
}

test('needs both addresses', async () => {
  for (const settings of [{}, { DATABASE_URL: database.programUrl }, { DATABASE_OWNER_URL: database.url }]) {
    const { status, complained } = await runMigrate(settings as Record<string, string>);
    expect(status).not.toBe(0);
    expect(complained).toContain('Set DATABASE_OWNER_URL, the role that owns the tables, and DATABASE_URL');
  }
});

test('brings an empty database up to the program, and again finds nothing to do', async () => {
  await database.runAsOwner('drop schema public cascade; create schema public');
  const settings = { DATABASE_OWNER_URL: database.url, DATABASE_URL: database.programUrl };
  const first = await runMigrate(settings);
  expect(first).toMatchObject({ status: 0, complained: '' });
  expect(first.printed).toMatch(/^The database was migrated: 0001-foundation, .*0032-program-role/);
  expect(await runMigrate(settings)).toEqual({
    status: 0,
    printed: 'The database was up to date. The role of the program has its rights.\n',
    complained: '',
  });
});

test('a failure is one line', async () => {
  const { status, complained } = await runMigrate({
    DATABASE_OWNER_URL: database.url,
    DATABASE_URL: database.url,
  });
  expect(status).not.toBe(0);
  expect(complained).toBe(
    'DATABASE_URL and DATABASE_OWNER_URL name the same role: give the program a role of its own in DATABASE_URL.\n',
  );
});

test('a database that cannot be used is one line, which names it', async () => {
  expect(
    await runMigrate({
      DATABASE_OWNER_URL: 'postgres://owner:x@127.0.0.1:1/none',
      DATABASE_URL: 'postgres://program:x@127.0.0.1:1/none',
    }),
  ).toEqual({
    status: 2,
    printed: '',
    complained: 'The database at 127.0.0.1:1/none cannot be used: connect ECONNREFUSED 127.0.0.1:1\n',
  });
});
