import type { Month } from '@thumba/accounting/month';
import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { borrow, signUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { expectSoundBook } from '../../../test/sound-book.ts';
import { hire, openOffice, type StaffMember } from '../../../test/staff-client.ts';
import { continueOrder, orderMonthEnd } from '../../accounting/month-end/orders.ts';
import { toDate } from '../../platform/clock.ts';
import { createLog } from '../../platform/log.ts';
import { deskBeside } from '../terminal/staff-desk.test-support.ts';
import { impairmentStep } from './impairment-step.ts';

let server: AppServer;
let mary: StaffMember;
let moses: StaffMember;
let auditor: StaffMember;
beforeAll(async () => {
  server = await startAppServer();
  for (const amount of [200, 800]) await borrow(await signUp(server), { amount, termId: 2 });
  const { first: maker, second: checker } = await openOffice(server);
  mary = await hire(server, { maker, checker }, { userName: 'mary', roles: ['finance'] });
  moses = await hire(server, { maker, checker }, { userName: 'moses', roles: ['finance'] });
  auditor = await hire(server, { maker, checker }, { userName: 'kasonde', roles: ['auditor'] });
});
afterAll(async () => {
  await expectSoundBook(server);
  await server.stop();
});

const start = (member: StaffMember, month: string) =>
  member.client.call('startMonthEnd', { params: { month } });
const runs = async () => (await auditor.client.call('listRuns')).data;
const ngweeOf = (kwacha: number) => Math.round(kwacha * 100);

async function deps(signal?: AbortSignal) {
  const desk = await deskBeside(server);
  return {
    ...desk,
    log: createLog({ level: 'silent', service: 'test' }),
    steps: [impairmentStep(desk)],
    signal,
  };
}

test('a month that is not over is refused, and the page says why', async () => {
  expect(await start(mary, '2026-11')).toMatchObject({
    ...{ code: 409, reason: 'month_not_over', msg: 'The month is over after 30 November.' },
  });
  expect(await start(auditor, '2026-11')).toMatchObject({ code: 403, reason: 'not_permitted' });
});

test('of two people who press at once one starts it, and its figures are those of the ledger alone', async () => {
  await server.passDays(10);
  expect(await runs()).toMatchObject({ next: { month: '2026-11', whyNot: null }, months: [], orders: [] });
  const answers = await Promise.all([start(mary, '2026-11'), start(moses, '2026-11')]);
  const started = answers.filter(({ code }) => code === 200);
  for (const { code, reason } of answers) if (code !== 200) expect(reason).toBe('under_way');
  expect(started.length).toBeGreaterThan(0);
  await expect.poll(async () => (await runs()).underWay, { timeout: 20_000 }).toBe(null);
  const [{ orders }] = await server.query('select count(*)::integer as orders from month_end_order');
  expect(orders).toBe(started.length);
  const shown = await runs();
  expect(shown.orders[0]).toMatchObject({ month: '2026-11', isDone: true });
  expect(shown.orders[0]!.lines[0]).toMatch(/^Income of 2026-11: interest K/);
  expect(shown.next.month).toBe('2026-12');
  const [month] = shown.months;
  const [alone] = await server.query(
    `select
       (select coalesce(sum(amount_ngwee), 0)::integer from ledger_transfer t join accrual_run a using (entry_id)
        where t.credit_account = 'interest_income') as interest,
       (select coalesce(sum(amount_ngwee), 0)::integer from ledger_transfer t join accrual_run a using (entry_id)
        where t.credit_account = 'fee_income') as fees,
       (select coalesce(sum(case when credit_account = 'loss_allowance' then amount_ngwee else -amount_ngwee end), 0)::integer
        from ledger_transfer where credit_account = 'loss_allowance' or debit_account = 'loss_allowance') as allowance`,
  );
  expect(month!.finishedAt).not.toBe(null);
  expect(ngweeOf(month!.interest)).toBe(alone.interest);
  expect(ngweeOf(month!.fees)).toBe(alone.fees);
  expect(alone.interest).toBeGreaterThan(0);
  expect(ngweeOf(month!.losses!.expectedLoss)).toBe(alone.allowance);
});

test('the document of a month has its classes, stages and movement, which add up', async () => {
  const { code, data, msg } = await auditor.client.call('getRun', { params: { month: '2026-11' } });
  expect(code, msg).toBe(200);
  const sum = (groups: readonly { expectedLoss: number; loans: number }[]) =>
    [
      groups.reduce((total, { expectedLoss }) => total + ngweeOf(expectedLoss), 0),
      groups.reduce((total, { loans }) => total + loans, 0),
    ] as const;
  expect(sum(data.classes)).toEqual([ngweeOf(data.expectedLoss), data.loans]);
  expect(sum(data.stages)).toEqual([ngweeOf(data.expectedLoss), data.loans]);
  const { amount: closing } = data.movement.at(-1)!;
  const moved = data.movement.slice(0, -1).reduce((total, { amount }) => total + ngweeOf(amount), 0);
  expect(moved).toBe(ngweeOf(closing));
  expect(closing).toBe(data.expectedLoss);
  expect(data.journals.length).toBeGreaterThan(0);
  expect(await auditor.client.call('getRun', { params: { month: '2026-10' } })).toMatchObject({ code: 404 });
});

test('each stage of the allowance leads to the loans that are in it', async () => {
  const period = { period: 'days', from: '2026-11-21', to: '2026-11-30' };
  const { data: report } = await auditor.client.call('getAllowance', { query: period } as never);
  const { cutOn, stages } = (report as StaffAnswer<'getAllowance'>).run!;
  expect(stages.length).toBeGreaterThan(0);
  for (const stage of [1, 2, 3]) {
    const loans = await server.query(
      `select loan_id::integer as "loanId", gross_ngwee::integer as gross from impairment_loan
       where stage = $1 order by loan_id`,
      [stage],
    );
    const query = { figure: 'in_stage', on: cutOn, stage };
    const { data: listed } = await auditor.client.call('listLoansOfFigure', { query } as never);
    expect(listed.items.map(({ loanId }) => loanId)).toEqual(loans.map(({ loanId }) => loanId));
    const shown = stages.find((one) => one.stage === stage);
    expect(listed.total!.loans).toBe(shown?.loans ?? 0);
    expect(ngweeOf(listed.total!.amount ?? 0)).toBe(loans.reduce((sum, { gross }) => sum + gross, 0));
  }
  const { data: before } = await auditor.client.call('listLoansOfFigure', {
    query: { figure: 'in_stage', on: '2026-11-29', stage: 1 },
  } as never);
  expect(before).toMatchObject({ total: { loans: 0 }, items: [] });
});

test('a run that is stopped stays under way, and the next program goes on with it', async () => {
  await server.passDays(31);
  const { db, clock } = server;
  const month = '2026-12' as Month;
  const now = toDate(clock.nowMs());
  const orderId = (await orderMonthEnd(db, { month, askedBy: 'staff:mary', now }))!;
  expect(await continueOrder(await deps(AbortSignal.abort()))).toBe(0);
  expect((await runs()).underWay).toMatchObject({ orderId, month, by: 'Person mary', step: 'income' });
  expect(await start(moses, '2026-12')).toMatchObject({ code: 409, reason: 'under_way' });
  expect(await continueOrder(await deps())).toBe(1);
  expect((await runs()).orders[0]).toMatchObject({ orderId, isDone: true });
  expect((await runs()).months[0]).toMatchObject({ month: '2026-12', by: 'Person mary' });
});

test('what a killed program was working on is taken by another one, once its claim is over', async () => {
  await server.passDays(31);
  const { db, clock } = server;
  const now = toDate(clock.nowMs());
  await orderMonthEnd(db, { month: '2027-01' as Month, askedBy: 'staff:mary', now });
  await server.query(`update month_end_order set claimed_until = $1 where ended_at is null`, [
    toDate(clock.nowMs() + 60_000),
  ]);
  expect(await continueOrder(await deps())).toBe(0);
  server.clock.advance({ seconds: 61 });
  expect(await continueOrder(await deps())).toBe(1);
  expect((await runs()).orders[0]).toMatchObject({ month: '2027-01', isDone: true });
});

test('a step that is refused ends the run and says why', async () => {
  const { db, clock } = server;
  const now = toDate(clock.nowMs());
  await orderMonthEnd(db, { month: '2026-12' as Month, askedBy: 'staff:mary', now });
  expect(await continueOrder(await deps())).toBe(1);
  const [order] = (await runs()).orders;
  expect(order).toMatchObject({ month: '2026-12', isDone: false });
  expect(order!.lines.at(-1)).toMatch(/was run|already/);
});

test('one preview of expected losses is counted at a time', async () => {
  await server.passDays(31);
  const preview = (member: StaffMember) =>
    member.client.call('previewLosses', { params: { month: '2027-02' } });
  const holder = await server.owner.pool.connect();
  await holder.query('begin');
  await holder.query('lock table instalment in access exclusive mode');
  const first = preview(mary);
  const waiting = `select count(*)::integer as waiting from pg_locks
    where not granted and relation = 'instalment'::regclass`;
  await expect.poll(async () => (await holder.query(waiting)).rows[0].waiting).toBe(1);
  expect(await preview(moses)).toMatchObject({ code: 409, reason: 'busy' });
  await holder.query('rollback');
  holder.release();
  expect(await first).toMatchObject({ code: 200 });
  expect(await preview(moses)).toMatchObject({ code: 200 });
});

test('the losses of a month are shown before they are run, by class, and nothing is written', async () => {
  await server.passDays(31);
  const { db, clock } = server;
  const month = '2027-02' as Month;
  const preview = () => auditor.client.call('previewLosses', { params: { month } });
  const rows = () => server.query('select count(*)::integer as rows from impairment_loan');
  const before = await rows();
  expect(await preview()).toMatchObject({ code: 200 });
  await orderMonthEnd(db, { month, askedBy: 'staff:mary', now: toDate(clock.nowMs()) });
  expect(await continueOrder({ ...(await deps()), steps: [] })).toBe(1);
  const { data } = await preview();
  expect(await rows()).toEqual(before);
  expect(await impairmentStep(await deskBeside(server))(month, 'staff:mary')).toMatchObject({ done: true });
  const run = (await auditor.client.call('getRun', { params: { month } })).data;
  expect(data).toMatchObject({ through: '2027-02-28', classes: run.classes });
  expect(data.classes.length).toBeGreaterThan(0);
  const [latest] = (await runs()).months.filter(({ month: of }) => of === data.before!.month);
  expect(data.before!.expectedLoss).toBe(latest!.losses!.expectedLoss);
  expect(await preview()).toMatchObject({ code: 409, reason: 'already_run' });
});
