import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openSealing } from '../apps/server/src/book/keys/key-registry.ts';
import { type Keys, keysOf, newKeys } from '../apps/server/src/book/settings/key-settings.ts';
import { type Database, openDatabase } from '../apps/server/src/platform/database.ts';
import { freePort } from '../apps/server/src/platform/ports.ts';
import { ensurePostgres } from '../apps/server/src/platform/postgres/embedded-postgres.ts';
import type { Sealing } from '../apps/server/src/platform/sealing.ts';
import { migrateAndGrant } from '../apps/server/src/upkeep/database-rights/prepare-database.ts';
import { clockOfDatabase, clockOfProcess, type ProcessorClock, parentOf } from './processor-time.ts';
import { measureNoStatements, STATEMENT_SETTINGS } from './top-statements.ts';

const serverFolder = path.join(import.meta.dirname, '../apps/server');

/** A database with the program's usual durable settings, and the keys that the program uses on it. */
export type BenchDatabase = {
  /** As the owner. */
  url: string;
  /** The same database, as the role of the running program. */
  programUrlOf(url: string): string;
  /** Makes an empty database beside it and answers its address. */
  createDatabase(name: string): Promise<string>;
  /** Copies the database and answers the copy's address. No client may be connected meanwhile. */
  copyTo(name: string): Promise<string>;
  drop(name: string): Promise<void>;
  sealing: Sealing;
  callbackSecret: Buffer;
  /** All processes of PostgreSQL together. */
  processorClock: ProcessorClock;
  /** Starts the server as a process of its own on this database and answers its address when it is ready. */
  startServer(settings?: Record<string, string>, has?: { console: boolean }): Promise<RunningServer>;
  stop(): Promise<void>;
};

export type RunningServer = {
  port: number;
  processorClock: ProcessorClock;
  /** The memory that the process has now, and its most so far. */
  memoryBytes(): { now: number; most: number };
  /** How many SMS to borrowers the server has sent so far. */
  textsSent(): number;
  /** The code in the last SMS to this number. */
  waitForCode(mobile: string): Promise<string>;
  /** Stops the process while something else is measured. Otherwise it would go on sending waiting SMS. */
  standStill<Result>(during: () => Promise<Result>): Promise<Result>;
  stop(): Promise<void>;
};

/**
 * The settings of a server whose callers all come from one address. The limit of requests would refuse those of one address
 * beyond half of it, and here one caller makes all connections on purpose.
 */
export const ONE_CALLER_FOR_ALL = { REQUESTS_AT_ONCE_LEAST: '1024', REQUESTS_AT_ONCE_MOST: '1024' };

/** Leaves a new book as autovacuum leaves it. Autovacuum would otherwise do this during a run that is measured. */
export async function settle(db: Database): Promise<void> {
  await db.pool.query('vacuum (analyze)');
  await db.pool.query('checkpoint');
}

export async function openBenchDatabase(): Promise<BenchDatabase> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'thumba-bench-'));
  // Started by root, PostgreSQL runs as another user, which must be able to reach its folder.
  await chmod(dataDir, 0o711);
  const postgres = await ensurePostgres({ dataDir, log: () => undefined, extraSettings: STATEMENT_SETTINGS });
  await measureNoStatements(postgres.ownerUrl);
  await migrateAndGrant(postgres);
  async function onServer(command: string): Promise<void> {
    const db = openDatabase({ url: postgres.urlOf('postgres') });
    await db.pool.query(command);
    await db.close();
  }
  const keys = newKeys();
  const { callbackSecret } = keysOf(keys);
  return {
    url: postgres.ownerUrl,
    programUrlOf(url) {
      const program = new URL(postgres.programUrl);
      program.pathname = new URL(url).pathname;
      return program.href;
    },
    async createDatabase(name) {
      await onServer(`create database ${name}`);
      return postgres.urlOf(name);
    },
    async copyTo(name) {
      const original = new URL(postgres.ownerUrl).pathname.slice(1);
      await onServer(`create database ${name} template ${original} strategy file_copy`);
      await onServer('checkpoint');
      return postgres.urlOf(name);
    },
    drop: (name) => onServer(`drop database ${name} with (force)`),
    sealing: await recordKeys(postgres.ownerUrl, keysOf(keys)),
    callbackSecret,
    processorClock: clockOfDatabase(await findPostmaster(postgres.ownerUrl)),
    startServer: (settings = {}, has = { console: false }) =>
      startServer(dataDir, postgres, keys, { settings, hasConsole: has.console }),
    async stop() {
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A server would try keys that are not recorded on the numbers of the copied borrowers, which are made up. */
async function recordKeys(databaseUrl: string, keys: Keys): Promise<Sealing> {
  const db = openDatabase({ url: databaseUrl, maxConnections: 1 });
  return openSealing(db, keys, Date.now()).finally(() => db.close());
}

async function findPostmaster(databaseUrl: string): Promise<number | undefined> {
  const db = openDatabase({ url: databaseUrl });
  const { rows } = await db.pool.query<{ process_id: number }>('select pg_backend_pid() as process_id');
  const postmasterId = parentOf(rows[0]!.process_id);
  await db.close();
  return postmasterId;
}

async function startServer(
  dataDir: string,
  urls: { ownerUrl: string; programUrl: string },
  keys: ReturnType<typeof newKeys>,
  { settings, hasConsole }: { settings: Record<string, string>; hasConsole: boolean },
): Promise<RunningServer> {
  const network = await startSmsNetwork();
  const port = await freePort();
  let printed = '';
  const child = spawn(process.execPath, [path.join(serverFolder, 'src/main.ts')], {
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DATABASE_OWNER_URL: urls.ownerUrl,
      DATABASE_URL: urls.programUrl,
      ...keys,
      DEMO: 'false',
      FACE_REQUIRED: 'false',
      DEMO_BORROWERS: 'false',
      SIMULATOR_URL: network.url,
      ...(hasConsole ? { CONSOLE_URL: `http://localhost:${port}` } : {}),
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const output of [child.stdout, child.stderr]) {
    output.on('data', (text) => {
      printed += text;
    });
  }
  while (!(await isReady(port))) {
    if (child.exitCode !== null) throw new Error(`the server ended while starting:\n${printed}`);
    await sleep(50);
  }
  return {
    port,
    processorClock: clockOfProcess(child.pid!),
    memoryBytes: () => memoryOf(child.pid!),
    textsSent: network.textsSent,
    waitForCode: network.waitForCode,
    async standStill(during) {
      child.kill('SIGSTOP');
      try {
        return await during();
      } finally {
        child.kill('SIGCONT');
      }
    },
    async stop() {
      const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
      child.kill('SIGTERM');
      await ended;
      network.stop();
    },
  };
}

function memoryOf(processId: number): { now: number; most: number } {
  const status = readFileSync(`/proc/${processId}/status`, 'utf8');
  const bytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)![1]) * 1024;
  return { now: bytes('VmRSS'), most: bytes('VmHWM') };
}

async function isReady(port: number): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
  return answer?.ok ?? false;
}

// The time that an SMS gateway in another country takes to answer.
const SMS_ANSWER_MS = 250;
/** A code stands at the beginning of its SMS. */
const CODE = /^\d{4}\b/;

/** The SMS network outside the program. It accepts every SMS, as slowly as a real one. */
async function startSmsNetwork(): Promise<{
  url: string;
  textsSent(): number;
  waitForCode(mobile: string): Promise<string>;
  stop(): void;
}> {
  let sent = 0;
  const codes = new Map<string, string>();
  const noteCode = ({ to, text }: { to: string; text: string }) => {
    const code = CODE.exec(text);
    if (code) codes.set(to, code[0]);
  };
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      sent += 1;
      if (request.url!.endsWith('/api/sms')) noteCode(JSON.parse(body));
      setTimeout(() => response.end(), SMS_ANSWER_MS);
    });
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    textsSent: () => sent,
    async waitForCode(mobile) {
      for (let code = codes.get(mobile); ; code = codes.get(mobile)) {
        if (code !== undefined) return code;
        await sleep(20);
      }
    },
    stop: () => server.close(),
  };
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port could be had');
  return address.port;
}
