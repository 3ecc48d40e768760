import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { backupPlace } from './backup-place.ts';
import { readBackupSettings } from './backup-settings.ts';
import { readConfig } from './config.ts';

const store = {
  BACKUP_S3_ENDPOINT: 'https://s3.example.com/',
  BACKUP_S3_ACCESS_KEY: 'AKIDTEST',
  BACKUP_S3_SECRET_KEY: 'a secret',
};
const placeOf = (place: string, settings: Record<string, string> = store) =>
  backupPlace(place, readBackupSettings(settings));

test('a path is a folder, and s3:// is a bucket with a prefix', () => {
  expect(placeOf('/mnt/backups')).toEqual({ folder: '/mnt/backups' });
  const credentials = {
    endpoint: 'https://s3.example.com',
    region: 'us-east-1',
    accessKey: 'AKIDTEST',
    secretKey: 'a secret',
  };
  expect(placeOf('s3://a-lender')).toEqual({ address: { bucket: 'a-lender', prefix: '' }, credentials });
  expect(placeOf('s3://a-lender/thumba/main/')).toEqual({
    address: { bucket: 'a-lender', prefix: 'thumba/main/' },
    credentials,
  });
});

test.each(['https://user:word@store', 'ftp://store', 'file:///mnt'])('%s is refused', (place) => {
  expect(() => placeOf(place)).toThrow(/^Backups are stored in a folder or in an S3-compatible store/);
  expect(() => placeOf(place)).not.toThrow('word');
});

test.each(['s3://', 's3://A-Lender', 's3://key:word@bucket', 's3://bucket/../other', 's3://bucket//a'])(
  '%s is refused',
  (place) => expect(() => placeOf(place)).toThrow('is given as s3://bucket or s3://bucket/prefix'),
);

test('s3:// without its settings is refused, also at the start of the server', () => {
  const { BACKUP_S3_SECRET_KEY, ...others } = store;
  expect(() => placeOf('s3://a-lender', others)).toThrow(
    'A place that begins with s3:// needs these settings: BACKUP_S3_SECRET_KEY (docs/running/backup.md).',
  );
  const missing = 'BACKUP_S3_ENDPOINT, BACKUP_S3_ACCESS_KEY, BACKUP_S3_SECRET_KEY';
  const BACKUP_KEY = 'ab'.repeat(32);
  for (const place of ['BACKUP_TO', 'ERASURES_TO'])
    expect(() => readConfig({ NODE_ENV: 'test', BACKUP_KEY, [place]: 's3://a-lender' })).toThrow(missing);
});

test('production speaks to the store by HTTPS only', () => {
  const BACKUP_S3_ENDPOINT = 'http://10.0.0.7:9000';
  expect(() => placeOf('s3://a-lender', { ...store, BACKUP_S3_ENDPOINT })).not.toThrow();
  expect(() => placeOf('s3://a-lender', { ...store, BACKUP_S3_ENDPOINT, NODE_ENV: 'production' })).toThrow(
    'BACKUP_S3_ENDPOINT that begins with https://',
  );
});

test('an endpoint with a user name is refused without its value', () => {
  const BACKUP_S3_ENDPOINT = 'https://user:word@s3.example.com';
  expect(() => placeOf('s3://a-lender', { ...store, BACKUP_S3_ENDPOINT })).toThrow(
    'BACKUP_S3_ENDPOINT is wrong: give an address, as https://s3.example.com',
  );
});

test('the commands read the key and the settings of the store from files too', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'thumba-settings-'));
  try {
    const file = path.join(folder, 'secret');
    await writeFile(file, 'in a file\n');
    const read = readBackupSettings({ BACKUP_S3_SECRET_KEY_FILE: file, BACKUP_KEY_FILE: file });
    expect(read).toMatchObject({ BACKUP_S3_SECRET_KEY: 'in a file', BACKUP_KEY: 'in a file' });
    expect(() => readBackupSettings({ BACKUP_KEY: 'a', BACKUP_KEY_FILE: file })).toThrow('not both');
  } finally {
    await rm(folder, { recursive: true });
  }
});
