import { createHash } from 'node:crypto';
import { day } from '@thumba/lending/day';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { downloadRecord, pay } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { expectSoundBook } from '../../../test/sound-book.ts';
import type { StaffMember } from '../../../test/staff-client.ts';
import { answerAs } from '../../staff/terminal/two-people.test-support.ts';
import { withdrawUntrue } from '../reminder/withdraw-reminders.ts';
import { begin, type Debtor, debtorOf, FACTS, hireCollectors, TERM_DAYS } from './arrears.test-support.ts';
import { handOverAsApproved } from './staff-agency.ts';

const AGENCY = 'Collect Fair Ltd';
const OTHER = 'Second Hand Agency';
const HANDOVER_DAYS_LATE = 91;

let server: AppServer;
let bwalya: StaffMember;
let natasha: StaffMember;
let head: StaffMember;
/** The loan that the first test hands over. It stays with its agency. */
let handedOver: Debtor;
const debtors: Debtor[] = [];
beforeAll(async () => {
  server = await startAppServer({ lender: { collectionAgencies: [AGENCY, OTHER] } });
  ({ bwalya, natasha, head } = await hireCollectors(server));
  for (let count = 0; count < 7; count += 1) debtors.push(await debtorOf(server, 1000 + count * 100));
  await server.passDays(TERM_DAYS + HANDOVER_DAYS_LATE - 1);
});
afterEach(() => expectSoundBook(server));
afterAll(() => server.stop());

const nextDebtor = () => debtors.shift()!;
const read = (loanId: number) =>
  bwalya.client.call('readArrears', { params: { loanId } } as never).then(({ data }) => data);
const preview = (loanId: number, agency = AGENCY) =>
  bwalya.client.call('previewAgency', { params: { loanId }, body: { agency } } as never);
const ask = (loanId: number, by = bwalya, agency = AGENCY) =>
  by.client.call('askForAgency', {
    params: { loanId },
    body: { agency, reason: 'three promises were broken' },
  } as never);
const recall = (loanId: number, by = natasha) =>
  by.client.call('recallFromAgency', { params: { loanId }, body: { reason: 'pays us again' } } as never);

async function handOver(loanId: number, agency = AGENCY): Promise<number> {
  const { requestId } = (await ask(loanId, bwalya, agency)).data;
  expect(await answerAs(head, requestId)).toMatchObject({ code: 200, data: { state: 'done' } });
  return requestId;
}

async function makeFile(agency = AGENCY): Promise<string[]> {
  const made = await head.client.call('makeAgencyFile', { body: { agency } });
  const text = Buffer.from(made.data.base64, 'base64').toString('utf8');
  const [newest] = (await head.client.call('listAgencyFiles')).data.files;
  expect(newest).toMatchObject({
    agency,
    by: 'Person chanda',
    loans: made.data.loans,
    stops: made.data.stops,
    sha256: createHash('sha256').update(text).digest('hex'),
  });
  return text.split('\r\n').slice(0, -1);
}

const sumsOf = async (agency: string) =>
  (await head.client.call('listAgencyFiles')).data.agencies.find((sum) => sum.agency === agency)!;

/** What a loan owes, in plain SQL over its bills. */
async function owedBySql(loanId: number): Promise<string> {
  const [{ owed }] = await server.query(
    `select to_char(sum(principal_ngwee + interest_ngwee + fee_ngwee + penalty_ngwee - principal_paid_ngwee
       - interest_paid_ngwee - fee_paid_ngwee - penalty_paid_ngwee) / 100.0, 'FM999990.00') as owed
     from instalment where loan_id = $1`,
    [loanId],
  );
  return owed;
}

test('before 91 days late no agency is offered, and the hand-over is refused', async () => {
  const [{ loanId }] = debtors as [Debtor];
  expect(await read(loanId)).toMatchObject({ agencies: [], placement: null, daysLate: 90 });
  expect(await preview(loanId)).toMatchObject({
    code: 409,
    reason: 'not_late_enough',
    msg: 'The loan is 90 days late. It can be handed to an agency from 91 days late on.',
  });
  await server.passDays(1);
  const shown = await read(loanId);
  expect(shown).toMatchObject({ agencies: [AGENCY, OTHER], next: { kind: 'hand_over', untilOn: null } });
  expect(await preview(loanId, 'Unnamed Ltd')).toMatchObject({ code: 409, reason: 'no_such_agency' });
});

test('a loan goes to an agency by two people, and gets no call, no message and no reminder then', async () => {
  handedOver = nextDebtor();
  const { borrower, loanId } = handedOver;
  const shown = (await preview(loanId)).data;
  expect(shown.effect[0]).toEqual({ title: 'Who collects', before: 'our people', after: AGENCY });
  const { requestId } = (await ask(loanId)).data;
  expect(await ask(loanId, natasha)).toMatchObject({ code: 409, reason: 'waits_already' });
  const filed = (await head.client.call('getRequest', { params: { requestId } } as never)).data;
  expect(filed).toMatchObject({ title: shown.title, effect: shown.effect });
  expect((await answerAs(bwalya, requestId)).code).not.toBe(200);
  expect(await read(loanId)).toMatchObject({ placement: null });
  expect(await answerAs(head, requestId)).toMatchObject({ data: { state: 'done' } });
  const placed = await read(loanId);
  expect(placed).toMatchObject({
    next: { kind: 'with_agency' },
    agencies: [],
    placement: { agency: AGENCY, placedOn: server.today(), by: 'Person bwalya', isTold: false },
  });
  expect(placed.placement!.owed.toFixed(2)).toBe(await owedBySql(loanId));
  expect(await begin(bwalya, loanId)).toMatchObject({ code: 409, reason: 'with_agency' });
  const message = { params: { loanId }, body: { kind: 'reminder_call_us' } } as never;
  expect(await bwalya.client.call('sendArrearsMessage', message)).toMatchObject({ reason: 'with_agency' });
  const prompt = {
    params: { loanId },
    body: { prompt: { kind: 'payment', amount: 50, accountId: null } },
  } as never;
  expect(await bwalya.client.call('previewPrompt', prompt)).toMatchObject({ reason: 'with_agency' });
  expect(await ask(loanId, natasha)).toMatchObject({ code: 409, reason: 'with_agency' });
  const take = { params: { loanId }, body: { seenStaffId: null } } as never;
  expect(await natasha.client.call('takeArrears', take)).toMatchObject({
    ...{ code: 409, reason: 'with_agency' },
    msg: `${AGENCY} collects this loan. Take it back from the agency first.`,
  });
  const given = { params: { loanId }, body: { staffId: natasha.staffId, seenStaffId: null } } as never;
  expect(await head.client.call('assignArrears', given)).toMatchObject({ code: 409, reason: 'with_agency' });
  expect(await read(loanId)).toMatchObject({ assignedTo: null });
  const before = server.today();
  await server.passDays(6);
  const reminders = await server.query('select on_day from reminder where borrower_id = $1 and on_day > $2', [
    borrower.borrowerId,
    before,
  ]);
  expect(reminders).toEqual([]);
});

test('the next loan to take is never one that an agency has', async () => {
  const taken: (number | null)[] = [];
  do taken.push((await natasha.client.call('takeNextArrears', {})).data.loanId);
  while (taken.at(-1) !== null);
  expect(taken.length).toBeGreaterThan(2);
  expect(taken).not.toContain(handedOver.loanId);
});

test('the file has what a call needs and nothing else, and the ones that were recalled', async () => {
  const { borrower, loanId } = nextDebtor();
  await handOver(loanId, OTHER);
  expect(await sumsOf(OTHER)).toMatchObject({ isNamed: true, loans: 1, notTold: 1, stopsNotTold: 0 });
  const header = 'action,loan,name,number,language,late_since,days_late,owed_kwacha';
  const daysLate = (await read(loanId)).daysLate;
  const line = `collect,${loanId},Chipo ${FACTS.lastName},${borrower.mobile},en,2026-12-21,${daysLate},${await owedBySql(loanId)}`;
  expect(await makeFile(OTHER)).toEqual([header, line]);
  expect((await read(loanId)).placement).toMatchObject({ isTold: true });
  expect(await makeFile(OTHER)).toEqual([header, line]);
  expect(await recall(loanId)).toMatchObject({ code: 200 });
  expect(await recall(loanId)).toMatchObject({ code: 409, reason: 'not_with_agency' });
  expect(await sumsOf(OTHER)).toMatchObject({ loans: 0, notTold: 0, stopsNotTold: 1 });
  expect(await read(loanId)).toMatchObject({ placement: null, next: { kind: 'hand_over' } });
  const stop = `stop,${loanId},,,,,,`;
  expect(await makeFile(OTHER)).toEqual([header, stop]);
  expect(await sumsOf(OTHER)).toMatchObject({ stopsNotTold: 0 });
  // A file can be lost, so a stop is said again for a month.
  expect(await makeFile(OTHER)).toEqual([header, stop]);
  await handOver(loanId, OTHER);
  expect(await makeFile(OTHER)).toEqual([header, line]);
  expect(await bwalya.client.call('makeAgencyFile', { body: { agency: OTHER } })).toMatchObject({
    code: 403,
  });
  expect(await head.client.call('makeAgencyFile', { body: { agency: 'Unnamed Ltd' } })).toMatchObject({
    reason: 'no_such_agency',
  });
});

test('a recalled loan that no file told of is in no file', async () => {
  const { loanId } = nextDebtor();
  await handOver(loanId);
  await recall(loanId);
  expect((await makeFile()).join('\n')).not.toContain(String(loanId));
});

test('an agency gives a loan back by itself when a day begins: paid, disputed, or contact stopped', async () => {
  const [paid, disputed, stopped] = [nextDebtor(), nextDebtor(), nextDebtor()];
  for (const { loanId } of [paid, disputed, stopped]) await handOver(loanId);
  await makeFile();
  const owed = Number(await owedBySql(paid.loanId));
  await pay(server, paid.borrower, paid.loanId, { amount: owed });
  await disputed.borrower.ask('writeComplaint', {
    body: { topic: 'payment', text: 'I paid this in cash.', orderId: disputed.loanId },
  });
  const body = { kind: 'vulnerable', reason: 'ill in hospital' };
  await bwalya.client.call('stopArrearsContact', { params: { loanId: stopped.loanId }, body } as never);
  await server.passDays(1);
  const ended = await server.query(
    `select loan_id as "loanId", ended_because as because, ended_on::text as on from agency_placement
     where loan_id = any ($1) order by placement_id`,
    [[paid.loanId, disputed.loanId, stopped.loanId]],
  );
  const on = server.today();
  expect(ended).toEqual([
    { loanId: paid.loanId, because: 'not_late', on },
    { loanId: disputed.loanId, because: 'disputed', on },
    { loanId: stopped.loanId, because: 'stopped', on },
  ]);
  expect((await makeFile()).filter((line) => line.startsWith('stop'))).toEqual([
    `stop,${paid.loanId},,,,,,`,
    `stop,${disputed.loanId},,,,,,`,
    `stop,${stopped.loanId},,,,,,`,
  ]);
  const record = (await (await downloadRecord(server, paid.borrower)).json()) as { agencies: unknown[] };
  expect(record.agencies).toEqual([
    expect.objectContaining({ agency: AGENCY, loanId: paid.loanId, endedBecause: 'not_late' }),
  ]);
  expect(JSON.stringify(record.agencies)).not.toMatch(/bwalya|chanda/);
});

test('a file does not wait for the next day: what must not wait is to be left in it', async () => {
  const { borrower, loanId } = nextDebtor();
  await handOver(loanId);
  expect(await makeFile()).toContainEqual(expect.stringMatching(`^collect,${loanId},`));
  await borrower.ask('writeComplaint', {
    body: { topic: 'cost', text: 'The fee was never agreed.', orderId: loanId },
  });
  const lines = await makeFile();
  expect(lines).toContain(`stop,${loanId},,,,,,`);
  expect(lines.join('\n')).not.toContain(`collect,${loanId},`);
  expect(await read(loanId)).toMatchObject({ placement: null, next: { kind: 'answer_dispute' } });
});

test('the borrower pays as before, the next file asks for less, and the app names the agencies', async () => {
  const { borrower, loanId } = handedOver;
  const lineOf = async () => (await makeFile()).find((line) => line.startsWith(`collect,${loanId},`))!;
  const before = Number((await lineOf()).split(',').at(-1));
  await pay(server, borrower, loanId, { amount: 100 });
  const after = (await lineOf()).split(',').at(-1)!;
  expect(after).toBe(await owedBySql(loanId));
  expect(before - Number(after)).toBeCloseTo(100);
  expect((await server.newClient().ask('getLender', {})).collectionAgencies).toEqual([AGENCY, OTHER]);
});

test('a reminder that waits when its loan is handed over is dropped', async () => {
  const { borrower, loanId } = handedOver;
  const { borrowerId } = borrower;
  await server.query(
    `insert into reminder (borrower_id, loan_id, period, on_day, kind, due_on, paid_ngwee, expires_at)
     select borrower_id, loan_id, period, $2, 'reminder_overdue', due_on, 0, $3 from instalment where loan_id = $1`,
    [loanId, server.today(), new Date(server.clock.nowMs() + 3_600_000)],
  );
  const dropped = await withdrawUntrue(server, [{ borrowerId, loanId, on: day(server.today()) }]);
  expect(dropped).toMatchObject([{ because: 'with_agency' }]);
});

test('done twice, a hand-over is made once; an agency that is not named any more gets none', async () => {
  const [{ request_id: requestId, loan_id: loanId, borrower_id: borrowerId }] = await server.query(
    'select request_id, loan_id, borrower_id from agency_placement where ended_on is null and agency = $1',
    [OTHER],
  );
  const request = {
    ...{ requestId, loanId, borrowerId, title: '', reason: '', payload: { agency: OTHER } },
    madeBy: 'staff:bwalya' as const,
  };
  const deps = { db: server.db, clock: server.clock, today: () => server.today(), agencies: [OTHER] };
  const again = await handOverAsApproved(deps as never, request, 'staff:chanda');
  expect(again).toMatchObject({ isDone: true });
  const unnamed = await handOverAsApproved(
    { ...deps, agencies: [] } as never,
    { ...request, requestId: requestId + 1_000_000 },
    'staff:chanda',
  );
  expect(unnamed).toEqual({
    isDone: false,
    sentence: 'The settings of the lender do not name this agency.',
  });
});

test('the database refuses a hand-over that no second person approved', async () => {
  const insert = (requestId: number) =>
    server.query(
      `insert into agency_placement (borrower_id, loan_id, agency, request_id, placed_on, placed_at, actor, approved_by, owed_ngwee)
       select borrower_id, loan_id + 1, agency, $1, placed_on, now(), actor, approved_by, owed_ngwee from agency_placement limit 1`,
      [requestId],
    );
  const [{ request_id: used }] = await server.query(
    'select min(request_id) as request_id from agency_placement',
  );
  for (const requestId of [used, used + 1_000_000])
    await expect(insert(requestId)).rejects.toMatchObject({ constraint: 'agency_placement_is_approved' });
});
