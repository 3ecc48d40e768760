import path from 'node:path';
import { type BackupStoreSettings, backupPlace } from '../../book/settings/backup-place.ts';
import { s3Storage } from './s3-storage.ts';
import { folderStorage, type Storage } from './storage.ts';

/** The place that an address names: the path of a folder, or s3://bucket/prefix. */
export function storageAt(address: string, settings: BackupStoreSettings): Storage {
  const place = backupPlace(address, settings);
  if ('folder' in place) return folderStorage(path.resolve(place.folder));
  return s3Storage(place.address, place.credentials);
}
