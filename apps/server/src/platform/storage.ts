import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { DAY_MS } from './clock.ts';

const DRAFT = '.part';
/** A draft that is older was left by a crash: an object is written within seconds. */
const OLDEST_DRAFT_MS = DAY_MS;

/** Where backups or pictures are stored: objects with a name, each of which is whole or not there. */
export type Storage = {
  put(name: string, bytes: Buffer): Promise<void>;
  /** Undefined where there is no such object. */
  get(name: string): Promise<Buffer | undefined>;
  /** The names in this folder and the folders in it, sorted. An empty name is the whole place. */
  list(folder: string): Promise<string[]>;
  remove(name: string): Promise<void>;
};

export function folderStorage(root: string): Storage {
  const cleaned = new Set<string>();
  return {
    async put(name, bytes) {
      const file = path.join(root, name);
      const folder = path.dirname(file);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // A file under its own name is complete: it gets this name after its bytes are on the disk. Several processes may
      // write one name at the same time, so each has a draft of its own.
      const draft = `${file}.${randomBytes(8).toString('hex')}${DRAFT}`;
      try {
        const writtenAtMs = await writeToDisk(draft, bytes);
        if (!cleaned.has(folder)) await removeDrafts(folder, writtenAtMs - OLDEST_DRAFT_MS);
        cleaned.add(folder);
        await rename(draft, file);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
      const handle = await open(folder);
      await handle.sync().finally(() => handle.close());
    },
    get: (name) => readFile(path.join(root, name)).catch(unlessMissing),
    async list(folder) {
      const entries =
        (await readdir(path.join(root, folder), { recursive: true, withFileTypes: true }).catch(
          unlessMissing,
        )) ?? [];
      return entries
        .filter((entry) => entry.isFile() && !entry.name.endsWith(DRAFT))
        .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
        .sort();
    },
    remove: (name) => rm(path.join(root, name), { force: true }),
  };
}

/** Answers when it was written, by the clock of the disk. */
async function writeToDisk(file: string, bytes: Buffer): Promise<number> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
    return (await handle.stat()).mtimeMs;
  } finally {
    await handle.close();
  }
}

/** Each draft has another name, so nothing else would ever remove those that a crash left. */
async function removeDrafts(folder: string, writtenBeforeMs: number): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.endsWith(DRAFT)) continue;
    const draft = path.join(folder, name);
    const written = (await stat(draft).catch(unlessMissing))?.mtimeMs;
    if (written !== undefined && written < writtenBeforeMs) await rm(draft, { force: true });
  }
}

/** For the failure of a read: a file or folder that is not there is read as undefined. */
export function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
