import { z } from 'zod';
import { BadSetting } from './refused-settings.ts';

const settings = z.object({
  NODE_ENV: z.string().default('development'),
  DATABASE_URL: z.string().optional(),
  DATA_DIR: z.string().default('.data'),
  BACKUP_KEY: z.string().optional(),
  /** The country in which the backups lie. */
  BACKUP_COUNTRY: z.string().optional(),
  BACKUP_ABROAD_IS_ALLOWED: z.enum(['true', 'false']).default('false'),
  /** How old the changes may be that a lost machine takes with it while the log is followed. */
  BACKUP_LOG_SECONDS: z.coerce.number().int().min(1).max(3600).default(10),
});

export type BackupSettings = z.output<typeof settings>;

export function readBackupSettings(variables: Record<string, string | undefined>): BackupSettings {
  const read = settings.safeParse(variables);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new BadSetting(`${issue!.path.join('.')} is wrong: ${issue!.message}`);
  }
  return read.data;
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
