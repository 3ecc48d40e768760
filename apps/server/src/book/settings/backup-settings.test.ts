import { expect, test } from 'vitest';
import {
  readBackupSettings,
  refuseUndeclaredCountry,
  refuseUnusableNightlyBackup,
} from './backup-settings.ts';
import { readConfig } from './config.ts';

const declare = (settings: Record<string, string>) => () =>
  refuseUndeclaredCountry(readBackupSettings({ NODE_ENV: 'production', ...settings }));

test('production takes a backup only where the country is declared', () => {
  expect(declare({})).toThrow('BACKUP_COUNTRY is missing');
  expect(declare({ BACKUP_COUNTRY: 'ZM' })).not.toThrow();
});

test('a backup outside Zambia needs an explicit permission', () => {
  expect(declare({ BACKUP_COUNTRY: 'ZA' })).toThrow('BACKUP_ABROAD_IS_ALLOWED');
  expect(declare({ BACKUP_COUNTRY: 'ZA', BACKUP_ABROAD_IS_ALLOWED: 'true' })).not.toThrow();
});

const nightly = (settings: Record<string, string>) => () =>
  refuseUnusableNightlyBackup(readBackupSettings({ BACKUP_TO: '/mnt/backups', ...settings }));
const BACKUP_KEY = 'ab'.repeat(32);

test('nightly backups need the key of backups, the declared country, and with DATABASE_URL a role for the backup', () => {
  expect(nightly({})).toThrow('BACKUP_TO needs BACKUP_KEY');
  expect(nightly({ BACKUP_KEY })).not.toThrow();
  expect(nightly({ BACKUP_KEY, NODE_ENV: 'production' })).toThrow('BACKUP_COUNTRY is missing');
  expect(nightly({ BACKUP_KEY, DATABASE_URL: 'postgres://db/thumba' })).toThrow(
    'BACKUP_TO with DATABASE_URL needs BACKUP_DATABASE_URL',
  );
  const own = { DATABASE_URL: 'postgres://db/thumba', BACKUP_DATABASE_URL: 'postgres://backup@db/thumba' };
  expect(nightly({ BACKUP_KEY, ...own })).not.toThrow();
});

test('a time of day that does not exist is refused', () => {
  expect(() => readBackupSettings({ BACKUP_AT: '24:00' })).toThrow('BACKUP_AT is wrong');
});

test('a server that could not take its nightly backup does not start', () => {
  expect(() => readConfig({ NODE_ENV: 'test', BACKUP_TO: '/mnt/backups' })).toThrow('BACKUP_KEY');
});
