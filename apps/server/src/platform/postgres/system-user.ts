import { execFile } from 'node:child_process';
import { realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { StartFailure } from '../start-failure.ts';

const run = promisify(execFile);

export type SystemUser = { uid: number; gid: number };

/**
 * PostgreSQL refuses to run as root. Started by root, it runs as the system user `postgres`, who is made if missing.
 * Started by any other user, it runs as that user and the answer is undefined.
 */
export async function systemUserForPostgres(): Promise<SystemUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const existing = await findPostgresUser();
  if (existing) return existing;
  // Another process may make the same user at this moment, so the look-up decides and not the exit code.
  const creation = await run('useradd', ['--system', '--user-group', '--no-create-home', 'postgres']).catch(
    (error: Error) => error,
  );
  const created = await findPostgresUser();
  if (created) return created;
  throw new StartFailure(
    `PostgreSQL will not run as root, and the system user "postgres" could not be made (${
      creation instanceof Error ? creation.message.trim() : 'useradd left none'
    }). Make that user, or start Thumba as a user who is not root.`,
  );
}

async function findPostgresUser(): Promise<SystemUser | undefined> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', 'postgres']), run('id', ['-g', 'postgres'])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return undefined;
  }
}

/** Names the folder above `path` that `user` may not enter. PostgreSQL's own message would not name it. */
export async function assertReachable(path: string, user: SystemUser): Promise<void> {
  const real = await realpath(path);
  const closed = await firstClosedFolder(real, user);
  if (closed === undefined) return;
  throw new StartFailure(
    `PostgreSQL will not run as root, so it runs as the system user "postgres", who cannot enter ${closed} and so not ${real}. ` +
      `Run "chmod o+x ${closed}", move the project and DATA_DIR elsewhere, or start Thumba as a user who is not root.`,
  );
}

async function firstClosedFolder(real: string, user: SystemUser): Promise<string | undefined> {
  for (const folder of foldersFromRoot(real)) {
    const { mode, uid, gid } = await stat(folder);
    const enter = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
    if ((mode & enter) === 0) return folder;
  }
  return undefined;
}

function foldersFromRoot(path: string): string[] {
  const parent = dirname(path);
  return parent === path ? [path] : [...foldersFromRoot(parent), path];
}
