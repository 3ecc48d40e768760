import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { limitOf } from '@thumba/lending/ladder';
import { ZERO } from '@thumba/lending/money';
import { type StorePolicy, storePolicy } from '@thumba/lending/store-policy';
import type { FastifyInstance } from 'fastify';
import { type Calendar, openCalendar } from './book/calendar/calendar.ts';
import { type LiveCatalogue, openCatalogue } from './book/catalogue/catalogue.ts';
import type { Lender } from './book/lender.ts';
import { hasOpenLoan } from './book/loan/queries.ts';
import { type LinkedLoan, repayLink } from './book/loan/repay-link.ts';
import { createPostingLine, type PostingLine } from './book/posting-line/posting-line.ts';
import type { Config } from './book/settings/config.ts';
import { registerAnalyticsRoutes } from './contact/analytics/routes.ts';
import { openChannels } from './contact/channel/channels.ts';
import { pixelOrigins } from './contact/channel/pixel.ts';
import { registerChannelRoutes } from './contact/channel/routes.ts';
import { registerComplaintRoutes } from './contact/complaint/routes.ts';
import { readMessageTexts } from './contact/message/message-texts.ts';
import { publishWording } from './contact/message/publish-wording.ts';
import { registerMessageRoutes } from './contact/message/routes.ts';
import { registerNoticeRoutes } from './contact/notice/routes.ts';
import { registerTurntableRoutes } from './contact/wheel/routes.ts';
import { publishSecrets } from './contact/wheel/secrets.ts';
import { readApplicationFacts } from './credit/application/facts.ts';
import { availableLimit } from './credit/application/offer.ts';
import { registerApplicationRoutes } from './credit/application/routes.ts';
import { readSignedContract } from './credit/application/signed-contract.ts';
import { registerBillRoutes } from './credit/bill/routes.ts';
import { registerCouponRoutes } from './credit/coupon/routes.ts';
import { createEndOfDay, type EndOfDayDeps } from './credit/end-of-day/end-of-day.ts';
import { registerPaperRoutes } from './credit/paper/routes.ts';
import { registerCallbackRoutes } from './money/payment/callback-routes.ts';
import { operatorOfMobile } from './money/payment/operators/numbers.ts';
import type { Operators } from './money/payment/operators/operator.ts';
import { registerQuickRepaymentRoutes } from './money/quick-repayment/routes.ts';
import { registerClaimRoutes } from './money/reconciliation/routes.ts';
import { registerRepaymentRoutes } from './money/repayment/routes.ts';
import { registerWalletRoutes } from './money/wallet/routes.ts';
import { answersInWords, formInWords } from './people/authentication/in-words.ts';
import { readProfile } from './people/authentication/queries.ts';
import { registerAuthenticationRoutes } from './people/authentication/routes.ts';
import { purgeUnclaimedFiles } from './people/authentication/uploads.ts';
import { registerBorrowerRoutes } from './people/borrower/routes.ts';
import { registerConsentRoutes } from './people/consent/routes.ts';
import { registerDeviceRoutes } from './people/device/routes.ts';
import { registerMobileChangeRoutes } from './people/mobile-change/routes.ts';
import { registerPushRoutes } from './people/push/routes.ts';
import { createAuthenticate } from './people/session/authenticate.ts';
import type { GoogleSignIn } from './people/session/google-routes.ts';
import { registerSessionRoutes } from './people/session/routes.ts';
import { registerApiPage } from './platform/api-page.ts';
import { type Clock, toDate } from './platform/clock.ts';
import type { Database } from './platform/database.ts';
import { folderFiles } from './platform/files.ts';
import { registerHealth } from './platform/health.ts';
import { createHttpServer } from './platform/http.ts';
import type { Log } from './platform/log.ts';
import { systemRandomness as random } from './platform/randomness.ts';
import type { Sealing } from './platform/sealing.ts';
import type { Server } from './platform/serve.ts';
import type { SmsGateway } from './platform/sms.ts';
import { registerWebApp } from './platform/web-app.ts';
import type { PushGateway } from './platform/web-push.ts';
import { registerMetrics } from './upkeep/metrics/metrics.ts';
import { registerPersonalDataRoutes } from './upkeep/personal-data/routes.ts';
import { dayEndSteps } from './upkeep/work/day-end-steps.ts';
import { createWork } from './upkeep/work/work.ts';

export type AppDeps = {
  config: Config;
  db: Database;
  clock: Clock;
  log: Log;
  sealing: Sealing;
  sms: SmsGateway;
  /** Unset where no notifications are sent. */
  push: PushGateway | undefined;
  google: GoogleSignIn | undefined;
  operators: Operators;
  lender: Lender;
  /** Where anybody reaches this server. */
  publicUrl: string;
};

export type App = {
  http: FastifyInstance;
  line: PostingLine;
  calendar: Calendar;
  catalogue: LiveCatalogue;
  endOfDay: EndOfDayDeps;
  /** Tells `/readyz` whether this process may be sent traffic. */
  setReady(ready: boolean): void;
  /** Starts what works by itself: payments, messages, the end of day and housekeeping. */
  startWork(): void;
  /** Stops taking requests and finishes what was taken. */
  close(): Promise<void>;
};

const WEB_APP = path.join(import.meta.dirname, '../../web/dist');

export async function createApp(deps: AppDeps): Promise<App> {
  const { config, db, clock, log, sealing, sms, push, google, operators, lender, publicUrl } = deps;
  const calendar = await openCalendar(db, clock);
  const catalogue = await openCatalogue(db, clock);
  const channels = await openChannels(db);
  const ladderRule = () => catalogue.current().ladder;
  const storeOf = storeOfChannel(config.STORE_CHANNELS);
  const today = () => calendar.today();
  const newAttemptId = () => randomUUID();
  const linkOf = (loan: LinkedLoan) => repayLink(publicUrl, sealing, loan);
  await publishSecrets({ db, clock, sealing, random }, today());
  await publishWording(db, config.MESSAGE_WORDING, toDate(clock.nowMs()));
  const files = folderFiles(path.join(config.DATA_DIR, 'files'), sealing);
  const work = createWork();
  const { onNewAttempts, onNewMessages } = work;
  let ready = false;

  const http = await createHttpServer({ log, trustProxy: config.TRUST_PROXY, google });
  const line = createPostingLine({
    db,
    onBatch: registerMetrics(http, { db, isServed: config.METRICS }),
    clock,
    onNewAttempts,
    onNewMessages,
  });
  const server: Server = {
    app: http,
    tenant: config.TENANT,
    authenticate: createAuthenticate({ db, sealing, clock }),
  };
  const stopping = new AbortController();
  const steps = dayEndSteps({
    db,
    clock,
    sealing,
    random,
    quietHours: config.quietHours,
    today,
    onNewMessages,
  });
  const endOfDay = createEndOfDay({ db, clock, payers: line, steps, signal: stopping.signal });
  const operatorOf = (mobile: string) => operatorOfMobile(mobile, config.OPERATOR_PREFIXES);

  const codeSending = {
    db,
    sealing,
    clock,
    random,
    sms,
    log,
    appHost: appHostOf(publicUrl),
    codesPerAddressPerHour: config.CODES_PER_ADDRESS_PER_HOUR,
  };
  registerSessionRoutes(server, {
    ...codeSending,
    google,
    calendar,
    operatorOfMobile: operatorOf,
    limits: (borrowerId, channelCode) =>
      limitsOf({ db, sealing, catalogue }, borrowerId, storeOf(channelCode)),
    profile: (borrowerId) => readProfile(db, sealing, borrowerId),
  });
  registerAuthenticationRoutes(server, {
    db,
    sealing,
    clock,
    calendar,
    files,
    random,
    uploadsPerAddressPerHour: config.UPLOADS_PER_ADDRESS_PER_HOUR,
    isFaceRequired: config.FACE_REQUIRED,
    hasOpenLoan: (borrowerId) => hasOpenLoan(db, borrowerId),
  });
  registerBorrowerRoutes(server, { db, sealing, clock, operatorOfMobile: operatorOf });
  registerApplicationRoutes(server, {
    db,
    sealing,
    clock,
    line,
    lender,
    catalogue,
    storeOf,
    operators,
    today,
    newAttemptId,
  });
  registerBillRoutes(server, { db, sealing, clock, today });
  const collecting = { db, sealing, clock, line, operators, ladderRule, today, newAttemptId };
  registerRepaymentRoutes(server, collecting);
  registerWalletRoutes(server, collecting);
  registerQuickRepaymentRoutes(server, {
    ...collecting,
    operatorOfMobile: operatorOf,
    nameOf: async (borrowerId) => (await readProfile(db, sealing, borrowerId)).name,
  });
  registerClaimRoutes(server, { db, sealing, clock, onHint: onNewAttempts });
  registerCouponRoutes(server, { db, line, today });
  registerTurntableRoutes(server, { db, sealing, clock, random, today });
  // SMS are read for the points that the scorecard gives for them, and for nothing else.
  const messageSenders = () =>
    config.READS_MESSAGES && catalogue.current().scorecard.bands.moneyReceivedKwacha
      ? config.MESSAGE_SENDERS
      : null;
  registerConsentRoutes(server, { db, clock, messageSenders, sendsPush: push !== undefined });
  registerDeviceRoutes(server, { db, sealing, clock, messageSenders });
  registerPushRoutes(server, { db, sealing, clock, push });
  registerMessageRoutes(server, { db, linkOf });
  registerChannelRoutes(server, { channels, pixelUrl: config.AD_PIXEL_URL });
  registerNoticeRoutes(server, { db, today, isTold: config.NOTICES });
  registerAnalyticsRoutes(server, {
    db,
    sealing,
    clock,
    log,
    eventsPerAddressPerHour: config.EVENTS_PER_ADDRESS_PER_HOUR,
  });
  registerComplaintRoutes(server, { db, sealing, clock, lender, today, onNewMessages });
  registerMobileChangeRoutes(server, {
    ...codeSending,
    lender,
    today,
    operatorOfMobile: operatorOf,
    onNewMessages,
  });
  registerPaperRoutes(server, {
    db,
    sealing,
    clock,
    random,
    lender,
    publicUrl,
    today,
    agreedContract: (borrowerId, loanId) =>
      readSignedContract({ db, sealing, catalogue, lender }, borrowerId, loanId),
  });
  registerPersonalDataRoutes(server, {
    ...codeSending,
    calendar,
    files,
    lender,
    retentionYears: config.RETENTION_YEARS,
    formInWords,
    answersInWords,
    messageTexts: (borrowerId) => readMessageTexts(db, borrowerId, linkOf),
    removeFiles: (now) => purgeUnclaimedFiles(db, files, now),
  });
  await registerCallbackRoutes(http, { db, clock, sealing, operators, driver: work.payments });
  await registerApiPage(http);
  await registerWebApp(http, config.WEB_APP_DIR ?? WEB_APP, {
    furtherOrigins: () => pixelOrigins(channels, config.AD_PIXEL_URL),
    isKeptOnPhones: config.SERVICE_WORKER,
  });
  registerHealth(http, { db, isReady: () => ready });

  return {
    http,
    line,
    calendar,
    catalogue,
    endOfDay,
    setReady: (value) => {
      ready = value;
    },
    startWork: () =>
      work.start({
        push,
        ...collecting,
        config,
        log,
        sms,
        files,
        linkOf,
        calendar,
        catalogue,
        channels,
        endOfDay,
      }),
    async close() {
      ready = false;
      stopping.abort();
      await http.close();
      await work.stop();
    },
  };
}

async function limitsOf(
  deps: { db: Database; sealing: Sealing; catalogue: LiveCatalogue },
  borrowerId: number,
  store: StorePolicy | null,
) {
  const facts = await readApplicationFacts(deps, borrowerId);
  return {
    creditLimitNgwee: limitOf(facts.catalogue.ladder, facts.ladder),
    availableLimitNgwee: facts.openLoan ? ZERO : availableLimit(facts, store),
  };
}

/** Phones fill a code in on https pages only. */
function appHostOf(publicUrl: string): string | undefined {
  const { protocol, host } = new URL(publicUrl);
  return protocol === 'https:' ? host : undefined;
}

/** What the store asks that an app of this channel came from; null for every other channel. */
function storeOfChannel(storeChannels: readonly string[]) {
  return (channelCode: string): StorePolicy | null =>
    storeChannels.includes(channelCode) ? storePolicy : null;
}
