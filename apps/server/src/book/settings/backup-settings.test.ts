import { expect, test } from 'vitest';
import { readBackupSettings, refuseUndeclaredCountry } from './backup-settings.ts';

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
