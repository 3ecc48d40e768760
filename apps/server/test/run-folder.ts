import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '../src/platform/postgres/cluster.ts';

/** A folder for as long as this process lives. Those of processes that were killed go first. */
export async function makeRunFolder(prefix: string): Promise<string> {
  await removeAbandonedFolders(prefix);
  const folder = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`));
  // Started by root, PostgreSQL runs as another user, who must get through to its folder.
  await chmod(folder, 0o711);
  return folder;
}

/** A run that was killed leaves its server behind; a PostgreSQL whose folder is gone ends within a minute. */
async function removeAbandonedFolders(prefix: string): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length).split('-')[0]) : undefined;
    if (!pid || isAlive(pid)) continue;
    const folder = join(tmpdir(), name);
    const isMine = await stat(folder).then(
      ({ uid }) => uid === process.getuid?.(),
      () => false,
    );
    if (isMine) await rm(folder, { recursive: true, force: true });
  }
}
