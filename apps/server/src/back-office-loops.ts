import type { Day } from '@thumba/lending/day';
import { countTotalledDays } from './accounting/book-day/count-book-days.ts';
import { continueOrder } from './accounting/month-end/orders.ts';
import { makeDueFile, scheduleFolder } from './accounting/schedule/make-files.ts';
import type { Config } from './book/settings/config.ts';
import { giveNextCoupons } from './credit/coupon/campaigns.ts';
import { goOnWithRuns } from './credit/what-if/runs.ts';
import { closeAgreed } from './money/reconciliation/close-agreed.ts';
import { toDate } from './platform/clock.ts';
import { LONGEST_ANSWER_MS } from './platform/database.ts';
import { startWorkLoop, type WorkLoop } from './platform/work-loop.ts';
import { isRelated } from './staff/access/relations.ts';
import { purgeStaffSessions } from './staff/access/sessions.ts';
import { purgeClaims } from './staff/application/claims.ts';
import { ALL_REPORTS } from './staff/closing/all-reports.ts';
import { impairmentStep } from './staff/closing/impairment-step.ts';
import { continueRequests, type RequestDeps } from './staff/request/answer-request.ts';
import { type BatchDeps, continueBatch } from './staff/request/difference-batch.ts';

type LoopDeps = RequestDeps &
  Omit<BatchDeps, 'isRelatedStaff'> & { today(): Day; config: Pick<Config, 'DATA_DIR'> };

const LOOK_MS = 30_000;
const DEADLINE_MS = 10 * 60_000;
const MONTH_END_MS = 60 * 60_000;
/** A count that failed took minutes of the database, and only reports wait for it. */
const COUNT_AGAIN_MS = 15 * 60_000;

export type OfficeLoops = {
  /** Many differences are to be resolved, beginning now. */
  onNewBatch(): void;
  /** A draft of the rules is to be tried over past applications, beginning now. */
  onNewRun(): void;
  /** The end of a month is to be run, beginning now. */
  onNewMonthEnd(): void;
  /** A file of a schedule is to be made, beginning now. */
  onNewFile(): void;
  start(deps: LoopDeps): void;
  stop(): Promise<void>;
};

/** What the back office does by itself: requests that were approved, differences that are resolved together, what-ifs. */
export function createOfficeLoops(): OfficeLoops {
  let requests: WorkLoop | undefined;
  let batches: WorkLoop | undefined;
  let runs: WorkLoop | undefined;
  let campaigns: WorkLoop | undefined;
  let monthEnds: WorkLoop | undefined;
  let counts: WorkLoop | undefined;
  let files: WorkLoop | undefined;
  return {
    onNewBatch: () => batches?.poke(),
    onNewRun: () => runs?.poke(),
    onNewMonthEnd: () => monthEnds?.poke(),
    onNewFile: () => files?.poke(),
    start(deps) {
      requests = startRequests(deps);
      batches = startBatches(deps);
      runs = startRuns(deps);
      campaigns = startCampaigns(deps);
      monthEnds = startMonthEnds(deps);
      counts = startBookCounts(deps);
      files = startFiles(deps);
    },
    async stop() {
      const all = [requests, batches, runs, campaigns, monthEnds, counts, files];
      await Promise.all(all.map((loop) => loop?.stop()));
    },
  };
}

function startRequests(deps: LoopDeps): WorkLoop {
  const { db, clock, log } = deps;
  return startWorkLoop({
    everyMs: LOOK_MS,
    deadlineMs: DEADLINE_MS,
    onError: (error) => log.error({ err: error }, 'requests of staff could not be continued'),
    async takeBatch() {
      const now = toDate(clock.nowMs());
      await purgeStaffSessions(db, now);
      await purgeClaims(db, now);
      await continueRequests(deps);
      await closeAgreed(deps);
      return 0;
    },
  });
}

function startBatches(deps: LoopDeps): WorkLoop {
  return startWorkLoop({
    everyMs: LOOK_MS,
    deadlineMs: DEADLINE_MS,
    onError: (error) => deps.log.error({ err: error }, 'differences could not be resolved together'),
    takeBatch: () =>
      continueBatch({
        ...deps,
        isRelatedStaff: (staffId, borrowerId) => isRelated(deps.db, staffId, borrowerId),
      }),
  });
}

function startRuns(deps: LoopDeps): WorkLoop {
  return startWorkLoop({
    everyMs: LOOK_MS,
    onError: (error) => deps.log.error({ err: error }, 'a what-if could not be continued'),
    takeBatch: () => goOnWithRuns(deps),
  });
}

/** A campaign goes through the borrowers in batches, also after the process that began it was stopped. */
function startCampaigns({ db, clock, log, today }: LoopDeps): WorkLoop {
  return startWorkLoop({
    everyMs: LOOK_MS,
    onError: (error) => log.error({ err: error }, 'coupons of a campaign could not be given'),
    takeBatch: () => giveNextCoupons(db, today(), toDate(clock.nowMs())),
  });
}

/** The files that are due are made one after the other, each in the time of a report of a whole book. */
function startFiles(deps: LoopDeps): WorkLoop {
  return startWorkLoop({
    everyMs: LOOK_MS,
    deadlineMs: MONTH_END_MS,
    onError: (error) => deps.log.error({ err: error }, 'files of schedules could not be made'),
    takeBatch: () =>
      makeDueFile({ ...deps, reports: ALL_REPORTS, folder: scheduleFolder(deps.config.DATA_DIR) }),
  });
}

/** A whole book takes minutes. Stopping the program ends a run between two batches, and the next program goes on. */
function startMonthEnds(deps: LoopDeps): WorkLoop {
  const stopping = new AbortController();
  const loop = startWorkLoop({
    everyMs: LOOK_MS,
    deadlineMs: MONTH_END_MS,
    onError: (error) => deps.log.error({ err: error }, 'the end of a month could not be run'),
    takeBatch: () =>
      continueOrder({
        ...deps,
        signal: stopping.signal,
        steps: [impairmentStep({ ...deps, db: deps.db.withAnswerLimit(LONGEST_ANSWER_MS) })],
      }),
  });
  return {
    poke: loop.poke,
    stop() {
      stopping.abort();
      return loop.stop();
    },
  };
}

/** What reports read of the days that are over. No other work waits for it. */
export function startBookCounts({ db, log }: Pick<LoopDeps, 'db' | 'log'>): WorkLoop {
  const stopping = new AbortController();
  let restsUntil = 0;
  const loop = startWorkLoop({
    everyMs: LOOK_MS,
    deadlineMs: DEADLINE_MS,
    onError: (error) => log.error({ err: error }, 'the book could not be counted for the reports'),
    async takeBatch() {
      if (performance.now() < restsUntil) return 0;
      restsUntil = performance.now() + COUNT_AGAIN_MS;
      await countTotalledDays(db, { signal: stopping.signal });
      restsUntil = 0;
      return 0;
    },
  });
  return {
    poke: loop.poke,
    stop() {
      stopping.abort();
      return loop.stop();
    },
  };
}
