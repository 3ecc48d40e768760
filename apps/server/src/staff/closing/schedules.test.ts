import { createHash } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { STAFF_API_BASE, STAFF_HEADER } from '@thumba/contract/staff/calls';
import type { StaffRequest } from '@thumba/contract/staff/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { borrow, signUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { expectSoundBook } from '../../../test/sound-book.ts';
import { consoleOriginOf, cookieHeader, type StaffMember, signInAgain } from '../../../test/staff-client.ts';
import { makeDueFile, scheduleFolder } from '../../accounting/schedule/make-files.ts';
import { answerAs, hireMaryAndGrace } from '../terminal/two-people.test-support.ts';
import { ALL_REPORTS } from './all-reports.ts';

type Wanted = StaffRequest<'askForSchedule'>['body'];

const FIRST_DAY = '2026-11-21';
const daily: Wanted = {
  ...{ report: 'trial-balance', every: 'day', daysAfter: 1, format: 'csv', begins: FIRST_DAY },
  reason: 'the auditors read it',
};

let server: AppServer;
let mary: StaffMember;
let grace: StaffMember;
const errors: unknown[] = [];
beforeAll(async () => {
  server = await startAppServer();
  ({ mary, grace } = await hireMaryAndGrace(server));
  await borrow(await signUp(server), { amount: 700 });
  await server.passDays(3);
});
afterAll(async () => {
  await expectSoundBook(server);
  await server.stop();
});

const folder = () => scheduleFolder(server.dataDir);

function makeNext(inFolder = folder()): Promise<number> {
  const log = { error: (told: unknown) => errors.push(told) } as never;
  const { db, clock } = server;
  const today = () => server.today() as never;
  return makeDueFile({ db, clock, today, log, reports: ALL_REPORTS, folder: inFolder });
}

async function makeAll(): Promise<number> {
  let made = 0;
  while ((await makeNext()) > 0) made += 1;
  return made;
}

async function approve(wanted: Wanted): Promise<number> {
  const filed = await mary.client.call('askForSchedule', { body: wanted });
  expect(filed.code, filed.msg).toBe(200);
  const answered = await answerAs(grace, filed.data.requestId);
  expect(answered.data, answered.msg).toMatchObject({ state: 'done' });
  return (await mary.client.call('listSchedules')).data.items[0]!.scheduleId;
}

const runsOf = async (scheduleId: number) =>
  (await mary.client.call('listScheduleRuns', { query: { pageSize: 100 } })).data.items.filter(
    (run) => run.scheduleId === scheduleId,
  );

function post(address: string, body: object): Promise<Response> {
  return fetch(`${consoleOriginOf(server)}${STAFF_API_BASE}${address}`, {
    method: 'POST',
    headers: {
      [STAFF_HEADER]: 'person',
      'content-type': 'application/json',
      cookie: cookieHeader(mary.client.cookies),
    },
    body: JSON.stringify(body),
  });
}

test('a report on a schedule needs a second person, also in the database', async () => {
  const filed = await mary.client.call('askForSchedule', { body: { ...daily, report: 'suspense' } });
  expect((await answerAs(mary, filed.data.requestId)).code).not.toBe(200);
  expect((await mary.client.call('listSchedules')).data.items).toEqual([]);
  await expect(
    server.query(
      `insert into export_schedule (report, every, days_after, file_format, begins_on, request_id, made_by, made_at)
       values ('suspense', 'day', 1, 'csv', '2026-11-21', $1, 'staff:mary', now())`,
      [filed.data.requestId],
    ),
  ).rejects.toThrow(/export_schedule needs a request that a second person approved/);
  expect((await answerAs(grace, filed.data.requestId, 'decline')).data).toMatchObject({ state: 'declined' });
});

test('makes one file for each day that is over, with the rows and the hash of the report, and none again', async () => {
  const scheduleId = await approve(daily);
  await makeAll();
  expect(await makeAll()).toBe(0);
  const runs = (await runsOf(scheduleId)).toReversed();
  expect(runs.map(({ from, to }) => [from, to])).toEqual(
    ['2026-11-21', '2026-11-22', '2026-11-23'].map((on) => [on, on]),
  );
  for (const run of runs) {
    const bytes = await readFile(path.join(folder(), run.fileName!));
    expect(run).toMatchObject({
      sha256: createHash('sha256').update(bytes).digest('hex'),
      ...{ bytes: bytes.length, openChecks: 0, failure: null, tries: 1 },
    });
    const asked = { from: run.from, to: run.to, format: 'csv' };
    const shown = await (await post('/books/reports/trial-balance/file', asked)).text();
    expect(bytes.toString()).toBe(shown);
    expect(shown.split('\r\n').filter((line) => line.startsWith('row,')).length).toBe(run.rows);
  }
});

test('is downloaded from the console, and the audit has it', async () => {
  const [run] = (await mary.client.call('listScheduleRuns')).data.items;
  const response = await post(`/books/schedule-runs/${run!.runId}/file`, {});
  expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${run!.fileName}"`);
  expect(
    createHash('sha256')
      .update(await response.text())
      .digest('hex'),
  ).toBe(run!.sha256);
  const [entry] = await server.query(
    `select actor, outcome, detail from staff_audit where call = 'downloadScheduleRun' order by entry_id desc limit 1`,
  );
  expect(entry).toEqual({ actor: 'staff:mary', outcome: 'shown', detail: { runId: run!.runId } });
  await rm(path.join(folder(), run!.fileName!));
  const gone = await post(`/books/schedule-runs/${run!.runId}/file`, {});
  expect(await gone.json()).toMatchObject({ code: 409, data: { reason: 'not_here' } });
});

test('several programs make each file once', async () => {
  const scheduleId = await approve({ ...daily, report: 'float' });
  await Promise.all([makeNext(), makeNext(), makeNext(), makeNext()]);
  expect((await runsOf(scheduleId)).map(({ tries }) => tries)).toEqual([1, 1, 1]);
});

test('a file that cannot be written is tried again, and after five tries a person starts it anew', async () => {
  const scheduleId = await approve({ ...daily, report: 'flows', every: 'week' });
  server.clock.advance({ minutes: 1 });
  await server.passDays(7);
  await makeAll();
  await approve({ ...daily, report: 'par', begins: server.today(), every: 'day' });
  await server.passDays(1);
  const blocked = path.join(server.dataDir, 'blocked');
  await writeFile(blocked, '');
  await makeAllBut('par');
  for (let tries = 1; tries <= 5; tries += 1) {
    expect(await makeNext(blocked), `try ${tries}`).toBe(1);
    server.clock.advance({ minutes: 11 });
  }
  expect(await makeNext(blocked)).toBe(0);
  mary = { ...mary, client: await signInAgain(server, mary) };
  expect(errors.length).toBeGreaterThanOrEqual(5);
  const [failed] = (await mary.client.call('listScheduleRuns')).data.items.filter(
    ({ report }) => report === 'par',
  );
  expect(failed).toMatchObject({
    madeAt: null,
    tries: 5,
    failure: expect.stringMatching(/Reference [0-9a-f]{8}/),
  });
  expect(await readdir(folder())).not.toContainEqual(expect.stringMatching(/\.part$/));
  expect((await mary.client.call('tryScheduleRunAgain', { params: { runId: failed!.runId } })).code).toBe(
    200,
  );
  await expect
    .poll(async () => (await runsOf(failed!.scheduleId))[0]!.madeAt, { timeout: 20_000 })
    .not.toBe(null);
  const again = await mary.client.call('tryScheduleRunAgain', { params: { runId: failed!.runId } });
  expect(again).toMatchObject({ code: 409, reason: 'not_failed' });
  expect((await runsOf(scheduleId)).map(({ from, to }) => [from, to])).toEqual([
    ['2026-11-23', '2026-11-29'],
    ['2026-11-16', '2026-11-22'],
  ]);
});

/** The file of the youngest schedule is made last. */
async function makeAllBut(report: string): Promise<void> {
  const waiting = () =>
    server.query(
      `select count(*)::integer as runs from export_run r join export_schedule s using (schedule_id)
       where r.made_at is null and s.report <> $1`,
      [report],
    );
  do await makeNext();
  while ((await waiting())[0].runs > 0);
}

test('ends when one person ends it, and a file that was made stays as it is', async () => {
  const [schedule] = (await mary.client.call('listSchedules')).data.items;
  const params = { scheduleId: schedule!.scheduleId };
  const body = { reason: 'not needed any more' };
  expect((await mary.client.call('endSchedule', { params, body })).code).toBe(200);
  expect(await mary.client.call('endSchedule', { params, body })).toMatchObject({
    code: 409,
    reason: 'ended',
  });
  await makeAll();
  await server.passDays(2);
  const before = (await runsOf(schedule!.scheduleId)).length;
  await makeAll();
  expect((await runsOf(schedule!.scheduleId)).length).toBe(before);
  await expect(server.query('update export_run set row_count = 1 where made_at is not null')).rejects.toThrow(
    /a file that was made stays as it is/,
  );
});

/** Writes what the rules of the database would ask two people for. */
async function past(sql: string): Promise<void> {
  const client = await server.owner.pool.connect();
  try {
    await client.query(`begin; set local session_replication_role = replica; ${sql}; commit`);
  } finally {
    client.release();
  }
}

test('more than a hundred schedules are all listed, those that go on first', async () => {
  const { items: before } = (await mary.client.call('listSchedules')).data;
  await past(`insert into export_schedule (report, every, days_after, file_format, begins_on, request_id, made_by, made_at,
      ended_by, ended_at)
    select 'trial-balance', 'day', 1, 'csv', '2026-11-21', -n, 'staff:mary', now(), 'staff:mary', now()
    from generate_series(1, 120) n`);
  const { items } = (await mary.client.call('listSchedules')).data;
  await past('delete from export_schedule where request_id < 0');
  expect(items.length).toBe(before.length + 120);
  const goOn = items.filter(({ endedAt }) => endedAt === null).length;
  expect(items.slice(0, goOn).every(({ endedAt }) => endedAt === null)).toBe(true);
});
