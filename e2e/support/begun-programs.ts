import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, chmod, mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

/** Names the folder in which a run keeps the data of its programs, with those that have begun. Outside of a run there is none. */
export const RUN_FOLDER = 'E2E_RUN_FOLDER';

/** The databases of tests outlive a killed program, but need not outlive a power cut. */
const FOR_TESTS_ONLY = `
fsync = off
full_page_writes = off
`;

/**
 * Copies the data of a program that has begun, and was stopped, into the folder of another one. To set up a database and
 * to play the stories of the demo takes longer than many journeys. The first caller that asks for `name` begins it.
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
      await appendFile(path.join(program.dataDir, 'postgres/cluster/postgresql.conf'), FOR_TESTS_ONLY);
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
