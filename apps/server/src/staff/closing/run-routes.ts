import { ALLOWANCE_LINES } from '@thumba/accounting/allowance-movement';
import { lastDayOf, type Month, monthAfter, monthOf } from '@thumba/accounting/month';
import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { addDays, type Day, formatDay } from '@thumba/lending/day';
import { toKwacha } from '@thumba/lending/money';
import {
  listJournalsOfRun,
  listStandingRuns,
  readAllowanceMovement,
  readRunByClass,
  readRunByStage,
  versionsOf,
} from '../../accounting/impairment/queries.ts';
import { describeImpairmentRefusal } from '../../accounting/impairment/refusal-text.ts';
import { previewLosses } from '../../accounting/impairment/run-impairment.ts';
import type { RunGroup } from '../../accounting/impairment/run-statements.ts';
import { readTablesOf } from '../../accounting/impairment/tables.ts';
import {
  type AccrualRefusal,
  type AccrualRun,
  listAccrualRuns,
  whyNotAccrued,
} from '../../accounting/month-end/accrual.ts';
import { readIncomePolicy } from '../../accounting/month-end/income-policy.ts';
import { listOrders, type MonthEndOrder, orderMonthEnd } from '../../accounting/month-end/orders.ts';
import { type Actor, staffActor } from '../../book/actor.ts';
import { type NameOf, readStaffNames } from '../../book/staff-names.ts';
import { type Clock, toDate } from '../../platform/clock.ts';
import { type Database, statement } from '../../platform/database.ts';
import { createPlaces } from '../../platform/places.ts';
import { done, NOT_FOUND, type Reply, refused } from '../../platform/reply.ts';
import { type StaffServer, serveStaff } from '../../platform/serve-staff.ts';
import { LINE_TITLES } from './impairment-step.ts';

/** A preview reads the whole book in a connection of the pool. One at a time leaves the others to borrowers. */
const previews = createPlaces({ atOnce: 1, perHolder: 1 });

const PREVIEW_BUSY = refused(409, 'Another preview is being counted. Please try again in a minute.', {
  reason: 'busy',
});

export type RunRouteDeps = {
  db: Database;
  clock: Clock;
  today(): Day;
  /** The end of a month is to be run, beginning now. */
  onNewMonthEnd(): void;
};

type RunsShown = StaffAnswer<'listRuns'>;

const LATEST_ORDERS = 20;

const newestBorrowerStatement = statement<{ borrowerId: number | null }>(
  'month-end: newest borrower',
  'select max(borrower_id) as "borrowerId" from borrower',
);

const UNDER_WAY = refused(409, 'The end of a month is being run. How far it came stands on the page.', {
  reason: 'under_way',
});

/** The runs of the end of a month, by the functions of the terminal, worked off in the background. */
export function registerRunRoutes(server: StaffServer, deps: RunRouteDeps): void {
  const { db, clock } = deps;
  serveStaff(server, 'listRuns', async () => done(await runsShown(deps)));

  serveStaff(server, 'getRun', async ({ params: { month } }) => {
    const run = (await listStandingRuns(db)).find((each) => each.month === month);
    if (!run) return NOT_FOUND;
    const { classes, defaults, losses } = await readTablesOf(db, versionsOf(run));
    const movement = await readAllowanceMovement(db, run);
    const nameOf = await readStaffNames(db, [run.madeBy as Actor]);
    const table = (name: string, version: number, { isConfirmed }: { isConfirmed: boolean }) => ({
      ...{ name, version, isConfirmed },
    });
    return done({
      ...{ runId: run.runId, month: run.month, through: run.cutOn, loans: run.loans },
      ...{ by: nameOf(run.madeBy as Actor), at: run.madeAt.toISOString() },
      supersededRunId: run.supersededRunId,
      gross: toKwacha(run.grossNgwee),
      expectedLoss: toKwacha(run.expectedLossNgwee),
      expense: toKwacha(run.impairmentNgwee),
      provision: toKwacha(run.provisionNgwee),
      interestInSuspense: toKwacha(run.interestInSuspenseNgwee),
      usedByWriteOffs: toKwacha(run.usedByWriteOffNgwee),
      newlyChargedOff: toKwacha(run.newlyChargedOffNgwee),
      tables: [
        table('Classes', run.classesVersion, classes),
        table('Probability of default', run.defaultProbabilityVersion, defaults),
        table('Loss given default', run.lossGivenDefaultVersion, losses),
      ],
      classes: (await readRunByClass(db, run.runId)).map(groupShown),
      stages: (await readRunByStage(db, run.runId)).map(groupShown),
      movement: ALLOWANCE_LINES.map((line) => ({
        title: LINE_TITLES[line],
        amount: toKwacha(movement[line]),
      })),
      journals: (await listJournalsOfRun(db, run.runId)).map(({ journalId, kind, amountNgwee }) => ({
        ...{ journalId, kind },
        amount: toKwacha(amountNgwee),
      })),
    });
  });

  serveStaff(server, 'previewLosses', async ({ params }, { person }) => {
    const holder = String(person.staffId);
    if (previews.take(holder) !== 'taken') return PREVIEW_BUSY;
    try {
      return await lossesShown(deps, params.month as Month);
    } finally {
      previews.free(holder);
    }
  });

  serveStaff(server, 'startMonthEnd', async ({ params }, { person, note }) => {
    note(params);
    const month = params.month as Month;
    const refusal = await whyNotAccrued(deps, month);
    if (refusal) return refused(409, sentenceOf(refusal), { reason: refusal.kind });
    const now = toDate(clock.nowMs());
    const orderId = await orderMonthEnd(db, { month, askedBy: staffActor(person.userName), now });
    if (orderId === undefined) return UNDER_WAY;
    note({ orderId });
    deps.onNewMonthEnd();
    return done({ orderId });
  });
}

async function lossesShown(deps: RunRouteDeps, month: Month): Promise<Reply<StaffAnswer<'previewLosses'>>> {
  const found = await previewLosses(deps, month);
  if (!found.ok)
    return refused(409, describeImpairmentRefusal(found.refusal), { reason: found.refusal.kind });
  const { classes, previous } = found.value;
  return done({
    through: lastDayOf(month),
    classes: classes.map(groupShown),
    before: previous ? { month: previous.month, expectedLoss: toKwacha(previous.expectedLossNgwee) } : null,
  });
}

async function runsShown(deps: RunRouteDeps): Promise<RunsShown> {
  const { db, today } = deps;
  const accruals = await listAccrualRuns(db);
  const losses = new Map((await listStandingRuns(db)).map((run) => [run.month, run]));
  const orders = await listOrders(db, LATEST_ORDERS);
  const { policy } = await readIncomePolicy(db);
  const month = nextMonthOf(accruals, today());
  const refusal = await whyNotAccrued(deps, month);
  const nameOf = await readStaffNames(db, [
    ...accruals.map(({ actor }) => actor),
    ...orders.map(({ askedBy }) => askedBy),
  ]);
  const underWay = orders.find(({ endedAt }) => endedAt === null);
  return {
    policy,
    next: { month, whyNot: refusal && sentenceOf(refusal) },
    underWay: underWay ? await underWayShown(db, underWay, accruals, nameOf) : null,
    months: accruals.toReversed().map((run) => {
      const found = losses.get(run.month);
      return {
        ...{ month: run.month, loansSeen: run.loansSeen, loansMoved: run.loansMoved },
        ...{ interest: toKwacha(run.interestNgwee), fees: toKwacha(run.feeNgwee), by: nameOf(run.actor) },
        finishedAt: run.finishedAt?.toISOString() ?? null,
        losses: found
          ? {
              runId: found.runId,
              expectedLoss: toKwacha(found.expectedLossNgwee),
              gross: toKwacha(found.grossNgwee),
            }
          : null,
      };
    }),
    orders: orders.map((order) => orderShown(order, nameOf)),
  };
}

/** The month that is run next: the one that is not finished, the one after the last, or the month before this one. */
function nextMonthOf(accruals: readonly AccrualRun[], today: Day): Month {
  const last = accruals.at(-1);
  if (last === undefined) return monthOf(addDays(`${today.slice(0, 7)}-01` as Day, -1));
  return last.finishedAt === null ? last.month : monthAfter(last.month);
}

async function underWayShown(
  db: Database,
  order: MonthEndOrder,
  accruals: readonly AccrualRun[],
  nameOf: NameOf,
): Promise<NonNullable<RunsShown['underWay']>> {
  const run = accruals.find(({ month }) => month === order.month);
  const newest = (await db.row(newestBorrowerStatement, {}))?.borrowerId ?? null;
  const isAccrued = run?.finishedAt != null;
  const share = run === undefined || newest === null ? 0 : run.afterBorrowerId / newest;
  return {
    ...orderShown(order, nameOf),
    step: isAccrued ? 'losses' : 'income',
    percent: isAccrued ? 100 : Math.min(99, Math.floor(share * 100)),
    loansSeen: run?.loansSeen ?? 0,
  };
}

function orderShown(order: MonthEndOrder, nameOf: NameOf): RunsShown['orders'][number] {
  const { orderId, month, askedBy, askedAt, endedAt, isDone, lines } = order;
  return {
    ...{ orderId, month, isDone, lines },
    by: nameOf(askedBy),
    at: askedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  };
}

function groupShown(group: RunGroup): StaffAnswer<'getRun'>['classes'][number] {
  return {
    ...{ name: group.group, loans: group.loans },
    gross: toKwacha(group.grossNgwee),
    expectedLoss: toKwacha(group.expectedLossNgwee),
    provision: toKwacha(group.provisionNgwee),
    interestInSuspense: toKwacha(group.interestInSuspenseNgwee),
    chargedOff: toKwacha(group.chargedOffNgwee),
  };
}

function sentenceOf(refusal: AccrualRefusal): string {
  switch (refusal.kind) {
    case 'month_not_over':
      return `The month is over after ${formatDay(refusal.throughOn)}.`;
    case 'days_not_ended':
      return refusal.endedThroughOn === null
        ? 'No day was ended yet, and the month needs the end of its last day.'
        : `Days are ended through ${formatDay(refusal.endedThroughOn)}, and the month needs ${formatDay(refusal.throughOn)}.`;
    case 'month_out_of_order':
      return `Months are run in order, and the next one is ${refusal.expected}.`;
    case 'period_closed':
      return 'The month is closed.';
  }
}
