import { assess } from '@thumba/accounting/impairment-run';
import type { Month } from '@thumba/accounting/month';
import { openLoan } from '@thumba/lending/application';
import { day } from '@thumba/lending/day';
import { type Step, type World, worldOf } from '@thumba/lending/loan-world.test-support';
import { rate } from '@thumba/lending/rate';
import { approval, sampleTerms } from '@thumba/lending/sample-loan.test-support';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { movableClock } from '../../../test/call-server.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { type Database, openDatabase, statement } from '../../platform/database.ts';
import { impairmentChecks } from '../../upkeep/doctor/impairment-checks.ts';
import { ledgerChecks } from '../../upkeep/doctor/ledger-checks.ts';
import { balancesThrough } from '../daily-total/balances.ts';
import { type LifeRows, takeAndKeep, writeLives } from './lives.test-support.ts';
import { type ImpairmentRun, readAllowanceMovement, readFlows } from './queries.ts';
import { runImpairment } from './run-impairment.ts';
import { readTablesOf, saveTable } from './tables.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let owner: Database;
let db: Database;
const clock = movableClock(Date.parse('2028-06-02T08:00:00Z'));
beforeAll(async () => {
  database = await createTestDatabase();
  owner = openDatabase({ url: database.url });
  db = openDatabase({ url: database.programUrl });
});
afterAll(async () => {
  await Promise.all([db.close(), owner.close()]);
  await database.drop();
});

const actor = 'staff:mary';
const deps = () => ({ db, clock, today: () => day('2028-06-02') });
const run = (month: string) => {
  clock.advance({ seconds: 1 });
  return runImpairment(deps(), { month: month as Month, actor });
};
async function made(month: string): Promise<ImpairmentRun> {
  const answer = await run(month);
  if (!answer.ok) throw new Error(answer.refusal.kind);
  return answer.value;
}

async function balanceOf(account: string, on = '2028-06-02'): Promise<number> {
  const totals = await balancesThrough(db, day(on));
  const total = totals.find((each) => each.account === account);
  return total === undefined ? 0 : total.debitNgwee - total.creditNgwee;
}

type Life = { world: World; rows: LifeRows };
const lives: Life[] = [];

/** K1,000 for 30 days, paid out on a day, and then the steps, each on its day. */
function live(paidOutOn: string, steps: readonly [on: string, step: Step][] = []): void {
  const on = day(paidOutOn);
  const id = lives.length + 1;
  const application = { loanId: id, borrowerId: id, terms: sampleTerms(), on, decision: approval };
  const world = worldOf(openLoan({ ...application, payoutAttemptId: 'payout' }), on);
  const rows: LifeRows = { transfers: [], events: [] };
  takeAndKeep(world, { does: 'payout succeeds' }, rows);
  for (const [stepOn, step] of steps) {
    world.today = day(stepOn);
    takeAndKeep(world, { does: 'day ends' }, rows);
    takeAndKeep(world, step, rows);
  }
  lives.push({ world, rows });
}

const endOf = (...days: string[]): [string, Step][] => days.map((on) => [on, { does: 'day ends' }]);
const MONTHS = ['2026-12-31', '2027-01-31', '2027-02-28', '2027-03-31'];

test('a year of runs: losses are expected, used and recovered, and each month ties to the ledger', async () => {
  // Never pays; charged off when 360 days past due, in December 2027; pays K600 in January; the rest is written off.
  live('2026-11-21', [
    ...endOf(...MONTHS, '2027-12-31'),
    ['2028-01-10', { does: 'borrower submits', percent: 30 }],
    ['2028-01-10', { does: 'operator pays', which: 0 }],
    ['2028-02-10', { does: 'staff write off' }],
  ]);
  // Written off in March, before it was charged off.
  live('2026-11-21', [...endOf(...MONTHS.slice(0, 3)), ['2027-03-10', { does: 'staff write off' }]]);
  // Pays on the due day.
  live('2026-12-11', [
    ...endOf('2026-12-31'),
    ['2027-01-10', { does: 'borrower submits', percent: 100 }],
    ['2027-01-10', { does: 'operator pays', which: 0 }],
  ]);
  await writeLives(
    owner,
    lives.map(({ world, rows }) => ({ loan: world.loan, rows })),
  );
  await owner.pool.query('insert into borrower_standing (borrower_id) select distinct borrower_id from loan');

  const december = await made('2026-12');
  // Two loans 10 days past due: K1,150 and nine penalties of K5.75 each. One on day 20 of 30: K1,100.
  expect(december).toMatchObject({ loans: 3, grossNgwee: 350_350, provisionNgwee: 0, previousRunId: null });
  expect(december.expectedLossNgwee).toBe(2 * 21_632 + 3300);
  expect(await balanceOf('loss_allowance', '2026-12-31')).toBe(-december.expectedLossNgwee);
  expect(await balanceOf('impairment_expense', '2026-12-31')).toBe(december.expectedLossNgwee);

  await made('2027-01');
  await made('2027-02');
  const march = await made('2027-03');
  const writtenOff = lives[1]!.rows.transfers as { debit_account: string; amount_ngwee: number }[];
  const writeOffNgwee = writtenOff
    .filter(({ debit_account }) => debit_account === 'write_off_expense')
    .reduce((sum, { amount_ngwee }) => sum + amount_ngwee, 0);
  expect(march.usedByWriteOffNgwee).toBe(writeOffNgwee);
  expect(await balanceOf('write_off_expense', '2027-03-31')).toBe(0);
  for (const month of ['04', '05', '06', '07', '08', '09', '10', '11']) await made(`2027-${month}`);
  const flows = await readFlows(db, march.runId);
  expect(flows.map(({ end, loans }) => [end, loans])).toEqual([
    ['none', 1],
    ['written_off', 1],
  ]);

  const charged = await made('2027-12');
  expect(charged).toMatchObject({ newlyChargedOffNgwee: 200_000, expectedLossNgwee: 0 });
  expect(await balanceOf('charged_off_loans', '2027-12-31')).toBe(-200_000);
  expect(await balanceOf('loss_allowance', '2027-12-31')).toBe(0);
  const recovered = await made('2028-01');
  expect(recovered).toMatchObject({ chargeOffRecoveredNgwee: 60_000, impairmentNgwee: 0 });
  expect(await balanceOf('recovery_income', '2028-01-31')).toBe(-60_000);
  const given = await made('2028-02');
  expect(given).toMatchObject({ chargeOffWrittenOffNgwee: 140_000, usedByWriteOffNgwee: 0 });
  expect(await balanceOf('charged_off_loans')).toBe(0);
  // Both loans were lost once: K2,000 of one, of which K600 came back, and what was written off of the other.
  const lost = (await balanceOf('impairment_expense')) + (await balanceOf('write_off_expense'));
  expect(lost).toBe(200_000 + writeOffNgwee);

  const { rows: runs } = await db.pool.query('select run_id from impairment_run order by run_id');
  for (const { run_id: runId } of runs) await expectRepeats(runId);
  for (const { title, query } of ledgerChecks.filter(({ title }) => /receivables|written off/.test(title))) {
    expect([title, (await db.pool.query(query)).rows]).toEqual([title, []]);
  }
});

/** Computes a run again from its document, with the pure rules: the loans, the sums and the movement. */
async function expectRepeats(runId: number): Promise<void> {
  const { rows } = await db.pool.query('select * from impairment_loan where run_id = $1', [runId]);
  const found = (await db.pool.query('select * from impairment_run where run_id = $1', [runId])).rows[0];
  const versions = {
    classes: found.classes_version,
    'default-probability': found.default_probability_version,
    'loss-given-default': found.loss_given_default_version,
  };
  const tables = await readTablesOf(db, versions);
  let expectedLossNgwee = 0;
  for (const row of rows) {
    const facts = {
      principalNgwee: row.principal_ngwee,
      interestNgwee: row.interest_ngwee,
      feeNgwee: row.fee_ngwee,
      penaltyNgwee: row.penalty_ngwee,
      daysPastDue: row.days_past_due,
      isForborne: row.is_forborne,
    };
    const again = assess(facts, row.was_charged_off, tables);
    expect(row.expected_loss_ngwee).toBe(again.expectedLossNgwee);
    expect(row.charged_off_ngwee).toBe(again.chargedOffNgwee);
    expect(row.loan_class).toBe(again.loanClass);
    expectedLossNgwee += again.expectedLossNgwee;
  }
  expect(found.expected_loss_ngwee).toBe(expectedLossNgwee);
  const { rows: totals } = await db.pool.query(
    `select coalesce(sum(loss_after_ngwee), 0)::bigint as loss from impairment_flow where run_id = $1`,
    [runId],
  );
  expect(totals[0].loss).toBe(expectedLossNgwee);
}

test('a month is run once, in order, when it is over, and while it is open', async () => {
  const counts = async () =>
    (await db.pool.query('select count(*) as n from impairment_run, journal')).rows[0].n;
  const before = await counts();
  expect(await run('2028-02')).toMatchObject({
    ok: false,
    refusal: { kind: 'already_run', month: '2028-02' },
  });
  expect(await run('2026-11')).toMatchObject({ ok: false, refusal: { kind: 'later_month_run' } });
  expect(await run('2028-04')).toMatchObject({
    ok: false,
    refusal: { kind: 'earlier_month_not_run', month: '2028-03' },
  });
  expect(await run('2028-06')).toMatchObject({ ok: false, refusal: { kind: 'month_not_over' } });
  await database.runAsOwner(`update book_closing set closed_through_on = '2028-03-31'`);
  expect(await run('2028-03')).toEqual({ ok: false, refusal: { kind: 'period_closed' } });
  await database.runAsOwner(`update book_closing set closed_through_on = null`);
  expect(await counts()).toBe(before);
});

test('two runs of a month at the same time: one is made', async () => {
  const answers = await Promise.all([run('2028-03'), run('2028-03')]);
  expect(answers.map(({ ok }) => ok).sort()).toEqual([false, true]);
  expect(answers.find(({ ok }) => !ok)).toMatchObject({ refusal: { kind: 'already_run' } });
});

test('after its month was opened again a run takes the place of the one before and posts the difference', async () => {
  const before = await db.row(newestRunOf, { month: '2027-02' });
  expect(await run('2027-02')).toMatchObject({ ok: false, refusal: { kind: 'already_run' } });
  const losses = { basis: 'the lender expects to lose everything', isConfirmed: true };
  const all = { ...losses, buckets: [{ fromDaysPastDue: 0, lossRate: rate('1') }] };
  expect(await saveTable({ db, clock }, { kind: 'loss-given-default', content: all }, actor)).toEqual({
    ok: true,
    value: { version: 2 },
  });
  await reopened('2027-02');
  const balanceBefore = await balanceOf('loss_allowance', '2027-02-28');
  const again = await made('2027-02');
  expect(again).toMatchObject({ supersededRunId: before!.runId, lossGivenDefaultVersion: 2 });
  expect(again.expectedLossNgwee).toBeGreaterThan(before!.expectedLossNgwee);
  expect(await balanceOf('loss_allowance', '2027-02-28')).toBe(-again.expectedLossNgwee);
  expect(balanceBefore).toBe(-before!.expectedLossNgwee);
  await expectRepeats(again.runId);
  await expectRepeats(before!.runId);
  expect(await run('2027-02')).toMatchObject({ ok: false, refusal: { kind: 'already_run' } });
  // The months after it were run on the result that is replaced.
  const march = await made('2027-03');
  expect(await balanceOf('loss_allowance', '2027-03-31')).toBe(-march.expectedLossNgwee);
  const movement = await readAllowanceMovement(db, march);
  expect(movement).toMatchObject({
    opening: again.expectedLossNgwee,
    otherJournals: 0,
    closing: march.expectedLossNgwee,
  });
  const { opening, closing, ...between } = movement;
  expect(Object.values(between).reduce((sum, amountNgwee) => sum + amountNgwee, opening)).toBe(closing);
});

test('the doctor tells where the book is not what the last run says', async () => {
  const found = async () => (await db.pool.query(impairmentChecks[0]!.query)).rows.map(({ id }) => id);
  // February and March of 2027 were run again above, and the months after them were not.
  expect(await found()).toEqual(['loss_allowance']);
  for (const month of ['04', '05', '06', '07', '08', '09', '10', '11', '12']) await made(`2027-${month}`);
  for (const month of ['01', '02', '03']) await made(`2028-${month}`);
  expect(await found()).toEqual([]);
  await made('2028-04');
  expect(await found()).toEqual([]);
});

const newestRunOf = statement<{ runId: number; expectedLossNgwee: number }, { month: string }>(
  'test: newest run',
  `select run_id as "runId", expected_loss_ngwee as "expectedLossNgwee" from impairment_run where month = $month
   order by run_id desc limit 1`,
);

/** As two people do it by a request, without closing the months in between. */
async function reopened(month: string): Promise<void> {
  clock.advance({ seconds: 1 });
  const at = new Date(clock.nowMs());
  const { rows } = await owner.pool.query(
    `insert into period_event (period, kind, reason, actor, recorded_at)
     values ($1, 'reopen_asked', 'a table was wrong', 'staff:mary', $2) returning period_event_id as id`,
    [month, at],
  );
  await owner.pool.query(
    `with approved as (
       insert into staff_request (kind, subject, payload_sealed, effect_sealed, reason_sealed, state, made_by, made_at,
         expires_at, checked_by, checked_at)
       values ('period_reopening', 'period ' || $1::text, '', '', '', 'approved', 'staff:mary', $3, $3, 'staff:john', $3)
       returning request_id
     )
     insert into period_event (period, kind, reason, actor, answered_event_id, asked_by, request_id, recorded_at)
     select $1, 'reopened', 'a table was wrong', 'staff:john', $2, 'staff:mary', request_id, $3 from approved`,
    [month, rows[0].id, at],
  );
}
