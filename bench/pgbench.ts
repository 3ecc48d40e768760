import { execFile } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The reference: TPC-B by PostgreSQL's own benchmark, with prepared statements and 8 clients. */
export type Pgbench = { run(seconds: number): Promise<PgbenchRun> };

export type PgbenchRun = { perSecond: number; transactions: number };

// With fewer branches than clients pgbench would measure lock waits.
const SCALE = 10;
const CLIENTS = 8;
const THREADS = 2;

/** From `PGBENCH`, from the path, or from Debian's folder. The program's own PostgreSQL comes without pgbench. */
function findPgbench(): string | undefined {
  if (process.env.PGBENCH) return process.env.PGBENCH;
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const candidates = folders.map((folder) => path.join(folder, 'pgbench'));
  return [...candidates, ...globSync('/usr/lib/postgresql/*/bin/pgbench')].find(existsSync);
}

/** Fills an empty database for pgbench. Answers undefined where there is no pgbench. */
export async function preparePgbench(databaseUrl: string): Promise<Pgbench | undefined> {
  const program = findPgbench();
  if (!program) return undefined;
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  const env = {
    ...process.env,
    PGHOST: hostname,
    PGPORT: port,
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: pathname.slice(1),
  };
  await run(program, ['--initialize', '--quiet', `--scale=${SCALE}`], { env });
  return {
    async run(seconds) {
      const { stdout } = await run(
        program,
        ['--protocol=prepared', `--client=${CLIENTS}`, `--jobs=${THREADS}`, `--time=${seconds}`],
        { env },
      );
      return {
        perSecond: numberIn(stdout, /^tps = ([\d.]+)/m),
        transactions: numberIn(stdout, /^number of transactions actually processed: (\d+)/m),
      };
    },
  };
}

function numberIn(printed: string, pattern: RegExp): number {
  const found = pattern.exec(printed);
  if (!found) throw new Error(`pgbench did not print ${pattern}:\n${printed}`);
  return Number(found[1]);
}
