import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { readConfig } from './config.ts';
import { newKeys } from './key-settings.ts';
import { production } from './production.test-support.ts';
import { BadSetting } from './refused-settings.ts';

const ownKeys = newKeys();

/** Outside production a server keeps what it makes for itself in its folder of data. */
async function ownFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'thumba-config-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

test('uploads are limited at once, and a body has fifteen seconds to arrive', () => {
  expect(readConfig(production)).toMatchObject({
    UPLOADS_AT_ONCE: 8,
    UPLOADS_PER_ADDRESS_AT_ONCE: 4,
    UPLOAD_MEGAPIXELS: 20,
    BODY_TIMEOUT_SECONDS: 15,
  });
  for (const BODY_TIMEOUT_SECONDS of ['0', '121', 'x']) {
    expect(() => readConfig({ ...production, BODY_TIMEOUT_SECONDS })).toThrow('BODY_TIMEOUT_SECONDS');
  }
});

test('production starts with the settings it needs, and it and a demo ask for a card that is read and a face', async () => {
  const asked = { FACE_REQUIRED: true, UNCHECKED_IDENTITY_IS_VALID: false };
  expect(readConfig(production)).toMatchObject({ ...asked, demo: false, ENQUIRY_TIME_SCALE: 1 });
  expect(readConfig({ DATA_DIR: await ownFolder() })).toMatchObject({ ...asked, demo: true });
});

test.each([
  ['DEMO', 'true'],
  ['SIMULATOR_URL', 'http://127.0.0.1:8090/sim'],
  ['ENQUIRY_TIME_SCALE', '0.05'],
  ['UNCHECKED_IDENTITY_IS_VALID', 'true'],
])('production refuses %s, which only a demo allows', (name, value) => {
  const start = () => readConfig({ ...production, [name]: value });
  expect(start).toThrow(BadSetting);
  expect(start).toThrow(name);
});

test('the least requests at once may not be above the most', () => {
  expect(() => readConfig({ ...production, REQUESTS_AT_ONCE_LEAST: '600' })).toThrow(
    new BadSetting('REQUESTS_AT_ONCE_LEAST (600) is above REQUESTS_AT_ONCE_MOST (512).'),
  );
  const both = { REQUESTS_AT_ONCE_LEAST: '600', REQUESTS_AT_ONCE_MOST: '600' };
  expect(readConfig({ ...production, ...both }).REQUESTS_AT_ONCE_LEAST).toBe(600);
});

test('production reports registrations over https only', () => {
  expect(readConfig(production).AD_CONVERSIONS_URL).toBe('https://graph.facebook.com/v23.0');
  for (const url of ['http://graph.facebook.com/v23.0', 'ftp://graph.facebook.com', 'graph.facebook.com'])
    expect(() => readConfig({ ...production, AD_CONVERSIONS_URL: url })).toThrow('AD_CONVERSIONS_URL');
});

test('production takes a client id and addresses of Google, and nobody else’s', () => {
  const clientId = '1234567890-abc.apps.googleusercontent.com';
  expect(readConfig({ ...production, GOOGLE_CLIENT_ID: clientId }).GOOGLE_CLIENT_ID).toBe(clientId);
  for (const [name, value] of [
    ['GOOGLE_CLIENT_ID', 'demo-thumba.apps.google.example'],
    ['GOOGLE_TOKENINFO_URL', 'http://127.0.0.1:8090/sim/google/tokeninfo'],
    ['GOOGLE_USERINFO_URL', 'http://127.0.0.1:8090/sim/google/userinfo'],
  ] as const) {
    expect(() => readConfig({ ...production, [name]: value })).toThrow(BadSetting);
  }
});

test('outside production the times between enquiries may be shortened, never lengthened', async () => {
  const keys = { ...ownKeys, DATA_DIR: await ownFolder() };
  expect(readConfig({ ...keys, ENQUIRY_TIME_SCALE: '0.05' }).ENQUIRY_TIME_SCALE).toBe(0.05);
  for (const scale of ['0', '-1', '2']) {
    expect(() => readConfig({ ...keys, ENQUIRY_TIME_SCALE: scale })).toThrow(BadSetting);
  }
});

test.each([
  'DATABASE_URL',
  'PUBLIC_URL',
  'DATA_KEYS',
  'LOOKUP_KEYS',
  'CALLBACK_SECRET',
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
  'SECURITY_CONTACT',
])('production does not start without %s, nor with an empty one', (name) => {
  for (const value of [undefined, '']) {
    const start = () => readConfig({ ...production, [name]: value });
    expect(start).toThrow(new BadSetting(`NODE_ENV=production needs these settings: ${name}.`));
  }
});

test('production names everything that is missing at once, in one line', () => {
  const { DATA_KEYS, LENDER_PHONE, ...rest } = production;
  expect(() => readConfig(rest)).toThrow(
    new BadSetting('NODE_ENV=production needs these settings: LENDER_PHONE, DATA_KEYS.'),
  );
});

test.each([
  ['PORT', 'eighty'],
  ['PORT', '70000'],
  ['PORT', '-1'],
  ['NODE_ENV', 'prod'],
  ['TRUST_PROXY', 'yes'],
  ['TRUST_PROXY', '10'],
  ['METRICS_FOR', 'me'],
  ['DOCS_FOR', 'true'],
  ['SECURITY_CONTACT', 'security@lender.example'],
  ['SECURITY_CONTACT', 'mailto:security@lender.example\nPolicy: x'],
  ['SECURITY_CONTACT', 'http://lender.example/security'],
  ['SECURITY_POLICY_URL', 'http://lender.example/security-policy'],
  ['SECURITY_POLICY_URL', 'lender.example'],
  ['SECURITY_CONTACT_VALID_DAYS', '0'],
  ['SECURITY_CONTACT_VALID_DAYS', '365'],
  ['LOG_LEVEL', 'loud'],
  ['PUBLIC_URL', 'loans.example'],
  ['DATABASE_CONNECTIONS', '0'],
  ['AIRTEL_PAYMENTS_VERSION', 'v3'],
  ['QUIET_HOURS', 'at night'],
  ['OPERATOR_CALLS_AT_ONCE', '0'],
  ['FLOAT_ASK_SECONDS', 'often'],
  ['OPERATOR_PREFIXES', 'mtn'],
  ['OPERATOR_PREFIXES', 'vodafone:96'],
  ['OPERATOR_PREFIXES', 'mtn:96;airtel:96'],
  ['OPERATOR_PREFIXES', 'mtn:9'],
  ['OPERATOR_PREFIXES', 'mtn:94'],
  ['OPERATOR_PREFIXES', 'mtn:96,'],
  ['OPERATOR_PREFIXES', 'mtn:96;'],
  ['OPERATOR_PREFIXES', 'mtn:96:97'],
  ['FLOAT_RESERVE', 'mtn:plenty'],
  ['FLOAT_RESERVE', 'mtn:-5'],
  ['FLOAT_RESERVE', 'mtn:1.005'],
  ['FLOAT_RESERVE', 'mtn:5;mtn:6'],
  ['FLOAT_RESERVE', '5000'],
  ['OPERATOR_FORGETS_AFTER_HOURS', 'mtn:0'],
  ['OPERATOR_FORGETS_AFTER_HOURS', 'mtn:1d'],
  ['OPERATOR_FORGETS_AFTER_HOURS', 'mtn:1;mtn:2'],
  ['OPERATOR_PACE', 'mtn'],
  ['OPERATOR_PACE', 'mtn:10'],
  ['OPERATOR_PACE', 'mtn:calls=10'],
  ['OPERATOR_PACE', 'mtn:status=0'],
  ['OPERATOR_PACE', 'mtn:status=fast'],
  ['OPERATOR_PACE', 'mtn:status=1,status=2'],
  ['OPERATOR_PACE', 'mtn:status=1;mtn:status=2'],
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

test('prefixes and reserves are read by operator', () => {
  const settings = {
    OPERATOR_PREFIXES: ' mtn: 96, 56 ; zamtel:95',
    FLOAT_RESERVE: 'mtn:5000;airtel:2000.50',
  };
  expect(readConfig({ ...production, ...settings })).toMatchObject({
    OPERATOR_PREFIXES: { 96: 'mtn', 56: 'mtn', 95: 'zamtel' },
    FLOAT_RESERVE: { mtn: 500_000, airtel: 200_050 },
  });
  const { OPERATOR_PREFIXES, FLOAT_RESERVE } = readConfig(production);
  expect(OPERATOR_PREFIXES).toMatchObject({ 57: 'airtel', 76: 'mtn', 75: 'zamtel' });
  expect(FLOAT_RESERVE).toEqual({});
});

test('how long an operator remembers is read by operator', () => {
  const read = (OPERATOR_FORGETS_AFTER_HOURS: string) =>
    readConfig({ ...production, OPERATOR_FORGETS_AFTER_HOURS }).OPERATOR_FORGETS_AFTER_HOURS;
  expect(read('')).toEqual({ mtn: 24, airtel: 24, zamtel: 24 });
  expect(read('airtel:72')).toEqual({ mtn: 24, airtel: 72, zamtel: 24 });
});

test('the pace of calls is read by operator and kind', () => {
  expect(readConfig(production).OPERATOR_PACE).toEqual({ mtn: { status: 10 } });
  expect(readConfig({ ...production, OPERATOR_PACE: 'none' }).OPERATOR_PACE).toEqual({});
  const OPERATOR_PACE = 'mtn: status=8, instruction=20 ; airtel:account=0.5';
  expect(readConfig({ ...production, OPERATOR_PACE }).OPERATOR_PACE).toEqual({
    mtn: { status: 8, instruction: 20 },
    airtel: { account: 0.5 },
  });
});

test('Zamtel is off, and needs all of its credentials to be on', () => {
  const on = {
    ...production,
    ZAMTEL_BASE_URL: 'https://zamtel.example/ZampayRest',
    ZAMTEL_THIRD_PARTY_ID: 'lender',
    ZAMTEL_PASSWORD: 'a password',
    ZAMTEL_SHORTCODE: '000777',
    ZAMTEL_PAYOUT_IDENTIFIER: 'an operator',
    ZAMTEL_PAYOUT_CREDENTIAL: 'a credential',
  };
  expect(readConfig(on).ZAMTEL_TIMEOUT_MS).toBe(120_000);
  expect(() => readConfig({ ...on, ZAMTEL_PASSWORD: '' })).toThrow(
    new BadSetting('ZAMTEL_BASE_URL needs these settings: ZAMTEL_PASSWORD.'),
  );
});

test('nobody is reminded at night, except on the phones of a demo', async () => {
  const night = { fromMinute: 18 * 60, toMinute: 8 * 60 };
  expect(readConfig(production).quietHours).toEqual(night);
  for (const QUIET_HOURS of ['none', '18:01-08:00', '18:00-07:59', '08:00-18:00'])
    expect(() => readConfig({ ...production, QUIET_HOURS })).toThrow(BadSetting);
  expect(readConfig({ ...production, QUIET_HOURS: '17:00-09:00' }).quietHours?.toMinute).toBe(9 * 60);
  const keys = { ...ownKeys, DATA_DIR: await ownFolder() };
  expect(readConfig(keys).quietHours).toBeNull();
});

const pair = {
  VAPID_PUBLIC_KEY: 'BEkr2o64BILrzVmOcoiqJVFyfyOs3OBiXI1CKcfhHJDgmxBhwu9c6WSLLziVuodLVq4bfRkxK1abeDwnmhyiif4',
  VAPID_PRIVATE_KEY: '5EXwCAvm3vJH3WpN_I5WZidXgGXq2PPBCY9a_zpgQ_w',
};

test('a lender sends notifications once it has a pair of keys that belong together, and none before', () => {
  expect(readConfig(production).vapid()).toBeNull();
  expect(readConfig({ ...production, ...pair }).vapid()).toMatchObject({ subject: 'https://loans.example' });
  const subject = 'mailto:it@loans.example';
  expect(readConfig({ ...production, ...pair, VAPID_SUBJECT: subject }).vapid()).toEqual({
    publicKey: pair.VAPID_PUBLIC_KEY,
    privateKey: pair.VAPID_PRIVATE_KEY,
    subject,
  });
  for (const [name, wrong] of [
    ['VAPID_PRIVATE_KEY', { VAPID_PRIVATE_KEY: '' }],
    ['VAPID_PUBLIC_KEY', { VAPID_PRIVATE_KEY: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94' }],
    ['VAPID_PUBLIC_KEY', { VAPID_PRIVATE_KEY: 'no key' }],
    ['VAPID_SUBJECT', { VAPID_SUBJECT: 'call us' }],
    ['PUSH_SERVICES', { PUSH_SERVICES: 'http://127.0.0.1:9000' }],
  ] as const) {
    expect(() => readConfig({ ...production, ...pair, ...wrong }), name).toThrow(name);
  }
});

test('a demo makes its pair once and keeps it for itself', async () => {
  const folder = await ownFolder();
  const vapid = readConfig({ DATA_DIR: folder }).vapid();
  expect(vapid?.publicKey).toMatch(/^B[\w-]{86}$/);
  expect(readConfig({ DATA_DIR: folder }).vapid()).toEqual(vapid);
  expect((await stat(path.join(folder, 'vapid.json'))).mode & 0o777).toBe(0o600);
});

test('a caller is never believed about their own address', () => {
  const start = () => readConfig({ ...production, TRUST_PROXY: 'true' });
  expect(start).toThrow(
    new BadSetting(
      'The setting TRUST_PROXY cannot be used: true believes every caller about their own address. Give the number of proxies in front, as 1, or their networks, as 10.0.0.0/8.',
    ),
  );
  expect(readConfig(production).TRUST_PROXY).toBe(false);
  expect(readConfig({ ...production, TRUST_PROXY: '2' }).TRUST_PROXY).toBe(2);
  expect(readConfig({ ...production, TRUST_PROXY: 'loopback, 10.1.0.0/16' }).TRUST_PROXY).toBe(
    '127.0.0.0/8, ::1/128, 10.1.0.0/16',
  );
});

test.each([
  'PUBLIC_URL',
  'MTN_BASE_URL',
  'AIRTEL_BASE_URL',
  'AFRICAS_TALKING_URL',
  'GOOGLE_USERINFO_URL',
  'FCM_URL',
])('production refuses a %s that is not https', (name) => {
  const start = () => readConfig({ ...production, [name]: 'http://service.example' });
  expect(start).toThrow(`NODE_ENV=production needs a ${name} that begins with https://.`);
});

describe('a demo', () => {
  const demo = { ...ownKeys, NODE_ENV: 'development', DEMO: 'true' };

  test.each([
    ['MTN_BASE_URL', 'https://proxy.momoapi.mtn.com'],
    ['AIRTEL_BASE_URL', 'https://openapi.airtel.co.zm'],
    ['ZAMTEL_BASE_URL', 'http://10.20.0.4'],
    ['AFRICAS_TALKING_USERNAME', 'lender'],
    ['AFRICAS_TALKING_API_KEY', 'a key'],
    ['PUBLIC_URL', 'https://loans.example'],
    ['PUBLIC_URL', 'http://demo.example:8080'],
    ['PUBLIC_URL', 'http://41.72.96.5'],
    ['DATABASE_URL', 'postgres://thumba@db.example/thumba'],
    ['DATABASE_URL', 'postgres://thumba@10.0.0.5/thumba'],
    ['DATABASE_URL', 'postgres:///thumba?host=db.example'],
    ['DATABASE_URL', 'postgres://a,b/thumba'],
    ['DATABASE_URL', 'postgres://127.0.0.1/thumba?host=127.0.0.1&host=db.example'],
    ['SIMULATOR_URL', 'https://simulator.example/sim'],
    ['BUREAU_URL', 'https://bureau.example'],
  ])('is refused with %s=%s, whatever NODE_ENV says', async (name, value) => {
    const DATA_DIR = await ownFolder();
    for (const mode of [
      {},
      { NODE_ENV: 'test' },
      { DEMO: 'false', SIMULATOR_URL: 'http://127.0.0.1:9/sim' },
      { DEMO: 'false', UNCHECKED_IDENTITY_IS_VALID: 'true' },
      { DEMO: 'false', ENQUIRY_TIME_SCALE: '0.5' },
    ]) {
      expect(() => readConfig({ ...demo, DATA_DIR, ...mode, [name]: value })).toThrow(
        new RegExp(`^A demo does not start with .*${name}`),
      );
    }
  });

  test('is refused where the environment names the host of its database', async () => {
    const settings = { ...demo, DATA_DIR: await ownFolder(), DATABASE_URL: 'postgres:///thumba' };
    vi.stubEnv('PGHOST', 'db.example');
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(() => readConfig(settings)).toThrow(
      'A demo does not start with a DATABASE_URL of another machine',
    );
  });

  test.each(['192.168.1.5', '::1', '127.0.0.2', 'my-laptop'])(
    'is refused with HOST=%s, where its own operators would not reach it',
    async (HOST) => {
      const settings = { ...demo, DATA_DIR: await ownFolder(), HOST };
      expect(() => readConfig(settings)).toThrow(
        new BadSetting(
          'A demo does not start with this HOST: it can be 127.0.0.1, or 0.0.0.0 for every network of this machine.',
        ),
      );
    },
  );

  test.each([
    ['HOST', '0.0.0.0'],
    ['HOST', 'localhost'],
    ['SIMULATOR_URL', 'http://127.0.0.1:8090/sim'],
    ['PUBLIC_URL', 'http://localhost:8080'],
    ['PUBLIC_URL', 'http://192.168.1.5:8080'],
    ['DATABASE_URL', 'postgres://thumba@127.0.0.1/thumba'],
    ['DATABASE_URL', 'postgres://thumba@[::1]:5432/thumba'],
    ['DATABASE_URL', 'postgres:///thumba?host=/var/run/postgresql'],
    ['MTN_BASE_URL', 'http://127.0.0.1:9999/mtn'],
  ])('starts with %s=%s', async (name, value) => {
    expect(readConfig({ ...demo, DATA_DIR: await ownFolder(), [name]: value }).demo).toBe(true);
  });
});

describe("Airtel's public key", () => {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
  const pem = publicKey.export({ format: 'pem', type: 'spki' }).toString();

  test.each(['AIRTEL_PUBLIC_KEY', 'AIRTEL_EARLIER_PUBLIC_KEY'])(
    'is refused in %s if it cannot be read',
    (name) => {
      const start = () => readConfig({ ...newKeys(), [name]: 'MIGfMA0GCSqGSIb3' });
      expect(start).toThrow(BadSetting);
      expect(start).toThrow(`The setting ${name} cannot be used: it is not a public key as base64.`);
    },
  );

  test.each([pem, pem.replaceAll(/-----[^-]+-----|\s/g, '')])(
    'is taken with and without the PEM lines',
    (text) => {
      expect(readConfig({ ...newKeys(), AIRTEL_PUBLIC_KEY: text }).AIRTEL_PUBLIC_KEY).toBe(text);
    },
  );
});
