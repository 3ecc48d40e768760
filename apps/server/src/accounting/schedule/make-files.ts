import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { type BookReport, bookReports } from '@thumba/contract/staff/books-words';
import type { Day } from '@thumba/lending/day';
import { type Clock, toDate } from '../../platform/clock.ts';
import { type Database, LONGEST_ANSWER_MS, statement } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import { writeInPieces } from '../../platform/pieces.ts';
import type { SpanWords } from '../report/asked-for.ts';
import { openReport } from '../report/asked-report.ts';
import { readBook } from '../report/book-snapshot.ts';
import type { Report } from '../report/report.ts';
import type { ReportDefinition } from '../report/reports.ts';
import { sentenceOfReport } from '../report/staff-words.ts';
import { writeReport } from '../report/write-report.ts';
import { duePeriods } from './periods.ts';
import type { Schedule } from './schedules.ts';
import { failureOf } from './staff-schedules.ts';

type ScheduleDeps = {
  db: Database;
  clock: Clock;
  today(): Day;
  log: Log;
  reports: ReadonlyMap<string, ReportDefinition>;
  /** Where the files are written. */
  folder: string;
};

/** The folder of the files that are made on a schedule. */
export function scheduleFolder(dataDir: string): string {
  return path.resolve(dataDir, 'exports');
}

const goingOnStatement = statement<
  Pick<Schedule, 'scheduleId' | 'every' | 'beginsOn' | 'daysAfter'> & { lastOn: Day | null }
>(
  'schedule: that go on',
  `select schedule_id as "scheduleId", every, begins_on as "beginsOn", days_after as "daysAfter",
     (select max(through_on) from export_run r where r.schedule_id = s.schedule_id) as "lastOn"
   from export_schedule s where ended_at is null order by schedule_id`,
);

const noteDueStatement = statement<never, { scheduleId: number; fromOn: Day; throughOn: Day }>(
  'schedule: note a due file',
  `insert into export_run (schedule_id, from_on, through_on) values ($scheduleId, $fromOn, $throughOn)
   on conflict (schedule_id, through_on) do nothing`,
);

type Claimed = {
  runId: number;
  scheduleId: number;
  report: BookReport;
  format: 'csv' | 'xlsx';
  fromOn: Day;
  throughOn: Day;
};

/** After so many tries a person has to look why. */
export const MOST_TRIES = 5;
/** Longer than a file of the largest book takes, so that no other program begins it meanwhile. */
const CLAIM_MS = 75 * 60_000;
const PAUSE_MS = 10 * 60_000;

const claimStatement = statement<Claimed, { now: Date; until: Date }>(
  'schedule: claim a file',
  `update export_run r set claimed_until = $until, tries = r.tries + 1
   from export_schedule s
   where s.schedule_id = r.schedule_id and r.run_id = (
     select run_id from export_run
     where made_at is null and tries < ${MOST_TRIES} and (claimed_until is null or claimed_until <= $now)
     order by run_id limit 1 for update skip locked)
   returning r.run_id as "runId", r.schedule_id as "scheduleId", s.report, s.file_format as format,
     r.from_on as "fromOn", r.through_on as "throughOn"`,
);

const madeStatement = statement<
  never,
  {
    runId: number;
    now: Date;
    fileName: string;
    rows: number;
    bytes: number;
    sha256: Buffer;
    openChecks: number;
  }
>(
  'schedule: note a file that was made',
  `update export_run set made_at = $now, file_name = $fileName, row_count = $rows, byte_count = $bytes,
     sha256 = $sha256, open_checks = $openChecks, failure = null, claimed_until = null
   where run_id = $runId and made_at is null`,
);

const failedStatement = statement<
  never,
  { runId: number; failure: string; until: Date; hasFurtherTries: boolean }
>(
  'schedule: note a failure',
  `update export_run set failure = $failure, claimed_until = $until,
     tries = case when $hasFurtherTries then tries else ${MOST_TRIES} end
   where run_id = $runId and made_at is null`,
);

/**
 * Makes the next file that is due: of each period one, however many programs run. Answers how many it took up. A file has
 * its name only when all of it is written.
 */
export async function makeDueFile(deps: ScheduleDeps): Promise<number> {
  const { db, clock, log, today } = deps;
  for (const { lastOn, ...schedule } of await db.rows(goingOnStatement, {}))
    for (const period of duePeriods(schedule, { today: today(), after: lastOn }))
      await db.rows(noteDueStatement, { scheduleId: schedule.scheduleId, ...period });
  const nowMs = clock.nowMs();
  const run = await db.row(claimStatement, { now: toDate(nowMs), until: toDate(nowMs + CLAIM_MS) });
  if (!run) return 0;
  const { runId } = run;
  const until = () => toDate(clock.nowMs() + PAUSE_MS);
  try {
    const made = await writeFile(deps, run);
    if ('refusal' in made)
      await db.rows(failedStatement, {
        runId,
        failure: made.refusal,
        until: until(),
        hasFurtherTries: false,
      });
    else await db.rows(madeStatement, { runId, now: toDate(clock.nowMs()), ...made });
  } catch (error) {
    const reference = randomUUID().slice(0, 8);
    log.error({ err: error, reference, runId }, 'a file of a schedule could not be made');
    const failure = failureOf(reference);
    await db.rows(failedStatement, { runId, failure, until: until(), hasFurtherTries: true });
  }
  return 1;
}

type Made = { fileName: string; rows: number; bytes: number; sha256: Buffer; openChecks: number };

function writeFile(
  { db, reports, folder, today }: ScheduleDeps,
  run: Claimed,
): Promise<Made | { refusal: string }> {
  const fileName = `${run.report}-${run.fromOn}-${run.throughOn}-${run.scheduleId}.${run.format}`;
  return readBook(db.withAnswerLimit(LONGEST_ANSWER_MS), async (book) => {
    const asked = wordsOf(run);
    const opened = await openReport(book, reports.get(run.report)!, { asked, today });
    if (!opened.ok) return { refusal: sentenceOfReport(opened.refusal) };
    const counted = { rows: 0 };
    const report = countedReport(opened.value.report, counted);
    const { bytes, sha256, openChecks } = await writeWhole(path.join(folder, fileName), (sink) =>
      writeInPieces(sink, (small) => writeReport(report, run.format, small)),
    );
    return { fileName, rows: counted.rows, bytes, sha256, openChecks };
  });
}

/** The days of a file in the words of its report: a balance at the end of its last day, or what happened on its days. */
function wordsOf({ report, fromOn, throughOn }: Claimed): SpanWords {
  return bookReports[report].days === 'day' ? { on: throughOn } : { from: fromOn, to: throughOn };
}

function countedReport(report: Report, counted: { rows: number }): Report {
  async function* lines(): Report['lines'] {
    for (;;) {
      const next = await report.lines.next();
      if (next.done) return next.value;
      counted.rows += 1;
      yield next.value;
    }
  }
  return { ...report, lines: lines() };
}

/** Writes a file beside its place and gives it its name at the end, so that no reader meets half of it. */
async function writeWhole(
  name: string,
  write: (sink: (bytes: Buffer) => Promise<void>) => Promise<readonly unknown[]>,
): Promise<{ bytes: number; sha256: Buffer; openChecks: number }> {
  await mkdir(path.dirname(name), { recursive: true, mode: 0o700 });
  const draft = `${name}.part`;
  const hash = createHash('sha256');
  let bytes = 0;
  const file = await open(draft, 'w', 0o600);
  try {
    const failed = await write(async (piece) => {
      hash.update(piece);
      bytes += piece.length;
      await file.write(piece);
    });
    await file.sync();
    await file.close();
    await rename(draft, name);
    return { bytes, sha256: hash.digest(), openChecks: failed.length };
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(draft, { force: true });
    throw error;
  }
}
