import { addDays, type Day, day } from '@thumba/lending/day';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { borrow, signUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { statement } from '../../platform/database.ts';
import { readAgeingCells, readIncomeNotPosted } from '../daily-total/report-days.ts';
import { measureVintages } from '../daily-total/vintage-day.ts';
import { ageingReport } from '../report/ageing-report.ts';
import { type BookSnapshot, readBook } from '../report/book-snapshot.ts';
import type { Closing, Report } from '../report/report.ts';
import { countTotalledDays } from './count-book-days.ts';

let server: AppServer;
beforeAll(async () => {
  server = await startAppServer();
  await borrow(await signUp(server));
  await server.passDays(20);
});
afterAll(() => server.stop());

const inBook = <Result>(read: (book: BookSnapshot) => Promise<Result>) => readBook(server.db, read);

async function keptDays(): Promise<Day[]> {
  const rows = await server.query('select business_on::text as on from report_day order by 1');
  return rows.map(({ on }) => on as Day);
}

test('a day that cannot be counted in time is given up after two tries, and the others are counted', async () => {
  const on = addDays(day(server.today()), -10);
  await server.query('delete from report_day where business_on between $1::date - 1 and $1', [on]);
  await server.query(`create function wait_long() returns trigger language plpgsql as
    $$begin perform pg_sleep(300); return new; end$$`);
  await server.query(`create trigger waits before insert on report_day for each row
    when (new.business_on = '${on}') execute function wait_long()`);
  const count = () => countTotalledDays(server.db, { dayMs: 1_000 });
  const notesOf = async () => (await inBook((book) => closingOf(ageingReport(book, spanOf(on))))).notes;
  for (let tries = 0; tries < 2; tries += 1) {
    expect(await notesOf()).toEqual([]);
    await expect(count()).rejects.toThrow('statement timeout');
    expect(await keptDays()).not.toContain(addDays(on, -1));
  }
  expect(await count()).toBe(true);
  expect(await keptDays()).toContain(addDays(on, -1));
  expect(await keptDays()).not.toContain(on);
  expect(await notesOf()).toEqual([
    `The end of ${on} could not be counted in time, so each report measures it.`,
  ]);
  await server.query('drop trigger waits on report_day');
  await server.query('drop function wait_long');
});

const spanOf = (on: Day) => ({ fromOn: on, throughOn: on, bookings: 'all' }) as const;

async function closingOf(report: Promise<Report>): Promise<Closing> {
  const { lines } = await report;
  for (;;) {
    const next = await lines.next();
    if (next.done) return next.value;
  }
}

const planSettingsStatement = statement<Record<string, string>>(
  'test: plan settings',
  `select current_setting('work_mem') as memory, current_setting('enable_nestloop') as loops,
     current_setting('jit') as compiler, current_setting('max_parallel_workers_per_gather') as workers`,
);

test('what is read after a measured day is planned as before, by one processor', async () => {
  const on = addDays(day(server.today()), -5);
  await server.query('delete from report_day where business_on = $1', [on]);
  await inBook(async (book) => {
    const before = await book.row(planSettingsStatement, {});
    await readAgeingCells(book, { on, isToday: false });
    await readIncomeNotPosted(book, { on, isToday: false });
    await measureVintages(book, on);
    expect(await book.row(planSettingsStatement, {})).toEqual({ ...before, workers: '0' });
  });
});
