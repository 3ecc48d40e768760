import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { isAlive } from '../../apps/server/src/platform/postgres/cluster.ts';

const root = path.join(import.meta.dirname, '../..');
const serverEntry = 'apps/server/src/main.ts';
const simulatorEntry = path.join(root, 'apps/server/src/simulator/main.ts');

const LOOK_EVERY_MS = 25;
/** A demo lives its year before it answers. */
const START_TIMEOUT_MS = 5 * 60_000;

/** A server that can be ended and started again. */
export type ServerProcess = {
  /** What it has printed so far, over all its starts. */
  output(): string;
  start(): Promise<void>;
  end(signal: NodeJS.Signals): Promise<void>;
};

/**
 * `settings` and `sources`, the folder of a version other than the present one, are read at each start, so that a test can
 * change them between two starts.
 */
export function serverProcess(
  url: string,
  settings: () => Record<string, string>,
  sources: () => string | undefined = () => undefined,
): ServerProcess {
  let printed = '';
  let server: ChildProcess | undefined;
  const collect = (text: string) => {
    printed += text;
  };
  return {
    output: () => printed,
    async start() {
      const cwd = sources() ?? root;
      const child = spawn(process.execPath, [path.join(cwd, serverEntry)], {
        cwd,
        env: { ...process.env, ...settings() },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      server = child;
      child.stdout.on('data', collect);
      child.stderr.on('data', collect);
      await untilItAnswers(child, `${url}/readyz`).catch((error: Error) => {
        throw new Error(`the server ${error.message}:\n${printed}`);
      });
    },
    end: (signal) => untilEnded(server, signal),
  };
}

/** Starts the simulated operators in a process of their own, with a database beside the server's. */
export async function startSimulator(
  url: string,
  serverDatabaseUrl: string,
  settings: object,
  databaseName = 'thumba_simulator',
): Promise<ChildProcess> {
  const client = new pg.Client({ connectionString: serverDatabaseUrl });
  await client.connect();
  // Data that was copied has the database of a simulator inside its server, with the same tables.
  const { rowCount } = await client.query('select from pg_database where datname = $1', [databaseName]);
  if (rowCount === 0) await client.query(`create database ${databaseName}`);
  await client.end();
  const databaseUrl = new URL(serverDatabaseUrl);
  databaseUrl.pathname = `/${databaseName}`;
  const child = spawn(process.execPath, [simulatorEntry], {
    cwd: root,
    env: {
      ...process.env,
      SIMULATOR_PORT: new URL(url).port,
      SIMULATOR_DATABASE_URL: databaseUrl.href,
      SIMULATOR_SETTINGS: JSON.stringify(settings),
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  await untilItAnswers(child, `${url}/api/faults`).catch((error: Error) => {
    throw new Error(`the simulator ${error.message}`);
  });
  return child;
}

export async function untilEnded(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const exit = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill(signal);
  await exit;
}

/** A killed server leaves its PostgreSQL running. It is stopped by its own process id. */
export async function stopPostgres(dataDir: string): Promise<void> {
  const pidFile = path.join(dataDir, 'postgres/cluster/postmaster.pid');
  const pid = Number((await readFile(pidFile, 'utf8').catch(() => '')).split('\n')[0]);
  if (!pid) return;
  process.kill(pid, 'SIGINT');
  const beganAt = performance.now();
  while (isAlive(pid) && performance.now() - beganAt < 10_000) await sleep(LOOK_EVERY_MS);
}

async function untilItAnswers(child: ChildProcess, url: string): Promise<void> {
  const beganAt = performance.now();
  while (performance.now() - beganAt < START_TIMEOUT_MS) {
    if (child.exitCode !== null) throw new Error('ended while it started');
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(LOOK_EVERY_MS);
  }
  throw new Error('did not get ready');
}
