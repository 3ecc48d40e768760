import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Sealing } from './sealing.ts';

/** Files with personal data, sealed on the disk and named by an unguessable id. */
export type Files = {
  write(fileId: string, bytes: Buffer): Promise<void>;
  read(fileId: string): Promise<Buffer>;
  remove(fileId: string): Promise<void>;
  /** Seals a file anew if it is not sealed under the first key. */
  reseal(fileId: string): Promise<'current' | 'resealed' | 'missing'>;
};

export function filesFolder(dataDir: string): string {
  return path.join(dataDir, 'files');
}

export function folderFiles(folder: string, sealing: Sealing): Files {
  const place = (fileId: string) => {
    if (!/^[A-Za-z0-9_-]{20,64}$/.test(fileId)) throw new Error('not a file id of ours');
    return path.join(folder, fileId.slice(0, 2), fileId);
  };
  async function write(fileId: string, bytes: Buffer): Promise<void> {
    const target = place(fileId);
    await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
    // The rename makes sure that a file with this name is complete.
    await writeFile(`${target}.part`, sealing.sealBytes('stored_file.picture', { file_id: fileId }, bytes), {
      mode: 0o600,
    });
    await rename(`${target}.part`, target);
  }

  const open = (fileId: string, sealed: Buffer) =>
    sealing.openBytes('stored_file.picture', { file_id: fileId }, sealed);

  return {
    write,
    read: async (fileId) => open(fileId, await readFile(place(fileId))),
    async reseal(fileId) {
      const sealed = await readFile(place(fileId)).catch(unlessMissing);
      if (!sealed) return 'missing';
      if (sealing.isCurrent(sealed)) return 'current';
      await write(fileId, open(fileId, sealed));
      return 'resealed';
    },
    remove: (fileId) => rm(place(fileId), { force: true }),
  };
}

/** For the failure of a read: a file or folder that is not there is read as undefined. */
export function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
