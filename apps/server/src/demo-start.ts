import { addDays, type Day, day } from '@thumba/lending/day';
import { kwacha, type Ngwee, ngwee } from '@thumba/lending/money';
import { countTotalledDays } from './accounting/book-day/count-book-days.ts';
import type { App } from './app.ts';
import { lenderOfConfig } from './book/lender.ts';
import type { Config } from './book/settings/config.ts';
import { saveDemoNotices } from './contact/notice/demo-notices.ts';
import { moveBusinessDate } from './credit/end-of-day/business-date.ts';
import { DEMO_STARTS_DAYS_AGO, isDemoStoryDay, liveDemoStories } from './demo/demo-borrowers.ts';
import { HISTORY_DAYS, type History, openHistory } from './demo-history.ts';
import { type OfficeParts, openDemoOffice, passwordOf } from './demo-office.ts';
import { AT_ONCE } from './demo-year/year-lender.ts';
import type { Operators } from './money/payment/operators/operator.ts';
import { lusakaDay, systemClock } from './platform/clock.ts';
import { openDatabase } from './platform/database.ts';
import type { Log } from './platform/log.ts';
import { systemRandomness } from './platform/randomness.ts';

type DemoParts = OfficeParts & {
  log: Log;
  operators: Operators;
  simulatorUrl: string;
  publicUrl: string;
  /** The database as the program. */
  programUrl: string;
  ownerUrl: string | undefined;
  isNew: boolean;
  /** What each wallet has at the simulated operators when a demo without a history begins. */
  startingFloatNgwee: number;
  say(line: string): void;
};

/** With it a year of payouts is paid, and the capital of a small lender pays for it. */
const FLOAT_OF_HISTORY = kwacha(600_000);

/** Whether a year of history is made behind the demo on its first start. */
function hasHistory(config: Config): boolean {
  return config.demo && config.DEMO_BORROWERS && config.DEMO_STAFF && config.DEMO_HISTORY === 'year';
}

/** How many days ago the first business day of a new demo was. */
export function firstDemoDayAgo(config: Config): number {
  if (!config.demo) return 0;
  return hasHistory(config) ? HISTORY_DAYS : DEMO_STARTS_DAYS_AGO;
}

/** What each wallet for payouts has at the simulated operators. */
export function demoFloatOf(config: Config, startingFloatNgwee: number): Ngwee {
  return hasHistory(config) ? FLOAT_OF_HISTORY : ngwee(startingFloatNgwee);
}

/**
 * Makes the demo borrowers on the first start, with a year of history behind them where it is wished for, moves the
 * business date to today and starts the work. After a first start that was interrupted, only the date is moved.
 */
export async function openDemo(app: App, demo: DemoParts): Promise<void> {
  const { config, db, isNew, say } = demo;
  const today = lusakaDay(systemClock.nowMs());
  const history = isNew && hasHistory(config) ? await beginHistory(app, demo, today) : undefined;
  if (!history) app.startWork();
  if (isNew) await saveDemoNotices(db, today);
  if (isNew && config.DEMO_BORROWERS) await makeBorrowers(app, demo, { today, history });
  if (app.calendar.today() < today) {
    if (!isNew) say('The demo borrowers were interrupted: for a whole set remove DATA_DIR and start again.');
    await moveForward(app, today);
  }
  await openDemoOffice({
    ...demo,
    today: () => app.calendar.today(),
    startingFloatNgwee: demo.startingFloatNgwee,
    ...(history ? { hired: history.staffIds } : {}),
  });
}

async function makeBorrowers(
  app: App,
  { config, localUrl, simulatorUrl, say }: DemoParts,
  { today, history }: { today: Day; history: HistoryBehind | undefined },
): Promise<void> {
  await history?.liveThrough(DEMO_STARTS_DAYS_AGO + 1);
  say('Making the demo borrowers…');
  await liveDemoStories({
    baseUrl: localUrl,
    tenant: config.TENANT,
    simulatorUrl,
    nowMs: () => systemClock.nowMs(),
    async openDay(daysAgo) {
      if (!history) return void (await moveForward(app, addDays(today, -daysAgo)));
      // What works by itself would take the payments of the history for its own.
      await app.pauseWork();
      await history.liveThrough(daysAgo);
      if (isDemoStoryDay(daysAgo)) app.startWork();
    },
    areCardsRead: !config.UNCHECKED_IDENTITY_IS_VALID,
  });
}

type HistoryBehind = Pick<History, 'staffIds'> & {
  /** Lives the days that were not lived yet, through the day that was so many days ago. */
  liveThrough(daysAgo: number): Promise<void>;
};

const TELL_EVERY_DAYS = 61;
/** The tables grow from nothing: their first statistics would make slow plans. After each look all plans are made again. */
const LOOK_AT_TABLES_AFTER_DAYS = [10, 40, 120];
/** New pages of the ledger are in its index by day only once they are summed up there, and are all read until then. */
const SUM_UP_LEDGER_EVERY_DAYS = 10;
const SUM_UP_LEDGER = `select brin_summarize_new_values('ledger_transfer_business_on')`;
/** What was not written when the machine stops is made again with the whole demo. */
const WITHOUT_WAITING = '-c synchronous_commit=off';
/** The same few statements are sent thousands of times: each connection plans them once. */
const PLANNED_ONCE = '-c plan_cache_mode=force_generic_plan';
/** Two for the loans of the end of a day, one that holds its lock, and one that counts the day before. */
const CONNECTIONS_FOR_THE_BOOK = 4;

async function beginHistory(app: App, demo: DemoParts, today: Day): Promise<HistoryBehind> {
  const { config, log, sealing, operators, publicUrl, say } = demo;
  const connect = (maxConnections: number) => {
    const url = new URL(demo.programUrl);
    url.searchParams.set('options', `${WITHOUT_WAITING} ${PLANNED_ONCE}`);
    return openDatabase({ url: url.href, maxConnections });
  };
  const db = connect(AT_ONCE);
  const bookDb = connect(CONNECTIONS_FOR_THE_BOOK);
  say('Making a year of history: 2,000 borrowers, day by day…');
  const beganAt = performance.now();
  const history = await openHistory(
    {
      ...{ config, db, bookDb, sealing, log, operators, publicUrl },
      ...{ random: systemRandomness, lender: lenderOfConfig(config) },
    },
    { today, floatNgwee: FLOAT_OF_HISTORY, staffPassword: passwordOf(demo) },
  );
  let nextDaysAgo = HISTORY_DAYS;
  return {
    staffIds: history.staffIds,
    async liveThrough(daysAgo) {
      for (; nextDaysAgo >= daysAgo; nextDaysAgo -= 1) {
        const on = addDays(today, -nextDaysAgo);
        await app.calendar.moveForwardTo(on);
        await history.liveDay(on);
        const lived = HISTORY_DAYS - nextDaysAgo;
        await tendTables(demo, lived);
        if (lived > 0 && lived % TELL_EVERY_DAYS === 0)
          say(`  ${on} after ${((performance.now() - beganAt) / 1000).toFixed(0)} s`);
      }
      if (nextDaysAgo < 0) await Promise.all([db.close(), bookDb.close()]);
    },
  };
}

/** What a server leaves to the autovacuum of PostgreSQL, which comes too late for a year that takes minutes. */
async function tendTables({ ownerUrl }: Pick<DemoParts, 'ownerUrl'>, daysLived: number): Promise<void> {
  const statements = [
    ...(LOOK_AT_TABLES_AFTER_DAYS.includes(daysLived) ? ['analyze'] : []),
    ...(daysLived % SUM_UP_LEDGER_EVERY_DAYS === 0 ? [SUM_UP_LEDGER] : []),
  ];
  if (ownerUrl === undefined || statements.length === 0) return;
  const owner = openDatabase({ url: ownerUrl, maxConnections: 1 });
  try {
    for (const text of statements) await owner.pool.query(text);
  } finally {
    await owner.close();
  }
}

export async function moveForward(app: App, to: string): Promise<{ businessDate: string }> {
  const moved = await moveBusinessDate({ ...app.endOfDay, calendar: app.calendar }, day(to));
  if (moved.ok) {
    // The reports of a demo have the days at once. What fails here, the back office does later, and says why it cannot.
    await countTotalledDays(app.endOfDay.db).catch(() => false);
    return { businessDate: moved.today };
  }
  const { kind, today } = moved.refusal;
  const how = kind === 'too_far' ? 'moves at most 400 days at a time' : 'only moves forward';
  throw Object.assign(new Error(`The business date is ${today} and ${how}.`), { statusCode: 400 });
}
