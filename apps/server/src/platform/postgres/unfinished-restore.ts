import { rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';

/*
 * While a backup is restored into a data folder, the folder has this file. A restore that was killed leaves it, so that no
 * program serves a database which is restored and not yet prepared.
 */
const fileIn = (dataDir: string) => path.join(dataDir, 'restore-unfinished');

export async function refuseStart(dataDir: string): Promise<void> {
  await writeFile(fileIn(dataDir), '');
}

export async function allowStart(dataDir: string): Promise<void> {
  await rm(fileIn(dataDir));
}

export async function isUnfinishedRestore(dataDir: string): Promise<boolean> {
  return stat(fileIn(dataDir)).then(
    () => true,
    () => false,
  );
}
