import { networkInterfaces } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type App, createApp } from './app.ts';
import { createBusinessCalendar } from './book/calendar/calendar.ts';
import { openSealing } from './book/keys/key-registry.ts';
import { applicationNameOf } from './book/keys/program-name.ts';
import { lenderOfConfig } from './book/lender.ts';
import { type Config, readConfig, simulatorUrlOf } from './book/settings/config.ts';
import { BadSetting } from './book/settings/refused-settings.ts';
import type { SimulatedBureau } from './credit/bureau/bureau-of-config.ts';
import { demoBorrowers } from './demo/demo-borrowers.ts';
import { demoSessions } from './demo/demo-session.ts';
import { demoOfficeLines, readDemoOffice } from './demo-office.ts';
import { listDemoPeople } from './demo-people.ts';
import { demoFloatOf, firstDemoDayAgo, moveForward, openDemo } from './demo-start.ts';
import { callbackPath } from './money/payment/callback-routes.ts';
import {
  earlierOperatorsOfConfig,
  operatorsOfConfig,
} from './money/payment/operators/operators-of-config.ts';
import { googleOfConfig, type SimulatedGoogle } from './people/session/google-of-config.ts';
import { systemClock } from './platform/clock.ts';
import { type Database, openDatabase, SETUP_LIMITS } from './platform/database.ts';
import { databaseFailure } from './platform/database-failure.ts';
import { createLog, type Log } from './platform/log.ts';
import { LOOPBACK } from './platform/network-list.ts';
import { ownKeys } from './platform/own-keys.ts';
import { freePort, listenFailure, refuseTakenPort } from './platform/ports.ts';
import { type EmbeddedPostgres, ensurePostgres } from './platform/postgres/embedded-postgres.ts';
import { type KeptPostgres, keepPostgres } from './platform/postgres/postgres-keeper.ts';
import { type PushGateway, pushOfConfig } from './platform/push.ts';
import type { Sealing } from './platform/sealing.ts';
import { africasTalkingGateway, handsetGateway, type SmsGateway } from './platform/sms.ts';
import { StartFailure } from './platform/start-failure.ts';
import { stopOnSignal } from './platform/stop-on-signal.ts';
import type { DemoBorrowers } from './simulator/borrower-routes.ts';
import { newPassPhrase } from './simulator/gate.ts';
import { registerSimulator } from './simulator/register-simulator.ts';
import { demoSettings } from './simulator/settings.ts';
import { type DatabaseUrls, prepareDatabase } from './upkeep/database-rights/prepare-database.ts';

const OLDEST_NODE = 24;
/** The program has to be started again: its database has another address. */
const MOVED_EXIT_CODE = 75;
/** How long a stop waits for the step of a start that is under way. */
const LAST_STEP_MS = 20_000;

if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
  fail(`Thumba needs Node ${OLDEST_NODE} and this is ${process.versions.node}: start it with "npm start".`);
}

/** What a stop ends. Each part is here once it is up. */
type Parts = {
  starting?: Promise<void>;
  kept?: KeptPostgres;
  hasOwnPostgres: boolean;
  db?: Database;
  app?: App;
  isStopping: boolean;
};

const parts: Parts = { hasOwnPostgres: false, isStopping: false };
const stop = stopOnSignal(() => stopParts(parts));
try {
  parts.starting = start(readConfig({ ...historyOfArguments(), ...process.env }));
  await parts.starting;
} catch (error) {
  // The stop ends the process.
  if (!parts.isStopping) {
    if (error instanceof StartFailure) fail(error.message);
    throw error;
  }
}

/** `npm start` makes a history, where no setting says otherwise. */
function historyOfArguments(): { DEMO_HISTORY?: string } {
  return process.argv.includes('--demo-history') ? { DEMO_HISTORY: 'year' } : {};
}

/** A start that is under way ends before its next step. Without connections of its own its PostgreSQL can be stopped. */
async function stopParts(up: Parts): Promise<void> {
  up.isStopping = true;
  if (up.hasOwnPostgres && !up.app) {
    const ended = up.starting?.catch(() => undefined);
    await Promise.race([ended, sleep(LAST_STEP_MS, undefined, { ref: false })]);
  }
  await closeParts(up);
}

/** PostgreSQL is stopped last: it stays up while a program is connected. What is closed once is not closed again. */
async function closeParts(up: Parts): Promise<void> {
  const { app, db, kept } = up;
  delete up.app;
  delete up.db;
  delete up.kept;
  await app?.close();
  await db?.close();
  await kept?.stop();
}

function goOnUnlessStopping(): void {
  if (parts.isStopping) throw new StartFailure('The start was stopped.');
}

async function start(config: Config): Promise<void> {
  const port = config.PORT === 0 ? await freePort() : config.PORT;
  await refuseTakenPort(port, config.HOST);
  const { DATA_DIR: dataDir } = config;
  const log = createLog({ level: config.LOG_LEVEL, service: 'thumba' });
  // A file with keys that is damaged is named before a database is started.
  const push = pushOfConfig(config, log);
  goOnUnlessStopping();
  parts.hasOwnPostgres = config.DATABASE_URL === undefined;
  const postgres = config.DATABASE_URL ? undefined : await ensurePostgres({ dataDir, log: say });
  const kept = postgres && keepPostgres(postgres, { dataDir, log });
  if (kept) parts.kept = kept;
  const urls = urlsOf(config, postgres);
  try {
    goOnUnlessStopping();
    await run(config, port, { urls, kept, log, push });
  } catch (error) {
    if (!parts.isStopping) await closeParts(parts);
    throw databaseFailure(error, urls.ownerUrl ?? urls.programUrl);
  }
}

function urlsOf(config: Config, postgres: EmbeddedPostgres | undefined): DatabaseUrls {
  return postgres
    ? { ownerUrl: postgres.ownerUrl, programUrl: postgres.programUrl }
    : { ownerUrl: config.DATABASE_OWNER_URL, programUrl: config.DATABASE_URL! };
}

function say(line: string): void {
  console.log(line);
}

/** What a start has before its database is prepared. */
type Begun = {
  urls: DatabaseUrls;
  kept: KeptPostgres | undefined;
  log: Log;
  push: PushGateway | undefined;
};

async function run(config: Config, port: number, { urls, kept, log, push }: Begun): Promise<void> {
  const clock = systemClock;
  const localUrl = `http://127.0.0.1:${port}`;
  const publicUrl = config.PUBLIC_URL ?? localUrl;

  await prepareDatabase(urls, { isProduction: config.NODE_ENV === 'production', say });
  goOnUnlessStopping();
  const db = openProgramDatabase(config, urls, log);
  parts.db = db;
  const sealing = await openSealing(db, config.keys, clock.nowMs());
  const isNew = await createBusinessCalendar(db, clock, -firstDemoDayAgo(config));
  goOnUnlessStopping();

  const ownSimulator = config.demo && !config.SIMULATOR_URL;
  const simulatorUrl = simulatorUrlOf(config, localUrl);
  const operators = operatorsOfConfig(
    config,
    { db, clock, log },
    simulatorUrl ? { url: simulatorUrl, settings: demoSettings } : undefined,
    publicUrl,
  );
  const app = await createApp({
    config,
    db,
    clock,
    log,
    sealing,
    sms: smsOfConfig(config, simulatorUrl),
    push,
    google: googleOfConfig(
      config,
      simulatorUrl === undefined ? undefined : simulatedGoogleAt(simulatorUrl, ownSimulator),
      clock,
    ),
    simulatedBureau: simulatorUrl === undefined ? undefined : simulatedBureauAt(simulatorUrl),
    operators,
    earlierOperators: earlierOperatorsOfConfig(config, { db, clock, log }, publicUrl),
    lender: lenderOfConfig(config),
    publicUrl,
    ownPostgres: kept?.figures,
    ownerUrl: urls.ownerUrl ?? (config.NODE_ENV === 'production' ? undefined : urls.programUrl),
  });
  parts.app = app;
  goOnUnlessStopping();
  if (ownSimulator && simulatorUrl) {
    await runSimulator(app, {
      config,
      db,
      sealing,
      databaseUrl: urls.ownerUrl ?? urls.programUrl,
      localUrl,
      simulatorUrl,
    });
  }

  goOnUnlessStopping();
  await listen(app, config, port);
  void kept?.moved.then(() => stop(MOVED_EXIT_CODE));
  if (simulatorUrl) {
    const { programUrl, ownerUrl } = urls;
    const office = { config, db, sealing, localUrl, newPassword: newPassPhrase };
    const { startingFloatNgwee } = demoSettings;
    const connected = { log, operators, simulatorUrl, publicUrl, programUrl, ownerUrl, startingFloatNgwee };
    await openDemo(app, { ...office, ...connected, isNew, say });
  } else app.startWork();
  app.setReady(true);
  // To the supervisor of `npm start`, which starts a server again that ends after this.
  process.send?.('ready');
  announce(config, localUrl, simulatorUrl);
}

function openProgramDatabase(config: Config, urls: DatabaseUrls, log: Log): Database {
  return openDatabase({
    url: urls.programUrl,
    maxConnections: config.DATABASE_CONNECTIONS,
    answerMs: config.DATABASE_ANSWER_MS,
    applicationName: applicationNameOf(config.keys),
    onError: (error) => log.error({ err: error }, 'a database connection broke'),
  });
}

function smsOfConfig(config: Config, simulatorUrl: string | undefined): SmsGateway {
  const { AFRICAS_TALKING_USERNAME: username, AFRICAS_TALKING_API_KEY: apiKey } = config;
  if (username && apiKey) {
    const baseUrl = config.AFRICAS_TALKING_URL;
    return africasTalkingGateway({ baseUrl, username, apiKey, sender: config.SMS_SENDER });
  }
  if (!simulatorUrl) throw new BadSetting('Set AFRICAS_TALKING_USERNAME and AFRICAS_TALKING_API_KEY.');
  return handsetGateway(simulatorUrl, config.SMS_SENDER);
}

function simulatedGoogleAt(url: string, isOwn: boolean): SimulatedGoogle {
  return { url, isOwn, clientId: demoSettings.googleClientId };
}

function simulatedBureauAt(simulatorUrl: string): SimulatedBureau {
  const { bureauUser: user, bureauPassword: password } = demoSettings;
  return { url: `${simulatorUrl}/bureau`, user, password };
}

type DemoParts = { config: Config; db: Database; sealing: Sealing; localUrl: string; simulatorUrl: string };

/** The borrowers of the demo, for its handset page. */
function demoOf(app: App, { config, db, sealing, localUrl, simulatorUrl }: DemoParts): DemoBorrowers {
  return {
    list: () => listDemoPeople({ db, sealing, today: () => app.calendar.today() }),
    staff: () => readDemoOffice({ config, db, sealing, localUrl, newPassword: newPassPhrase }),
    signIn: demoSessions({
      baseUrl: localUrl,
      simulatorUrl,
      tenant: config.TENANT,
      nowMs: () => systemClock.nowMs(),
    }),
  };
}

/** Runs the simulator inside this program, under `/sim`. */
async function runSimulator(app: App, demo: DemoParts & { databaseUrl: string }): Promise<void> {
  const { config, databaseUrl, localUrl, simulatorUrl } = demo;
  await registerSimulator(app.http, {
    databaseUrl: await simulatorDatabase(databaseUrl),
    publicUrl: simulatorUrl,
    now: () => systemClock.nowMs(),
    passPhrase: passPhraseOf(config),
    settings: {
      ...demoSettings,
      startingFloatNgwee: demoFloatOf(config, demoSettings.startingFloatNgwee),
      promptExpiryMs: config.PROMPT_SECONDS * 1000,
      airtelCallbackUrl: localUrl + callbackPath('airtel', config.keys.callbackSecret),
      ...(config.AIRTEL_HMAC_KEY ? { airtelCallbackHashKey: config.AIRTEL_HMAC_KEY } : {}),
    },
    moveBusinessDate: (to) => moveForward(app, to),
    currentBusinessDate: async () => app.calendar.today(),
    ...(config.DEMO_BORROWERS && { demo: demoOf(app, demo) }),
  });
}

async function listen(app: App, config: Config, port: number): Promise<void> {
  await app.http
    .listen({ port, host: config.HOST, backlog: config.LISTEN_BACKLOG })
    .catch((error: NodeJS.ErrnoException) => {
      throw listenFailure(error, port);
    });
}

/** The simulator keeps its own database on the same PostgreSQL server. It is made if it is missing. */
async function simulatorDatabase(databaseUrl: string): Promise<string> {
  const url = new URL(databaseUrl);
  const name = `${url.pathname.slice(1)}_simulator`;
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'thumba',
    ...SETUP_LIMITS,
  });
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
  url.pathname = `/${name}`;
  return url.href;
}

/** A demo that other machines reach asks them for this. Undefined for one that only this machine reaches. */
function passPhraseOf({ HOST, DATA_DIR }: Config): string | undefined {
  if (LOOPBACK.has(HOST) || HOST === 'localhost') return undefined;
  return ownKeys(DATA_DIR, 'pass-phrase.json', () => ({ passPhrase: newPassPhrase() })).passPhrase;
}

/** The addresses at which a phone on the same network reaches this machine. */
function networkUrls(port: string): string[] {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => `http://${address}:${port}/`);
}

function announcePhones(config: Config, localUrl: string): void {
  const { port } = new URL(localUrl);
  const [nearest] = networkUrls(port);
  const passPhrase = passPhraseOf(config);
  if (passPhrase === undefined) {
    if (nearest) say(`  From a phone on this network: HOST=0.0.0.0 npm start, then open ${nearest}`);
    return;
  }
  say(`  On this network  ${networkUrls(port).join('  ')}`);
  say(`  Its handset asks for the pass phrase  ${passPhrase}`);
}

function announce(config: Config, localUrl: string, simulatorUrl: string | undefined): void {
  const address = localUrl.replace('127.0.0.1', 'localhost');
  say('');
  say(`Thumba is ready.`);
  say(`  Borrower app  ${address}/`);
  if (simulatorUrl) say(`  Handset       ${simulatorUrl.replace('127.0.0.1', 'localhost')}`);
  say(`  API page      ${address}/docs`);
  if (simulatorUrl) announcePhones(config, localUrl);
  if (simulatorUrl && config.DEMO_BORROWERS) {
    say('');
    say(
      'Demo borrowers (sign in with the number; codes arrive on the handset; a new phone asks for the NRC):',
    );
    for (const { mobile, state, firstName, idNumber } of demoBorrowers) {
      say(`  ${mobile}  ${state.padEnd(14)}${firstName.padEnd(11)}NRC ${idNumber}`);
    }
  }
  for (const line of demoOfficeLines({ config, localUrl, newPassword: newPassPhrase })) say(line);
}

function fail(line: string): never {
  console.error(line);
  process.exit(1);
}
