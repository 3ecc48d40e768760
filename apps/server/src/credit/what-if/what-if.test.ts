import { addDays, day } from '@thumba/lending/day';
import { demoRules, demoScorecard } from '@thumba/lending/decision';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AppBorrower, apply, borrow, PATIENCE, settle, signUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { expectSoundBook } from '../../../test/sound-book.ts';
import { hire, openOffice, type StaffMember } from '../../../test/staff-client.ts';
import { rulesFormOf, scorecardFormOf } from '../../book/catalogue/forms.ts';
import { answerAs } from '../../staff/terminal/two-people.test-support.ts';
import { deleteAccount } from '../../upkeep/personal-data/personal-data.test-support.ts';
import { goOnWithRuns } from './runs.ts';

/* A draft of the rules and the scorecard, tried over applications that borrowers made. */

let server: AppServer;
let head: StaffMember;
let finance: StaffMember;
let support: StaffMember;
const orders: Record<string, number> = {};
let leaver: AppBorrower;
let firstDay: string;

const rules = rulesFormOf(demoRules) as Record<string, unknown>;
const scorecard = scorecardFormOf(demoScorecard) as Record<string, unknown>;

beforeAll(async () => {
  server = await startAppServer();
  const { first, second } = await openOffice(server);
  const office = { maker: first, checker: second };
  head = await hire(server, office, { userName: 'head', roles: ['head_of_credit'] });
  finance = await hire(server, office, { userName: 'money', roles: ['head_of_finance'] });
  support = await hire(server, office, { userName: 'help', roles: ['support'] });
  firstDay = server.today();
  await liveThrough();
});
afterAll(() => server.stop());

/** Loans that went well, went badly, run, were declined, referred and left; one account is deleted. */
async function liveThrough(): Promise<void> {
  orders.late = await borrow(await signUp(server, { monthlyIncome: 5000 }));
  const well = await signUp(server, { monthlyIncome: 6000 });
  orders.good = await borrow(well);
  await settle(server, well, orders.good);
  leaver = await signUp(server, { monthlyIncome: 6500 });
  orders.left = await borrow(leaver);
  await settle(server, leaver, orders.left);
  orders.referred = (await apply(await signUp(server, { monthlyIncome: 1500 }), { amount: 300 })).orderId;
  await server.passDays(61);
  orders.running = await borrow(await signUp(server, { monthlyIncome: 3000 }), { amount: 500 });
  orders.old = await borrow(await signUp(server, { monthlyIncome: 3000 }), { amount: 500 });
  orders.declined = (await apply(await signUp(server, { monthlyIncome: 999 }), { amount: 100 })).orderId;
  // An earlier version of the program kept a decision without what SMS say.
  await server.query(
    `update loan_decision set inputs = inputs - 'moneyReceivedNgwee' - 'offered' where loan_id = $1`,
    [orders.old],
  );
}

const period = () => ({ fromOn: firstDay, throughOn: server.today() });

async function tried(body: Record<string, unknown> = {}, by = head) {
  const started = await by.client.call('startWhatIf', {
    body: { ...period(), rules, scorecard, ...body } as never,
  });
  if (started.code !== 200) throw new Error(started.msg);
  const params = { runId: started.data.runId };
  await expect
    .poll(async () => (await by.client.call('getWhatIf', { params })).data.state, PATIENCE)
    .toBe('done');
  return (await by.client.call('getWhatIf', { params })).data;
}

type Run = Awaited<ReturnType<typeof tried>>;
const sumOf = (run: Run, of: Partial<Run['cells'][number]> = {}) =>
  run.cells
    .filter((cell) => Object.entries(of).every(([name, value]) => cell[name as 'was'] === value))
    .reduce((sum, { applications }) => sum + applications, 0);

const listed = async (runId: number, query: Record<string, unknown> = {}) =>
  (await head.client.call('listWhatIfApplications', { params: { runId }, query: query as never })).data;

test('under the version in force each application is decided as it was, and the ends of the loans are known', async () => {
  const run = await tried();
  expect(run).toMatchObject({ applications: 7, lookedAt: 7, differ: 0, erased: 0, incomplete: 1 });
  expect(run.missing).toEqual([{ input: 'moneyReceivedNgwee', applications: 1 }]);
  expect(run.cells.every(({ was, would }) => was === would)).toBe(true);
  const endings = await listed(run.runId);
  expect(Object.fromEntries(endings.items.map(({ loanId, ending }) => [loanId, ending]))).toEqual({
    [orders.late!]: 'bad',
    [orders.good!]: 'good',
    [orders.left!]: 'good',
    [orders.referred!]: 'not_paid_out',
    [orders.running!]: 'running',
    [orders.declined!]: 'not_paid_out',
  });
});

test('a draft declines by other incomes, as counted by SQL from what was kept', async () => {
  const run = await tried({ rules: { ...rules, referIncome: 5500, approveIncome: 5500 } });
  const [{ poorer, richer }] = await server.query(
    `select (count(*) filter (where (inputs ->> 'monthlyIncomeNgwee')::bigint < 550000))::integer as poorer,
       (count(*) filter (where (inputs ->> 'monthlyIncomeNgwee')::bigint >= 550000))::integer as richer
     from loan_decision where inputs ? 'moneyReceivedNgwee'`,
  );
  expect(sumOf(run, { would: 'decline' })).toBe(poorer);
  expect(sumOf(run, { would: 'approve' })).toBe(richer);
  expect(sumOf(run, { was: 'approve', would: 'decline', ending: 'bad' })).toBe(1);
  expect(sumOf(run, { was: 'approve', would: 'decline', ending: 'running' })).toBe(1);
});

test('a draft gives other points, and each band is counted by SQL', async () => {
  const run = await tried({ scorecard: { ...scorecard, basePoints: 533 } });
  const bands = await server.query(
    `select (floor(points::numeric / 20) * 20)::integer as was, (floor((points + 33)::numeric / 20) * 20)::integer as would
     from loan_decision where inputs ? 'moneyReceivedNgwee'`,
  );
  for (const { fromPoints, was, would, endings } of run.bands) {
    expect(was).toBe(bands.filter((row) => row.was === fromPoints).length);
    expect(would).toBe(bands.filter((row) => row.would === fromPoints).length);
    expect(Object.values(endings).reduce((sum, count) => sum + count, 0)).toBe(would);
  }
  expect(run.bands.reduce((sum, { would }) => sum + would, 0)).toBe(bands.length);
});

test('another share of income counts with the product and the term that was applied for', async () => {
  const run = await tried({ rules: { ...rules, instalmentShareOfIncome: '0.10' } });
  expect(run.missing).toEqual([{ input: 'moneyReceivedNgwee', applications: 1 }]);
  // K1,000 over thirty days is more than a tenth of each income here.
  expect(sumOf(run, { would: 'decline' })).toBe(6);
});

test('every number leads to its applications, page by page', async () => {
  const run = await tried({ rules: { ...rules, approveIncome: 4000 } });
  for (const { was, would, ending, applications } of run.cells) {
    const { items } = await listed(run.runId, { was, would, ending });
    expect(items.length).toBe(applications);
  }
  for (const { fromPoints, was, would } of run.bands) {
    expect((await listed(run.runId, { wasBand: fromPoints })).items.length).toBe(was);
    expect((await listed(run.runId, { wouldBand: fromPoints })).items.length).toBe(would);
  }
  expect((await listed(run.runId, { fate: 'incomplete' })).items).toMatchObject([
    { loanId: orders.old, missing: ['moneyReceivedNgwee'], was: null, would: null },
  ]);
  const first = await listed(run.runId, { pageSize: 4 });
  const second = await listed(run.runId, { pageSize: 4, after: first.next });
  expect(second.next).toBeNull();
  const all = [...first.items, ...second.items].map(({ loanId }) => loanId);
  expect(all).toEqual((await listed(run.runId)).items.map(({ loanId }) => loanId));
  expect(all.length).toBe(6);
});

test('a period and a product choose the applications', async () => {
  const today = server.today();
  expect(await tried({ fromOn: today })).toMatchObject({ applications: 3, lookedAt: 3 });
  expect(await tried({ throughOn: addDays(day(today), -1) })).toMatchObject({ applications: 4, lookedAt: 4 });
  expect(await tried({ productId: 1 })).toMatchObject({ applications: 7, lookedAt: 7 });
  expect(await tried({ productId: 2 })).toMatchObject({ applications: 0, lookedAt: 0, cells: [], bands: [] });
});

test('a decision that the rules of then would not make today is shown as a fault', async () => {
  await server.query('update loan_decision set points = points + 1 where loan_id = $1', [orders.good]);
  const run = await tried();
  expect(run).toMatchObject({ differ: 1, incomplete: 1, lookedAt: 7 });
  expect((await listed(run.runId, { fate: 'differs' })).items).toMatchObject([{ loanId: orders.good }]);
  await server.query('update loan_decision set points = points - 1 where loan_id = $1', [orders.good]);
});

test('a draft that could not be saved is not tried, and the rule is named', async () => {
  const refusalOf = async (body: Record<string, unknown>) => {
    const { code, msg, reason } = await head.client.call('startWhatIf', {
      body: { ...period(), rules, scorecard, ...body } as never,
    });
    return { code, msg, reason };
  };
  expect(await refusalOf({ rules: { ...rules, minAgeYears: 17 } })).toEqual({
    code: 400,
    msg: 'minAgeYears: a borrower has to be 18 or older.',
    reason: 'under_age_allowed',
  });
  expect(await refusalOf({ scorecard: { ...scorecard, approveFromPoints: 1 } })).toMatchObject({
    reason: 'points_not_rising',
  });
  expect(await refusalOf({ rules: { ...rules, approveIncome: 'much' } })).toMatchObject({
    reason: 'not_that_form',
  });
  expect(await refusalOf({ fromOn: addDays(day(server.today()), 1) })).toMatchObject({
    reason: 'not_that_period',
  });
});

test('head of credit starts it, people who check changes see it, and others do not', async () => {
  const run = await tried();
  const params = { runId: run.runId };
  const body = { ...period(), rules, scorecard };
  expect(await finance.client.call('startWhatIf', { body })).toMatchObject({ code: 403 });
  expect(await finance.client.call('getWhatIf', { params })).toMatchObject({ code: 200 });
  const { data } = await finance.client.call('listWhatIfs');
  expect(data.items[0]).toMatchObject({ runId: run.runId, startedBy: { userName: 'head' } });
  expect(await finance.client.call('listWhatIfApplications', { params })).toMatchObject({ code: 200 });
  expect(await support.client.call('getWhatIf', { params })).toMatchObject({ code: 403 });
  expect(await head.client.call('getWhatIf', { params: { runId: 999_999 } })).toMatchObject({ code: 404 });
});

/** A run that no process was told of, so that it waits. */
async function waitingRun(): Promise<number> {
  const [row] = await server.query(
    `insert into what_if_run (staff_id, from_on, through_on, rules, scorecard, applications, started_at)
     values ($1, $2, $3, $4, $5, 7, $6) returning run_id::integer`,
    [
      ...[head.staffId, firstDay, server.today()],
      ...[JSON.stringify(demoRules), JSON.stringify(demoScorecard), new Date(server.clock.nowMs())],
    ],
  );
  return row.run_id;
}

test('a person has one at a time, and can stop it', async () => {
  const runId = await waitingRun();
  const body = { ...period(), rules, scorecard };
  expect(await head.client.call('startWhatIf', { body })).toMatchObject({
    code: 409,
    reason: 'runs_already',
  });
  expect(await head.client.call('stopWhatIf', { params: { runId } })).toMatchObject({ code: 200 });
  expect(await head.client.call('stopWhatIf', { params: { runId } })).toMatchObject({
    reason: 'not_running',
  });
  expect((await head.client.call('getWhatIf', { params: { runId } })).data).toMatchObject({
    state: 'stopped',
    lookedAt: 0,
  });
  expect((await tried()).state).toBe('done');
});

test('two processes that go on with it count each application once', async () => {
  const runId = await waitingRun();
  await Promise.all([goOnWithRuns(server), goOnWithRuns(server)]);
  const { data } = await head.client.call('getWhatIf', { params: { runId } });
  expect(data).toMatchObject({ state: 'done', applications: 7, lookedAt: 7, incomplete: 1 });
  expect(sumOf(data)).toBe(6);
});

test('a decision is kept with what was applied for', async () => {
  const rows = await server.query(
    `select d.inputs -> 'offered' as offered, l.terms from loan l join loan_decision d using (borrower_id, loan_id)
     where d.inputs ? 'offered'`,
  );
  expect(rows.length).toBe(6);
  for (const { offered, terms } of rows) {
    const { productId, productVersion, termId } = terms;
    expect(offered).toEqual({ productId, productVersion, termId });
  }
});

test('deleted accounts count apart, also in a run of before, and nothing of them is read', async () => {
  const before = await tried();
  expect(await deleteAccount(server, leaver)).toMatchObject({ code: 200 });
  const params = { runId: before.runId };
  const then = (await head.client.call('getWhatIf', { params })).data;
  expect(then).toMatchObject({ erased: 1, incomplete: 1, differ: 0 });
  expect(sumOf(then)).toBe(sumOf(before) - 1);
  const run = await tried();
  expect(run).toMatchObject({ applications: 7, lookedAt: 7, erased: 1, incomplete: 1, differ: 0 });
  expect(sumOf(run)).toBe(5);
  expect((await listed(run.runId, { fate: 'erased' })).items).toMatchObject([
    { loanId: orders.left, was: null, would: null, wasPoints: null, wouldPoints: null },
  ]);
  expect(
    await server.query('select from what_if_application where borrower_id = $1', [leaver.borrowerId]),
  ).toEqual([]);
});

test('after two people changed the rules, each application is decided again under its own version', async () => {
  const change = { part: 'rules', content: { ...rules, approveIncome: 4000 }, effectiveOn: null } as const;
  const { preview } = (await head.client.call('previewOfferChange', { body: change })).data;
  const asking = { ...change, reason: 'too many ended badly', digest: preview!.digest };
  const { requestId } = (await head.client.call('askForOfferChange', { body: asking })).data;
  expect((await answerAs(head, requestId)).code).not.toBe(200);
  expect(await answerAs(finance, requestId)).toMatchObject({ code: 200, data: { state: 'done' } });
  const { orderId } = await apply(await signUp(server, { monthlyIncome: 3500 }), { amount: 300 });
  const run = await tried();
  expect(run).toMatchObject({ applications: 8, lookedAt: 8, differ: 0, erased: 1, incomplete: 1 });
  expect((await listed(run.runId, { was: 'refer', would: 'approve' })).items).toMatchObject([
    { loanId: orderId },
  ]);
});

test('the results are deleted after seven days', async () => {
  const run = await tried();
  server.clock.advance({ hours: 6 * 24 });
  await goOnWithRuns(server);
  expect(await server.query('select from what_if_run where run_id = $1', [run.runId])).toHaveLength(1);
  server.clock.advance({ hours: 25 });
  await goOnWithRuns(server);
  expect(await server.query('select from what_if_run')).toEqual([]);
  expect(await server.query('select from what_if_application')).toEqual([]);
});

test('nothing of the book changes by it', () => expectSoundBook(server));
