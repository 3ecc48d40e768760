import { z } from 'zod';
import type { S3Address, S3Credentials } from '../../platform/s3-storage.ts';
import { BadSetting } from './refused-settings.ts';
import { s3AddressOf, s3CredentialsOf, s3Endpoint, s3Region, schemeOf } from './s3-settings.ts';

/** What an environment variable says about the S3-compatible store of backups. */
export const backupStoreShape = {
  BACKUP_S3_ENDPOINT: s3Endpoint,
  BACKUP_S3_REGION: s3Region,
  BACKUP_S3_ACCESS_KEY: z.string().optional(),
  BACKUP_S3_SECRET_KEY: z.string().optional(),
};

const settingsOfStore = z.object(backupStoreShape);

export type BackupStoreSettings = z.output<typeof settingsOfStore> & { NODE_ENV: string };

export type BackupPlace = { folder: string } | { address: S3Address; credentials: S3Credentials };

/** The place that an address names: the path of a folder, or s3://bucket/prefix with its settings. */
export function backupPlace(place: string, settings: BackupStoreSettings): BackupPlace {
  const address = schemeOf(place);
  if (address === undefined) return { folder: place };
  // The sentence repeats no address, because a password may stand in it.
  if (address.scheme.toLowerCase() !== 's3') {
    throw new BadSetting(
      `Backups are stored in a folder or in an S3-compatible store, and an address with ${address.scheme}:// is neither: give the path of a folder, or s3://bucket/prefix.`,
    );
  }
  const given = {
    endpoint: settings.BACKUP_S3_ENDPOINT,
    region: settings.BACKUP_S3_REGION,
    accessKey: settings.BACKUP_S3_ACCESS_KEY,
    secretKey: settings.BACKUP_S3_SECRET_KEY,
  };
  const isProduction = settings.NODE_ENV === 'production';
  return {
    address: s3AddressOf(address.rest),
    credentials: s3CredentialsOf('BACKUP_S3', given, { page: 'docs/running/backup.md', isProduction }),
  };
}
