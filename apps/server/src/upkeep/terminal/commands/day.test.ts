import { type ChildProcess, execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { addDays, type Day } from '@thumba/lending/day';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { borrow, PATIENCE, pay, signUp } from '../../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../../test/app-server.ts';
import { createTestDatabase } from '../../../../test/database.ts';
import { openCalendar } from '../../../book/calendar/calendar.ts';
import { readConfig } from '../../../book/settings/config.ts';
import { newKeys } from '../../../book/settings/key-settings.ts';
import { contentsOf } from '../../../credit/end-of-day/book-contents.test-support.ts';
import { createEndOfDay, runEndOfDay } from '../../../credit/end-of-day/end-of-day.ts';
import { lusakaDay, systemClock, toDate } from '../../../platform/clock.ts';
import { openDatabase } from '../../../platform/database.ts';
import { createSealing } from '../../../platform/sealing.ts';
import { dayEndSteps } from '../../work/day-end-steps.ts';
import { stepDeps } from './day.ts';

const KEYS = newKeys();
const PROGRAM = path.join(import.meta.dirname, '../main.ts');

type Answer = { status: number; said: string };

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'thumba-day-'));
});
afterAll(() => rm(dataDir, { recursive: true }));

/** The program behind `npm run day`, on a database that exists. */
function startDay(databaseUrl: string, given: string[], settings: Record<string, string> = {}) {
  const env = { PATH: process.env.PATH, DATABASE_URL: databaseUrl, DATA_DIR: dataDir, ...KEYS, ...settings };
  let child!: ChildProcess;
  const answer = new Promise<Answer>((resolve) => {
    child = execFile(process.execPath, [PROGRAM, 'day', ...given], { env }, (error, stdout, stderr) => {
      resolve({ status: error ? Number(error.code) : 0, said: (stdout + stderr).trim() });
    });
  });
  return { child, answer };
}

const runDay = (databaseUrl: string, given: string[], settings?: Record<string, string>) =>
  startDay(databaseUrl, given, settings).answer;

describe('npm run day', () => {
  let server: AppServer;
  let today: Day;

  // The command follows the machine's own clock, and so does this book.
  beforeAll(async () => {
    server = await startAppServer({ settings: KEYS, startsAt: toDate(systemClock.nowMs()).toISOString() });
    today = lusakaDay(server.clock.nowMs());
    await borrow(await signUp(server), { termId: 2 });
    const inParts = await signUp(server);
    await pay(server, inParts, await borrow(inParts, { termId: 3 }));
    await server.leave();
  });
  afterAll(() => server.stop());

  test('refuses what it cannot do in one line', async () => {
    const refused = async (given: string[], settings?: Record<string, string>) => {
      const { status, said } = await runDay(server.programUrl, given, settings);
      expect(status).toBe(1);
      expect(said.split('\n')).toHaveLength(1);
      return said;
    };
    const [garbage, noSuchDay, past, far, inProduction, unknown] = await Promise.all([
      refused(['--to', 'tomorrow']),
      refused(['--to', '2027-02-29']),
      refused(['--to', addDays(today, -1)]),
      refused(['--to', addDays(today, 401)]),
      refused(['--to', addDays(today, 1)], { NODE_ENV: 'production' }),
      refused(['tomorrow']),
    ]);
    expect(garbage).toMatch(/^tomorrow is not a day\./);
    expect(noSuchDay).toMatch(/^2027-02-29 is not a day\./);
    expect(past).toContain(` is in the past: the business date is ${today} and only moves forward.`);
    expect(far).toContain(` is too far: the business date is ${today} and moves at most 400 days at a time.`);
    expect(inProduction).toMatch(/^NODE_ENV=production does not move the business date/);
    expect(unknown).toMatch(/^Use: npm run day/);
    const [calendar] = await readCalendar(server.databaseUrl);
    expect(calendar).toEqual({ offset_days: 0, day_ended_through: today });
  });

  describe('brings the book forty days on', () => {
    let to: Day;
    let asAlone: Record<string, string[]>;

    beforeAll(async () => {
      to = addDays(today, 40);
      const alone = await createTestDatabase(server.databaseUrl);
      expect((await runDay(alone.programUrl, ['--to', to])).said).toMatch(
        new RegExp(`^The business date is ${to}: 40 days ended, \\d+ loans moved, in [\\d.]+ s\\.$`),
      );
      expect(await runDay(alone.programUrl, [])).toEqual({
        status: 0,
        said: `The business date is ${to}: no day was left to end.`,
      });
      asAlone = await contentsAt(alone.programUrl);
      await alone.drop();
    });

    test('each with its snapshot', () => {
      expect(asAlone.business_calendar).toEqual([`(t,40,${to})`]);
      expect(asAlone.portfolio_snapshot).toHaveLength(40 * 7);
    });

    test('twice at once, while a server ends days too', async () => {
      const copy = await createTestDatabase(server.databaseUrl);
      const stopServer = endDaysLikeServer(copy.programUrl);
      const both = await Promise.all([1, 2].map(() => runDay(copy.programUrl, ['--to', to])));
      await stopServer();
      for (const { status, said } of both) {
        expect(said).toMatch(new RegExp(`^The business date is ${to}: `));
        expect(status).toBe(0);
      }
      expect(await contentsAt(copy.programUrl)).toEqual(asAlone);
      await copy.drop();
    });

    test('also after it was killed while it was writing', async () => {
      const copy = await createTestDatabase(server.databaseUrl);
      const db = openDatabase({ url: copy.programUrl });
      const holder = await db.pool.connect();
      await holder.query('begin');
      await holder.query('select from loan order by loan_id limit 1 for update');
      const killed = startDay(copy.programUrl, ['--to', to]);
      await vi.waitFor(async () => {
        const { rowCount } = await db.pool.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        expect(rowCount).toBe(1);
      }, PATIENCE);
      killed.child.kill('SIGKILL');
      await killed.answer;
      await holder.query('rollback');
      holder.release();
      const [calendar] = await readCalendar(copy.programUrl);
      expect(calendar!.day_ended_through > today && calendar!.day_ended_through < to).toBe(true);
      expect((await runDay(copy.programUrl, ['--to', to])).status).toBe(0);
      expect(await contentsAt(copy.programUrl)).toEqual(asAlone);
      await db.close();
      await copy.drop();
    });
  });
});

async function readCalendar(databaseUrl: string) {
  const db = openDatabase({ url: databaseUrl });
  const { rows } = await db.pool.query<{ offset_days: number; day_ended_through: Day }>(
    'select offset_days, day_ended_through from business_calendar',
  );
  await db.close();
  return rows;
}

async function contentsAt(databaseUrl: string): Promise<Record<string, string[]>> {
  const db = openDatabase({ url: databaseUrl });
  const contents = await contentsOf(db);
  await db.close();
  return contents;
}

/** Looks for new days all the time, as a running server does now and then. */
function endDaysLikeServer(databaseUrl: string): () => Promise<void> {
  const stopping = new AbortController();
  const config = readConfig({ ...KEYS, DATA_DIR: dataDir });
  const run = async () => {
    const db = openDatabase({ url: databaseUrl });
    const calendar = await openCalendar(db, systemClock);
    const endOfDay = createEndOfDay({
      db,
      clock: systemClock,
      steps: dayEndSteps(await stepDeps({ db, config, sealing: createSealing(config.keys), calendar })),
      signal: stopping.signal,
    });
    while (!stopping.signal.aborted) {
      await calendar.refresh();
      await runEndOfDay(endOfDay, calendar.today());
    }
    await db.close();
  };
  const finished = run();
  return () => {
    stopping.abort();
    return finished;
  };
}
