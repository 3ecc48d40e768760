import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { BadSetting, readConfig } from './config.ts';

const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://thumba@127.0.0.1/thumba',
  PUBLIC_URL: 'https://loans.example',
  DATA_KEY: 'a1'.repeat(32),
  LOOKUP_KEY: 'b2'.repeat(32),
  MTN_BASE_URL: 'https://mtn.example',
  MTN_API_USER: 'a user',
  MTN_API_KEY: 'a key',
  MTN_COLLECTION_KEY: 'a key',
  MTN_DISBURSEMENT_KEY: 'a key',
  AIRTEL_BASE_URL: 'https://airtel.example',
  AIRTEL_CLIENT_ID: 'a client',
  AIRTEL_CLIENT_SECRET: 'a secret',
  AIRTEL_PIN: '1234',
  AFRICAS_TALKING_USERNAME: 'lender',
  AFRICAS_TALKING_API_KEY: 'a key',
  LENDER_NAME: 'A Lender',
  LENDER_LICENCE: 'Licence 1',
  LENDER_PHONE: '0211 000 000',
  LENDER_HOURS: 'Monday to Friday 08:00–17:00',
};

test('production starts with the settings it needs and is no demo', () => {
  expect(readConfig(production)).toMatchObject({ demo: false, ENQUIRY_TIME_SCALE: 1 });
});

test.each([
  ['DEMO', 'true'],
  ['SIMULATOR_URL', 'http://127.0.0.1:8090/sim'],
  ['ENQUIRY_TIME_SCALE', '0.05'],
])('production refuses %s, which only a simulated operator allows', (name, value) => {
  const start = () => readConfig({ ...production, [name]: value });
  expect(start).toThrow(BadSetting);
  expect(start).toThrow(name);
});

test('outside production the times between enquiries may be shortened, never lengthened', () => {
  const keys = { DATA_KEY: production.DATA_KEY, LOOKUP_KEY: production.LOOKUP_KEY };
  expect(readConfig({ ...keys, ENQUIRY_TIME_SCALE: '0.05' }).ENQUIRY_TIME_SCALE).toBe(0.05);
  for (const scale of ['0', '-1', '2']) {
    expect(() => readConfig({ ...keys, ENQUIRY_TIME_SCALE: scale })).toThrow(BadSetting);
  }
});

test.each([
  'DATABASE_URL',
  'PUBLIC_URL',
  'DATA_KEY',
  'LOOKUP_KEY',
  'MTN_BASE_URL',
  'MTN_API_USER',
  'MTN_API_KEY',
  'MTN_COLLECTION_KEY',
  'MTN_DISBURSEMENT_KEY',
  'AIRTEL_BASE_URL',
  'AIRTEL_CLIENT_ID',
  'AIRTEL_CLIENT_SECRET',
  'AIRTEL_PIN',
  'AFRICAS_TALKING_USERNAME',
  'AFRICAS_TALKING_API_KEY',
  'LENDER_NAME',
  'LENDER_LICENCE',
  'LENDER_PHONE',
  'LENDER_HOURS',
])('production does not start without %s, nor with an empty one', (name) => {
  for (const value of [undefined, '']) {
    const start = () => readConfig({ ...production, [name]: value });
    expect(start).toThrow(new BadSetting(`NODE_ENV=production needs these settings: ${name}.`));
  }
});

test('production names everything that is missing at once, in one line', () => {
  const { DATA_KEY, LENDER_PHONE, ...rest } = production;
  expect(() => readConfig(rest)).toThrow(
    new BadSetting('NODE_ENV=production needs these settings: DATA_KEY, LENDER_PHONE.'),
  );
});

test.each([
  ['PORT', 'eighty'],
  ['PORT', '70000'],
  ['PORT', '-1'],
  ['NODE_ENV', 'prod'],
  ['TRUST_PROXY', 'yes'],
  ['LOG_LEVEL', 'loud'],
  ['PUBLIC_URL', 'loans.example'],
  ['DATABASE_CONNECTIONS', '0'],
  ['AIRTEL_PAYMENTS_VERSION', 'v3'],
  ['DATA_KEY', 'abc'],
  ['LOOKUP_KEY', 'zz'.repeat(32)],
])('a %s of %s is refused in one line that names it', (name, value) => {
  let message = '';
  try {
    readConfig({ ...production, [name]: value });
  } catch (error) {
    expect(error).toBeInstanceOf(BadSetting);
    message = (error as BadSetting).message;
  }
  expect(message).toMatch(new RegExp(`^The setting ${name} .+\\.$`));
});

test('outside production keys are made once and kept where nobody else reads', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'thumba-config-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const dataDir = path.join(folder, 'data');
  const { keys } = readConfig({ DATA_DIR: dataDir });
  expect([keys.dataKey.length, keys.lookupKey.length]).toEqual([32, 32]);
  expect(keys.dataKey).not.toEqual(keys.lookupKey);
  expect(readConfig({ DATA_DIR: dataDir }).keys).toEqual(keys);
  const file = path.join(dataDir, 'keys.json');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const kept = JSON.parse(await readFile(file, 'utf8'));
  expect(kept.DATA_KEY).toBe(keys.dataKey.toString('hex'));
  expect(readConfig({ DATA_DIR: dataDir, LOOKUP_KEY: 'c3'.repeat(32) }).keys).toEqual({
    dataKey: keys.dataKey,
    lookupKey: Buffer.alloc(32, 0xc3),
  });
  const other = readConfig({ DATA_DIR: path.join(folder, 'other') });
  expect(other.keys.dataKey).not.toEqual(keys.dataKey);
});
