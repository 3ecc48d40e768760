import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { OperatorName } from '@thumba/lending/ledger';
import { type StorePolicy, storePolicy } from '@thumba/lending/store-policy';
import type { FastifyInstance } from 'fastify';
import { type BackOffice, openBackOffice } from './back-office.ts';
import { type Calendar, openCalendar } from './book/calendar/calendar.ts';
import { timeHeaders } from './book/calendar/time-headers.ts';
import { type LiveCatalogue, openCatalogue } from './book/catalogue/catalogue.ts';
import type { Lender } from './book/lender.ts';
import { openLenderSettings } from './book/lender-setting/live-settings.ts';
import { type LinkedLoan, repayLink } from './book/loan/repay-link.ts';
import { createPostingLine, type PostingLine } from './book/posting-line/posting-line.ts';
import { eventOfRefusal } from './book/security-log/refusals.ts';
import { createSecurityLog, type SecurityLog } from './book/security-log/security-log.ts';
import { watchSealing } from './book/security-log/watched-sealing.ts';
import type { Config } from './book/settings/config.ts';
import { pictureStorage } from './book/settings/picture-place.ts';
import { registerAnalyticsRoutes } from './contact/analytics/routes.ts';
import { openChannels } from './contact/channel/channels.ts';
import { decideConversion } from './contact/channel/conversions.ts';
import { registerChannelRoutes } from './contact/channel/routes.ts';
import { registerComplaintRoutes } from './contact/complaint/routes.ts';
import { readMessageTexts } from './contact/message/message-texts.ts';
import { publishWording } from './contact/message/publish-wording.ts';
import { registerMessageRoutes } from './contact/message/routes.ts';
import { registerNoticeRoutes } from './contact/notice/routes.ts';
import { registerWheelRoutes } from './contact/wheel/routes.ts';
import { publishSecrets } from './contact/wheel/secrets.ts';
import { readHome } from './credit/application/home.ts';
import { limitsOf } from './credit/application/limits-of.ts';
import { registerApplicationRoutes } from './credit/application/routes.ts';
import { readSignedContract } from './credit/application/signed-contract.ts';
import { registerWaitingRoutes } from './credit/application/waiting-routes.ts';
import { registerBillRoutes } from './credit/bill/routes.ts';
import { bureauOfConfig, type SimulatedBureau } from './credit/bureau/bureau-of-config.ts';
import { registerCouponRoutes } from './credit/coupon/routes.ts';
import { createEndOfDay, type EndOfDayDeps } from './credit/end-of-day/end-of-day.ts';
import { registerPaperRoutes } from './credit/paper/routes.ts';
import { appHostOf, openFrontDoor, readersOf } from './front-door.ts';
import { registerCallbackRoutes } from './money/payment/callback-routes.ts';
import { operatorOfMobile, toMsisdn } from './money/payment/operators/numbers.ts';
import type { ConnectedOperator, Operators } from './money/payment/operators/operator.ts';
import { openSwitchedOperators } from './money/payment/switched-operators.ts';
import { registerQuickRepaymentRoutes } from './money/quick-repayment/routes.ts';
import { registerClaimRoutes } from './money/reconciliation/routes.ts';
import { registerRepaymentRoutes } from './money/repayment/routes.ts';
import { registerWalletRoutes } from './money/wallet/routes.ts';
import { claimFiles } from './people/authentication/claim-files.ts';
import { openFiles } from './people/authentication/file-rows.ts';
import { answersInWords, formInWords } from './people/authentication/in-words.ts';
import { readProfile } from './people/authentication/queries.ts';
import { registerAuthenticationRoutes } from './people/authentication/routes.ts';
import { isFileId, purgeUnclaimedFiles } from './people/authentication/uploads.ts';
import { requestNetworkHash } from './people/borrower/network-address.ts';
import { registerBorrowerRoutes } from './people/borrower/routes.ts';
import { registerStepUpRoutes } from './people/borrower/step-up-routes.ts';
import { openCard } from './people/card/card-readings.ts';
import { openCardReading } from './people/card/read-card.ts';
import { createCardReader } from './people/card/reading-process.ts';
import { registerConsentRoutes } from './people/consent/routes.ts';
import { registerDeviceRoutes } from './people/device/routes.ts';
import { createFaceWorker } from './people/face/face-worker.ts';
import { registerFaceRoutes } from './people/face/routes.ts';
import { registerMobileChangeRoutes } from './people/mobile-change/routes.ts';
import { registerPushRoutes } from './people/push/routes.ts';
import { personChecks } from './people/screening/check-person.ts';
import { keepLists } from './people/screening/lists.ts';
import { createAuthenticate } from './people/session/authenticate.ts';
import type { GoogleSignIn } from './people/session/google-routes.ts';
import { registerSessionRoutes } from './people/session/routes.ts';
import type { AdmissionFigures } from './platform/admission.ts';
import { registerApiPage } from './platform/api-page/api-page.ts';
import { registerAssetLinks } from './platform/asset-links.ts';
import { type Clock, toDate } from './platform/clock.ts';
import type { Database } from './platform/database.ts';
import { registerHealth } from './platform/health.ts';
import { openLanguages } from './platform/language-files.ts';
import type { Log } from './platform/log.ts';
import type { PostgresFigures } from './platform/postgres/postgres-keeper.ts';
import type { PushGateway } from './platform/push.ts';
import { chanceOf, type Randomness, systemRandomness } from './platform/randomness.ts';
import type { Sealing } from './platform/sealing.ts';
import { registerSecurityTxt } from './platform/security-txt.ts';
import type { Server } from './platform/serve.ts';
import type { SmsGateway } from './platform/sms.ts';
import { registerWebApp } from './platform/web-app.ts';
import { nightlyBackupsOf } from './upkeep/backup/backup-state.ts';
import { knownMigrations } from './upkeep/database-rights/prepare-database.ts';
import { registerMetrics } from './upkeep/metrics/metrics.ts';
import { registerPersonalDataRoutes } from './upkeep/personal-data/routes.ts';
import { watchSchema } from './upkeep/readiness/newer-schema.ts';
import { readinessChecks } from './upkeep/readiness/readiness-checks.ts';
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
  /** The simulated bureau of a demo. */
  simulatedBureau?: SimulatedBureau | undefined;
  operators: Operators;
  /** Where open instructions are asked about, and nothing begins. */
  earlierOperators: readonly ConnectedOperator[];
  lender: Lender;
  /** The address at which borrowers and operators reach this server. */
  publicUrl: string;
  /** The database as its owner, where this process knows it. */
  ownerUrl?: string | undefined;
  /** What became of a PostgreSQL that this program runs. */
  ownPostgres?: (() => PostgresFigures) | undefined;
  /** Unset, that of the system. */
  random?: Randomness;
};

export type App = {
  http: FastifyInstance;
  line: PostingLine;
  calendar: Calendar;
  catalogue: LiveCatalogue;
  endOfDay: EndOfDayDeps;
  executors: BackOffice['executors'];
  securityLog: SecurityLog;
  /** Tells `/readyz` whether this process may be sent traffic. */
  setReady(ready: boolean): void;
  /** Starts what works by itself: payments, messages, the end of day and housekeeping. */
  startWork(): void;
  /** Ends what works by itself, after what it has begun. It can be started again. */
  pauseWork(): Promise<void>;
  /** Stops taking requests and finishes what was taken. */
  close(): Promise<void>;
};

const WEB_APP = path.join(import.meta.dirname, '../../web/dist');

/** Puts the program together: opens what the districts share, and has each district add its routes. */
export async function createApp(unwatched: AppDeps): Promise<App> {
  const deps = withSecurityLog(unwatched);
  const { config, db, clock, sealing, securityLog } = deps;
  const { SERVICE_WORKER: isKeptOnPhones, TENANT: tenant } = config;
  const { http, admission } = await openFrontDoor(deps);
  const parts = await openParts({ ...deps, admission }, http);
  const { calendar, catalogue, line, work } = parts;
  const languages = await openLanguages(config.DRAFT_LANGUAGES);
  await publishSecrets(parts, parts.today());
  await publishWording(db, config.MESSAGE_WORDING, toDate(clock.nowMs()));
  const server: Server = {
    app: http,
    tenant,
    authenticate: createAuthenticate({ db, sealing, clock }),
    answerHeaders: () => timeHeaders(clock, calendar),
    onRefusal: (refusal) => recordRefusal(securityLog, refusal),
  };
  const schema = watchSchema({ ...deps, knownMigrations: await knownMigrations() });
  const stopping = new AbortController();
  const steps = dayEndStepsOf(parts);
  const endOfDay = createEndOfDay({ db, clock, paymentLine: line, steps, signal: stopping.signal });
  let isReady = false;
  registerPeople(server, parts);
  registerCredit(server, parts);
  registerMoney(server, parts);
  registerContact(server, parts);
  registerUpkeep(server, parts);
  const backOffice = await openBackOffice(http, { ...parts, languages, readHomeOf: homesOf(parts) });
  const { callbackSecret } = config.keys;
  await registerCallbackRoutes(http, { ...parts, callbackSecret, driver: work.payments });
  await registerApiPage(http, { ...deps, tenant, mayRead: readersOf(deps, '/docs', config.DOCS_FOR) });
  await registerWebApp(http, config.WEB_APP_DIR ?? WEB_APP, { isKeptOnPhones, tenant, languages });
  registerSecurityTxt(http, deps);
  registerAssetLinks(http, config.ANDROID_APPS);
  registerHealth(http, {
    isReady: () => isReady,
    checks: readinessChecks({ ...deps, schema, line, payments: work.payments }),
  });
  const pauseWork = async () => void (await Promise.all([work.stop(), backOffice.stop()]));
  return {
    http,
    line,
    calendar,
    catalogue,
    endOfDay,
    executors: backOffice.executors,
    securityLog,
    setReady: (value) => {
      isReady = value;
    },
    startWork() {
      work.start({ ...parts, endOfDay, schema }, () => stopping.abort());
      backOffice.start();
    },
    pauseWork,
    async close() {
      isReady = false;
      stopping.abort();
      await http.close();
      await pauseWork();
      await securityLog.flush();
    },
  };
}

function dayEndStepsOf(parts: Parts) {
  const { quietHours } = parts.config;
  const unusedCreditDays = () => parts.lenderSettings.current().unused_credit.days;
  return dayEndSteps({ ...parts, quietHours, unusedCreditDays });
}

function recordRefusal(securityLog: SecurityLog, refusal: Parameters<typeof eventOfRefusal>[0]): void {
  const event = eventOfRefusal(refusal);
  if (event) securityLog.record(event);
}

/** Adds the security log, which takes note of each sealed value that does not open. */
function withSecurityLog(deps: AppDeps) {
  const securityLog = createSecurityLog({
    ...deps,
    networkHashOf: (address) => requestNetworkHash(deps.sealing, address),
  });
  const watched = watchSealing(deps.sealing, securityLog.record);
  const { data, lookup } = deps.sealing.keyNumbers;
  const detail = { dataKeys: data, lookupKeys: lookup };
  securityLog.record({ kind: 'keys_loaded', outcome: 'succeeded', detail });
  return { ...deps, ...watched, securityLog };
}

/** What rooms of several districts need, made once. The type of each room's deps names the parts that it uses. */
type Parts = Awaited<ReturnType<typeof openParts>>;

async function openParts(
  deps: ReturnType<typeof withSecurityLog> & { admission: () => AdmissionFigures },
  http: FastifyInstance,
) {
  const { config, db, clock, sealing, publicUrl } = deps;
  const calendar = await openCalendar(db, clock);
  const catalogue = await openCatalogue(db, clock, () => calendar.today());
  const lenderSettings = await openLenderSettings(deps);
  const work = createWork();
  const { onNewAttempts, onNewMessages, onNewList } = work;
  const lists = keepLists(db);
  const askHolderName = async (operator: OperatorName, mobile: string) =>
    (await deps.operators[operator]?.accountHolder(toMsisdn(mobile)))?.name;
  return {
    ...deps,
    ...(await openSwitchedOperators(deps)),
    random: deps.random ?? systemRandomness,
    work,
    cardReader: createCardReader(deps.log),
    ...{ calendar, catalogue, lenderSettings },
    channels: await openChannels(db),
    files: openFiles(db, sealing, pictureStorage(config)),
    line: createPostingLine({
      db,
      clock,
      sealing: () => sealing,
      onBatch: registerMetrics(http, {
        ...deps,
        mayRead: readersOf(deps, '/metrics', config.METRICS_FOR),
        nightlyBackups: nightlyBackupsOf(config),
      }),
      onNewAttempts,
      onNewMessages,
    }),
    ...{ onNewAttempts, onNewMessages, onNewList },
    today: () => calendar.today(),
    ladderRule: () => catalogue.current().ladder,
    newAttemptId: () => randomUUID(),
    chance: () => chanceOf(deps.random ?? systemRandomness),
    linkOf: (loan: LinkedLoan) => repayLink(publicUrl, sealing, loan),
    operatorOfMobile: (mobile: string) =>
      operatorOfMobile(mobile, lenderSettings.current().operator_prefixes),
    ...{ askHolderName, lists },
    checkPerson: personChecks({ ...deps, lists, askHolderName, openCard }),
    ...bureauOfConfig(deps),
    // The policy of the store that an app came from, which its channel says or the app itself.
    storeOf: (app: { appChannelCode: string; offersLongTermsOnly?: boolean }): StorePolicy | null =>
      app.offersLongTermsOnly || config.STORE_CHANNELS.includes(app.appChannelCode) ? storePolicy : null,
    isUncheckedIdentityValid: config.UNCHECKED_IDENTITY_IS_VALID,
    isDemo: config.demo,
    appHost: appHostOf(publicUrl),
    androidSmsHashes: config.ANDROID_SMS_HASHES,
    codesPerAddressPerHour: config.CODES_PER_ADDRESS_PER_HOUR,
    codeBudget: {
      perHour: config.CODES_PER_HOUR,
      perPrefixPerHour: config.CODES_PER_PREFIX_PER_HOUR,
      leastVerifiedShare: config.CODES_VERIFIED_SHARE,
    },
    freeWrongCodes: {
      perAddress: config.WRONG_CODES_PER_ADDRESS_PER_DAY,
      perNetwork: config.WRONG_CODES_PER_NETWORK_PER_DAY,
    },
  };
}

function registerPeople(server: Server, parts: Parts): void {
  const { config, db, sealing, catalogue, push, work } = parts;
  // SMS are read for the points that the scorecard gives for them, and for nothing else.
  const messageSenders = () =>
    config.READS_MESSAGES && catalogue.current().scorecard.bands.moneyReceivedKwacha
      ? config.MESSAGE_SENDERS
      : null;
  registerSessionRoutes(server, {
    ...parts,
    limits: (caller) => limitsOf(parts, caller.borrowerId, parts.storeOf(caller)),
    profile: (borrowerId) => readProfile(db, sealing, borrowerId),
  });
  registerAuthenticationRoutes(server, {
    ...parts,
    uploadsPerAddressPerHour: config.UPLOADS_PER_ADDRESS_PER_HOUR,
    uploadLimits: {
      atOnce: config.UPLOADS_AT_ONCE,
      perAddressAtOnce: config.UPLOADS_PER_ADDRESS_AT_ONCE,
      maxMegapixels: config.UPLOAD_MEGAPIXELS,
    },
    isFaceRequired: parts.lender.isFaceRequired,
    readCard: openCardReading(parts),
  });
  registerFaceRoutes(server, {
    ...parts,
    engine: createFaceWorker(parts.log),
    isFileId,
    claimFiles: (claim) => claimFiles(db, sealing, claim),
  });
  registerBorrowerRoutes(server, parts);
  registerStepUpRoutes(server, parts);
  registerConsentRoutes(server, {
    ...parts,
    messageSenders,
    sendsPush: push !== undefined,
    asksBureau: parts.bureau !== undefined,
    async onGiven(kind, borrowerId) {
      if (kind === 'marketing' && (await decideConversion(parts, borrowerId))) work.onNewConversions();
    },
  });
  registerDeviceRoutes(server, { ...parts, messageSenders });
  registerPushRoutes(server, parts);
  registerMobileChangeRoutes(server, parts);
}

function registerCredit(server: Server, parts: Parts): void {
  registerApplicationRoutes(server, parts);
  registerWaitingRoutes(server, parts);
  registerBillRoutes(server, parts);
  registerCouponRoutes(server, parts);
  registerPaperRoutes(server, {
    ...parts,
    agreedContract: (borrowerId, loanId) => readSignedContract(parts, borrowerId, loanId),
  });
}

/** The first page of any borrower, for the back office. */
function homesOf(parts: Parts) {
  return (borrowerId: number, appChannelCode: string) =>
    readHome(parts, borrowerId, parts.storeOf({ appChannelCode }));
}

function registerMoney(server: Server, parts: Parts): void {
  const { db, sealing } = parts;
  registerRepaymentRoutes(server, parts);
  registerWalletRoutes(server, parts);
  registerQuickRepaymentRoutes(server, {
    ...parts,
    nameOf: async (borrowerId) => (await readProfile(db, sealing, borrowerId)).name,
  });
  registerClaimRoutes(server, { ...parts, onHint: parts.onNewAttempts });
}

function registerContact(server: Server, parts: Parts): void {
  const { config } = parts;
  registerWheelRoutes(server, parts);
  registerMessageRoutes(server, parts);
  registerChannelRoutes(server, parts);
  registerNoticeRoutes(server, { ...parts, isTold: config.NOTICES });
  registerAnalyticsRoutes(server, {
    ...parts,
    eventsPerAddressPerHour: config.EVENTS_PER_ADDRESS_PER_HOUR,
  });
  registerComplaintRoutes(server, parts);
}

function registerUpkeep(server: Server, parts: Parts): void {
  const { config, db, files, linkOf } = parts;
  registerPersonalDataRoutes(server, {
    ...parts,
    retentionYears: config.RETENTION_YEARS,
    archivePublicKey: config.archivePublicKey,
    formInWords,
    answersInWords,
    messageTexts: (borrowerId) => readMessageTexts(db, borrowerId, linkOf),
    removeFiles: (now) => purgeUnclaimedFiles(db, files, now),
  });
}
