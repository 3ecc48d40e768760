import type { BookReport, ReportFileFormat } from '@thumba/contract/staff/books-words';
import type { ScheduleStep } from '@thumba/contract/staff/return-words';
import type { Day } from '@thumba/lending/day';
import type { Actor } from '../../book/actor.ts';
import { type Database, statement, type Transaction } from '../../platform/database.ts';

export type WantedSchedule = {
  report: BookReport;
  every: ScheduleStep;
  daysAfter: number;
  format: ReportFileFormat;
  beginsOn: Day;
};

export type Schedule = WantedSchedule & {
  scheduleId: number;
  madeBy: Actor;
  madeAt: Date;
  endedBy: Actor | null;
  endedAt: Date | null;
};

/** A file of a schedule. `madeAt` is null while it is not made. */
export type ScheduleRun = {
  runId: number;
  scheduleId: number;
  report: BookReport;
  fromOn: Day;
  throughOn: Day;
  madeAt: Date | null;
  fileName: string | null;
  rows: number | null;
  bytes: number | null;
  sha256: Buffer | null;
  openChecks: number | null;
  tries: number;
  failure: string | null;
};

const insertStatement = statement<
  { schedule_id: number },
  WantedSchedule & { requestId: number; madeBy: Actor; now: Date }
>(
  'schedule: insert',
  `insert into export_schedule (report, every, days_after, file_format, begins_on, request_id, made_by, made_at)
   values ($report, $every, $daysAfter, $format, $beginsOn, $requestId, $madeBy, $now)
   on conflict (request_id) do nothing returning schedule_id`,
);

/** Begins a schedule. A second time for a request it is there already. */
export async function beginSchedule(
  db: Database,
  wanted: WantedSchedule & { requestId: number; madeBy: Actor; now: Date },
): Promise<void> {
  await db.row(insertStatement, wanted);
}

const listStatement = statement<Schedule>(
  'schedule: list',
  `select schedule_id as "scheduleId", report, every, days_after as "daysAfter", file_format as format,
     begins_on as "beginsOn", made_by as "madeBy", made_at as "madeAt", ended_by as "endedBy", ended_at as "endedAt"
   from export_schedule order by ended_at is not null, schedule_id desc`,
);

/** All schedules, those that go on first. Two people begin each, so the list is short enough for one answer. */
export function listSchedules(db: Transaction): Promise<Schedule[]> {
  return db.rows(listStatement, {});
}

const endStatement = statement<{ schedule_id: number }, { scheduleId: number; actor: Actor; now: Date }>(
  'schedule: end',
  `update export_schedule set ended_by = $actor, ended_at = $now
   where schedule_id = $scheduleId and ended_at is null returning schedule_id`,
);

/** Ends a schedule. False where it does not go on. */
export async function endSchedule(
  db: Database,
  ended: { scheduleId: number; actor: Actor; now: Date },
): Promise<boolean> {
  return (await db.row(endStatement, ended)) !== undefined;
}

const RUN = `r.run_id as "runId", r.schedule_id as "scheduleId", s.report, r.from_on as "fromOn",
  r.through_on as "throughOn", r.made_at as "madeAt", r.file_name as "fileName", r.row_count as rows,
  r.byte_count as bytes, r.sha256, r.open_checks as "openChecks", r.tries, r.failure`;
const RUNS = 'export_run r join export_schedule s using (schedule_id)';

const listRunsStatement = statement<ScheduleRun, { before: number | null; limit: number }>(
  'schedule: list runs',
  `select ${RUN} from ${RUNS} where $before::bigint is null or r.run_id < $before::bigint
   order by r.run_id desc limit $limit`,
);

/** The latest files first. */
export function listRuns(
  db: Transaction,
  page: { before: number | null; limit: number },
): Promise<ScheduleRun[]> {
  return db.rows(listRunsStatement, page);
}

const lastRunsStatement = statement<ScheduleRun, { scheduleIds: number[] }>(
  'schedule: last runs',
  `select ${RUN} from unnest($scheduleIds::bigint[]) wanted (schedule_id)
   cross join lateral (select * from export_run e where e.schedule_id = wanted.schedule_id
     order by e.through_on desc limit 1) r
   join export_schedule s on s.schedule_id = r.schedule_id`,
);

export async function lastRuns(
  db: Transaction,
  scheduleIds: number[],
): Promise<ReadonlyMap<number, ScheduleRun>> {
  const runs = await db.rows(lastRunsStatement, { scheduleIds });
  return new Map(runs.map((run) => [run.scheduleId, run]));
}

const findRunStatement = statement<ScheduleRun, { runId: number }>(
  'schedule: find run',
  `select ${RUN} from ${RUNS} where r.run_id = $runId`,
);

export function findRun(db: Transaction, runId: number): Promise<ScheduleRun | undefined> {
  return db.row(findRunStatement, { runId });
}
