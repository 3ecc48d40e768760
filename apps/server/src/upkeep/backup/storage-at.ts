import path from 'node:path';
import { type BackupStoreSettings, backupPlace } from '../../book/settings/backup-place.ts';
import { FOR_BACKUPS, s3Storage } from '../../platform/s3-storage.ts';
import { folderStorage, type Storage } from '../../platform/storage.ts';
import { type BegunFolder, beginFolder } from './kept-folder.ts';

/** The place that an address names: the path of a folder, or s3://bucket/prefix. */
export function storageAt(address: string, settings: BackupStoreSettings): Storage {
  const place = backupPlace(address, settings);
  if ('folder' in place) return folderStorage(path.resolve(place.folder));
  return s3Storage(place.address, place.credentials, FOR_BACKUPS);
}

/** The same place for a run that stores backups. Its folder is made at the beginning of a run, and not during it. */
export async function beginStorageAt(
  address: string,
  settings: BackupStoreSettings,
  begun: BegunFolder,
): Promise<Storage> {
  const place = backupPlace(address, settings);
  return 'folder' in place ? beginFolder(path.resolve(place.folder), begun) : storageAt(address, settings);
}
