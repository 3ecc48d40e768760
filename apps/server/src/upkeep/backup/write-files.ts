import { chown, type FileHandle, mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import type { SystemUser } from '../../platform/postgres/system-user.ts';
import type { TarTarget } from './tar.ts';

/** Writes the entries of an archive below a folder, owned by this user of the system. */
export function writingInto(root: string, user: SystemUser | undefined): TarTarget {
  let handle: FileHandle | undefined;
  return {
    async begin(entry: { path: string; isFolder: boolean }) {
      const place = path.join(root, entry.path);
      const folder = entry.isFolder ? place : path.dirname(place);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      if (user) await chown(folder, user.uid, user.gid);
      if (entry.isFolder) return;
      handle = await open(place, 'w', 0o600);
      if (user) await handle.chown(user.uid, user.gid);
    },
    async write(bytes: Buffer) {
      await handle!.writeFile(bytes);
    },
    async end() {
      await handle?.sync();
      await handle?.close();
      handle = undefined;
    },
  };
}
