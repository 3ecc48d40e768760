import { createHash } from 'node:crypto';
import type { Day } from '@thumba/lending/day';
import type { OperatorName } from '@thumba/lending/ledger';
import { countTotalledDays } from '../accounting/book-day/count-book-days.ts';
import { openCatalogue } from '../book/catalogue/catalogue.ts';
import type { Lender } from '../book/lender.ts';
import { repayLink } from '../book/loan/repay-link.ts';
import type { SmsOf } from '../book/loan/staff-preview.ts';
import { createPostingLine } from '../book/posting-line/posting-line.ts';
import type { Config } from '../book/settings/config.ts';
import { previewSms } from '../contact/message/texts-of-now.ts';
import { createEndOfDay } from '../credit/end-of-day/end-of-day.ts';
import { operatorOfMobile } from '../money/payment/operators/numbers.ts';
import type { Operators } from '../money/payment/operators/operator.ts';
import { type ServedRoutes, serveRoutes } from '../money/payment/served-routes.ts';
import { openCard } from '../people/card/card-readings.ts';
import { personChecks } from '../people/screening/check-person.ts';
import { keepLists } from '../people/screening/lists.ts';
import { type Clock, lusakaDay, lusakaInstant } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import type { Log } from '../platform/log.ts';
import type { Randomness } from '../platform/randomness.ts';
import type { Sealing } from '../platform/sealing.ts';
import { dayEndSteps } from '../upkeep/work/day-end-steps.ts';
import type { YearPerson } from './year-people.ts';

export type YearParts = {
  config: Config;
  db: Database;
  /** For work that goes through the whole book. */
  bookDb: Database;
  sealing: Sealing;
  log: Log;
  random: Randomness;
  lender: Lender;
  /** Only looked at: the year answers for them itself. */
  operators: Operators;
  publicUrl: string;
};

/** How many calls of borrowers are in work at once. Each has a connection, and each connection makes all plans again. */
export const AT_ONCE = 4;

/** What the commands of a server work with, on a clock that only the year moves. */
export type YearLender = Awaited<ReturnType<typeof openYearLender>>;

export async function openYearLender(parts: YearParts, people: readonly YearPerson[], fromOn: Day) {
  const { config, db, bookDb, sealing, operators } = parts;
  const time = { nowMs: instantOf(fromOn, '00:01:00') };
  const clock: Clock = { nowMs: () => time.nowMs };
  const today = () => lusakaDay(time.nowMs);
  const catalogue = await openCatalogue(db, clock, today);
  const onNewMessages = () => undefined;
  const line = createPostingLine({
    db,
    clock,
    sealing: () => sealing,
    onNewAttempts: () => undefined,
    onNewMessages,
  });
  const nameOf = new Map(people.map(({ mobile, holderName }) => [mobile, holderName]));
  const askHolderName = async (_operator: OperatorName, mobile: string) => nameOf.get(mobile);
  const lists = keepLists(db);
  const newAttemptId = countedUuids();
  const routes: ServedRoutes = await serveRoutes({ db, clock }, { operators, earlierOperators: [] });
  const { quietHours } = config;
  const shared = {
    ...parts,
    quietHours,
    clock,
    today,
    catalogue,
    line,
    onNewMessages,
    askHolderName,
    newAttemptId,
    smsOf: (message: Parameters<SmsOf>[0]) => previewSms(db, message),
  };
  const ladderRule = () => catalogue.current().ladder;
  const unusedCreditDays = () => config.UNUSED_CREDIT_DAYS;
  const steps = dayEndSteps({ ...shared, db: bookDb, unusedCreditDays });
  return {
    ...shared,
    routes,
    ladderRule,
    steps,
    /**
     * Each day is counted while few rows came after it: beside what is done on the next day, as a server counts. What the
     * reports of the books keep of the last days is left to the server, which counts it beside its work. A report measures
     * a day until then.
     */
    countBook: () => countTotalledDays(bookDb, { recentDays: 0 }),
    endOfDay: createEndOfDay({ db: bookDb, clock, steps }),
    linkOf: (loan: Parameters<typeof repayLink>[2]) => repayLink(parts.publicUrl, sealing, loan),
    operatorOfMobile: (mobile: string) => operatorOfMobile(mobile, config.OPERATOR_PREFIXES),
    checkPerson: personChecks({ ...shared, lists, openCard }),
    storeOf: () => null,
    // The people of the year have no cards that could be read, and no faces.
    isUncheckedIdentityValid: true,
    isDemo: true,
    lender: { ...parts.lender, isFaceRequired: false },
    setTime(on: Day, timeOfDay: string) {
      time.nowMs = instantOf(on, timeOfDay);
    },
    pass(seconds: number) {
      time.nowMs += seconds * 1000;
    },
  };
}

function instantOf(on: Day, timeOfDay: string): number {
  return lusakaInstant(on, timeOfDay)!.getTime();
}

/** UUIDs of version 4 that are the same in each year. */
function countedUuids(): () => string {
  let count = 0;
  return () => {
    const hex = createHash('sha256').update(`attempt of the year ${++count}`).digest('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  };
}

/** Does the same for each item, some at once, and answers in the order of the items. */
export async function forEachOf<Item, Answer>(
  items: readonly Item[],
  act: (item: Item) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  let next = 0;
  const take = async () => {
    while (next < items.length) {
      const at = next++;
      answers[at] = await act(items[at]!);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, take));
  return answers;
}
