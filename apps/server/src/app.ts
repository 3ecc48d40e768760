import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import path from 'node:path';
import { limitOf } from '@thumba/lending/ladder';
import { ZERO } from '@thumba/lending/money';
import type { FastifyInstance } from 'fastify';
import { readApplicationFacts } from './application/facts.ts';
import { availableLimit } from './application/offer.ts';
import { registerApplicationRoutes } from './application/routes.ts';
import { readProfile } from './authentication/queries.ts';
import { registerAuthenticationRoutes } from './authentication/routes.ts';
import { purgeUnclaimedFiles } from './authentication/uploads.ts';
import { registerBillRoutes } from './bill/routes.ts';
import { purgeCodes } from './borrower/mobile-code.ts';
import { registerBorrowerRoutes } from './borrower/routes.ts';
import { runEndOfDay } from './endofday/end-of-day.ts';
import type { Lender } from './loan/lender.ts';
import { createPostingLine, type PostingLine } from './loan/posting-line.ts';
import { hasOpenLoan } from './loan/queries.ts';
import { registerMessageRoutes } from './message/routes.ts';
import { startMessageSender } from './message/sender.ts';
import { startAttemptDriver } from './payment/attempt-driver.ts';
import { registerCallbackRoutes } from './payment/callback-routes.ts';
import { defaultPrefixTable, operatorOfMobile } from './payment/operators/numbers.ts';
import type { Operators } from './payment/operators/operator.ts';
import { registerApiPage } from './platform/api-page.ts';
import { type Calendar, openCalendar } from './platform/calendar.ts';
import { type Clock, toDate } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import type { Database } from './platform/database.ts';
import { folderFiles } from './platform/files.ts';
import { registerHealth } from './platform/health.ts';
import { createHttpServer } from './platform/http.ts';
import type { Log } from './platform/log.ts';
import { registerMetrics } from './platform/metrics.ts';
import type { Sealing } from './platform/sealing.ts';
import type { Server } from './platform/serve.ts';
import type { SmsGateway } from './platform/sms.ts';
import { registerWebApp } from './platform/web-app.ts';
import { startWorkLoop, type WorkLoop } from './platform/work-loop.ts';
import { registerRepaymentRoutes } from './repayment/routes.ts';
import { createAuthenticate, purgeSeenRequests } from './session/authenticate.ts';
import { purgeSessions } from './session/commands.ts';
import { registerSessionRoutes } from './session/routes.ts';

export type AppDeps = {
  config: Config;
  db: Database;
  clock: Clock;
  log: Log;
  sealing: Sealing;
  sms: SmsGateway;
  operators: Operators;
  lender: Lender;
};

export type App = {
  http: FastifyInstance;
  line: PostingLine;
  calendar: Calendar;
  /** Tells `/readyz` whether this process may be sent traffic. */
  setReady(ready: boolean): void;
  /** Starts what works by itself: payments, messages, the end of day and housekeeping. */
  startWork(): void;
  /** Stops taking requests and finishes what was taken. */
  close(): Promise<void>;
};

const WEB_APP = path.join(import.meta.dirname, '../../web/dist');
const MIDNIGHT_LOOK_MS = 20_000;
const HOUSEKEEPING_MS = 5 * 60_000;

export async function createApp(deps: AppDeps): Promise<App> {
  const { config, db, clock, log, sealing, sms, operators, lender } = deps;
  const calendar = await openCalendar(db, clock);
  const today = () => calendar.today();
  const newAttemptId = () => randomUUID();
  const files = folderFiles(path.join(config.DATA_DIR, 'files'), sealing);
  const works: WorkLoop[] = [];
  let payments: WorkLoop | undefined;
  let messages: WorkLoop | undefined;
  let ready = false;

  const http = await createHttpServer({ log, trustProxy: config.TRUST_PROXY });
  const line = createPostingLine({
    db: registerMetrics(http, { db, isServed: config.METRICS ?? config.demo }),
    clock,
    onNewAttempts: () => payments?.poke(),
    onNewMessages: () => messages?.poke(),
  });
  const server: Server = {
    app: http,
    tenant: config.TENANT,
    authenticate: createAuthenticate({ db, sealing, clock }),
  };
  const operatorOf = (mobile: string) => operatorOfMobile(mobile, defaultPrefixTable);

  registerSessionRoutes(server, {
    db,
    sealing,
    clock,
    calendar,
    random: { randomInt, randomBytes },
    sms,
    log,
    codesPerAddressPerHour: config.CODES_PER_ADDRESS_PER_HOUR ?? (config.demo ? 10_000 : 600),
    operatorOfMobile: operatorOf,
    limits: (borrowerId) => limitsOf(deps, borrowerId),
    profile: (borrowerId) => readProfile(db, sealing, borrowerId),
  });
  registerAuthenticationRoutes(server, {
    db,
    sealing,
    clock,
    calendar,
    files,
    random: { randomBytes },
    uploadsPerAddressPerHour: config.UPLOADS_PER_ADDRESS_PER_HOUR ?? (config.demo ? 10_000 : 600),
    isFaceRequired: config.FACE_REQUIRED,
    hasOpenLoan: (borrowerId) => hasOpenLoan(db, borrowerId),
  });
  registerBorrowerRoutes(server, { db, sealing, clock, operatorOfMobile: operatorOf });
  registerApplicationRoutes(server, { db, sealing, line, lender, operators, today, newAttemptId });
  registerBillRoutes(server, { db, sealing, today });
  registerRepaymentRoutes(server, {
    db,
    sealing,
    clock,
    line,
    operators,
    ladderRule: lender.ladder,
    today,
    newAttemptId,
  });
  registerMessageRoutes(server, { db });
  await registerCallbackRoutes(http, { db, clock, sealing, operators, onHint: () => payments?.poke() });
  await registerApiPage(http);
  await registerWebApp(http, WEB_APP);
  registerHealth(http, { db, isReady: () => ready });

  function startWork(): void {
    payments = startAttemptDriver({
      db,
      line,
      clock,
      sealing,
      operators,
      today,
      ladderRule: lender.ladder,
      log,
      claimMs: config.OPERATOR_TIMEOUT_MS + 2_000,
      giveUpBeforeSendingMs: config.OPERATOR_GIVE_UP_BEFORE_SENDING_MS,
      promptSeconds: config.PROMPT_SECONDS,
    });
    messages = startMessageSender({ db, clock, sealing, sms, log });
    const days = startWorkLoop({
      everyMs: MIDNIGHT_LOOK_MS,
      onError: (error) => log.error({ err: error }, 'the end of day could not be finished'),
      async takeBatch() {
        await calendar.refresh();
        await runEndOfDay({ db, line }, today());
        return 0;
      },
    });
    const housekeeping = startWorkLoop({
      everyMs: HOUSEKEEPING_MS,
      onError: (error) => log.error({ err: error }, 'housekeeping could not be finished'),
      async takeBatch() {
        const now = toDate(clock.nowMs());
        await purgeSeenRequests(db, now);
        await purgeCodes(db, now);
        await purgeSessions(db, now);
        await purgeUnclaimedFiles(db, files, now);
        return 0;
      },
    });
    works.push(payments, messages, days, housekeeping);
  }

  return {
    http,
    line,
    calendar,
    setReady: (value) => {
      ready = value;
    },
    startWork,
    async close() {
      ready = false;
      await http.close();
      await Promise.all(works.map((work) => work.stop()));
    },
  };
}

async function limitsOf({ db, sealing, lender }: AppDeps, borrowerId: number) {
  const facts = await readApplicationFacts({ db, sealing }, borrowerId);
  return {
    creditLimitNgwee: limitOf(lender.ladder, facts.ladder),
    availableLimitNgwee: facts.openLoan ? ZERO : availableLimit(lender, facts),
  };
}
