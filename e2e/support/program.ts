import type { ChildProcess } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { keysOf, keysOrOwn, newKeys } from '../../apps/server/src/book/settings/key-settings.ts';
import { callbackPath } from '../../apps/server/src/money/payment/callback-routes.ts';
import { openDatabase } from '../../apps/server/src/platform/database.ts';
import { freePort } from '../../apps/server/src/platform/ports.ts';
import { ensurePostgres } from '../../apps/server/src/platform/postgres/embedded-postgres.ts';
import { createSealing, type Sealing } from '../../apps/server/src/platform/sealing.ts';
import { WITHOUT_IDENTITY_CHECKS } from '../../apps/server/test/identity-settings.ts';
import { expectSoundBook } from '../../apps/server/test/sound-book.ts';
import { copyBegun, RUN_FOLDER } from './begun-programs.ts';
import { type ServerProcess, serverProcess, startSimulator, stopPostgres, untilEnded } from './processes.ts';

/** The whole program as a lender's machine runs it: a process of its own, with its own data. */
export type Program = {
  url: string;
  simulatorUrl: string;
  dataDir: string;
  /** The settings that another command of the program needs to work beside it. */
  readonly settings: Record<string, string>;
  /** More settings of the next start. */
  changeSettings(changed: Record<string, string>): void;
  /** Ends a server of an earlier version. The present one runs from the next start on. */
  endEarlierVersion(): Promise<void>;
  /** The keys of the next start. */
  changeKeys(changed: { DATA_KEYS: string; LOOKUP_KEYS: string }): void;
  /** What the server seals and hashes with, for reading what its tables hold. */
  readonly sealing: Sealing;
  /** The addresses of callbacks are derived from it. */
  callbackSecret: Buffer;
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

export type ProgramOptions = {
  env?: Record<string, string>;
  ownSimulator?: boolean;
  /** The simulator's database lies on another machine: it lives on where the server's is killed or lost. */
  simulatorApart?: boolean;
  /** The folder of the version that runs first. Unset, the present one. */
  sources?: string;
  simulatorSettings?: object;
  /** Begins in an empty folder, also where a run keeps programs that have begun. */
  fromNothing?: boolean;
  /** Puts data into the empty folder, from which the program then begins, with the keys that are there. */
  prepare?(dataDir: string): Promise<void>;
  /** The checks of the book that the test breaks by writing tables by hand. */
  tampers?: string[];
};

const everyProgram = {
  HOST: '127.0.0.1',
  // A notice after every sign-in, and one on a holiday, would cover the screens of most journeys.
  NOTICES: 'false',
  // Journeys of the console invite people of staff themselves.
  DEMO_STAFF: 'false',
  REQUESTS_AT_ONCE_LEAST: '512',
};

/** Only a demo starts with both settings. What the test itself sets counts. */
function withoutIdentityChecks(env: Record<string, string> = {}): Record<string, string> {
  const { FACE_REQUIRED } = WITHOUT_IDENTITY_CHECKS;
  const isDemo = env.DEMO !== 'false' && env.NODE_ENV !== 'production';
  return { ...(isDemo ? WITHOUT_IDENTITY_CHECKS : { FACE_REQUIRED }), ...env };
}

export async function startProgram(options: ProgramOptions = {}): Promise<Program> {
  const dataDir = await makeDataDir(
    options.env,
    options.fromNothing ?? (options.prepare ?? options.sources) !== undefined,
  );
  await options.prepare?.(dataDir);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let keys = await keepKeys(dataDir);
  const { callbackSecret } = keysOf(keys);
  const sealing = () => createSealing(keysOf(keys));
  const simulator = await startOwnSimulator(options, dataDir, url + callbackPath('airtel', callbackSecret));
  const simulatorUrl = simulator?.url ?? `${url}/sim`;
  let changedSettings: Record<string, string> = {};
  const settings = (): Record<string, string> => ({
    PORT: String(port),
    DATA_DIR: dataDir,
    ...withoutIdentityChecks(options.env),
    ...(options.prepare ? {} : keys),
    ...(options.ownSimulator ? { SIMULATOR_URL: simulatorUrl } : {}),
    ...changedSettings,
  });
  let { sources } = options;
  const server = serverProcess(
    url,
    () => ({ ...everyProgram, ...settings() }),
    () => sources,
  );
  await server.start();

  const leave = () => leaveProgram(server, simulator?.process, dataDir);
  return {
    url,
    simulatorUrl,
    dataDir,
    get settings() {
      return settings();
    },
    get sealing() {
      return sealing();
    },
    changeSettings(changed) {
      changedSettings = changed;
    },
    async endEarlierVersion() {
      await server.end('SIGTERM');
      sources = undefined;
    },
    changeKeys(changed) {
      keys = { ...keys, ...changed };
    },
    callbackSecret,
    databaseUrl: () => databaseUrlOf(dataDir),
    output: server.output,
    kill: () => server.end('SIGKILL'),
    startAgain: server.start,
    stopDatabase: () => stopPostgres(dataDir),
    startDatabase: async () => void (await databaseUrlOf(dataDir)),
    leave,
    async stop() {
      try {
        await examineBookAt(await databaseUrlOf(dataDir), sealing(), options.tampers);
      } finally {
        await leave();
        await rm(dataDir, { recursive: true, force: true });
        await simulator?.removeOwnDatabase();
      }
    },
  };
}

type OwnSimulator = { url: string; process: ChildProcess; removeOwnDatabase(): Promise<void> };

async function startOwnSimulator(
  { ownSimulator, simulatorApart, simulatorSettings }: ProgramOptions,
  dataDir: string,
  airtelCallbackUrl: string,
): Promise<OwnSimulator | undefined> {
  if (!ownSimulator) return undefined;
  const url = `http://127.0.0.1:${await freePort()}/sim`;
  const folder = simulatorApart ? await makeDataDir({}, true) : dataDir;
  const settings = { airtelCallbackUrl, ...simulatorSettings };
  return {
    url,
    process: await startSimulator(url, await databaseUrlOf(folder), settings),
    async removeOwnDatabase() {
      await stopPostgres(folder);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function databaseUrlOf(dataDir: string): Promise<string> {
  return (await ensurePostgres({ dataDir, log: () => undefined })).ownerUrl;
}

async function leaveProgram(
  server: ServerProcess,
  simulator: ChildProcess | undefined,
  dataDir: string,
): Promise<void> {
  await server.end('SIGTERM');
  await untilEnded(simulator, 'SIGTERM');
  await stopPostgres(dataDir);
}

async function makeDataDir(env: Record<string, string> = {}, fromNothing = false): Promise<string> {
  const dataDir = await mkdtemp(path.join(process.env[RUN_FOLDER] ?? tmpdir(), 'thumba-e2e-'));
  // PostgreSQL runs as another user where this is root, and must get through to its folder.
  await chmod(dataDir, 0o711);
  if (fromNothing) return dataDir;
  const DEMO_BORROWERS = env.DEMO_BORROWERS ?? 'true';
  const name = DEMO_BORROWERS === 'true' ? 'with-demo-borrowers' : 'without-demo-borrowers';
  await copyBegun(name, dataDir, () => startProgram({ env: { DEMO_BORROWERS }, fromNothing: true }));
  return dataDir;
}

/** Whatever a test did to the program, the book that it leaves is sound. */
async function examineBookAt(url: string, sealing: Sealing, tampers: string[] = []): Promise<void> {
  const db = openDatabase({ url, maxConnections: 1 });
  await expectSoundBook({ db, sealing }, tampers).finally(() => db.close());
}

type Keys = ReturnType<typeof newKeys>;

/** The keys that go with the data, in the file where a server keeps keys of its own. */
async function keepKeys(dataDir: string): Promise<Keys> {
  const file = path.join(dataDir, 'keys.json');
  const kept = await readFile(file, 'utf8').catch(() => undefined);
  if (kept !== undefined) return withCallbackSecret(dataDir, JSON.parse(kept));
  const keys = newKeys();
  await writeFile(file, JSON.stringify(keys));
  return keys;
}

/** Data of an earlier version have no secret for callbacks. A server makes one and keeps it in a file of its own. */
async function withCallbackSecret(dataDir: string, kept: Keys): Promise<Keys> {
  if (kept.CALLBACK_SECRET !== undefined) return kept;
  keysOrOwn({ DATA_DIR: dataDir });
  return { ...kept, ...JSON.parse(await readFile(path.join(dataDir, 'callback-secret.json'), 'utf8')) };
}
