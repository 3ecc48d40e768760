import { randomBytes } from 'node:crypto';
import { link, mkdir, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import { StartFailure } from '../../platform/start-failure.ts';
import { folderStorage, type Storage } from '../../platform/storage.ts';
import { addToBackupState, readBackupState } from './backup-state.ts';
import { folderFailure } from './folder-failure.ts';

/*
 * The folder of a place may be on a disk that is not mounted. What is stored then is on another disk, and the database
 * forgets its log as if the place had it. So the first run writes a file with a random name of the place into the folder,
 * and the data folder has a note of it.
 */

const PLACE_ID = 'place-id';

export type BegunFolder = {
  /** The data folder, whose note says which places the folder had before. */
  dataDir: string;
  /** Whether the folder may be another place than before. */
  isNewPlace: boolean;
  say: (line: string) => void;
};

/** The place in this folder for one run. Nothing is stored once the folder is missing or has another place. */
export async function beginFolder(folder: string, begun: BegunFolder): Promise<Storage> {
  return begin(folder, begun).catch((error) => {
    throw folderFailure(`Nothing can be stored in ${folder}`, error);
  });
}

async function begin(folder: string, { dataDir, isNewPlace, say }: BegunFolder): Promise<Storage> {
  const storage = folderStorage(folder);
  const { places = {} } = await readBackupState(dataDir);
  const known = places[folder] ?? [];
  const found = await placeIdIn(storage);
  if (known.length > 0 && !isNewPlace && !known.includes(found ?? ''))
    throw new StartFailure(
      `The folder ${folder} had backups of this database before, and now it ${await changeOf(folder, found)}: mount its disk. If it is to be used as it is now, run npm run backup -- --to ${folder} --new-place once.`,
    );
  const placeId = found ?? (await markPlace(folder, storage));
  if (!known.includes(placeId)) {
    const noted = { places: { ...places, [folder]: [...known, placeId] } };
    await addToBackupState(dataDir, noted).catch((error: Error) =>
      say(
        `The place could not be noted in ${dataDir}, so a later start does not notice if it is missing: ${error.message}.`,
      ),
    );
  }
  return keptTo(folder, placeId, storage);
}

function keptTo(folder: string, placeId: string, storage: Storage): Storage {
  const refuseAnother = async () => {
    if ((await placeIdIn(storage)) === placeId) return;
    throw new StartFailure(
      `The folder ${folder} disappeared, or another one is in its place, so nothing more is stored there. Mount its disk. A server goes on by itself then; start a command again.`,
    );
  };
  return {
    ...storage,
    async put(name, bytes) {
      await refuseAnother();
      await storage.put(name, bytes).catch((error) => {
        throw folderFailure(`Nothing can be stored in ${folder}`, error);
      });
      // The folder may have disappeared meanwhile.
      await refuseAnother();
    },
  };
}

async function placeIdIn(storage: Storage): Promise<string | undefined> {
  return (await storage.get(PLACE_ID))?.toString();
}

/** Several processes may begin at the same moment. The name of the first one stands, and all of them read it. */
async function markPlace(folder: string, storage: Storage): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const draftName = `${PLACE_ID}-${randomBytes(8).toString('hex')}`;
  await storage.put(draftName, Buffer.from(randomBytes(16).toString('hex')));
  try {
    await link(path.join(folder, draftName), path.join(folder, PLACE_ID));
  } catch (error) {
    // A disk without hard links, as exFAT, has no such file before the first run.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST')
      await rename(path.join(folder, draftName), path.join(folder, PLACE_ID));
  } finally {
    await storage.remove(draftName);
  }
  return (await placeIdIn(storage))!;
}

async function changeOf(folder: string, found: string | undefined): Promise<string> {
  if (found !== undefined) return `is another one (its file ${PLACE_ID} has another name in it)`;
  const isThere = await stat(folder).then(
    () => true,
    () => false,
  );
  return isThere ? `has no file ${PLACE_ID}` : 'is missing';
}
