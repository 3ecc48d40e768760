import { access, chmod, constants, mkdtemp, readdir, rm, stat, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '../src/platform/postgres/cluster.ts';

/** A file system in memory. Linux has it, often a small one in a container. */
const MEMORY_FOLDER = '/dev/shm';
const BYTES_WANTED = 2 * 1024 ** 3;

/** A folder for as long as this process lives. Folders of processes that were killed are removed first. */
export async function makeRunFolder(prefix: string): Promise<string> {
  const parent = await parentOfRunFolders();
  await removeAbandonedFolders(parent, prefix);
  const folder = await mkdtemp(join(parent, `${prefix}${process.pid}-`));
  // Started by root, PostgreSQL runs as another user, who must get through to its folder.
  await chmod(folder, 0o711);
  return folder;
}

/**
 * The databases of a run live in memory where there is room. On a disk each new database is written twice, and the
 * files of a run wait for that.
 */
export async function parentOfRunFolders(): Promise<string> {
  try {
    await access(MEMORY_FOLDER, constants.W_OK);
    const { bavail, bsize } = await statfs(MEMORY_FOLDER);
    const bytesFree = Math.min(bavail * bsize, process.availableMemory() / 2);
    return bytesFree >= BYTES_WANTED ? MEMORY_FOLDER : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** A run that was killed leaves its server behind. A PostgreSQL whose folder is gone ends within a minute. */
async function removeAbandonedFolders(parent: string, prefix: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length).split('-')[0]) : undefined;
    if (!pid || isAlive(pid)) continue;
    const folder = join(parent, name);
    const isMine = await stat(folder).then(
      ({ uid }) => uid === process.getuid?.(),
      () => false,
    );
    if (isMine) await rm(folder, { recursive: true, force: true });
  }
}
