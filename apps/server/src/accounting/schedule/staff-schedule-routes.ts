import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { StaffAnswer } from '@thumba/contract/staff/wire';
import type { Day } from '@thumba/lending/day';
import { staffActor } from '../../book/actor.ts';
import { readStaffNames } from '../../book/staff-names.ts';
import type { AskedRequest } from '../../book/staff-request.ts';
import { type Clock, toDate } from '../../platform/clock.ts';
import { type Database, statement } from '../../platform/database.ts';
import { done, NOT_FOUND, type Reply, refused } from '../../platform/reply.ts';
import { type StaffPerson, type StaffServer, serveStaff } from '../../platform/serve-staff.ts';
import { serveStaffDownload } from '../../platform/serve-staff-download.ts';
import { MOST_TRIES } from './make-files.ts';
import { endSchedule, findRun, lastRuns, listRuns, listSchedules, type ScheduleRun } from './schedules.ts';
import { askForSchedule } from './staff-schedules.ts';

type ScheduleRouteDeps = {
  db: Database;
  clock: Clock;
  today(): Day;
  /** Where the files are written. */
  folder: string;
  fileRequest(asked: AskedRequest, maker: StaffPerson): Promise<Reply<{ requestId: number }>>;
  /** A file is to be made, beginning now. */
  onNewFile(): void;
};

const ENDED = refused(409, 'This schedule has ended already.', { reason: 'ended' });
const NOT_HERE = refused(409, 'The file is not on this machine any more.', { reason: 'not_here' });
const NOT_FAILED = refused(409, 'This file is made, or is being tried.', { reason: 'not_failed' });

const tryAgainStatement = statement<{ run_id: number }, { runId: number }>(
  'schedule: try a file again',
  `update export_run set tries = 0, claimed_until = null
   where run_id = $runId and made_at is null and tries >= ${MOST_TRIES} returning run_id`,
);

/** Reports on a schedule, and the files that were made. A file is told of in the console, and never sent by mail. */
export function registerScheduleRoutes(server: StaffServer, deps: ScheduleRouteDeps): void {
  const { db, clock, today, folder } = deps;

  serveStaff(server, 'listSchedules', async () => done({ items: await schedulesShown(db) }));

  serveStaff(server, 'listScheduleRuns', async ({ query: { before, pageSize } }) => {
    const runs = await listRuns(db, { before: before ?? null, limit: pageSize + 1 });
    return done({ items: runs.slice(0, pageSize).map(runShown), isMore: runs.length > pageSize });
  });

  serveStaff(server, 'askForSchedule', async ({ body }, { person, note }) => {
    const { reason, begins, ...wanted } = body;
    note({ ...wanted, begins });
    const asked = askForSchedule({ ...wanted, beginsOn: begins as Day }, { today: today(), reason });
    return asked.ok
      ? deps.fileRequest(asked.value, person)
      : refused(400, asked.refusal, { reason: 'bad_schedule' });
  });

  serveStaff(server, 'endSchedule', async ({ params: { scheduleId }, body }, { person, note }) => {
    note({ scheduleId, because: body.reason });
    const actor = staffActor(person.userName);
    return (await endSchedule(db, { scheduleId, actor, now: toDate(clock.nowMs()) })) ? done(null) : ENDED;
  });

  serveStaff(server, 'tryScheduleRunAgain', async ({ params: { runId } }, { note }) => {
    note({ runId });
    if (!(await db.row(tryAgainStatement, { runId }))) return NOT_FAILED;
    deps.onNewFile();
    return done(null);
  });

  serveStaffDownload(
    server,
    'downloadScheduleRun',
    async ({ params: { runId } }) => {
      const run = await findRun(db, runId);
      if (!run?.fileName) return NOT_FOUND;
      const file = path.join(folder, run.fileName);
      const found = await stat(file).catch(() => undefined);
      if (found?.size !== run.bytes) return NOT_HERE;
      const contentType = run.fileName.endsWith('.csv')
        ? 'text/csv; charset=utf-8'
        : 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
      return { fileName: run.fileName, contentType, pieces: createReadStream(file) };
    },
    ({ params }) => params,
  );
}

async function schedulesShown(db: Database): Promise<StaffAnswer<'listSchedules'>['items']> {
  const schedules = await listSchedules(db);
  const runs = await lastRuns(
    db,
    schedules.map(({ scheduleId }) => scheduleId),
  );
  const people = schedules.flatMap(({ madeBy, endedBy }) =>
    endedBy === null ? [madeBy] : [madeBy, endedBy],
  );
  const nameOf = await readStaffNames(db, people);
  return schedules.map(({ beginsOn, madeAt, madeBy, endedAt, endedBy, ...schedule }) => {
    const run = runs.get(schedule.scheduleId);
    return {
      ...schedule,
      begins: beginsOn,
      madeBy: nameOf(madeBy),
      madeAt: madeAt.toISOString(),
      endedBy: endedBy === null ? null : nameOf(endedBy),
      endedAt: endedAt?.toISOString() ?? null,
      lastRun: run ? runShown(run) : null,
    };
  });
}

function runShown({ fromOn, throughOn, madeAt, sha256, ...run }: ScheduleRun) {
  return {
    ...run,
    ...{ from: fromOn, to: throughOn },
    madeAt: madeAt?.toISOString() ?? null,
    sha256: sha256?.toString('hex') ?? null,
  };
}
