import path from 'node:path';
import { z } from 'zod';
import { filesFolder } from '../../platform/files.ts';
import { FOR_PICTURES, s3Storage } from '../../platform/s3-storage.ts';
import { folderStorage, type Storage } from '../../platform/storage.ts';
import { BadSetting } from './refused-settings.ts';
import { s3AddressOf, s3CredentialsOf, s3Endpoint, s3Region, schemeOf } from './s3-settings.ts';
import { readShape } from './setting-files.ts';

/** The privacy policy says that pictures of a face are kept for 90 days at most. */
const MOST_FACE_DAYS = 90;

/** What an environment variable says about where the sealed pictures lie, and how long. */
export const pictureStoreShape = {
  /** Unset, the folder `files` of DATA_DIR. */
  FILES_TO: z.string().optional(),
  FILES_S3_ENDPOINT: s3Endpoint,
  FILES_S3_REGION: s3Region,
  FILES_S3_ACCESS_KEY: z.string().optional(),
  FILES_S3_SECRET_KEY: z.string().optional(),
  /** For how many days after the upload the picture of a face is kept, and those of its movements. */
  SELFIE_DAYS: z.coerce.number().int().min(1).max(MOST_FACE_DAYS).default(90),
  FACE_FRAME_DAYS: z.coerce.number().int().min(1).max(MOST_FACE_DAYS).default(30),
};

const settingsOfStore = z.object(pictureStoreShape);
const settingsOfCommand = z.object({
  ...pictureStoreShape,
  NODE_ENV: z.string().default('development'),
  DATA_DIR: z.string().default('.data'),
});

export type PictureStoreSettings = Omit<
  z.output<typeof settingsOfStore>,
  'SELFIE_DAYS' | 'FACE_FRAME_DAYS'
> & {
  NODE_ENV: string;
  DATA_DIR: string;
};

/** Where the sealed pictures lie. Backups copy the data folder, so another folder is refused. */
export function pictureStorage(settings: PictureStoreSettings): Storage {
  if (settings.FILES_TO === undefined) return folderStorage(path.resolve(filesFolder(settings.DATA_DIR)));
  const address = schemeOf(settings.FILES_TO);
  if (address?.scheme.toLowerCase() !== 's3') {
    throw new BadSetting(
      'FILES_TO is given as s3://bucket or s3://bucket/prefix. Without it pictures are in the data folder.',
    );
  }
  const given = {
    endpoint: settings.FILES_S3_ENDPOINT,
    region: settings.FILES_S3_REGION,
    accessKey: settings.FILES_S3_ACCESS_KEY,
    secretKey: settings.FILES_S3_SECRET_KEY,
  };
  const isProduction = settings.NODE_ENV === 'production';
  const credentials = s3CredentialsOf('FILES_S3', given, { page: 'docs/running/pictures.md', isProduction });
  return s3Storage(s3AddressOf(address.rest), credentials, FOR_PICTURES);
}

/** The same for a command: a store, or else this data folder or that of the settings. */
export function readPictureStorage(
  variables: Record<string, string | undefined>,
  dataDir?: string,
): { isStore: boolean; storage: Storage } {
  const settings = readShape(settingsOfCommand, variables);
  const storage = pictureStorage({ ...settings, DATA_DIR: dataDir ?? settings.DATA_DIR });
  return { isStore: settings.FILES_TO !== undefined, storage };
}
