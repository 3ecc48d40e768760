import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Sealing } from './sealing.ts';

/** Files with personal data, sealed on the disk and named by an unguessable id. */
export type Files = {
  write(fileId: string, bytes: Buffer): Promise<void>;
  read(fileId: string): Promise<Buffer>;
  remove(fileId: string): Promise<void>;
};

export function folderFiles(folder: string, sealing: Sealing): Files {
  const place = (fileId: string) => {
    if (!/^[A-Za-z0-9_-]{20,64}$/.test(fileId)) throw new Error('not a file id of ours');
    return path.join(folder, fileId.slice(0, 2), fileId);
  };
  return {
    async write(fileId, bytes) {
      const target = place(fileId);
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
      // The rename makes sure that a file with this name is complete.
      await writeFile(
        `${target}.part`,
        sealing.sealBytes('stored_file.picture', { file_id: fileId }, bytes),
        { mode: 0o600 },
      );
      await rename(`${target}.part`, target);
    },
    read: async (fileId) =>
      sealing.openBytes('stored_file.picture', { file_id: fileId }, await readFile(place(fileId))),
    remove: (fileId) => rm(place(fileId), { force: true }),
  };
}
