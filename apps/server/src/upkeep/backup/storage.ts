import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';

/** Where backups are stored: objects with a name, each of which is whole or not there. */
export type Storage = {
  put(name: string, bytes: Buffer): Promise<void>;
  /** Undefined where there is no such object. */
  get(name: string): Promise<Buffer | undefined>;
  /** The names that begin with this folder, sorted. */
  list(folder: string): Promise<string[]>;
  remove(name: string): Promise<void>;
};

export function folderStorage(root: string): Storage {
  return {
    async put(name, bytes) {
      const file = path.join(root, name);
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      // A file under its own name is complete: it gets this name after its bytes are on the disk.
      const draft = `${file}.part`;
      const handle = await open(draft, 'w', 0o600);
      await handle
        .writeFile(bytes)
        .then(() => handle.sync())
        .finally(() => handle.close());
      await rename(draft, file);
      const folder = await open(path.dirname(file));
      await folder.sync().finally(() => folder.close());
    },
    get: (name) => readFile(path.join(root, name)).catch(unlessMissing),
    async list(folder) {
      const entries =
        (await readdir(path.join(root, folder), { recursive: true, withFileTypes: true }).catch(
          unlessMissing,
        )) ?? [];
      return entries
        .filter((entry) => entry.isFile() && !entry.name.endsWith('.part'))
        .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
        .sort();
    },
    remove: (name) => rm(path.join(root, name), { force: true }),
  };
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
