import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { callbackPath } from '../../apps/server/src/money/payment/callback-routes.ts';
import { openDatabase } from '../../apps/server/src/platform/database.ts';
import { freePort } from '../../apps/server/src/platform/ports.ts';
import { ensurePostgres } from '../../apps/server/src/platform/postgres/embedded-postgres.ts';
import { createSealing, type Sealing } from '../../apps/server/src/platform/sealing.ts';
import { expectSoundBook } from '../../apps/server/test/sound-book.ts';
import { copyBegun, RUN_FOLDER } from './begun-programs.ts';

const root = path.join(import.meta.dirname, '../..');
const serverEntry = path.join(root, 'apps/server/src/main.ts');
const simulatorEntry = path.join(root, 'apps/server/src/simulator/main.ts');
// A run starts the same program some sixty times, and reading its sources takes half of such a start.
const compiledEnvironment = { NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/thumba/compiled') };

/** The whole program as a lender's machine runs it: a process of its own, with its own data. */
export type Program = {
  url: string;
  simulatorUrl: string;
  dataDir: string;
  /** The settings that another command of the program needs to work beside it. */
  settings: Record<string, string>;
  /** What the server seals and hashes with, for reading what its tables hold. */
  sealing: Sealing;
  /** The database of the server, for looking at its tables. */
  databaseUrl(): Promise<string>;
  /** What the server has printed so far. */
  output(): string;
  /** Ends the server as a power cut would; PostgreSQL and a simulator of its own live on. */
  kill(): Promise<void>;
  startAgain(): Promise<void>;
  /** Takes PostgreSQL away from the server, and from a simulator of its own, while both are up. */
  stopDatabase(): Promise<void>;
  startDatabase(): Promise<void>;
  /** Ends everything and leaves the data, to be copied. */
  leave(): Promise<void>;
  stop(): Promise<void>;
};

export async function startProgram(
  options: {
    env?: Record<string, string>;
    ownSimulator?: boolean;
    simulatorSettings?: object;
    /** Begins in an empty folder, also where a run keeps programs that have begun. */
    fromNothing?: boolean;
    /** The checks of the book that whoever starts this breaks by a hand in the tables. */
    tampers?: string[];
  } = {},
): Promise<Program> {
  const dataDir = await mkdtemp(path.join(process.env[RUN_FOLDER] ?? tmpdir(), 'thumba-e2e-'));
  // PostgreSQL runs as another user where this is root, and must get through to its folder.
  await chmod(dataDir, 0o711);
  if (!options.fromNothing) {
    const env = { DEMO_BORROWERS: options.env?.DEMO_BORROWERS ?? 'true' };
    const name = env.DEMO_BORROWERS === 'true' ? 'with-demo-borrowers' : 'without-demo-borrowers';
    await copyBegun(name, dataDir, () => startProgram({ env, fromNothing: true }));
  }
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let printed = '';
  let server: ChildProcess | undefined;
  let simulator: ChildProcess | undefined;
  let simulatorUrl = `${url}/sim`;

  async function startServer(extra: Record<string, string> = {}): Promise<void> {
    const child = spawn(process.execPath, [serverEntry], {
      cwd: root,
      env: {
        ...process.env,
        ...compiledEnvironment,
        PORT: String(port),
        DATA_DIR: dataDir,
        HOST: '127.0.0.1',
        // An offer after every sign-in, and one on a holiday, would stand in the way of every other journey.
        NOTICES: 'false',
        ...options.env,
        ...extra,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    server = child;
    child.stdout.on('data', (text) => {
      printed += text;
    });
    child.stderr.on('data', (text) => {
      printed += text;
    });
    for (let tries = 0; tries < 900; tries += 1) {
      if (child.exitCode !== null) throw new Error(`the server ended while starting:\n${printed}`);
      const ready = await fetch(`${url}/readyz`).catch(() => undefined);
      if (ready?.ok) return;
      await sleep(100);
    }
    throw new Error(`the server did not get ready:\n${printed}`);
  }

  const keys = await keepKeys(dataDir);
  const outside: Record<string, string> = { ...keys };
  if (options.ownSimulator) {
    const simulatorPort = await freePort();
    simulatorUrl = `http://127.0.0.1:${simulatorPort}/sim`;
    outside.SIMULATOR_URL = simulatorUrl;
  }

  async function databaseUrl(): Promise<string> {
    const postgres = await ensurePostgres({ dataDir, log: () => undefined });
    return postgres.url;
  }

  if (options.ownSimulator) {
    simulator = await startSimulator(simulatorUrl, await databaseUrl(), {
      airtelCallbackUrl: url + callbackPath('airtel', sealingOf(keys)),
      ...options.simulatorSettings,
    });
  }
  await startServer(outside);

  async function leave(): Promise<void> {
    await ended(server, 'SIGTERM');
    await ended(simulator, 'SIGTERM');
    await stopPostgres(dataDir);
  }

  return {
    url,
    simulatorUrl,
    dataDir,
    settings: { PORT: String(port), DATA_DIR: dataDir, ...options.env, ...outside },
    sealing: sealingOf(keys),
    databaseUrl,
    output: () => printed,
    async kill() {
      await ended(server, 'SIGKILL');
    },
    startAgain: () => startServer(outside),
    stopDatabase: () => stopPostgres(dataDir),
    startDatabase: async () => void (await databaseUrl()),
    leave,
    async stop() {
      try {
        await examineBookAt(await databaseUrl(), options.tampers);
      } finally {
        await leave();
        await rm(dataDir, { recursive: true, force: true });
      }
    },
  };
}

/** Whatever was done to the program, the book that it leaves is sound. */
async function examineBookAt(url: string, tampers: string[] = []): Promise<void> {
  const db = openDatabase({ url, maxConnections: 1 });
  await expectSoundBook(db, tampers).finally(() => db.close());
}

type Keys = { DATA_KEY: string; LOOKUP_KEY: string };

/** The keys that go with the data, in the file where a server keeps keys of its own. */
async function keepKeys(dataDir: string): Promise<Keys> {
  const file = path.join(dataDir, 'keys.json');
  const kept = await readFile(file, 'utf8').catch(() => undefined);
  if (kept !== undefined) return JSON.parse(kept);
  const keys = { DATA_KEY: randomBytes(32).toString('hex'), LOOKUP_KEY: randomBytes(32).toString('hex') };
  await writeFile(file, JSON.stringify(keys));
  return keys;
}

function sealingOf(keys: Keys): Sealing {
  return createSealing({
    dataKey: Buffer.from(keys.DATA_KEY, 'hex'),
    lookupKey: Buffer.from(keys.LOOKUP_KEY, 'hex'),
  });
}

async function startSimulator(
  url: string,
  serverDatabaseUrl: string,
  settings: object,
): Promise<ChildProcess> {
  const client = new pg.Client({ connectionString: serverDatabaseUrl });
  await client.connect();
  // Data that was copied has the database of a simulator inside its server: the same tables.
  const { rowCount } = await client.query(`select from pg_database where datname = 'thumba_simulator'`);
  if (rowCount === 0) await client.query('create database thumba_simulator');
  await client.end();
  const databaseUrl = new URL(serverDatabaseUrl);
  databaseUrl.pathname = '/thumba_simulator';
  const child = spawn(process.execPath, [simulatorEntry], {
    cwd: root,
    env: {
      ...process.env,
      ...compiledEnvironment,
      SIMULATOR_PORT: new URL(url).port,
      SIMULATOR_DATABASE_URL: databaseUrl.href,
      SIMULATOR_SETTINGS: JSON.stringify(settings),
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  for (let tries = 0; tries < 200; tries += 1) {
    const answer = await fetch(`${url}/api/faults`).catch(() => undefined);
    if (answer?.ok) return child;
    await sleep(100);
  }
  throw new Error('the simulator did not start');
}

async function ended(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const exit = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill(signal);
  await exit;
}

/** A killed server leaves its PostgreSQL running: adopt it and stop it by its own process id. */
async function stopPostgres(dataDir: string): Promise<void> {
  const pidFile = path.join(dataDir, 'postgres/cluster/postmaster.pid');
  const pid = Number((await readFile(pidFile, 'utf8').catch(() => '')).split('\n')[0]);
  if (!pid) return;
  process.kill(pid, 'SIGINT');
  for (let tries = 0; tries < 100; tries += 1) {
    try {
      process.kill(pid, 0);
    } catch {
      return;
    }
    await sleep(100);
  }
}
