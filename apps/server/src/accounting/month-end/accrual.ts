import { lastDayOf, type Month, monthAfter } from '@thumba/accounting/month';
import type { Day } from '@thumba/lending/day';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import type { Actor } from '../../book/actor.ts';
import { findLastEndedDay } from '../../book/calendar/calendar.ts';
import { accrueIncome } from '../../book/posting-line/accrue-income.ts';
import { type Clock, toDate } from '../../platform/clock.ts';
import { type Database, statement } from '../../platform/database.ts';
import { insertAccrualJournal } from '../journal/insert-accrual-journal.ts';

/** A run that brings the income of a month into the book. `finishedAt` is null until it went through all loans. */
export type AccrualRun = {
  month: Month;
  throughOn: Day;
  entryId: number;
  afterBorrowerId: number;
  afterLoanId: number;
  loansSeen: number;
  loansMoved: number;
  interestNgwee: number;
  feeNgwee: number;
  actor: Actor;
  finishedAt: Date | null;
};

export type AccrualRefusal =
  | { kind: 'month_not_over'; throughOn: Day }
  | { kind: 'days_not_ended'; endedThroughOn: Day | null; throughOn: Day }
  | { kind: 'month_out_of_order'; expected: Month }
  | { kind: 'period_closed' };

export type AccrualDeps = {
  db: Database;
  clock: Clock;
  today(): Day;
  /** Ends a run between two batches. The next run does the rest. */
  signal?: AbortSignal | undefined;
};

const RUN_COLUMNS = `month, through_on as "throughOn", entry_id as "entryId", after_borrower_id as "afterBorrowerId",
  after_loan_id as "afterLoanId", loans_seen as "loansSeen", loans_moved as "loansMoved",
  interest_ngwee as "interestNgwee", fee_ngwee as "feeNgwee", actor, finished_at as "finishedAt"`;

const findRunStatement = statement<AccrualRun, { month: Month }>(
  'accrual: find run',
  `select ${RUN_COLUMNS} from accrual_run where month = $month`,
);

const listRunsStatement = statement<AccrualRun>(
  'accrual: list runs',
  `select ${RUN_COLUMNS} from accrual_run order by month`,
);

const beginRunStatement = statement<never, { month: Month; throughOn: Day; actor: Actor; now: Date }>(
  'accrual: begin run',
  `insert into accrual_run (month, through_on, entry_id, actor, begun_at)
   values ($month, $throughOn, nextval('ledger_entry_id'), $actor, $now) on conflict (month) do nothing`,
);

type Batch = { month: Month; afterBorrowerId: number; afterLoanId: number; limit: number; now: Date };

/**
 * A batch is one statement. It is noted only where it came after the loan after which the run stands, so two runs at
 * once do the work of one. Where a loan changed meanwhile, the run stays before the batch and looks at it again. A lost
 * machine may lose the last batches: then the run stands before them and posts them again.
 */
const accrueBatchStatement = statement<AccrualRun & { isLast: boolean }, Batch>(
  'accrual: batch',
  `with current_run as materialized (
    select month, entry_id, through_on, set_config('synchronous_commit', 'off', true) from accrual_run
    where month = $month and finished_at is null
      and (after_borrower_id, after_loan_id) = ($afterBorrowerId::bigint, $afterLoanId::bigint)
    for update
  ),
  ${accrueIncome({ run: 'current_run' })},
  batch as (
    select (select count(*) from seen_loans) as seen, count(*) as moved, coalesce(sum(interest_ngwee), 0) as interest_ngwee,
      coalesce(sum(fee_ngwee), 0) as fee_ngwee, count(*) = (select count(*) from moved_loans) as is_whole
    from written_loans
  ),
  last_seen as (
    select borrower_id, loan_id from seen_loans order by borrower_id desc, loan_id desc limit 1
  ),
  noted as (
    update accrual_run a set
      after_borrower_id = case when b.is_whole then coalesce(s.borrower_id, a.after_borrower_id) else a.after_borrower_id end,
      after_loan_id = case when b.is_whole then coalesce(s.loan_id, a.after_loan_id) else a.after_loan_id end,
      loans_seen = a.loans_seen + case when b.is_whole then b.seen else 0 end,
      loans_moved = a.loans_moved + b.moved, interest_ngwee = a.interest_ngwee + b.interest_ngwee,
      fee_ngwee = a.fee_ngwee + b.fee_ngwee
    from current_run r cross join batch b left join last_seen s on true
    where a.month = r.month
    returning a.*, b.is_whole and b.seen < $limit as is_last
  )
  select ${RUN_COLUMNS}, is_last as "isLast" from noted`,
);

/** This statement waits for the disk, and with it all batches before it are there. */
const finishRunStatement = statement<AccrualRun, Omit<Batch, 'limit'>>(
  'accrual: finish run',
  `with finished as (
    update accrual_run set finished_at = $now
    where month = $month and finished_at is null
      and (after_borrower_id, after_loan_id) = ($afterBorrowerId::bigint, $afterLoanId::bigint)
    returning *
  ),
  inserted_journal as (
    ${insertAccrualJournal({ from: 'finished where loans_moved > 0', at: '$now::timestamptz' })}
  )
  select ${RUN_COLUMNS} from finished`,
);

const closedThroughStatement = statement<{ closedThroughOn: Day | null }>(
  'accrual: closed through',
  'select closed_through_on as "closedThroughOn" from book_closing',
);

/**
 * Brings the income earned up to the last day of a month into the book, for every running loan. A run that was killed is
 * continued; a run that is finished answers what it did and changes nothing. Refuses, in this order: a month that is not
 * over; days whose end was not run; a month that does not follow the last one; a closed month. Rule:
 * docs/rules/accrual.md.
 */
export async function accrueMonth(
  deps: AccrualDeps,
  { month, actor }: { month: Month; actor: Actor },
): Promise<Outcome<AccrualRun, AccrualRefusal>> {
  const { db, clock } = deps;
  const throughOn = lastDayOf(month);
  const known = await findAccrualRun(db, month);
  if (known?.finishedAt) return allow(known);
  const refusal = await refuseRun(deps, month, known);
  if (refusal !== null) return refuse(refusal);
  await db.rows(beginRunStatement, { month, throughOn, actor, now: toDate(clock.nowMs()) });
  return allow(await goThroughLoans(deps, month));
}

async function findAccrualRun(db: Pick<Database, 'row'>, month: Month): Promise<AccrualRun | undefined> {
  return db.row(findRunStatement, { month });
}

/** All runs, the earliest month first. */
export async function listAccrualRuns(db: Pick<Database, 'rows'>): Promise<AccrualRun[]> {
  return db.rows(listRunsStatement, {});
}

const firstMonthStatement = statement<{ month: Month | null }>(
  'accrual: first month',
  'select min(month) as month from accrual_run',
);

/**
 * True for a month before the first run: the book came from an earlier version, and the first run posts to its own month
 * what earlier months earned. Rule: docs/rules/periods.md.
 */
export async function isBeforeFirstRun(db: Pick<Database, 'row'>, month: Month): Promise<boolean> {
  const first = await findFirstMonth(db);
  return first !== null && month < first;
}

/** True for a month that needs a run, because it is not before the first one. False while there is none. */
export async function isFromFirstRun(db: Pick<Database, 'row'>, month: Month): Promise<boolean> {
  const first = await findFirstMonth(db);
  return first !== null && month >= first;
}

async function findFirstMonth(db: Pick<Database, 'row'>): Promise<Month | null> {
  return (await db.row(firstMonthStatement, {}))!.month;
}

/** What has to be done: for a person at the terminal, with the command, and in the console. */
type NotAccrued = { atTerminal: string; inConsole: string };

/** Why a month cannot be closed: its income is not in the book. Null where it is. */
export async function holdWithoutAccrual(
  db: Pick<Database, 'row'>,
  month: Month,
): Promise<NotAccrued | null> {
  const run = await findAccrualRun(db, month);
  if (run?.finishedAt) return null;
  const command = `npm run month-end -- ${month}`;
  if ((await findFirstMonth(db)) === null) {
    const noRun = 'The income of the month is not in the book: no month-end run was made yet';
    const needNone = 'The months before the first run need none.';
    return {
      atTerminal: `${noRun}: ${command}, or a later month if this version was started later. ${needNone}`,
      inConsole: `${noRun}. ${needNone}`,
    };
  }
  const what = `The income of the month is not in the book: the month-end run of ${month}`;
  return run === undefined
    ? { atTerminal: `${what} was not made: ${command}.`, inConsole: `${what} was not made.` }
    : {
        atTerminal: `${what} is not finished: ${command} continues it.`,
        inConsole: `${what} is not finished.`,
      };
}

/** Why the income of a month cannot be brought into the book now. Null where it can, or is there already. */
export async function whyNotAccrued(
  deps: Pick<AccrualDeps, 'db' | 'today'>,
  month: Month,
): Promise<AccrualRefusal | null> {
  const known = await findAccrualRun(deps.db, month);
  return known?.finishedAt ? null : refuseRun(deps, month, known);
}

async function refuseRun(
  { db, today }: Pick<AccrualDeps, 'db' | 'today'>,
  month: Month,
  known: AccrualRun | undefined,
): Promise<AccrualRefusal | null> {
  const throughOn = lastDayOf(month);
  if (today() <= throughOn) return { kind: 'month_not_over', throughOn };
  const endedThroughOn = (await findLastEndedDay(db)) ?? null;
  if (endedThroughOn === null || endedThroughOn < throughOn) {
    return { kind: 'days_not_ended', endedThroughOn, throughOn };
  }
  const runs = await listAccrualRuns(db);
  const last = runs.at(-1);
  const expected = last === undefined ? month : last.finishedAt ? monthAfter(last.month) : last.month;
  if (known === undefined && month !== expected) return { kind: 'month_out_of_order', expected };
  const { closedThroughOn } = (await db.row(closedThroughStatement, {}))!;
  return closedThroughOn !== null && closedThroughOn >= throughOn ? { kind: 'period_closed' } : null;
}

/**
 * The aim for the duration of a batch. Its loans are locked for that time, and a payment of one of them waits. The aim
 * alone does not keep batches short: after loans that have nothing to post the next ones may take five times as long.
 */
const AIMED_BATCH_MS = 25;
/** In smaller batches the statement itself takes longer than its loans. */
const FEWEST_LOANS = 64;
/** A batch of so many takes 10 ms on a quiet machine. Larger ones save a quarter of the time of a loan at most. */
const MOST_LOANS = 256;
const FIRST_LOANS = 128;

async function goThroughLoans({ db, clock, signal }: AccrualDeps, month: Month): Promise<AccrualRun> {
  let limit = FIRST_LOANS;
  let run = (await findAccrualRun(db, month))!;
  while (run.finishedAt === null && !signal?.aborted) {
    const { afterBorrowerId, afterLoanId } = run;
    const beganMs = clock.nowMs();
    const batch = { month, afterBorrowerId, afterLoanId, limit, now: toDate(beganMs) };
    const noted = await db.row(accrueBatchStatement, batch);
    limit = nextBatchSize(limit, clock.nowMs() - beganMs);
    // Where nothing was noted, another process came first.
    run = noted ?? (await findAccrualRun(db, month))!;
    if (noted?.isLast) run = await finishRun(db, noted, toDate(clock.nowMs()));
  }
  return run;
}

async function finishRun(db: Database, run: AccrualRun, now: Date): Promise<AccrualRun> {
  const { month, afterBorrowerId, afterLoanId } = run;
  const finished = await db.row(finishRunStatement, { month, afterBorrowerId, afterLoanId, now });
  return finished ?? (await findAccrualRun(db, month))!;
}

/** At most twice as large as the last one, so that one fast batch does not make the next one long. */
function nextBatchSize(loans: number, tookMs: number): number {
  const wanted = loans * Math.min(2, AIMED_BATCH_MS / Math.max(1, tookMs));
  return Math.round(Math.min(MOST_LOANS, Math.max(FEWEST_LOANS, wanted)));
}
