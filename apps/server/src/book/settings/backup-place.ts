import { z } from 'zod';
import { BadSetting } from './refused-settings.ts';

/** What an environment variable says about the S3-compatible store of backups. */
export const backupStoreShape = {
  BACKUP_S3_ENDPOINT: z
    .string()
    .regex(/^https?:\/\/[^\s/?#@]+[^\s?#@]*$/, 'give an address, as https://s3.example.com')
    .optional(),
  BACKUP_S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]+$/i, 'give a region, as us-east-1')
    .default('us-east-1'),
  BACKUP_S3_ACCESS_KEY: z.string().optional(),
  BACKUP_S3_SECRET_KEY: z.string().optional(),
};

const settingsOfStore = z.object(backupStoreShape);

export type BackupStoreSettings = z.output<typeof settingsOfStore> & { NODE_ENV: string };

/** `prefix` stands before each name. It is empty, or ends in a slash. */
export type S3Address = { bucket: string; prefix: string };

export type S3Credentials = { endpoint: string; region: string; accessKey: string; secretKey: string };

export type BackupPlace = { folder: string } | { address: S3Address; credentials: S3Credentials };

// A name of these characters needs no escape in an address or in an answer of the store.
const S3_ADDRESS = /^([a-z0-9][a-z0-9.-]+[a-z0-9])((?:\/[\w-][\w.-]*)*)\/?$/;
const NEEDED = ['BACKUP_S3_ENDPOINT', 'BACKUP_S3_ACCESS_KEY', 'BACKUP_S3_SECRET_KEY'] as const;

/** The place that an address names: the path of a folder, or s3://bucket/prefix with its settings. */
export function backupPlace(place: string, settings: BackupStoreSettings): BackupPlace {
  const [, scheme, rest = ''] = /^([a-z0-9+.-]+):\/\/(.*)$/is.exec(place) ?? [];
  if (scheme === undefined) return { folder: place };
  // The sentences repeat no address, because a password may stand in it.
  if (scheme.toLowerCase() !== 's3') {
    throw new BadSetting(
      `Backups are stored in a folder or in an S3-compatible store, and an address with ${scheme}:// is neither: give the path of a folder, or s3://bucket/prefix.`,
    );
  }
  const [, bucket, path = ''] = S3_ADDRESS.exec(rest) ?? [];
  if (bucket === undefined) {
    throw new BadSetting(
      'A place in an S3-compatible store is given as s3://bucket or s3://bucket/prefix. The bucket has small letters, digits, dots and hyphens. The prefix may also have capital letters, underscores and slashes.',
    );
  }
  return {
    address: { bucket, prefix: path === '' ? '' : `${path.slice(1)}/` },
    credentials: credentialsOf(settings),
  };
}

function credentialsOf(settings: BackupStoreSettings): S3Credentials {
  const missing = NEEDED.filter((name) => settings[name] === undefined);
  const {
    BACKUP_S3_ENDPOINT: endpoint,
    BACKUP_S3_ACCESS_KEY: accessKey,
    BACKUP_S3_SECRET_KEY: secretKey,
  } = settings;
  if (endpoint === undefined || accessKey === undefined || secretKey === undefined) {
    throw new BadSetting(
      `A place that begins with s3:// needs these settings: ${missing.join(', ')} (docs/running/backup.md).`,
    );
  }
  if (settings.NODE_ENV === 'production' && !endpoint.startsWith('https://')) {
    throw new BadSetting('NODE_ENV=production needs a BACKUP_S3_ENDPOINT that begins with https://.');
  }
  return { endpoint: endpoint.replace(/\/+$/, ''), region: settings.BACKUP_S3_REGION, accessKey, secretKey };
}
