import { z } from 'zod';
import { backupPlace, backupStoreShape } from './backup-place.ts';
import { BadSetting } from './refused-settings.ts';
import { readShape } from './setting-files.ts';

/** What an environment variable says about backups. */
export const backupShape = {
  BACKUP_KEY: z.string().optional(),
  /** Of a PostgreSQL of the lender's own, as a role that may read every table. */
  BACKUP_DATABASE_URL: z.string().optional(),
  /** The place of the nightly backups. Unset, the server takes none. */
  BACKUP_TO: z.string().optional(),
  /** The time of day in Lusaka at which the nightly backup begins. */
  BACKUP_AT: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'give a time of day, as 02:00')
    .default('02:00'),
  /** Nightly backups that are older are removed. */
  BACKUP_KEEP_DAYS: z.coerce.number().int().min(1).max(3660).default(30),
  /** The country in which the backups lie. */
  BACKUP_COUNTRY: z.string().optional(),
  BACKUP_ABROAD_IS_ALLOWED: z.enum(['true', 'false']).default('false'),
  /** How old the changes may be that a lost machine takes with it while the log is followed. */
  BACKUP_LOG_SECONDS: z.coerce.number().int().min(1).max(3600).default(10),
  ...backupStoreShape,
};

const settings = z.object({
  NODE_ENV: z.string().default('development'),
  DATABASE_URL: z.string().optional(),
  DATA_DIR: z.string().default('.data'),
  /** The place of the list of deleted accounts. */
  ERASURES_TO: z.string().optional(),
  ...backupShape,
});

export type BackupSettings = z.output<typeof settings>;

export function readBackupSettings(variables: Record<string, string | undefined>): BackupSettings {
  return readShape(settings, variables);
}

/** The Data Protection Act expects personal data to lie in Zambia. */
export function refuseUndeclaredCountry(declared: BackupSettings): void {
  if (declared.NODE_ENV !== 'production' || declared.BACKUP_COUNTRY === 'ZM') return;
  if (declared.BACKUP_COUNTRY === undefined) {
    throw new BadSetting('BACKUP_COUNTRY is missing: declare the country in which the backups lie, as ZM.');
  }
  if (declared.BACKUP_ABROAD_IS_ALLOWED !== 'true') {
    throw new BadSetting(
      'BACKUP_COUNTRY is not ZM: personal data may leave Zambia only with a permission. Set BACKUP_ABROAD_IS_ALLOWED=true if you hold one.',
    );
  }
}

/** A server that could not take its nightly backup does not start. */
export function refuseUnusableNightlyBackup(declared: BackupSettings): void {
  if (declared.BACKUP_TO === undefined) return;
  if (declared.DATABASE_URL !== undefined && declared.BACKUP_DATABASE_URL === undefined) {
    throw new BadSetting(
      'BACKUP_TO with DATABASE_URL needs BACKUP_DATABASE_URL: the same database as a role that may read every table (docs/running/backup.md).',
    );
  }
  if (declared.BACKUP_KEY === undefined || !/^[0-9a-f]{64}$/i.test(declared.BACKUP_KEY)) {
    throw new BadSetting('BACKUP_TO needs BACKUP_KEY, 64 hexadecimal digits (docs/running/backup.md).');
  }
  backupPlace(declared.BACKUP_TO, declared);
  refuseUndeclaredCountry(declared);
}
