import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { addDays } from '@thumba/lending/day';
import { expect } from 'vitest';
import { countTotalledDays } from '../src/accounting/book-day/count-book-days.ts';
import { type App, createApp } from '../src/app.ts';
import { createBusinessCalendar } from '../src/book/calendar/calendar.ts';
import { demoLender, type Lender } from '../src/book/lender.ts';
import { type Config, readConfig } from '../src/book/settings/config.ts';
import { moveBusinessDate } from '../src/credit/end-of-day/business-date.ts';
import { runEndOfDay } from '../src/credit/end-of-day/end-of-day.ts';
import { type BorrowerClient, createBorrowerClient } from '../src/demo/borrower-client.ts';
import { createHandset, type Handset } from '../src/demo/handset.ts';
import { callbackPath } from '../src/money/payment/callback-routes.ts';
import {
  earlierOperatorsOfConfig,
  operatorsOfConfig,
} from '../src/money/payment/operators/operators-of-config.ts';
import { googleOfConfig } from '../src/people/session/google-of-config.ts';
import { type Database, openDatabase } from '../src/platform/database.ts';
import { freePort } from '../src/platform/ports.ts';
import { pushOfConfig } from '../src/platform/push.ts';
import type { Randomness } from '../src/platform/randomness.ts';
import { createSealing, type Sealing } from '../src/platform/sealing.ts';
import { UNDECLARED_CODE } from '../src/platform/serve.ts';
import { handsetGateway } from '../src/platform/sms.ts';
import { registerSimulator } from '../src/simulator/register-simulator.ts';
import { demoSettings, type SimulatorSettings } from '../src/simulator/settings.ts';
import { movableClock, recordedLog } from './call-server.ts';
import { createTestDatabase } from './database.ts';
import { WITHOUT_IDENTITY_CHECKS } from './identity-settings.ts';
import { expectSoundBook } from './sound-book.ts';

/** 10:00 in Lusaka. */
const STARTS_AT = '2026-11-21T08:00:00Z';

// biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever rows it asked for.
type Row = any;

export type AppServer = {
  url: string;
  app: App;
  db: Database;
  /** As the owner of the tables, for the hands of a test. The server itself has `programUrl`. */
  databaseUrl: string;
  programUrl: string;
  /** Its tables, as their owner. */
  owner: Database;
  sealing: Sealing;
  /** The addresses of callbacks are derived from it. */
  callbackSecret: Buffer;
  clock: ReturnType<typeof movableClock>;
  logLines: string[];
  handset: Handset;
  /** Where the program keeps its files. */
  dataDir: string;
  newClient(headers?: Record<string, string>): BorrowerClient;
  newMobile(operator?: 'mtn' | 'airtel' | 'zamtel'): string;
  today(): string;
  /** What the end of each day does when its time has come, right now. */
  endTheDay(): Promise<void>;
  /** Moves the business date forward as the demo does: each day with its end, the clock standing still. */
  passDays(count: number): Promise<void>;
  query(text: string, values?: unknown[]): Promise<Row[]>;
  /** Says to the server what an operator would: that there is news of a payment. */
  sendCallback(operator: 'mtn' | 'airtel', body: unknown): Promise<number>;
  /** Ends the server and leaves its database, to be looked at or copied. */
  leave(): Promise<void>;
  stop(): Promise<void>;
};

type Options = {
  settings?: Record<string, string>;
  lender?: Partial<Lender>;
  startsAt?: string;
  random?: Randomness;
  /** A server whose database and folder this one uses too, or a book that was made without one. They are dropped last. */
  besides?: Pick<AppServer, 'databaseUrl' | 'programUrl' | 'dataDir'>;
  /** What its connections are called instead of the names of the program. */
  connectionName?: string;
  /** The checks of the book that this file's own hands in the tables break. */
  tampers?: string[];
};

/**
 * The whole server as `main.ts` puts it together, on a database of its own. It listens, the simulated operators and
 * phones are reached through its own port, and the clock moves only when the test moves it.
 */
export async function startAppServer(options: Options = {}): Promise<AppServer> {
  const { besides } = options;
  const database = besides
    ? { url: besides.databaseUrl, programUrl: besides.programUrl, drop: async () => undefined }
    : await createTestDatabase();
  const folder = besides?.dataDir ?? (await mkdtemp(path.join(tmpdir(), 'thumba-app-')));
  const named = (of: string) => withConnectionName(of, options.connectionName);
  const urls = { url: named(database.url), programUrl: named(database.programUrl) };
  const started = await startServer(urls, folder, options);
  const owner = openDatabase({ url: urls.url, maxConnections: 4 });
  const { url, app, db, callbackSecret, clock } = started;
  const { endOfDay, calendar } = app;
  let lastMobile = besides ? 200_000 : 100_000;
  let hasLeft = false;

  async function leave(): Promise<void> {
    if (hasLeft) return;
    hasLeft = true;
    await app.close();
    expect(started.logLines.filter((line) => line.includes(UNDECLARED_CODE))).toEqual([]);
    await expectSoundBook(started, options.tampers ?? []);
    await Promise.all([db.close(), owner.close()]);
  }

  return {
    ...started,
    databaseUrl: database.url,
    programUrl: database.programUrl,
    owner,
    dataDir: folder,
    newClient: (headers) => createBorrowerClient(url, () => clock.nowMs(), headers),
    newMobile: (operator = 'mtn') =>
      `${{ mtn: '096', airtel: '097', zamtel: '095' }[operator]}8${++lastMobile}`,
    today: () => calendar.today(),
    async endTheDay() {
      await calendar.refresh();
      await runEndOfDay(endOfDay, calendar.today());
      await countTotalledDays(db, { runMs: Number.POSITIVE_INFINITY });
    },
    async passDays(count) {
      const moved = await moveBusinessDate({ ...endOfDay, calendar }, addDays(calendar.today(), count));
      if (!moved.ok) throw new Error('the business date only moves forward');
      await countTotalledDays(db, { runMs: Number.POSITIVE_INFINITY });
    },
    query: async (text, values = []) => (await owner.pool.query(text, values)).rows,
    async sendCallback(operator, body) {
      const response = await fetch(url + callbackPath(operator, callbackSecret), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return response.status;
    },
    leave,
    async stop() {
      await leave();
      await database.drop();
      if (!besides) await rm(folder, { recursive: true, force: true });
    },
  };
}

function withConnectionName(databaseUrl: string, name: string | undefined): string {
  const url = new URL(databaseUrl);
  if (name !== undefined) url.searchParams.set('application_name', name);
  return url.href;
}

async function startServer(database: { url: string; programUrl: string }, folder: string, options: Options) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const simulatorUrl = `${url}/sim`;
  const config = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: folder,
    PUBLIC_URL: url,
    REQUESTS_AT_ONCE_LEAST: '512',
    ...WITHOUT_IDENTITY_CHECKS,
    ...options.settings,
  });
  const clock = movableClock(Date.parse(options.startsAt ?? STARTS_AT));
  const { log, lines } = recordedLog();
  const sealing = createSealing(config.keys);
  const db = openDatabase({ url: database.programUrl });
  if (!options.besides) await createBusinessCalendar(db, clock, 0);
  const app = await createApp({
    config,
    db,
    clock,
    log,
    sealing,
    sms: handsetGateway(simulatorUrl, config.SMS_SENDER),
    push: pushOfConfig(config, log),
    google: googleOfConfig(
      config,
      { url: simulatorUrl, isOwn: true, clientId: demoSettings.googleClientId },
      clock,
    ),
    operators: operatorsOfConfig(
      config,
      { db, clock, log },
      { url: simulatorUrl, settings: demoSettings },
      url,
    ),
    earlierOperators: earlierOperatorsOfConfig(config, { db, clock, log }, url),
    lender: { ...demoLender, isFaceRequired: config.FACE_REQUIRED, ...options.lender },
    publicUrl: url,
    ...(options.random ? { random: options.random } : {}),
  });
  await registerSimulator(app.http, {
    databaseUrl: database.url,
    publicUrl: simulatorUrl,
    now: () => clock.nowMs(),
    settings: simulatorSettings(url, config),
  });
  await app.http.listen({ port, host: '127.0.0.1' });
  app.startWork();
  app.setReady(true);
  return {
    url,
    app,
    db,
    sealing,
    callbackSecret: config.keys.callbackSecret,
    clock,
    logLines: lines,
    handset: createHandset(simulatorUrl),
  };
}

function simulatorSettings(url: string, config: Config): SimulatorSettings {
  return {
    ...demoSettings,
    // The clock of a test stands still, so a callback that is due later would never come.
    callbackDelayMs: 0,
    callbackGapMs: 0,
    pollMs: 15,
    airtelCallbackUrl: url + callbackPath('airtel', config.keys.callbackSecret),
    ...(config.AIRTEL_HMAC_KEY ? { airtelCallbackHashKey: config.AIRTEL_HMAC_KEY } : {}),
  };
}
