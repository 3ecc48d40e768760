import type { Day } from '@thumba/lending/day';
import type { DecisionDraft } from '@thumba/lending/what-if';
import { type Clock, DAY_MS, toDate } from '../../platform/clock.ts';
import { type Database, isConflict, statement } from '../../platform/database.ts';
import { countPast, type Period, type Place, type TriedApplication, tryOnNext } from './past-applications.ts';

export type RunDeps = { db: Database; clock: Clock };

/** The most applications of one run. A longer period is for several runs. */
export const MOST_APPLICATIONS = 50_000;

/** As many are decided between two looks at whether the run was stopped. */
const BATCH = 200;

const KEPT_MS = 7 * DAY_MS;

const startStatement = statement<
  { run_id: number },
  { staffId: number; applications: number; rules: string; scorecard: string; now: Date } & Omit<
    Period,
    'before'
  >
>(
  'what-if: start',
  `insert into what_if_run (staff_id, from_on, through_on, product_id, rules, scorecard, applications, started_at)
   values ($staffId, $fromOn, $throughOn, $productId, $rules::jsonb, $scorecard::jsonb, $applications, $now)
   returning run_id`,
);

export type Started = { runId: number } | 'runs_already' | 'too_many';

/** Begins a run. One person has one at a time. The back office works it off. */
export async function startRun(
  { db, clock }: RunDeps,
  { staffId, draft, ...of }: { staffId: number; draft: DecisionDraft } & Omit<Period, 'before'>,
): Promise<Started> {
  const now = toDate(clock.nowMs());
  const applications = await countPast(db, { ...of, before: now }, MOST_APPLICATIONS);
  if (applications > MOST_APPLICATIONS) return 'too_many';
  const { rules, scorecard } = draft;
  try {
    const row = await db.row(startStatement, {
      ...{ staffId, applications, ...of, now },
      rules: JSON.stringify(rules),
      scorecard: JSON.stringify(scorecard),
    });
    return { runId: row!.run_id };
  } catch (error) {
    if (isConflict(error)) return 'runs_already';
    throw error;
  }
}

const stopStatement = statement<{ run_id: number }, { runId: number; staffId: number; now: Date }>(
  'what-if: stop',
  `update what_if_run set state = 'stopped', ended_at = $now
   where run_id = $runId and staff_id = $staffId and state = 'running' returning run_id`,
);

/** Stops the own run. Answers false where it does not run, or is that of another person. */
export async function stopRun(
  { db, clock }: RunDeps,
  of: { runId: number; staffId: number },
): Promise<boolean> {
  return (await db.row(stopStatement, { ...of, now: toDate(clock.nowMs()) })) !== undefined;
}

type RunningRow = {
  run_id: number;
  from_on: Day;
  through_on: Day;
  product_id: number | null;
  rules: DecisionDraft['rules'];
  scorecard: DecisionDraft['scorecard'];
  after_on: Day | null;
  after_loan_id: number | null;
  started_at: Date;
};

/** Runs of several people take turns. */
const nextRunningStatement = statement<RunningRow>(
  'what-if: next run',
  `select run_id, from_on, through_on, product_id, rules, scorecard, after_on, after_loan_id, started_at
   from what_if_run where state = 'running' order by looked_at, run_id limit 1`,
);

const noteStatement = statement<
  never,
  {
    runId: number;
    seenLoanId: number | null;
    afterOn: Day | null;
    afterLoanId: number | null;
    count: number;
    isLast: boolean;
    applications: string;
    now: Date;
  }
>(
  'what-if: note applications',
  `with moved as (
     update what_if_run set looked_at = looked_at + $count, after_on = $afterOn, after_loan_id = $afterLoanId,
       state = case when $isLast then 'done' else state end, ended_at = case when $isLast then $now::timestamptz end
     where run_id = $runId and state = 'running' and after_loan_id is not distinct from $seenLoanId::bigint
     returning run_id
   )
   insert into what_if_application (run_id, loan_id, borrower_id, fate, missing, outcome_then, outcome_now, points_then,
     points_now, has_other_windows, ending)
   select moved.run_id, a.loan_id, a.borrower_id, a.fate, a.missing, a.outcome_then, a.outcome_now, a.points_then,
     a.points_now, a.has_other_windows, a.ending
   from moved, jsonb_to_recordset($applications::jsonb) as a (loan_id bigint, borrower_id bigint, fate text,
     missing text[], outcome_then text, outcome_now text, points_then integer, points_now integer,
     has_other_windows boolean, ending text)`,
);

const purgeStatement = statement<never, { before: Date }>(
  'what-if: purge',
  'delete from what_if_run where started_at < $before',
);

/**
 * Goes on with a run, and answers how many applications it looked at. Without one it deletes runs that are over their
 * time. Two processes do not count an application twice, because the second one finds that the run moved on.
 */
export async function goOnWithRuns({ db, clock }: RunDeps): Promise<number> {
  const run = await db.row(nextRunningStatement, {});
  if (!run) {
    await db.rows(purgeStatement, { before: toDate(clock.nowMs() - KEPT_MS) });
    return 0;
  }
  const after: Place | null = run.after_on === null ? null : { on: run.after_on, loanId: run.after_loan_id! };
  const period: Period = {
    fromOn: run.from_on,
    throughOn: run.through_on,
    productId: run.product_id,
    before: run.started_at,
  };
  const { applications, last } = await tryOnNext(db, run, { period, after, limit: BATCH });
  await note({ db, clock }, run, { applications, place: last ?? after });
  return Math.max(1, applications.length);
}

async function note(
  { db, clock }: RunDeps,
  run: RunningRow,
  { applications, place }: { applications: TriedApplication[]; place: Place | null },
): Promise<void> {
  await db.rows(noteStatement, {
    runId: run.run_id,
    seenLoanId: run.after_loan_id,
    afterOn: place?.on ?? null,
    afterLoanId: place?.loanId ?? null,
    count: applications.length,
    isLast: applications.length < BATCH,
    applications: JSON.stringify(applications),
    now: toDate(clock.nowMs()),
  });
}
