import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

/** Names the folder in which a run keeps the data of its programs, with those that have begun. Outside of a run there is none. */
export const RUN_FOLDER = 'E2E_RUN_FOLDER';

/**
 * Lays the data of a program that has begun, and was stopped, into a folder where another is to begin: to set up a
 * database and to live the stories of the demo takes longer than many a journey. The first who asks for `name` begins it.
 */
export async function copyBegun(
  name: string,
  dataDir: string,
  begin: () => Promise<{ dataDir: string; leave(): Promise<void> }>,
): Promise<void> {
  const folder = process.env[RUN_FOLDER];
  if (folder === undefined) return;
  const begun = path.join(folder, name);
  const claim = `${begun}.claim`;
  while (!existsSync(begun)) {
    if (!(await isFirstToMake(claim))) {
      await sleep(100);
      continue;
    }
    try {
      if (existsSync(begun)) break;
      const program = await begin();
      await program.leave();
      await rename(program.dataDir, begun);
    } finally {
      await rm(claim, { recursive: true });
    }
  }
  // PostgreSQL insists on the owner and the rights of its files, which this command keeps.
  const content = (await readdir(begun)).map((entry) => path.join(begun, entry));
  await promisify(execFile)('cp', ['-Rp', ...content, dataDir]);
  await chmod(dataDir, 0o711);
  // Each copy finds a port of its own.
  await rm(path.join(dataDir, 'postgres', 'port'));
}

async function isFirstToMake(folder: string): Promise<boolean> {
  return mkdir(folder).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false;
      throw error;
    },
  );
}
