import { execFile } from 'node:child_process';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

type Ran = { status: number; printed: string; complained: string };

function runProducts(settings: Record<string, string>, ...words: string[]): Promise<Ran> {
  const { PATH } = process.env;
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [path.join(import.meta.dirname, 'products.ts'), ...words],
      { env: { PATH, USER: 'mwila', ...settings } },
      (error, printed, complained) =>
        resolve({ status: error ? Number(error.code) : 0, printed, complained }),
    );
  });
}

test('an operator sets the policy and reads it back, with who set it', async () => {
  const settings = { DATABASE_URL: database.url };
  const set = await runProducts(settings, 'policy', 'moneylender');
  expect(set).toMatchObject({ status: 0, complained: '' });
  expect(set.printed).toMatch(/^The policy moneylender is in force\.\n/);
  const { status, printed } = await runProducts(settings);
  expect(status).toBe(0);
  expect(printed).toMatch(/^Policy in force: moneylender\n/);
  expect(printed).toMatch(/version 2, saved .* UTC by operator mwila\n/);
});

test('a refusal is one line and a status', async () => {
  expect(await runProducts({ DATABASE_URL: database.url }, 'policy', 'bank')).toEqual({
    status: 1,
    printed: '',
    complained: 'Nothing was changed. There is no such policy. There are: microfinance, moneylender.\n',
  });
});

test('where there is no database yet it says so', async () => {
  const settings = { DATA_DIR: path.join(import.meta.dirname, 'nowhere') };
  expect(await runProducts(settings)).toEqual({
    status: 2,
    printed: '',
    complained: `There is no database in ${settings.DATA_DIR} yet: "npm start" makes one.\n`,
  });
});
