import {
  allowanceAddedBy,
  figuresOfRun,
  journalsOfRun,
  lastDayOfTables,
  type RunFigures,
  type RunOpening,
  type RunTables,
  ratesByDay,
} from '@thumba/accounting/impairment-run';
import { firstDayOf, lastDayOf, type Month, monthOf } from '@thumba/accounting/month';
import { addDays, type Day } from '@thumba/lending/day';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import type { Actor } from '../../book/actor.ts';
import { type Clock, toDate } from '../../platform/clock.ts';
import { brokenConstraint, type Database, statement, type Transaction } from '../../platform/database.ts';
import { type AccountTotal, balancesThrough, movementsBetween } from '../daily-total/balances.ts';
import { planningForManyRows } from '../daily-total/plan-for-many-rows.ts';
import { postJournal } from '../journal/post-journal.ts';
import { figuresPostedBy, type ImpairmentRun, listStandingRuns, readRun } from './queries.ts';
import {
  type Assessment,
  assessLoansStatement,
  insertFlowsStatement,
  NO_RUN,
  previewLossesStatement,
  type RunGroup,
  sumLoansStatement,
  type TotalsRow,
} from './run-statements.ts';
import { readNewestTables, type TableVersions } from './tables.ts';

export type ImpairmentDeps = { db: Database; clock: Clock; today(): Day };

export type ImpairmentRefusal =
  | { kind: 'already_run'; month: Month; runId: number }
  | { kind: 'month_not_over'; throughOn: Day }
  | { kind: 'period_closed' }
  | { kind: 'earlier_month_not_run'; month: Month }
  | { kind: 'later_month_run'; month: Month };

type Place = { previous: ImpairmentRun | undefined; superseded: ImpairmentRun | undefined };

/**
 * Makes the classes, expected losses and charge-offs of a month and posts them, with the document of it. Refuses, in
 * this order: a month that is not over; a closed month; a month that was run and neither it was opened again since nor an
 * earlier month was run again; a first run before a month that was run; a month after one that was not run. A run of a
 * month that was run before takes its place and posts the difference. Rule: docs/rules/impairment.md.
 */
export async function runImpairment(
  { db, clock, today }: ImpairmentDeps,
  { month, actor }: { month: Month; actor: Actor },
): Promise<Outcome<ImpairmentRun, ImpairmentRefusal>> {
  const place = await placeOfRun(db, month, today());
  if (!place.ok) return place;
  try {
    const runId = await db.inTransaction(async (transaction) => {
      const { tables, versions } = await readNewestTables(transaction, clock);
      return makeRun({ transaction, clock, month, actor, tables, versions, ...place.value });
    });
    return allow((await readRun(db, runId))!);
  } catch (error) {
    // Another process made the same run at the same time.
    if (!/^impairment_run_/.test(brokenConstraint(error) ?? '')) throw error;
    const { runId } = (await listStandingRuns(db)).find((run) => run.month === month)!;
    return refuse({ kind: 'already_run', month, runId });
  }
}

/** So long a person waits for what a run would find. */
const PREVIEW_MS = 50_000;

/** The database gives up with the person, so that a preview which is asked for again does not run twice. */
const limitPreviewStatement = statement<never>(
  'impairment: limit the time of a preview',
  `set local statement_timeout = ${PREVIEW_MS}`,
);

/** The classes and expected losses that a run of the month would find now. It is refused where the losses are. */
export async function previewLosses(
  { db, clock, today }: ImpairmentDeps,
  month: Month,
): Promise<Outcome<{ classes: RunGroup[]; previous: ImpairmentRun | undefined }, ImpairmentRefusal>> {
  const place = await placeOfRun(db, month, today());
  if (!place.ok) return place;
  const { previous } = place.value;
  const classes = await db.withAnswerLimit(PREVIEW_MS).inTransaction(async (transaction) => {
    await transaction.rows(limitPreviewStatement, {});
    const { tables } = await readNewestTables(transaction, clock);
    const assessment = assessmentOf(month, tables, previous);
    return planningForManyRows(transaction, () => transaction.rows(previewLossesStatement, assessment));
  });
  return allow({ classes, previous });
}

async function placeOfRun(
  db: Database,
  month: Month,
  today: Day,
): Promise<Outcome<Place, ImpairmentRefusal>> {
  const throughOn = lastDayOf(month);
  if (today <= throughOn) return refuse({ kind: 'month_not_over', throughOn });
  if (await isClosed(db, throughOn)) return refuse({ kind: 'period_closed' });
  const runs = await listStandingRuns(db);
  const previous = runs.findLast((run) => run.month < month);
  const superseded = runs.find((run) => run.month === month);
  if (superseded !== undefined) {
    const { reopened_at: reopenedAt } = (await db.row(readReopeningStatement, { month }))!;
    const isOpenAgain = reopenedAt !== null && reopenedAt > superseded.madeAt;
    const isEarlierNewer = previous !== undefined && previous.madeAt > superseded.madeAt;
    if (!isOpenAgain && !isEarlierNewer) {
      return refuse({ kind: 'already_run', month, runId: superseded.runId });
    }
    return allow({ previous, superseded });
  }
  const later = runs.find((run) => run.month > month);
  if (later !== undefined) return refuse({ kind: 'later_month_run', month: later.month });
  const monthBefore = monthOf(addDays(firstDayOf(month), -1));
  if (previous !== undefined && previous.month !== monthBefore) {
    return refuse({ kind: 'earlier_month_not_run', month: monthBefore });
  }
  return allow({ previous, superseded });
}

type RunInput = Place & {
  transaction: Transaction;
  clock: Clock;
  month: Month;
  actor: Actor;
  tables: RunTables;
  versions: TableVersions;
};

async function makeRun(input: RunInput): Promise<number> {
  const { transaction, clock, month, actor, tables, previous, superseded } = input;
  const { run_id: runId } = (await transaction.row(nextRunIdStatement, {}))!;
  const cutOn = lastDayOf(month);
  const span = { runId, previousRunId: previous?.runId ?? NO_RUN, fromOn: firstDayOf(month), cutOn };
  const totals = await planningForManyRows(transaction, async () => {
    await transaction.rows(assessLoansStatement, { runId, ...assessmentOf(month, tables, previous) });
    await transaction.rows(insertFlowsStatement, span);
    return (await transaction.row(sumLoansStatement, span))!;
  });
  const postedBefore = figuresPostedBy(superseded);
  const opening = await openingOf(transaction, month, postedBefore);
  const figures = figuresOfRun(opening, totals);
  await insertRun(input, { runId, opening, totals, figures });
  for (const { kind, lines } of journalsOfRun(figures, postedBefore)) {
    const reason = `Impairment of ${month}, run ${runId}`;
    const journal = { kind, lines, reason, bookedOn: cutOn, madeBy: actor, documentId: runId };
    const posted = await postJournal({ db: transaction, clock }, journal);
    // The month was open a moment ago: only its closing at the same time gets here. Nothing of the run stays.
    if (!posted.ok) throw new Error(`the run of ${month} was not posted: ${posted.refusal.kind}`);
  }
  return runId;
}

function assessmentOf(month: Month, tables: RunTables, previous: ImpairmentRun | undefined): Assessment {
  return {
    previousRunId: previous?.runId ?? NO_RUN,
    cutOn: lastDayOf(month),
    cureDays: tables.classes.cureDays,
    lastDay: lastDayOfTables(tables),
    rates: JSON.stringify(ratesByDay(tables)),
  };
}

/** What the accounts had before this month's run. What an earlier run of the month posted is left out. */
async function openingOf(
  transaction: Transaction,
  month: Month,
  postedBefore: RunFigures,
): Promise<RunOpening> {
  const balances = await balancesThrough(transaction, lastDayOf(month));
  // The closing of a year empties the expenses: it is no write-off.
  const movements = await movementsBetween(transaction, firstDayOf(month), lastDayOf(month), {
    bookingKinds: ['ordinary', 'adjustment'],
  });
  const { usedByWriteOffNgwee, chargeOffWrittenOffNgwee, reserveMovementNgwee } = postedBefore;
  return {
    allowanceNgwee: 0 - debitOf(balances, 'loss_allowance') - allowanceAddedBy(postedBefore),
    reserveNgwee: 0 - debitOf(balances, 'credit_risk_reserve') - reserveMovementNgwee,
    writeOffExpenseNgwee:
      debitOf(movements, 'write_off_expense') + usedByWriteOffNgwee + chargeOffWrittenOffNgwee,
  };
}

function debitOf(totals: readonly AccountTotal[], account: AccountTotal['account']): number {
  const total = totals.find((each) => each.account === account);
  return total === undefined ? 0 : total.debitNgwee - total.creditNgwee;
}

const nextRunIdStatement = statement<{ run_id: number }>(
  'impairment: next run id',
  `select nextval('impairment_run_id') as run_id`,
);

const readReopeningStatement = statement<{ reopened_at: Date | null }, { month: Month }>(
  'impairment: read reopening',
  `select max(recorded_at) as reopened_at from period_event where period = $month and kind = 'reopened'`,
);

const isClosedStatement = statement<{ closed: boolean }, { on: Day }>(
  'impairment: is closed',
  `select coalesce($on::date <= closed_through_on, false) as closed from book_closing`,
);

async function isClosed(db: Database, on: Day): Promise<boolean> {
  return (await db.row(isClosedStatement, { on }))!.closed;
}

const insertRunStatement = statement<
  never,
  TotalsRow &
    RunFigures &
    RunOpening & {
      runId: number;
      month: Month;
      cutOn: Day;
      previousRunId: number | null;
      supersededRunId: number | null;
      classesVersion: number;
      defaultsVersion: number;
      lossesVersion: number;
      madeBy: Actor;
      now: Date;
    }
>(
  'impairment: insert run',
  `insert into impairment_run (run_id, month, cut_on, previous_run_id, superseded_run_id, classes_version,
     default_probability_version, loss_given_default_version, loans, gross_ngwee, allowance_before_ngwee,
     reserve_before_ngwee, write_off_expense_ngwee, expected_loss_ngwee, provision_ngwee, interest_in_suspense_ngwee,
     newly_charged_off_ngwee, charge_off_written_off_ngwee, charge_off_recovered_ngwee, impairment_ngwee,
     used_by_write_off_ngwee, reserve_movement_ngwee, stage3_income_ngwee, stage3_net_income_ngwee, made_by, made_at)
   values ($runId, $month, $cutOn, $previousRunId, $supersededRunId, $classesVersion, $defaultsVersion,
     $lossesVersion, $loans, $grossNgwee, $allowanceNgwee, $reserveNgwee, $writeOffExpenseNgwee, $expectedLossNgwee,
     $provisionNgwee, $interestInSuspenseNgwee, $newlyChargedOffNgwee, $chargeOffWrittenOffNgwee,
     $chargeOffRecoveredNgwee, $impairmentNgwee, $usedByWriteOffNgwee, $reserveMovementNgwee, $stage3IncomeNgwee,
     $stage3NetIncomeNgwee, $madeBy, $now)`,
);

async function insertRun(
  { transaction, clock, month, actor, versions, previous, superseded }: RunInput,
  run: { runId: number; opening: RunOpening; totals: TotalsRow; figures: RunFigures },
): Promise<void> {
  await transaction.rows(insertRunStatement, {
    ...run.totals,
    ...run.opening,
    ...run.figures,
    runId: run.runId,
    month,
    cutOn: lastDayOf(month),
    previousRunId: previous?.runId ?? null,
    supersededRunId: superseded?.runId ?? null,
    classesVersion: versions.classes,
    defaultsVersion: versions['default-probability'],
    lossesVersion: versions['loss-given-default'],
    madeBy: actor,
    now: toDate(clock.nowMs()),
  });
}
