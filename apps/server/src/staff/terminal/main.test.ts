import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

type Ran = { status: number; printed: string; complained: string };

function runStaff(settings: Record<string, string>, ...words: string[]): Promise<Ran> {
  const { PATH } = process.env;
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [path.join(import.meta.dirname, 'main.ts'), ...words],
      { env: { PATH, USER: 'invented', ...settings } },
      (error, printed, complained) =>
        resolve({ status: error ? Number(error.code) : 0, printed, complained }),
    );
  });
}

test('staff stop lending and read it back, with who stopped it', async () => {
  const settings = { DATABASE_URL: database.programUrl };
  const stopped = await runStaff(settings, 'lending', 'stop', 'a', 'fault');
  expect(stopped).toMatchObject({ status: 0, complained: '' });
  expect(stopped.printed).toMatch(/^Lending is stopped\. /);
  const { status, printed } = await runStaff(settings, 'lending');
  expect(status).toBe(0);
  expect(printed).toContain(`, by ${userInfo().username}: a fault\n`);
  expect(printed).not.toContain('invented');
});

test('a refusal is one line and a status', async () => {
  expect(
    await runStaff({ DATABASE_URL: database.programUrl }, 'products', 'policy', 'bank', 'a test'),
  ).toEqual({
    status: 1,
    printed: '',
    complained: 'Nothing was asked for. There is no such policy. There are: microfinance, moneylender.\n',
  });
});

test('where there is no database yet it says so', async () => {
  const settings = { DATA_DIR: path.join(import.meta.dirname, 'nowhere') };
  expect(await runStaff(settings, 'products')).toEqual({
    status: 2,
    printed: '',
    complained: `There is no database in ${settings.DATA_DIR} yet: "npm start" makes one.\n`,
  });
});

async function commandsOf(district: 'staff' | 'upkeep'): Promise<string[]> {
  const files = await readdir(path.join(import.meta.dirname, '../..', district, 'terminal/commands'));
  return files.filter((file) => !file.endsWith('.test.ts')).map((file) => path.basename(file, '.ts'));
}

test('without a command it lists all of them with their purposes, and needs no database', async () => {
  const { status, printed, complained } = await runStaff({});
  expect({ status, complained }).toEqual({ status: 0, complained: '' });
  const lines = printed.trimEnd().split('\n');
  expect(lines.map((line) => line.split(' ')[0])).toEqual((await commandsOf('staff')).sort());
  expect(printed).toMatch(/^end-payment +asks to end a payment whose outcome is unknown$/m);
  for (const line of lines) expect(line).toMatch(/^[a-z-]+ {2,}\w.*[^.]$/);
});

test.each(['settle', '../main', 'coupons.test'])(
  '%s is no command: one line names all of them',
  async (name) => {
    expect(await runStaff({}, name)).toEqual({
      status: 1,
      printed: '',
      complained: `There is no command ${name}. There are: ${(await commandsOf('staff')).sort().join(', ')}.\n`,
    });
  },
);

test('each command of staff has a short npm script, and each script names a command that there is', async () => {
  const file = path.join(import.meta.dirname, '../../../../../package.json');
  const { scripts } = JSON.parse(await readFile(file, 'utf8'));
  const named = Object.values<string>(scripts).flatMap((script) => {
    const [, district, name] = /^node scripts\/command\.mjs (staff|upkeep) (\S+)$/.exec(script) ?? [];
    return name === undefined ? [] : [`${district} ${name}`];
  });
  const commands = [
    ...(await commandsOf('staff')).map((name) => `staff ${name}`),
    ...(await commandsOf('upkeep')).map((name) => `upkeep ${name}`),
  ];
  for (const command of named) expect(commands).toContain(command);
  const ofStaff = (all: readonly string[]) => all.filter((command) => command.startsWith('staff ')).sort();
  expect(ofStaff(named)).toEqual(ofStaff(commands));
  expect(scripts.settle).toBe('node scripts/command.mjs staff end-payment');
});
