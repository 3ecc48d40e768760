import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig, readKeysAtHand } from './config.ts';
import { newKeys } from './key-settings.ts';
import { BadSetting } from './refused-settings.ts';

const given = newKeys();
const KEY = newKeys().CALLBACK_SECRET;
const OTHER_KEY = newKeys().CALLBACK_SECRET;

async function ownFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'thumba-keys-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

test.each([
  ['DATA_KEYS', 'abc'],
  ['DATA_KEYS', ''.padEnd(64, '0123456789abcdef')],
  ['DATA_KEYS', '1:abc'],
  ['DATA_KEYS', `0:${KEY}`],
  ['DATA_KEYS', `256:${KEY}`],
  ['DATA_KEYS', `1:${KEY},1:${OTHER_KEY}`],
  ['DATA_KEYS', `1:${'00'.repeat(32)}`],
  ['LOOKUP_KEYS', `1:${'0f'.repeat(32)}`],
  ['LOOKUP_KEYS', `1:${'zz'.repeat(32)}`],
  ['CALLBACK_SECRET', 'short'],
])('a %s of %s is refused in one line that names it', (name, value) => {
  expect(() => readConfig({ ...given, [name]: value })).toThrow(new RegExp(`^The setting ${name} .+\\.$`));
});

test('outside production keys are made once and kept where nobody else reads', async () => {
  const folder = await ownFolder();
  const dataDir = path.join(folder, 'data');
  const { keys } = readConfig({ DATA_DIR: dataDir });
  expect(keys.data).toEqual([{ number: 1, key: expect.any(Buffer) }]);
  expect(keys.data).not.toEqual(keys.lookup);
  expect(readConfig({ DATA_DIR: dataDir }).keys).toEqual(keys);
  for (const file of ['keys.json', 'callback-secret.json']) {
    expect((await stat(path.join(dataDir, file))).mode & 0o777).toBe(0o600);
  }
  const kept = JSON.parse(await readFile(path.join(dataDir, 'keys.json'), 'utf8'));
  expect(kept.DATA_KEYS).toBe(`1:${keys.data[0]!.key.toString('hex')}`);
  expect(readConfig({ DATA_DIR: dataDir, LOOKUP_KEYS: `7:${KEY}` }).keys).toEqual({
    ...keys,
    lookup: [{ number: 7, key: Buffer.from(KEY, 'hex') }],
    files: { data: path.join(dataDir, 'keys.json') },
  });
  const other = readConfig({ DATA_DIR: path.join(folder, 'other') });
  expect(other.keys.data).not.toEqual(keys.data);
});

test.each([
  ['no keys', {}],
  ['only DATA_KEYS', { DATA_KEYS: given.DATA_KEYS }],
  ['only LOOKUP_KEYS', { LOOKUP_KEYS: given.LOOKUP_KEYS }],
])('a folder with a database gets no new keys where the settings give %s', async (_which, settings) => {
  const dataDir = await ownFolder();
  await mkdir(path.join(dataDir, 'postgres/cluster'), { recursive: true });
  await writeFile(path.join(dataDir, 'postgres/cluster/PG_VERSION'), '18\n');
  expect(() => readConfig({ ...settings, DATA_DIR: dataDir })).toThrow(
    new BadSetting(
      `${dataDir} has a database and no keys.json: put the file back, or give DATA_KEYS and LOOKUP_KEYS. New keys would not open what the database holds.`,
    ),
  );
  expect(await readdir(dataDir)).toEqual(['postgres']);
  const { DATA_KEYS, LOOKUP_KEYS, CALLBACK_SECRET } = given;
  await writeFile(path.join(dataDir, 'keys.json'), JSON.stringify({ DATA_KEYS, LOOKUP_KEYS }));
  expect(readConfig({ ...settings, CALLBACK_SECRET, DATA_DIR: dataDir }).keys).toMatchObject({
    data: [{ number: 1, key: Buffer.from(DATA_KEYS.slice(2), 'hex') }],
    lookup: [{ number: 1, key: Buffer.from(LOOKUP_KEYS.slice(2), 'hex') }],
  });
});

/** What a server leaves in its data folder. Versions that made no callback secret kept no password of the program. */
async function folderWithDatabase({ isOfEarlierVersion = false } = {}): Promise<string> {
  const dataDir = await ownFolder();
  await mkdir(path.join(dataDir, 'postgres/cluster'), { recursive: true });
  await writeFile(path.join(dataDir, 'postgres/cluster/PG_VERSION'), '18\n');
  if (!isOfEarlierVersion) await writeFile(path.join(dataDir, 'postgres/program-password'), 'x');
  const { DATA_KEYS, LOOKUP_KEYS } = given;
  await writeFile(path.join(dataDir, 'keys.json'), JSON.stringify({ DATA_KEYS, LOOKUP_KEYS }));
  return dataDir;
}

test('a folder with a database gets no new callback secret', async () => {
  const dataDir = await folderWithDatabase();
  expect(() => readConfig({ DATA_DIR: dataDir })).toThrow(
    new BadSetting(
      `${dataDir} has a database and no callback-secret.json: put the file back, or give CALLBACK_SECRET. With a new one the addresses at which operators call back would be others.`,
    ),
  );
  expect(await readdir(dataDir)).toEqual(['keys.json', 'postgres']);
  const { CALLBACK_SECRET } = given;
  const callbackSecret = Buffer.from(CALLBACK_SECRET, 'hex');
  expect(readConfig({ DATA_DIR: dataDir, CALLBACK_SECRET }).keys).toMatchObject({ callbackSecret });
  expect(await readdir(dataDir)).toEqual(['keys.json', 'postgres']);
  await writeFile(path.join(dataDir, 'callback-secret.json'), JSON.stringify({ CALLBACK_SECRET }));
  expect(readConfig({ DATA_DIR: dataDir }).keys).toMatchObject({ callbackSecret });
});

test('the folder of a version that made no callback secret gets one, and a warning', async () => {
  const dataDir = await folderWithDatabase({ isOfEarlierVersion: true });
  const warned: string[] = [];
  const { keys } = readConfig({ DATA_DIR: dataDir }, (line) => warned.push(line));
  expect(warned).toEqual([
    `A new ${path.join(dataDir, 'callback-secret.json')} was made: "npm run callbacks" shows the addresses to give to operators.`,
  ]);
  expect(readConfig({ DATA_DIR: dataDir }, (line) => warned.push(line)).keys).toEqual(keys);
  expect(warned).toHaveLength(1);
});

test('what only opens sealed values neither needs nor makes a callback secret', async () => {
  const dataDir = await folderWithDatabase();
  expect(readKeysAtHand({ DATA_DIR: dataDir })).toMatchObject({
    data: [{ number: 1, key: Buffer.from(given.DATA_KEYS.slice(2), 'hex') }],
  });
  expect(await readdir(dataDir)).toEqual(['keys.json', 'postgres']);
});

test('a folder with a database and no pair for notifications gets one when the server starts, and a warning', async () => {
  const dataDir = await folderWithDatabase();
  const warned: string[] = [];
  const { CALLBACK_SECRET } = given;
  const { vapid } = readConfig({ DATA_DIR: dataDir, CALLBACK_SECRET }, (line) => warned.push(line));
  expect(await readdir(dataDir)).toEqual(['keys.json', 'postgres']);
  const made = vapid();
  expect(warned).toEqual([
    `A new ${path.join(dataDir, 'vapid.json')} was made: a phone that took notifications gets none until the app is opened on it. If you have the earlier file, put it back and start again.`,
  ]);
  expect(vapid()).toEqual(made);
  expect(warned).toHaveLength(1);
});

test('a new folder gets all keys without a warning', async () => {
  const warned: string[] = [];
  readConfig({ DATA_DIR: await ownFolder() }, (line) => warned.push(line)).vapid();
  expect(warned).toEqual([]);
});

test('the keys of an earlier version are number 1', async () => {
  const dataDir = await ownFolder();
  const earlier = { DATA_KEY: KEY, LOOKUP_KEY: OTHER_KEY };
  await writeFile(path.join(dataDir, 'keys.json'), JSON.stringify(earlier));
  const key = Buffer.from(KEY, 'hex');
  const { keys } = readConfig({ DATA_DIR: dataDir });
  expect(keys).toMatchObject({ data: [{ number: 1, key }] });
  const newer = newKeys();
  const both = readConfig({ ...newer, DATA_KEY: KEY, DATA_KEYS: newer.DATA_KEYS.replace('1:', '2:') });
  expect(both.keys.data.map(({ number }) => number)).toEqual([2, 1]);
});

test('keys are refused where two are equal, or one number has two keys', () => {
  const { DATA_KEYS } = given;
  const equal = [
    { DATA_KEYS: `1:${KEY},2:${KEY}` },
    { LOOKUP_KEYS: DATA_KEYS },
    { CALLBACK_SECRET: DATA_KEYS.slice(2) },
  ];
  for (const settings of equal) {
    expect(() => readConfig({ ...given, ...settings })).toThrow(
      new BadSetting('DATA_KEYS, LOOKUP_KEYS and CALLBACK_SECRET must be different keys.'),
    );
  }
  expect(() => readConfig({ ...given, DATA_KEY: KEY })).toThrow(
    new BadSetting('DATA_KEY is key number 1, and DATA_KEYS has another key with this number.'),
  );
});

test('a setting can be read from a file', async () => {
  const file = path.join(await ownFolder(), 'data-keys');
  await writeFile(file, `1:${KEY}\n`);
  const { DATA_KEYS, ...rest } = given;
  expect(readConfig({ ...rest, DATA_KEYS_FILE: file }).keys.data).toEqual([
    { number: 1, key: Buffer.from(KEY, 'hex') },
  ]);
  expect(() => readConfig({ ...given, DATA_KEYS_FILE: file })).toThrow(
    new BadSetting('Set either DATA_KEYS or DATA_KEYS_FILE, not both.'),
  );
  expect(() => readConfig({ ...rest, DATA_KEYS_FILE: `${file}-gone` })).toThrow(
    new BadSetting('The file that DATA_KEYS_FILE names cannot be read: ENOENT.'),
  );
});
