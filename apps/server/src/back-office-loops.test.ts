import { addDays, type Day, day } from '@thumba/lending/day';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { borrow, signUp } from '../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../test/app-server.ts';
import { recordedLog } from '../test/call-server.ts';
import { countBookDays, countTotalledDays } from './accounting/book-day/count-book-days.ts';
import { readFlowDays } from './accounting/book-day/flow-days.ts';
import { startBookCounts } from './back-office-loops.ts';
import { moveBusinessDate } from './credit/end-of-day/business-date.ts';
import { readLoanBook } from './staff/insight/loan-book.ts';

let server: AppServer;
let beganOn: Day;
beforeAll(async () => {
  server = await startAppServer();
  beganOn = day(server.today());
  await borrow(await signUp(server));
  await borrow(await signUp(server), { amount: 1000 });
  await server.passDays(70);
});
afterAll(() => server.stop());

const yesterday = () => addDays(day(server.today()), -1);

async function countedThrough(): Promise<Day | null> {
  const [{ counted }] = await server.query('select counted_through_on as counted from book_day_progress');
  return counted;
}

/** Days end as the server ends them, and nothing counts the book. */
async function endDays(count: number): Promise<void> {
  const { endOfDay, calendar } = server.app;
  const moved = await moveBusinessDate({ ...endOfDay, calendar }, addDays(calendar.today(), count));
  expect(moved).toMatchObject({ ok: true, ended: { days: count } });
}

test('a book that cannot be counted holds no day up, and is counted when it can be', async () => {
  const countedBefore = await countedThrough();
  expect(countedBefore).toBe(yesterday());
  await server.query('alter table book_day add constraint refuses_all check (false) not valid');
  await endDays(3);
  const [{ ended }] = await server.query('select day_ended_through as ended from business_calendar');
  expect(ended).toBe(server.today());
  const { log, lines } = recordedLog();
  const counts = startBookCounts({ db: server.db, log });
  await expect.poll(() => lines.join('')).toContain('the book could not be counted for the reports');
  await counts.stop();
  expect(await countedThrough()).toBe(countedBefore);
  await server.query('alter table book_day drop constraint refuses_all');
  const again = startBookCounts({ db: server.db, log });
  await expect.poll(countedThrough).toBe(yesterday());
  await again.stop();
});

test('a run ends when its time is over, and the next one goes on', async () => {
  const countedBefore = (await countedThrough())!;
  await endDays(2);
  expect(await countTotalledDays(server.db, { runMs: 0 })).toBe(false);
  expect(await countedThrough()).toBe(addDays(countedBefore, 1));
  expect(await countTotalledDays(server.db, { runMs: 0 })).toBe(true);
  expect(await countTotalledDays(server.db, { runMs: 0 })).toBe(true);
  expect(await countedThrough()).toBe(yesterday());
});

test('a second process leaves the book to the one that counts', async () => {
  await endDays(1);
  const client = await server.owner.pool.connect();
  await client.query('begin');
  await client.query('select from book_day_progress for update');
  expect(await countTotalledDays(server.db)).toBe(false);
  await client.query('rollback');
  client.release();
  expect(await countTotalledDays(server.db)).toBe(true);
});

const LENT = `select sum(amount_ngwee)::bigint as ngwee from ledger_transfer
  where debit_account = 'principal_receivable' and (credit_account like 'float%payout' or credit_account = 'unearned_fee')
    and business_on between $1 and $2`;

test('an old book is counted from the first of a month a year ago, and its flows are those of the ledger', async () => {
  const before = await server.query(
    `select * from book_day where business_on >= '2027-01-01' order by 1, 2, 3, 4`,
  );
  const last = before.at(-1).business_on;
  await server.query('truncate book_day, flow_day, roll_month, loan_first_late, loan_state_span');
  await server.query('update book_day_progress set counted_through_on = null');
  // To a run of the next January the book is more than a year old. It is ended after the days of before.
  let days = 0;
  const isOver = () => addDays(day('2027-01-01'), days++) === last;
  expect(await countBookDays(server.db, day('2028-01-20'), isOver)).toBe(false);
  const [{ from_on: fromOn }] = await server.query(
    'select counted_from_on as from_on from book_day_progress',
  );
  expect(fromOn).toBe('2027-01-01');
  expect(await server.query('select * from book_day order by 1, 2, 3, 4')).toEqual(before);
  // At the end of December no loan was counted, so that none is known to have moved in January.
  expect(await server.query('select * from roll_month')).toEqual([]);

  const through = day('2027-01-10');
  const [lent] = await server.query(LENT, [beganOn, through]);
  const report = (from: Day, to: Day) =>
    server.db.inTransaction((book) =>
      readLoanBook(book, { days: { from, through: to, step: 'day' }, comparedDays: null }, null),
    );
  const flows = await server.db.inTransaction((book) => readFlowDays(book, beganOn, through));
  expect(flows.reduce((sum, { lentNgwee }) => sum + lentNgwee, 0)).toBe(Number(lent.ngwee));
  expect(Number(lent.ngwee)).toBeGreaterThan(0);
  expect((await report(beganOn, day('2026-12-31'))).countedOn).toBeNull();
  const shown = await report(day('2026-12-15'), through);
  expect(shown.countedOn).toBe(through);
  expect(shown.points[0]?.on).toBe('2027-01-01');
});
