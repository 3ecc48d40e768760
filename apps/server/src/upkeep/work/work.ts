import type { Day } from '@thumba/lending/day';
import type { Calendar } from '../../book/calendar/calendar.ts';
import type { LiveCatalogue } from '../../book/catalogue/catalogue.ts';
import { readKeyRegistry } from '../../book/keys/key-registry.ts';
import type { LiveSettings } from '../../book/lender-setting/live-settings.ts';
import type { LinkedLoan } from '../../book/loan/repay-link.ts';
import type { OperatorSwitch } from '../../book/payment-attempt/operator-switch.ts';
import { purgeCallbacks } from '../../book/payment-attempt/purge-callbacks.ts';
import { purgeSecurityEvents } from '../../book/security-log/events.ts';
import type { Config } from '../../book/settings/config.ts';
import { purgeTraces } from '../../book/trace/borrower-trace.ts';
import { purgeAnalytics } from '../../contact/analytics/events.ts';
import type { Channels } from '../../contact/channel/channels.ts';
import { startConversionSender } from '../../contact/channel/conversion-sender.ts';
import { purgeConversions } from '../../contact/channel/conversions.ts';
import { conversionsApi } from '../../contact/channel/conversions-api.ts';
import { startMessageSender } from '../../contact/message/sender.ts';
import { withdrawUntrue } from '../../contact/reminder/withdraw-reminders.ts';
import { lapseCounterOffers } from '../../credit/application/answer-offer.ts';
import { lapseEvidence } from '../../credit/application/evidence.ts';
import { type EndOfDayDeps, runEndOfDay } from '../../credit/end-of-day/end-of-day.ts';
import { purgePaperDownloads } from '../../credit/paper/commands.ts';
import { type AttemptDriver, startAttemptDriver } from '../../money/payment/attempt-driver.ts';
import { longestWaitMs } from '../../money/payment/operators/operator-http.ts';
import { closeClaims } from '../../money/reconciliation/claims.ts';
import { writeMissingPrefixes } from '../../people/authentication/name-prefixes.ts';
import { giveUpPictures } from '../../people/authentication/picture-retention.ts';
import { purgeUnclaimedFiles } from '../../people/authentication/uploads.ts';
import { purgeWelcomedNumbers } from '../../people/borrower/admission.ts';
import { purgeCodeHours } from '../../people/borrower/code-budget.ts';
import { purgeCodes } from '../../people/borrower/mobile-code.ts';
import { purgeStepUpCodes } from '../../people/borrower/step-up-code.ts';
import { purgeUsesOfDay } from '../../people/borrower/uses-of-day.ts';
import { openCard } from '../../people/card/card-readings.ts';
import { purgeFrameMarks } from '../../people/face/frame-marks.ts';
import { goOnComparing } from '../../people/screening/comparison.ts';
import type { ScreeningLists } from '../../people/screening/lists.ts';
import { purgeSeenRequests } from '../../people/session/authenticate.ts';
import { purgeSessions } from '../../people/session/commands.ts';
import { purgeGoogleTokens } from '../../people/session/google-account.ts';
import { HOUR_MS, lusakaDay, toDate } from '../../platform/clock.ts';
import { LONGEST_ANSWER_MS, openDatabase } from '../../platform/database.ts';
import type { Files } from '../../platform/files.ts';
import { purgeGrowingPauses } from '../../platform/growing-pause.ts';
import { purgeCountedUses } from '../../platform/limit.ts';
import type { Log } from '../../platform/log.ts';
import type { PushGateway } from '../../platform/push.ts';
import type { SmsGateway } from '../../platform/sms.ts';
import { startWorkLoop, type WorkLoop } from '../../platform/work-loop.ts';
import { lookAtPayments } from '../../staff/compliance/look-at-payments.ts';
import { type NightlyBackups, startNightlyBackups } from '../backup/nightly-loop.ts';
import { bindValues } from '../keys/rotate-keys.ts';
import { archiveDeletedAccounts } from '../personal-data/archive.ts';
import { eraseOnceADay, eraseWhatIsDue } from '../personal-data/delete-account.ts';
import { purgeDataDownloads } from '../personal-data/downloads.ts';
import type { SchemaWatch } from '../readiness/newer-schema.ts';
import { startErasureKeeping } from './erasure-keeping.ts';

type AttemptDeps = Parameters<typeof startAttemptDriver>[0];

export type WorkDeps = Pick<
  AttemptDeps,
  | 'db'
  | 'line'
  | 'clock'
  | 'sealing'
  | 'operators'
  | 'earlierOperators'
  | 'today'
  | 'ladderRule'
  | 'log'
  | 'newAttemptId'
  | 'chance'
> & {
  config: Config;
  sms: SmsGateway;
  push: PushGateway | undefined;
  files: Files;
  linkOf: (loan: LinkedLoan) => string;
  calendar: Calendar;
  catalogue: LiveCatalogue;
  channels: Channels;
  lenderSettings: LiveSettings;
  operatorSwitch: OperatorSwitch;
  endOfDay: EndOfDayDeps;
  publicUrl: string;
  ownerUrl?: string | undefined;
  schema: SchemaWatch;
  lists: () => Promise<ScreeningLists>;
};

/** What works by itself beside the requests; these can tell it that there is something new to do. */
export type Work = {
  onNewAttempts(): void;
  onNewMessages(): void;
  onNewConversions(): void;
  /** A list of people was imported. */
  onNewList(): void;
  /** The driver of payment attempts, once it works. */
  payments(): AttemptDriver | undefined;
  /** Until the schema is newer than the program, which `onNewerSchema` tells. */
  start(deps: WorkDeps, onNewerSchema: () => void): void;
  stop(): Promise<void>;
};

const CLAIM_LOOK_MS = 2_000;
const MIDNIGHT_LOOK_MS = 20_000;
/** Below the five seconds in which each process offers a new version, so that a slow look is in time too. */
export const CHANGES_LOOK_MS = 2_000;
const COMPARISON_LOOK_MS = 20_000;
const ALERTS_LOOK_MS = 20_000;
const HOUSEKEEPING_MS = 5 * 60_000;

/*
 * Deadlines of work over whole tables. Each of its statements has a limit of its own, so they only end what waits for
 * something else.
 */
/** Several days may be ended at once, as after a night without a server. */
const DAYS_DEADLINE_MS = 6 * HOUR_MS;
const HOUSEKEEPING_DEADLINE_MS = HOUR_MS;
/** After this time a turn of binding ends by itself, and the next one goes on. */
const BINDING_TURN_MS = 15 * 60_000;
const BINDING_DEADLINE_MS = 2 * BINDING_TURN_MS;

export function createWork(): Work {
  const loops: EndedLoop[] = [];
  let payments: AttemptDriver | undefined;
  let messages: WorkLoop | undefined;
  let conversions: WorkLoop | undefined;
  let comparison: WorkLoop | undefined;
  const onNewMessages = () => messages?.poke();
  /** What callbacks name from here on waits for the next process. */
  const leaveCallbacks = () => {
    payments = undefined;
  };
  const stop = async () => {
    leaveCallbacks();
    // It can be started again.
    await Promise.all(loops.splice(0).map((loop) => loop.stop()));
  };
  return {
    onNewAttempts: () => payments?.poke(),
    onNewMessages,
    onNewConversions: () => conversions?.poke(),
    onNewList: () => comparison?.poke(),
    payments: () => payments,
    start(deps, onNewerSchema) {
      payments = startPayments(deps, onNewMessages);
      messages = startMessages(deps);
      conversions = startConversions(deps);
      comparison = startComparison(deps);
      loops.push(payments, messages, conversions, comparison, startAlerts(deps));
      loops.push(startClaims(deps, onNewMessages), startDays(deps), startNewVersions(deps));
      loops.push(startHousekeeping(deps), startBindingValues(deps));
      const erasures = startErasureKeeping({ ...deps, settings: deps.config });
      if (erasures) loops.push(erasures);
      if (deps.config.BACKUP_TO !== undefined) loops.push(startNightlyBackups(deps));
      const watching = deps.schema.start(() => {
        onNewerSchema();
        leaveCallbacks();
        void beginNoMore(loops, deps.log);
      });
      loops.push(watching);
    },
    stop,
  };
}

type EndedLoop = WorkLoop & Partial<Pick<NightlyBackups, 'beginNoMore'>>;

/** Ends the loops while the process goes on. What they have begun ends by itself. */
export async function beginNoMore(loops: readonly EndedLoop[], log: Log): Promise<void> {
  const endings = loops.map(async (loop) => {
    try {
      await (loop.beginNoMore?.() ?? loop.stop());
    } catch (error) {
      log.error({ err: error }, 'a work loop could not be ended');
    }
  });
  await Promise.all(endings);
}

function startPayments({ config, ...deps }: WorkDeps, onNewMessages: () => void): AttemptDriver {
  return startAttemptDriver({
    ...deps,
    onNewMessages,
    claimMs: claimMsOf(config),
    giveUpBeforeSendingMs: config.OPERATOR_GIVE_UP_BEFORE_SENDING_MS,
    promptSeconds: config.PROMPT_SECONDS,
    floatReserves: () => deps.lenderSettings.current().float_reserve,
    floatAskEveryMs: config.FLOAT_ASK_SECONDS * 1000,
    forgetsAfterMs: inMilliseconds(config.OPERATOR_FORGETS_AFTER_HOURS),
  });
}

function inMilliseconds({ mtn, airtel, zamtel }: Config['OPERATOR_FORGETS_AFTER_HOURS']) {
  return { mtn: mtn * HOUR_MS, airtel: airtel * HOUR_MS, zamtel: zamtel * HOUR_MS };
}

/** A call waits for its place, then for its turn, then for its answer, and the answer is written down. */
function claimMsOf(config: Config): number {
  const answerMs = longestAnswerMs(config);
  return 2 * longestWaitMs(answerMs) + answerMs + 2_000;
}

/** Zamtel answers when its customer has. */
function longestAnswerMs(config: Config): number {
  return config.ZAMTEL_BASE_URL
    ? Math.max(config.OPERATOR_TIMEOUT_MS, config.ZAMTEL_TIMEOUT_MS)
    : config.OPERATOR_TIMEOUT_MS;
}

function startMessages(deps: WorkDeps): WorkLoop {
  return startMessageSender({
    ...deps,
    quietHours: deps.config.quietHours,
    withdrawUntrue: (reminders) => withdrawUntrue(deps, reminders),
  });
}

function startConversions(deps: WorkDeps): WorkLoop {
  const { config, publicUrl } = deps;
  const reportConversion = conversionsApi({ baseUrl: config.AD_CONVERSIONS_URL, publicUrl });
  return startConversionSender({ ...deps, reportConversion });
}

function startComparison({ db, sealing, clock, lists, log }: WorkDeps): WorkLoop {
  return startWorkLoop({
    everyMs: COMPARISON_LOOK_MS,
    onError: (error) => log.error({ err: error }, 'borrowers could not be compared with the lists'),
    async takeBatch() {
      const isMore = await goOnComparing({ db, sealing, openCard, lists }, toDate(clock.nowMs()));
      return isMore ? 1 : 0;
    },
  });
}

function startAlerts({ db, sealing, clock, log }: WorkDeps): WorkLoop {
  return startWorkLoop({
    everyMs: ALERTS_LOOK_MS,
    onError: (error) => log.error({ err: error }, 'payments could not be looked at by the rules of alerts'),
    takeBatch: () => lookAtPayments({ db, sealing }, toDate(clock.nowMs())),
  });
}

function startClaims({ db, sealing, clock, today, log }: WorkDeps, onNewMessages: () => void): WorkLoop {
  return startWorkLoop({
    everyMs: CLAIM_LOOK_MS,
    onError: (error) => log.error({ err: error }, 'claims could not be closed'),
    async takeBatch() {
      const closed = await closeClaims({ db, sealing }, toDate(clock.nowMs()), today());
      if (closed > 0) onNewMessages();
      return closed;
    },
  });
}

export function startDays({
  calendar,
  endOfDay,
  today,
  log,
}: Pick<WorkDeps, 'calendar' | 'endOfDay' | 'today' | 'log'>): WorkLoop {
  const patient = { ...endOfDay, db: endOfDay.db.withAnswerLimit(LONGEST_ANSWER_MS) };
  return startWorkLoop({
    everyMs: MIDNIGHT_LOOK_MS,
    deadlineMs: DAYS_DEADLINE_MS,
    onError: (error) => log.error({ err: error }, 'the end of day could not be finished'),
    async takeBatch() {
      await calendar.refresh();
      const ended = await runEndOfDay(patient, today());
      if (ended.days > 0) log.info(ended, 'days were ended');
      return 0;
    },
  });
}

/** A planned version counts from its day on, so the day is read too: the demo's date is moved by another process. */
function startNewVersions(deps: WorkDeps): WorkLoop {
  const { calendar, catalogue, channels, lenderSettings, operatorSwitch, log } = deps;
  return startWorkLoop({
    everyMs: CHANGES_LOOK_MS,
    onError: (error) => log.error({ err: error }, 'changes made in the console could not be read'),
    async takeBatch() {
      await Promise.all([lenderSettings.refresh(), operatorSwitch.refresh()]);
      await calendar.refresh();
      await catalogue.refresh();
      await channels.refresh();
      return 0;
    },
  });
}

/**
 * Seals for their rows what earlier versions sealed for no row, while the program works. Only the owner may: some of it is
 * in the history.
 */
export function startBindingValues({
  db,
  ownerUrl,
  sealing,
  files,
  clock,
  log,
}: Pick<WorkDeps, 'db' | 'ownerUrl' | 'sealing' | 'files' | 'clock' | 'log'>): WorkLoop {
  let isBound = false;
  let isStopping = false;
  async function bind(url: string): Promise<void> {
    const owner = openDatabase({ url, maxConnections: 2, answerMs: LONGEST_ANSWER_MS });
    const endsAt = performance.now() + BINDING_TURN_MS;
    try {
      const { unreadable } = await bindValues({
        db: owner,
        sealing,
        files,
        nowMs: clock.nowMs,
        isStopping: () => isStopping || performance.now() >= endsAt,
        say: (line) => log.info(line),
      });
      if (unreadable.length > 0) {
        log.error({ unreadable: unreadable.length }, 'stored values do not open: run the doctor');
      }
    } finally {
      await owner.close();
    }
  }
  const loop = startWorkLoop({
    everyMs: HOUSEKEEPING_MS,
    deadlineMs: BINDING_DEADLINE_MS,
    onError: (error) =>
      log.error({ err: error }, 'values of an earlier version could not all be sealed anew'),
    async takeBatch() {
      isBound ||= (await readKeyRegistry(db)).isBound;
      if (isBound) return 0;
      if (ownerUrl !== undefined) await bind(ownerUrl);
      else log.warn('values of an earlier version are bound to no row yet: run "npm run rotate-keys"');
      return 0;
    },
  });
  return {
    ...loop,
    stop() {
      isStopping = true;
      return loop.stop();
    },
  };
}

export function startHousekeeping({
  clock,
  today,
  files,
  log,
  sealing,
  config,
  line,
  ...deps
}: Pick<WorkDeps, 'db' | 'line' | 'clock' | 'today' | 'files' | 'log' | 'sealing' | 'config'>): WorkLoop {
  const db = deps.db.withAnswerLimit(LONGEST_ANSWER_MS);
  let retainedOn: Day | undefined;
  return startWorkLoop({
    everyMs: HOUSEKEEPING_MS,
    deadlineMs: HOUSEKEEPING_DEADLINE_MS,
    onError: (error) => log.error({ err: error }, 'housekeeping could not be finished'),
    async takeBatch() {
      const now = toDate(clock.nowMs());
      await lapseEvidence({ db, line, clock, today });
      await lapseCounterOffers({ db, line, clock, today });
      await purgeSeenRequests(db, now);
      await purgeCountedUses(db, now);
      await purgeFrameMarks(db, now);
      await purgeUsesOfDay(db, { businessDay: today(), lusakaDay: lusakaDay(now.getTime()) });
      await purgeCodes(db, now);
      await purgeCodeHours(db, now);
      await purgeGrowingPauses(db, now);
      await purgeStepUpCodes(db, now);
      await purgeWelcomedNumbers(db, today());
      await purgeTraces(db, now);
      await purgeCallbacks(db, now);
      await purgeSecurityEvents(db, now);
      await purgeSessions(db, now);
      await eraseWhatIsDue(db, now, today());
      if (retainedOn !== today()) {
        retainedOn = today();
        await eraseOnceADay(db, retainedOn);
        const { SELFIE_DAYS: selfieDays, FACE_FRAME_DAYS: frameDays } = config;
        await giveUpPictures(db, { selfieDays, frameDays }, now);
      }
      await archiveDeletedAccounts({ db, sealing, files, archivePublicKey: config.archivePublicKey }, now);
      await purgeGoogleTokens(db, now);
      await purgeUnclaimedFiles(db, files, now);
      await purgeDataDownloads(db, now);
      await purgePaperDownloads(db, now);
      await purgeAnalytics(db, now);
      await purgeConversions(db, now);
      await writeMissingPrefixes({ db, sealing });
      return 0;
    },
  });
}
