import { randomUUID } from 'node:crypto';
import { open, realpath, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { StartFailure } from '../start-failure.ts';
import {
  CLUSTER_OWNER,
  type Cluster,
  ensureCluster,
  isAlive,
  lastLine,
  PROGRAM_ROLE,
  readText,
} from './cluster.ts';
import { isKeptOut, letProgramIn } from './program-role.ts';
import { runProgram } from './programs.ts';
import { isUnfinishedRestore } from './unfinished-restore.ts';

export type EmbeddedPostgres = {
  /** As the role that owns the tables. */
  ownerUrl: string;
  /** As the role of the running program, which owns nothing. */
  programUrl: string;
  /** Another database, as the owner. */
  urlOf(databaseName: string): string;
  /** True when the server was already running, started by another process. */
  adopted: boolean;
  /** Stops the server if this call started it, or a process that is gone, and no other program is connected. */
  stop(): Promise<void>;
};

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '256MB',
  max_wal_size: '2GB',
  // A backup that no longer follows the log must not fill the disk with it.
  max_slot_wal_keep_size: '4GB',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // The detail of an error quotes the row, and a statement may contain values. Neither is logged.
  log_checkpoints: 'off',
  log_min_messages: 'warning',
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  // A statement whose program gave up is ended. Other systems refuse the setting, or know it only in some versions.
  ...(process.platform === 'linux' ? { client_connection_check_interval: '2s' } : {}),
};

const START_TIMEOUT_SECONDS = 300;
/** A restored database first reads its log, which may be that of a month. */
const RECOVERY_TIMEOUT_SECONDS = 24 * 60 * 60;
// A killed postmaster holds its folder until the system has collected it. For a foreign server there is nothing to wait for.
const HELD_TIMEOUT_SECONDS = { byStranger: 2, byKilled: 30 };

/** The server stores who started it. Another caller stops it only if the process of that one is gone. */
export function newStarter(): string {
  return `${process.pid}.${randomUUID()}`;
}

/**
 * Gives a running PostgreSQL for the cluster in `dataDir`. The server is a daemon and survives a killed Node process: the
 * next caller finds it by PostgreSQL's own `postmaster.pid` and uses it. Only PostgreSQL decides whether that file is
 * stale, so two callers at once get the same server.
 */
export async function ensurePostgres({
  dataDir,
  log,
  extraSettings = {},
  isRestore = false,
  starter = newStarter(),
}: {
  dataDir: string;
  log: (line: string) => void;
  /** A try that broke off after the start, and the next try, are one start if they have the same one. */
  starter?: string;
  extraSettings?: Record<string, string>;
  /** The call is part of the restore that has not ended yet. */
  isRestore?: boolean;
}): Promise<EmbeddedPostgres> {
  if (!isRestore && (await isUnfinishedRestore(dataDir)))
    throw new StartFailure(
      `The restore into ${dataDir} did not end: remove this folder, and restore into an empty one.`,
    );
  const { cluster, created } = await ensureCluster(dataDir);
  if (created) log(`PostgreSQL has set up a new database in ${cluster.folder}.`);
  const { port, startedBy } = await ensureRunning(
    cluster,
    { ...settings, ...extraSettings, 'thumba.starter': starter },
    { log, timeoutSeconds: isRestore ? RECOVERY_TIMEOUT_SECONDS : START_TIMEOUT_SECONDS },
  );
  const adopted = startedBy !== starter;
  if (!adopted) await writeFile(cluster.portFile, `${port}\n`);
  log(`PostgreSQL ${adopted ? 'was already running' : 'runs'} on 127.0.0.1:${port}.`);
  const urlOf = (databaseName: string) => urlAt(cluster, port, databaseName);
  const programUrl = `postgres://${PROGRAM_ROLE}:${cluster.programPassword}@127.0.0.1:${port}/${CLUSTER_OWNER}`;
  const ownerUrl = urlOf(CLUSTER_OWNER);
  if (cluster.isProgramPasswordNew || (await isKeptOut(programUrl)))
    await letProgramIn({ ownerUrl, programUrl });
  return {
    ownerUrl,
    programUrl,
    urlOf,
    adopted,
    async stop() {
      const { startedBy: nowStartedBy } = await ask(cluster, port);
      if (nowStartedBy === undefined) return;
      if (nowStartedBy !== starter && isAlive(Number.parseInt(nowStartedBy, 10))) return;
      if (await othersAreConnected(urlOf('postgres'))) {
        log('PostgreSQL stays up, because other programs are connected to it.');
        return;
      }
      await runProgram(cluster.pgCtl, ['stop', '-D', cluster.folder, '-m', 'fast'], cluster.user);
      log('PostgreSQL has stopped.');
    },
  };
}

async function ensureRunning(
  cluster: Cluster,
  serverSettings: Record<string, string>,
  { log, timeoutSeconds }: { log: (line: string) => void; timeoutSeconds: number },
): Promise<{ port: number; startedBy: string }> {
  const beganAt = performance.now();
  const secondsGone = () => (performance.now() - beganAt) / 1000;
  for (;;) {
    const postmaster = await readPostmaster(cluster);
    const answer: Answer =
      postmaster && isAlive(postmaster.pid) ? await ask(cluster, postmaster.port) : { from: 'nobody' };
    if (postmaster && answer.from === 'ours') return { port: postmaster.port, startedBy: answer.startedBy };
    if (secondsGone() > timeoutSeconds) {
      throw new StartFailure(
        `PostgreSQL did not get ready in ${timeoutSeconds} seconds: see ${cluster.logFile}.`,
      );
    }
    if (answer.from === 'busy') {
      await sleep(20);
      continue;
    }
    const outcome = await start(cluster, await choosePort(cluster, log), serverSettings, timeoutSeconds);
    if (outcome === 'held') {
      const patience =
        answer.from === 'foreign' ? HELD_TIMEOUT_SECONDS.byStranger : HELD_TIMEOUT_SECONDS.byKilled;
      if (secondsGone() > patience) throw new StartFailure(whoHolds(cluster, postmaster));
      await sleep(100);
    }
  }
}

function whoHolds(cluster: Cluster, postmaster: Postmaster | undefined): string {
  const byHand = `remove ${postmasterFile(cluster)} by hand.`;
  return postmaster
    ? `${cluster.folder} belongs to process ${postmaster.pid}, which is not a PostgreSQL that takes our password on port ` +
        `${postmaster.port}. If that process is not PostgreSQL, its number was reused after a crash: ${byHand}`
    : `${cluster.folder} is claimed by a PostgreSQL that never said its number. If none is starting, a crash left the claim: ${byHand}`;
}

type Answer =
  | { from: 'ours'; startedBy: string }
  | { from: 'busy' | 'foreign' | 'nobody'; startedBy?: undefined };

/**
 * ours: accepts our password and serves our folder. busy: a PostgreSQL that is starting, stopping or full. foreign: any
 * other program.
 */
async function ask(cluster: Cluster, port: number): Promise<Answer> {
  try {
    const [folder, startedBy] = await queryRow(
      urlAt(cluster, port, CLUSTER_OWNER),
      `select current_setting('data_directory'), coalesce(current_setting('thumba.starter', true), '')`,
    );
    const ours = (await realpath(String(folder))) === (await realpath(cluster.folder));
    return ours ? { from: 'ours', startedBy: String(startedBy) } : { from: 'foreign' };
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === 'ECONNREFUSED') return { from: 'nobody' };
    if (code === DATABASE_MISSING) {
      await createOwnDatabase(urlAt(cluster, port, 'postgres'));
      return { from: 'busy' };
    }
    return { from: BUSY_CODES.has(code ?? '') ? 'busy' : 'foreign' };
  }
}

const DATABASE_MISSING = '3D000';
const DATABASE_EXISTS = new Set(['42P04', '23505']);
// PostgreSQL is starting or stopping, was ended by an administrator or a crash, or has no connection left.
const BUSY_CODES = new Set(['57P03', '57P01', '57P02', '53300', 'ECONNRESET']);

async function createOwnDatabase(url: string): Promise<void> {
  await queryRow(url, `create database ${CLUSTER_OWNER}`).catch((error: { code?: string }) => {
    if (!DATABASE_EXISTS.has(error.code ?? '')) throw error;
  });
}

async function othersAreConnected(url: string): Promise<boolean> {
  const countOthers = `select count(*)::int from pg_stat_activity
    where backend_type = 'client backend' and pid <> pg_backend_pid()`;
  // The connections of a pool that has just ended are listed for a moment longer.
  for (let attempt = 0; attempt < 10; attempt += 1) {
    if ((await queryRow(url, countOthers))[0] === 0) return false;
    await sleep(50);
  }
  return true;
}

async function queryRow(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    application_name: 'thumba',
  });
  // If the server stops during the query, the query reports it. The event needs a listener all the same.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query({ text, rowMode: 'array' });
    return rows[0] ?? [];
  } finally {
    await client.end();
  }
}

/**
 * Starts the server and waits until it is ready. held: another postmaster has the folder. taken: another program has
 * taken the port. leaving: backends of a killed postmaster have not ended yet.
 */
async function start(
  cluster: Cluster,
  port: number,
  serverSettings: Record<string, string>,
  timeoutSeconds: number,
): Promise<'ready' | 'held' | 'taken' | 'leaving'> {
  const logStart = await stat(cluster.logFile).then(
    ({ size }) => size,
    () => 0,
  );
  const options = Object.entries({ ...serverSettings, port: String(port) }).map(
    ([name, value]) => `-c ${name}=${quote(value)}`,
  );
  const watching = new AbortController();
  try {
    // pg_ctl reads this file ten times a second. Reading it more often makes a start much shorter.
    await Promise.race([
      runProgram(
        cluster.pgCtl,
        [
          'start',
          '-D',
          cluster.folder,
          '-l',
          cluster.logFile,
          '-t',
          String(timeoutSeconds),
          '-o',
          options.join(' '),
        ],
        cluster.user,
      ),
      untilReady(cluster, port, watching.signal),
    ]);
    return 'ready';
  } catch (error) {
    // pg_ctl fails if the postmaster has created its file and not yet written its process id.
    const said = `${await readFrom(cluster.logFile, logStart)}\n${(error as { stderr?: string }).stderr ?? ''}`;
    if (/lock file ".*" already exists|(lock|PID) file ".*" is empty/.test(said)) return 'held';
    if (/could not (bind|create any TCP)/.test(said)) return 'taken';
    if (/shared memory block .* is still in use/.test(said)) {
      await sleep(100);
      return 'leaving';
    }
    const reason = said.split('\n').findLast((line) => /FATAL|PANIC/.test(line)) ?? lastLine(said);
    throw new StartFailure(
      `PostgreSQL did not start: ${reason ?? (error as Error).message} (see ${cluster.logFile})`,
      {
        cause: error,
      },
    );
  } finally {
    watching.abort();
  }
}

async function untilReady(cluster: Cluster, port: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const postmaster = await readPostmaster(cluster);
    if (postmaster?.ready && postmaster.port === port && isAlive(postmaster.pid)) return;
    await sleep(5);
  }
}

type Postmaster = { pid: number; port: number; ready: boolean };

async function readPostmaster(cluster: Cluster): Promise<Postmaster | undefined> {
  const [pid, , , port, , , , status] = (await readText(postmasterFile(cluster)))?.split('\n') ?? [];
  return pid && port
    ? { pid: Number(pid), port: Number(port), ready: status?.trim() === 'ready' }
    : undefined;
}

function postmasterFile(cluster: Cluster): string {
  return join(cluster.folder, 'postmaster.pid');
}

async function choosePort(cluster: Cluster, log: (line: string) => void): Promise<number> {
  const kept = Number((await readText(cluster.portFile)) ?? 0);
  const port = (await listenOnce(kept)) ?? (await listenOnce(0));
  if (port === undefined) throw new StartFailure('There is no free port on 127.0.0.1 for PostgreSQL.');
  if (kept !== 0 && port !== kept)
    log(`Another program holds port ${kept}, so PostgreSQL moves to port ${port}.`);
  return port;
}

async function listenOnce(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen({ port, host: '127.0.0.1' }, () => {
      const address = server.address();
      server.close(() => resolve(address !== null && typeof address === 'object' ? address.port : undefined));
    });
  });
}

async function readFrom(file: string, position: number): Promise<string> {
  const handle = await open(file).catch(() => undefined);
  if (!handle) return '';
  try {
    const { size } = await handle.stat();
    const { buffer } = await handle.read(Buffer.alloc(Math.max(0, size - position)), { position });
    return buffer.toString('utf8');
  } finally {
    await handle.close();
  }
}

function quote(value: string): string {
  return process.platform === 'win32' ? `"${value}"` : `'${value}'`;
}

function urlAt(cluster: Cluster, port: number, databaseName: string): string {
  return `postgres://${CLUSTER_OWNER}:${cluster.password}@127.0.0.1:${port}/${databaseName}`;
}
