import { lastDayOf, type Month } from '@thumba/accounting/month';
import { day, earlierOf } from '@thumba/lending/day';
import { incomeOfDays } from '@thumba/lending/earning';
import { isRunning, type Loan } from '@thumba/lending/loan';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { movableClock } from '../../../test/call-server.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { createBusinessCalendar } from '../../book/calendar/calendar.ts';
import { type Database, openDatabase } from '../../platform/database.ts';
import { ledgerChecks } from '../../upkeep/doctor/ledger-checks.ts';
import { type AccrualDeps, accrueMonth, holdWithoutAccrual } from './accrual.ts';
import { randomLoans, storeLoans } from './random-loans.test-support.ts';

const month = '2026-12' as Month;
const throughOn = lastDayOf(month);
const today = () => day('2027-01-04');
const clock = movableClock(Date.parse('2027-01-04T08:00:00Z'));
/** The whole number is for a measurement: ACCRUAL_LOANS=100000. */
const LOANS = Number(process.env.ACCRUAL_LOANS ?? 1000);
const AT_ONCE = 1000;
const actor = 'staff:mary';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Database;
let owner: Database;
let deps: AccrualDeps;
const loans: Loan[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.programUrl });
  owner = openDatabase({ url: database.url });
  deps = { db, clock, today };
  await createBusinessCalendar(db, clock, 0);
  for (let seed = 1; loans.length < LOANS; seed += 1) {
    const some = randomLoans({ count: Math.min(AT_ONCE, LOANS - loans.length), seed, throughOn });
    await storeLoans(owner, some);
    loans.push(...some);
  }
}, 1_800_000);
afterAll(async () => {
  await db.close();
  await owner.close();
  await database.drop();
});

/** What lending says that the run posts for a loan. */
function expectedOf(loan: Loan): { interestNgwee: number; feeNgwee: number } {
  if (!isRunning(loan)) return { interestNgwee: 0, feeNgwee: 0 };
  const earned = incomeOfDays(loan, earlierOf(throughOn, loan.pending?.submittedOn ?? throughOn));
  return {
    interestNgwee: Math.max(0, earned.interestNgwee - loan.interestEarnedNgwee),
    feeNgwee: Math.max(0, earned.feeNgwee - loan.feeEarnedNgwee),
  };
}

test('a month that is not over, or whose days have not ended, is refused, and nothing is begun', async () => {
  const early = { ...deps, today: () => throughOn };
  expect(await accrueMonth(early, { month, actor })).toEqual({
    ok: false,
    refusal: { kind: 'month_not_over', throughOn },
  });
  await owner.pool.query(`update business_calendar set day_ended_through = '2026-12-30'`);
  expect(await accrueMonth(deps, { month, actor })).toEqual({
    ok: false,
    refusal: { kind: 'days_not_ended', endedThroughOn: '2026-12-30', throughOn },
  });
  await owner.pool.query(`update business_calendar set day_ended_through = '2027-01-03'`);
  expect((await owner.pool.query('select from accrual_run')).rowCount).toBe(0);
  expect((await holdWithoutAccrual(db, month))?.atTerminal).toContain('no month-end run was made yet');
});

test('a run that was killed is continued, and each loan has exactly what lending says', async () => {
  const killed = new AbortController();
  const killing: Database = {
    ...db,
    row: async (wanted, values) => {
      const row = await db.row(wanted, values);
      if (wanted.name === 'accrual: batch') killed.abort();
      return row;
    },
  };
  const begun = await accrueMonth({ ...deps, db: killing, signal: killed.signal }, { month, actor });
  expect(begun).toMatchObject({ ok: true, value: { finishedAt: null, loansSeen: 128 } });
  expect((await holdWithoutAccrual(db, month))?.atTerminal).toContain('is not finished');

  const finished = await accrueMonth(deps, { month, actor });
  const running = loans.filter(isRunning);
  const expected = loans.map(expectedOf);
  const sumOf = (part: 'interestNgwee' | 'feeNgwee') =>
    expected.reduce((total, loan) => total + loan[part], 0);
  expect(finished).toMatchObject({
    ok: true,
    value: {
      loansSeen: running.length,
      loansMoved: expected.filter(({ interestNgwee, feeNgwee }) => interestNgwee + feeNgwee > 0).length,
      interestNgwee: sumOf('interestNgwee'),
      feeNgwee: sumOf('feeNgwee'),
    },
  });
  expect(await differingLoans()).toEqual([]);
  expect(sumOf('feeNgwee')).toBeGreaterThan(0);
  expect(new Set(loans.map(({ state }) => state)).size).toBeGreaterThanOrEqual(4);
  expect(loans.filter(({ pending }) => pending !== null).length).toBeGreaterThan(LOANS / 50);
  expect(await holdWithoutAccrual(db, month)).toBeNull();
}, 600_000);

/** The loans whose stored income or whose rows are not what lending says. */
async function differingLoans(): Promise<unknown[]> {
  const { rows } = await owner.pool.query(
    `select l.loan_id, l.version, l.interest_earned_ngwee as interest, l.fee_earned_ngwee as fee,
       coalesce((select sum(amount_ngwee) from ledger_transfer t where t.borrower_id = l.borrower_id
         and debit_account = 'unearned_interest' and credit_account = 'interest_income'
         and business_on = $1 and value_on = $1), 0) as interest_rows,
       coalesce((select sum(amount_ngwee) from ledger_transfer t where t.borrower_id = l.borrower_id
         and debit_account = 'unearned_fee' and credit_account = 'fee_income'), 0) as fee_rows
     from loan l order by loan_id`,
    [throughOn],
  );
  const byId = new Map(loans.map((loan) => [loan.loanId, loan]));
  return rows.filter((row) => {
    const loan = byId.get(Number(row.loan_id))!;
    const { interestNgwee, feeNgwee } = expectedOf(loan);
    const isMoved = interestNgwee + feeNgwee > 0;
    return (
      Number(row.interest) !== loan.interestEarnedNgwee + interestNgwee ||
      Number(row.fee) !== loan.feeEarnedNgwee + feeNgwee ||
      Number(row.interest_rows) !== interestNgwee ||
      Number(row.fee_rows) !== feeNgwee ||
      Number(row.version) !== loan.version + (isMoved ? 1 : 0)
    );
  });
}

test('a second run of the month answers the first and changes nothing', async () => {
  const counted = () => owner.pool.query('select count(*), sum(amount_ngwee) from ledger_transfer');
  const before = (await counted()).rows;
  const again = await accrueMonth(deps, { month, actor: 'staff:john' });
  expect(again).toMatchObject({ ok: true, value: { actor: 'staff:mary' } });
  expect((await counted()).rows).toEqual(before);
  const { rows } = await owner.pool.query(
    `select j.kind, j.booked_on, j.made_by from journal j join accrual_run r using (entry_id)`,
  );
  expect(rows).toEqual([{ kind: 'accrual', booked_on: '2026-12-31', made_by: 'staff:mary' }]);
});

test('the doctor knows the rows of a run, and finds a loan whose income is not in the book', async () => {
  const found = async (title: string) => {
    const { query } = ledgerChecks.find((check) => check.title === title)!;
    return (await owner.pool.query(query)).rows;
  };
  expect(await found('every row of a loan belongs to a loan and to its history')).toEqual([]);
  const income = 'the income of a month that was run is in the book';
  expect(await found(income)).toEqual([]);
  const moved = loans.find((loan) => expectedOf(loan).interestNgwee > 0)!;
  await owner.pool.query('update loan set interest_earned_ngwee = 0 where loan_id = $1', [moved.loanId]);
  expect(await found(income)).toMatchObject([{ id: moved.loanId }]);
});

test('a loan that changes under a batch is looked at again, and is not posted twice', async () => {
  const later = { ...deps, today: () => day('2027-04-01') };
  await owner.pool.query(`update business_calendar set day_ended_through = '2027-03-31'`);
  const january = day('2027-01-31');
  const loan = loans.find(
    (candidate) =>
      isRunning(candidate) &&
      candidate.pending === null &&
      incomeOfDays(candidate, january).interestNgwee > incomeOfDays(candidate, throughOn).interestNgwee + 1,
  )!;
  const earnedNgwee = incomeOfDays(loan, throughOn).interestNgwee;
  const other = await owner.pool.connect();
  await other.query('begin');
  await other.query('update loan set version = version + 1, interest_earned_ngwee = $2 where loan_id = $1', [
    loan.loanId,
    earnedNgwee + 1,
  ]);
  const run = accrueMonth(later, { month: '2027-01' as Month, actor });
  await vi.waitFor(async () => {
    const { rowCount } = await owner.pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    expect(rowCount).toBeGreaterThan(0);
  });
  await other.query('commit');
  other.release();
  expect(await run).toMatchObject({ ok: true, value: { finishedAt: expect.any(Date) } });
  const { rows } = await owner.pool.query(
    `select interest_earned_ngwee::int as earned, (select sum(amount_ngwee)::int from ledger_transfer t
       where t.loan_id = l.loan_id and business_on = '2027-01-31' and credit_account = 'interest_income') as posted
     from loan l where loan_id = $1`,
    [loan.loanId],
  );
  const byJanuary = incomeOfDays(loan, january).interestNgwee;
  expect(rows).toEqual([{ earned: byJanuary, posted: byJanuary - earnedNgwee - 1 }]);
});

test('months are run in order, and none is run for a period that is closed', async () => {
  const later = { ...deps, today: () => day('2027-04-01') };
  expect(await accrueMonth(later, { month: '2027-03' as Month, actor })).toEqual({
    ok: false,
    refusal: { kind: 'month_out_of_order', expected: '2027-02' },
  });
  await owner.pool.query(`update book_closing set closed_through_on = '2027-02-28'`);
  expect(await accrueMonth(later, { month: '2027-02' as Month, actor })).toEqual({
    ok: false,
    refusal: { kind: 'period_closed' },
  });
  await owner.pool.query('update book_closing set closed_through_on = null');
  expect(await accrueMonth(later, { month: '2027-02' as Month, actor })).toMatchObject({ ok: true });
});

test('batches become smaller where they take long, and are never larger than 256 loans', async () => {
  const later = { ...deps, today: () => day('2027-06-01') };
  await owner.pool.query(`update business_calendar set day_ended_through = '2027-05-31'`);
  const limits: number[] = [];
  const watched = (tookMs: number): Database => ({
    ...db,
    row: async (wanted, values) => {
      const row = await db.row(wanted, values);
      if (wanted.name === 'accrual: batch') {
        limits.push((values as unknown as { limit: number }).limit);
        clock.advance({ seconds: tookMs / 1000 });
      }
      return row;
    },
  });
  await accrueMonth({ ...later, db: watched(0) }, { month: '2027-03' as Month, actor });
  expect(limits.slice(0, 4)).toEqual([128, 256, 256, 256]);
  limits.length = 0;
  await accrueMonth({ ...later, db: watched(50) }, { month: '2027-04' as Month, actor });
  expect(limits.slice(0, 4)).toEqual([128, 64, 64, 64]);
});
