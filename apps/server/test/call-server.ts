import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type CallName, calls } from '@thumba/contract/calls';
import { API_BASE, DEFAULT_TENANT, type Envelope } from '@thumba/contract/envelope';
import { signature } from '@thumba/contract/signature';
import { ZERO } from '@thumba/lending/money';
import { pino } from 'pino';
import { expect } from 'vitest';
import { openCalendar } from '../src/book/calendar/calendar.ts';
import { demoLender } from '../src/book/lender.ts';
import { createSecurityLog } from '../src/book/security-log/security-log.ts';
import { keysOf, newKeys } from '../src/book/settings/key-settings.ts';
import { operatorPrefixes } from '../src/book/settings/operator-settings.ts';
import { operatorOfMobile } from '../src/money/payment/operators/numbers.ts';
import { openFiles } from '../src/people/authentication/file-rows.ts';
import { requestNetworkHash } from '../src/people/borrower/network-address.ts';
import { openCardReading } from '../src/people/card/read-card.ts';
import { createCardReader } from '../src/people/card/reading-process.ts';
import { createAuthenticate } from '../src/people/session/authenticate.ts';
import { registerSessionRoutes, type SessionDeps } from '../src/people/session/routes.ts';
import { openDatabase } from '../src/platform/database.ts';
import { createHttpServer } from '../src/platform/http.ts';
import { createLog } from '../src/platform/log.ts';
import { systemRandomness } from '../src/platform/randomness.ts';
import { createSealing } from '../src/platform/sealing.ts';
import { type Server, UNDECLARED_CODE } from '../src/platform/serve.ts';
import type { SmsGateway } from '../src/platform/sms.ts';
import { folderStorage } from '../src/platform/storage.ts';
import { createTestDatabase } from './database.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever data came over the wire.
type Data = any;

export type CallOptions = {
  token?: string;
  params?: Record<string, string | number>;
  query?: Record<string, string | number>;
  body?: unknown;
  headers?: Record<string, string>;
  address?: string;
};

export type CallAnswer = Envelope<Data> & { status: number };
export type CallServer = Awaited<ReturnType<typeof startCallServer>>;
export type CallServerParts = Omit<Awaited<ReturnType<typeof openParts>>, 'close'>;

const sessionParts = {
  codesPerAddressPerHour: 10_000,
  lender: demoLender,
  onNewMessages: () => undefined,
  appHost: undefined,
  androidSmsHashes: [],
  google: undefined,
  operatorOfMobile: (mobile: string) => operatorOfMobile(mobile, operatorPrefixes.parse(undefined)),
  limits: async () => ({ creditLimitNgwee: ZERO, availableLimitNgwee: ZERO }),
  profile: async () => ({ authStep: 1, hasIdentity: false, questionsWaiting: 0 }),
};

/**
 * The calls of a session and those that `register` adds, on a database of their own, with a clock that the test
 * moves.
 */
export async function startCallServer(
  options: { register?(server: Server, parts: CallServerParts): void; session?: Partial<SessionDeps> } = {},
) {
  const { close, ...parts } = await openParts();
  const app = await createHttpServer({ log: parts.log, trustProxy: false });
  const server: Server = { app, authenticate: createAuthenticate(parts), tenant: DEFAULT_TENANT };
  registerSessionRoutes(server, {
    ...parts,
    ...sessionParts,
    ...options.session,
  });
  options.register?.(server, parts);
  await app.ready();

  async function call(name: CallName, options: CallOptions = {}): Promise<CallAnswer> {
    const { method, path: template, token: isSigned } = calls[name];
    const place = template.replaceAll(/\{(\w+)\}/g, (_part, key) => String(options.params?.[key]));
    const response = await app.inject({
      method,
      url: API_BASE + place,
      query: Object.fromEntries(
        Object.entries(options.query ?? {}).map(([key, value]) => [key, String(value)]),
      ),
      headers: {
        'x-tenantid': DEFAULT_TENANT,
        ...(isSigned ? signedHeaders(options.token ?? '', parts.clock.nowMs()) : {}),
        ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
        ...options.headers,
      },
      remoteAddress: options.address ?? '127.0.0.1',
      ...(method === 'POST' ? { payload: textOf(options.body) } : {}),
    });
    return { status: response.statusCode, ...response.json() };
  }

  async function requestCode(mobile: string, options: CallOptions = {}): Promise<string> {
    const answer = await call('sendSmsCode', {
      address: addressOf(mobile),
      ...options,
      params: { phone: mobile },
    });
    expect(answer).toMatchObject({ code: 200 });
    return parts.sms.sent.findLast((message) => message.mobile === mobile)!.text.slice(0, 4);
  }

  async function signIn(mobile: string): Promise<{ token: string; id: number; appRedirectStatus: number }> {
    const deviceSecret = deviceSecretOf(mobile);
    const captcha = await requestCode(mobile, { headers: { deviceSecret } });
    const answer = await call('mobileLogin', {
      address: addressOf(mobile),
      body: { mobile, captcha, deviceSecret },
    });
    expect(answer).toMatchObject({ code: 200 });
    return answer.data;
  }

  return {
    ...parts,
    app,
    call,
    requestCode,
    signIn,
    async stop() {
      expect(parts.logLines.filter((line) => line.includes(UNDECLARED_CODE))).toEqual([]);
      await app.close();
      await close();
    },
  };
}

/** The secret of the one device that a borrower of the tests signs in from. */
export function deviceSecretOf(mobile: string): string {
  return createHash('sha256').update(mobile).digest('base64url');
}

async function openParts() {
  const database = await createTestDatabase();
  const folder = await mkdtemp(path.join(tmpdir(), 'thumba-calls-'));
  const db = openDatabase({ url: database.programUrl });
  // Its tables, as their owner.
  const owner = openDatabase({ url: database.url, maxConnections: 2 });
  const sealing = createSealing(keysOf(newKeys()));
  const clock = movableClock(Date.parse('2026-11-21T08:00:00Z'));
  const { log, lines } = recordedLog();
  const networkHashOf = (address: string) => requestNetworkHash(sealing, address);
  const securityLog = createSecurityLog({ db, clock, log, networkHashOf });
  const files = openFiles(db, sealing, folderStorage(folder));
  const cardReader = createCardReader(log);
  return {
    db,
    owner,
    securityLog,
    sealing,
    clock,
    calendar: await openCalendar(db, clock),
    files,
    readCard: openCardReading({ db, sealing, files, clock, cardReader }),
    folder,
    sms: recordedSms(),
    codeBudget: { perHour: 1_000_000, perPrefixPerHour: 1_000_000, leastVerifiedShare: 0 },
    freeWrongCodes: { perAddress: 10_000, perNetwork: 10_000 },
    random: systemRandomness,
    log,
    logLines: lines,
    async close() {
      await securityLog.flush();
      await Promise.all([db.close(), owner.close()]);
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export function signedHeaders(token: string, nowMs: number, uid = 'b52d7d2e-1c1f-4d0e-8d0c-1f0f6a4f9f11') {
  const nonce = randomBytes(6).toString('base64url').slice(0, 6);
  const timestamp = String(nowMs);
  return { token, uid, nonce, timestamp, sign: signature(uid, nonce, timestamp) };
}

/** Each phone comes from an address of its own, so that a test of many phones meets no limit by chance. */
export function addressOf(mobile: string): string {
  const last = Number(mobile.slice(-6));
  return `10.${(last >> 16) & 255}.${(last >> 8) & 255}.${last & 255}`;
}

function textOf(body: unknown): string {
  return typeof body === 'string' ? body : JSON.stringify(body ?? {});
}

export function movableClock(startMs: number) {
  let nowMs = startMs;
  return {
    nowMs: () => nowMs,
    set(instant: string) {
      nowMs = Date.parse(instant);
    },
    advance(by: { days?: number; hours?: number; minutes?: number; seconds?: number }) {
      const hours = (by.days ?? 0) * 24 + (by.hours ?? 0);
      nowMs += ((hours * 60 + (by.minutes ?? 0)) * 60 + (by.seconds ?? 0)) * 1000;
    },
  };
}

/** The network as far as the server sees it: it takes a text or refuses it. */
function recordedSms(): SmsGateway & { sent: { mobile: string; text: string }[]; isDown: boolean } {
  const sent: { mobile: string; text: string }[] = [];
  return {
    sent,
    isDown: false,
    async send(message) {
      if (this.isDown) throw new Error('the SMS gateway answered 503');
      sent.push(message);
    },
  };
}

/** The server's own log, with its lines kept instead of printed. */
export function recordedLog() {
  const lines: string[] = [];
  const log = createLog({ level: 'debug', service: 'test' });
  Object.assign(log, { [pino.symbols.streamSym]: { write: (line: string) => lines.push(line) } });
  return { log, lines };
}
