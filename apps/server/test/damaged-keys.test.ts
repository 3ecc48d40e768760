import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig, readKeysAtHand } from '../src/book/settings/config.ts';
import { freePort } from '../src/platform/ports.ts';
import { StartFailure } from '../src/platform/start-failure.ts';
import { createTestDatabase } from './database.ts';

const SOURCE = path.join(import.meta.dirname, '../src');

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let dataDir: string;
let statement: string;
beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(path.join(tmpdir(), 'thumba-damaged-keys-'));
  statement = path.join(dataDir, 'statement.csv');
  await writeFile(statement, 'Id,External Id,Date,Status,Type,Amount,Fee,From,To,Currency,Balance\n');
});
afterAll(async () => {
  await database.drop();
  await rm(dataDir, { recursive: true });
});

const inDataDir = (file: string) => path.join(dataDir, file);
const damaged = (file: string) => `The file ${inDataDir(file)} is damaged: put the stored copy back.`;

/** All files whole, as a start has made them. */
async function makeKeys(): Promise<Record<string, string>> {
  const files = ['keys.json', 'callback-secret.json', 'vapid.json'];
  for (const file of files) await rm(inDataDir(file), { force: true });
  readConfig({ DATA_DIR: dataDir }).vapid();
  const texts = await Promise.all(files.map(async (file) => [file, await readFile(inDataDir(file), 'utf8')]));
  return Object.fromEntries(texts);
}

/** Each run of 20 digits of a key. */
function piecesOf(text: string): string[] {
  return [...text.matchAll(/[0-9a-f]{64}/g)].flatMap(([key]) =>
    Array.from({ length: 64 - 19 }, (_, at) => key.slice(at, at + 20)),
  );
}

function failureOf(read: () => unknown): Error {
  try {
    read();
  } catch (error) {
    return error as Error;
  }
  throw new Error('nothing was refused');
}

const ways: [string, (text: string) => string][] = [
  ['has a comma too many', (text) => text.replace('}', ',}')],
  ['was cut off', (text) => text.slice(0, -10)],
  ['is empty', () => ''],
  ['is a list', (text) => `[${text}]`],
  ['has a number in place of a text', (text) => text.replace(/:"[^"]*"/, ':5')],
];

test.each(
  ['keys.json', 'callback-secret.json', 'vapid.json'].flatMap((file) =>
    ways.map(([how, damage]) => ({ file, how, damage })),
  ),
)('a $file that $how is refused in one sentence without its content', async ({ file, damage }) => {
  const texts = await makeKeys();
  await writeFile(inDataDir(file), damage(texts[file]!));
  const failure = failureOf(() => readConfig({ DATA_DIR: dataDir }).vapid());
  expect(failure).toBeInstanceOf(StartFailure);
  expect(failure.message).toBe(damaged(file));
  expect(failure.cause).toBeUndefined();
});

test.each([
  ['keys.json', 'The setting DATA_KEYS must have at least one key.'],
  ['callback-secret.json', 'The setting CALLBACK_SECRET must have keys of 64 hexadecimal digits.'],
  ['vapid.json', 'VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY are missing.'],
])('a %s without keys is named', async (file, reason) => {
  await makeKeys();
  await writeFile(inDataDir(file), '{}');
  const failure = failureOf(() => readConfig({ DATA_DIR: dataDir }).vapid());
  expect(failure).toBeInstanceOf(StartFailure);
  expect(failure.message).toBe(`The file ${inDataDir(file)} cannot be used. ${reason}`);
});

test('the doctor and the test of a backup name a damaged file too', async () => {
  const texts = await makeKeys();
  await writeFile(inDataDir('keys.json'), texts['keys.json']!.replace('}', ',}'));
  expect(failureOf(() => readKeysAtHand({ DATA_DIR: dataDir })).message).toBe(damaged('keys.json'));
});

type Ran = { status: number; printed: string };

function run(...words: string[]): Promise<Ran> {
  return new Promise((resolve, reject) => {
    freePort().then((port) => {
      const env = {
        PATH: process.env.PATH,
        PORT: String(port),
        DATA_DIR: dataDir,
        DATABASE_URL: database.programUrl,
        DATABASE_OWNER_URL: database.url,
      };
      execFile(process.execPath, words, { env }, (error, printed, complained) =>
        resolve({ status: error ? Number(error.code) : 0, printed: printed + complained }),
      );
    }, reject);
  });
}

const main = (district: string) => path.join(SOURCE, district, 'main.ts');

test.each([
  ['the server', 1, () => [main('')]],
  ['the doctor', 2, () => [main('upkeep/terminal'), 'doctor']],
  [
    'breach list',
    2,
    () => [
      main('upkeep/terminal'),
      'breach',
      'list',
      inDataDir('people.csv'),
      '--held-at',
      '2026-11-20 10:00',
    ],
  ],
  [
    'reconcile',
    2,
    () => [
      main('staff/terminal'),
      'reconcile',
      '--operator',
      'mtn',
      '--from',
      '2026-11-20',
      '--to',
      '2026-11-20',
      statement,
    ],
  ],
])('%s prints one line about a damaged keys.json, and nothing of the keys', async (_who, status, words) => {
  const text = (await makeKeys())['keys.json']!;
  for (const content of [text.replace('}', ',}'), text.slice(0, -10), '']) {
    await writeFile(inDataDir('keys.json'), content);
    const ran = await run(...words());
    expect(piecesOf(text).some((piece) => ran.printed.includes(piece))).toBe(false);
    expect(ran).toEqual({ status, printed: `${damaged('keys.json')}\n` });
  }
});
