import { randomBytes } from 'node:crypto';
import {
  chmod,
  chown,
  link,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { closedFileFailure } from '../closed-file.ts';
import { StartFailure } from '../start-failure.ts';
import { findPostgresPrograms, runProgram } from './programs.ts';
import { assertReachable, type SystemUser, systemUserForPostgres } from './system-user.ts';

/** A database cluster on the disk: its folder, and what is needed to connect to it. */
export type Cluster = {
  folder: string;
  portFile: string;
  logFile: string;
  password: string;
  /** Of the role of the running program. */
  programPassword: string;
  /** The role has another password yet, or is missing. */
  isProgramPasswordNew: boolean;
  user: SystemUser | undefined;
  pgCtl: string;
};

/** The role that owns everything in the cluster. The program's database has the same name. */
export const CLUSTER_OWNER = 'thumba';

/** The role of the running program. It owns nothing. */
export const PROGRAM_ROLE = 'thumba_program';

/**
 * Makes the cluster under `dataDir` if there is none. It may be killed at any step, and two processes may do it at once:
 * each part is made under another name and put in place by one rename or link, in which only one of them succeeds.
 */
export async function ensureCluster(dataDir: string): Promise<{ cluster: Cluster; created: boolean }> {
  return makeOrFindCluster(dataDir).catch((error) => {
    throw closedFileFailure(error);
  });
}

async function makeOrFindCluster(dataDir: string): Promise<{ cluster: Cluster; created: boolean }> {
  const [programs, user] = await Promise.all([findPostgresPrograms(), systemUserForPostgres()]);
  const home = resolve(dataDir, 'postgres');
  const folder = join(home, 'cluster');
  await mkdir(home, { recursive: true });
  if (user) {
    await assertReachable(programs.postgres, user);
    await assertReachable(resolve(dataDir), user);
    await chown(home, user.uid, user.gid);
  }
  await chmod(home, 0o700);
  await removeAbandonedDrafts(home);
  const initialised = await readText(join(folder, 'PG_VERSION'));
  if (initialised !== undefined) await refuseWithoutPassword(home);
  const { password } = await keepPassword(home, 'password');
  const program = await keepPassword(home, 'program-password');
  if (initialised === undefined) await initialise(home, folder, password, programs.initdb, user);
  return {
    cluster: {
      folder,
      portFile: join(home, 'port'),
      logFile: join(home, 'server.log'),
      password,
      programPassword: program.password,
      isProgramPasswordNew: program.isNew,
      user,
      pgCtl: programs.pg_ctl,
    },
    created: initialised === undefined,
  };
}

/** Whether there is a cluster in `dataDir`. Makes none. */
export async function hasCluster(dataDir: string): Promise<boolean> {
  return (await readText(join(resolve(dataDir, 'postgres'), 'cluster', 'PG_VERSION'))) !== undefined;
}

async function refuseWithoutPassword(home: string): Promise<void> {
  const file = join(home, 'password');
  if (await readText(file)) return;
  throw new StartFailure(
    `The password of the database in ${home} is gone: put the file ${file} back from your backup.`,
  );
}

async function keepPassword(home: string, name: string): Promise<{ password: string; isNew: boolean }> {
  const file = join(home, name);
  const kept = await readText(file);
  if (kept) return { password: kept.trim(), isNew: false };
  const draft = await mkdtemp(join(home, draftPrefix()));
  await writeFile(join(draft, name), randomBytes(24).toString('base64url'), { mode: 0o600 });
  await link(join(draft, name), file).catch(unless('EEXIST'));
  await rm(draft, { recursive: true });
  return { password: (await readFile(file, 'utf8')).trim(), isNew: true };
}

async function initialise(
  home: string,
  folder: string,
  password: string,
  initdb: string,
  user: SystemUser | undefined,
): Promise<void> {
  const draft = await mkdtemp(join(home, draftPrefix()));
  const passwordFile = join(draft, 'password');
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (user) {
    await chown(draft, user.uid, user.gid);
    await chown(passwordFile, user.uid, user.gid);
  }
  const drafted = join(draft, 'cluster');
  // The built-in locale sorts the same on every machine. With another, an upgrade of the C library could break an index.
  await runProgram(
    initdb,
    [
      `--pgdata=${drafted}`,
      `--username=${CLUSTER_OWNER}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
    ],
    user,
  ).catch(async (error: Error & { stderr?: string }) => {
    await rm(draft, { recursive: true, force: true });
    throw new StartFailure(
      `PostgreSQL could not set up its files in ${home}: ${lastLine(error.stderr) ?? error.message}`,
      {
        cause: error,
      },
    );
  });
  await rename(drafted, folder).catch(unless('ENOTEMPTY', 'EEXIST'));
  await syncFolder(home);
  await rm(draft, { recursive: true, force: true });
}

function draftPrefix(): string {
  return `draft-${process.pid}-`;
}

async function removeAbandonedDrafts(home: string): Promise<void> {
  for (const name of await readdir(home)) {
    const pid = /^draft-(\d+)-/.exec(name)?.[1];
    if (pid && !isAlive(Number(pid))) await rm(join(home, name), { recursive: true, force: true });
  }
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

export async function readText(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw closedFileFailure(error);
    return undefined;
  });
}

export function lastLine(text: string | undefined): string | undefined {
  return text?.trim().split('\n').at(-1);
}

function unless(...codes: string[]): (error: NodeJS.ErrnoException) => undefined {
  return (error) => {
    if (!codes.includes(error.code ?? '')) throw error;
  };
}
