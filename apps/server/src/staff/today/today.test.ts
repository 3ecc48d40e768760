import { lookAroundSteps } from '@thumba/contract/staff/look-around';
import type { Role } from '@thumba/contract/staff/roles';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AppBorrower, apply, borrow, settle, signUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { hire, openOffice, type StaffMember } from '../../../test/staff-client.ts';
import { applicant } from '../../credit/application/review.test-support.ts';
import type { Database } from '../../platform/database.ts';
import { examine } from '../../upkeep/doctor/examination.ts';
import { keepVerdict } from '../../upkeep/doctor/kept-verdict.ts';
import { decide } from '../application/applications.test-support.ts';
import {
  readCodes,
  readCollected,
  readFailedWork,
  readFloatShown,
  readLate,
  readPaidOut,
  readVerdict,
} from './figures.ts';
import { readWaiting } from './waiting.ts';

let server: AppServer;
const people = new Map<Role, StaffMember>();
beforeAll(async () => {
  server = await startAppServer();
  const { first, second } = await openOffice(server);
  for (const role of ['underwriter', 'finance', 'head_of_credit', 'head_of_finance', 'compliance'] as const) {
    const userName = role.replaceAll('_', '-');
    people.set(role, await hire(server, { maker: first, checker: second }, { userName, roles: [role] }));
  }
});
afterAll(() => server.stop());

async function todayOf(role: Role) {
  const answer = await people.get(role)!.client.call('getToday');
  expect(answer.code).toBe(200);
  return answer.data;
}

const waitingOf = async (role: Role) =>
  Object.fromEntries((await todayOf(role)).waiting.map(({ kind, count }) => [kind, count]));

/** An attempt as it is after a time without an answer. */
const addUnknown = ({ borrowerId }: AppBorrower, count: number) =>
  server.query(
    `insert into payment_attempt (borrower_id, attempt_id, direction, purpose, amount_ngwee, operator, msisdn_sealed,
       state, submitted_on, created_at, sent_at, next_step_at, operator_code)
     select $1, gen_random_uuid(), 'payout', 'wallet_payout', 100, 'mtn', '\\x', 'unknown', $2, now(), $3,
       now() + interval '1 year', 'made by a test' from generate_series(1, $4)`,
    [borrowerId, server.today(), new Date(server.clock.nowMs()), count],
  );

describe('today', () => {
  test('shows each person what they may work on, and nothing else', async () => {
    const borrower = await signUp(server, { monthlyIncome: 1500 });
    await apply(borrower, { amount: 300 });
    await addUnknown(borrower, 2);
    await server.query(
      `insert into screening_hit (borrower_id, hit_id, finding_sealed, state, found_at)
       values ($1, nextval('screening_hit_id'), '\\x', 'open', now())`,
      [borrower.borrowerId],
    );
    expect(await waitingOf('underwriter')).toEqual({ application: 1 });
    expect(await waitingOf('finance')).toEqual({ unknown_payment: 2 });
    expect(await waitingOf('compliance')).toEqual({ compliance_hit: 1 });
    expect((await todayOf('underwriter')).float).toBeNull();
    expect((await todayOf('finance')).float).toHaveLength(3);
    await server.query('delete from screening_hit');
    await server.query(`delete from payment_attempt where operator_code = 'made by a test'`);
  });

  test('leaves out an application that waits for its borrower, as the queue does', async () => {
    const before = (await waitingOf('underwriter')).application ?? 0;
    const one = await applicant(server);
    expect((await waitingOf('underwriter')).application).toBe(before + 1);
    const natasha = people.get('underwriter')!;
    const asked = await decide(natasha, one, { outcome: 'ask_evidence', evidence: 'payslip' });
    expect(asked).toMatchObject({ code: 200 });
    expect((await waitingOf('underwriter')).application ?? 0).toBe(before);
    const { total } = (await natasha.client.call('listApplications', { query: {} })).data;
    expect(total).toBe(before);
  });

  test('counts the requests of others that this person may check, the oldest first', async () => {
    const head = people.get('head_of_credit')!.client;
    await head.call('stopLending', { body: { reason: 'a test' } });
    await head.call('startLending', { body: { reason: 'the test is over' } });
    expect(await waitingOf('head_of_credit')).not.toHaveProperty('request');
    expect(await waitingOf('finance')).not.toHaveProperty('request');
    const { waiting } = await todayOf('head_of_finance');
    expect(waiting.at(-1)).toMatchObject({ kind: 'request', count: 1, isMore: false });
    const { items } = (await people.get('head_of_finance')!.client.call('listRequests', { query: {} })).data;
    await people.get('head_of_finance')!.client.call('answerRequest', {
      params: { requestId: items[0]!.requestId },
      body: { answer: 'approve', reason: 'looked at it' },
    });
    expect(await waitingOf('head_of_finance')).not.toHaveProperty('request');
  });

  test('stops counting at ten thousand', async () => {
    await addUnknown(await signUp(server), 10_001);
    const { waiting } = await todayOf('finance');
    expect(waiting).toMatchObject([{ kind: 'unknown_payment', count: 10_000, isMore: true }]);
    await server.query(`delete from payment_attempt where operator_code = 'made by a test'`);
  });

  test('adds up what was paid out and collected today, by hour, beside the same weekday before', async () => {
    const before = await todayOf('finance');
    const borrower = await signUp(server);
    const orderId = await borrow(borrower);
    await settle(server, borrower, orderId);
    const [{ kwacha }] = (await server.query(
      `select sum(amount_ngwee)::float8 / 100 as kwacha from payment_attempt
       where loan_id = $1 and direction = 'collection' and state = 'succeeded'`,
      [orderId],
    )) as [{ kwacha: number }];
    const now = await todayOf('finance');
    expect(now.paidOut).toEqual({
      amount: before.paidOut.amount + 1000,
      count: before.paidOut.count + 1,
      ceiling: null,
    });
    expect(now.collected.today.collected - before.collected.today.collected).toBeCloseTo(kwacha, 2);
    expect(now.hours).toHaveLength(24);
    expect(now.hours.filter(({ today }) => today !== null).at(-1)!.today).toBe(
      now.collected.today.collectedSoFar,
    );
    const mtn = now.float!.find(({ operator }) => operator === 'mtn')!;
    expect(mtn.hoursCovered).not.toBeNull();
    await server.passDays(7);
    const later = await todayOf('finance');
    expect(later.collected.sameWeekdayBefore.collected).toBe(now.collected.today.collected);
    expect(later.hours.at(-1)!.mean).toBeCloseTo(now.collected.today.collected / 8, 1);
    expect(later.paidOut.amount).toBe(0);
    expect(later.late).toMatchObject({ shareLate1: expect.any(Number), shareLate30: expect.any(Number) });
    expect(later.codes.sent).toBeGreaterThanOrEqual(later.codes.verified);
  });

  test('counts the journals and the periods of others for a person who may check them', async () => {
    const finance = people.get('finance')!.client;
    const lines = [
      { code: '5300', debit: 20, credit: null },
      { code: '1000', debit: null, credit: 20 },
    ];
    const head = people.get('head_of_finance')!.client;
    const body = { kind: 'manual', lines, reason: 'interest of the bank' } as const;
    const ofFinance = await finance.call('proposeJournal', { body });
    const own = await head.call('proposeJournal', { body });
    expect([ofFinance.code, own.code]).toEqual([200, 200]);
    expect(await waitingOf('head_of_finance')).toMatchObject({ journal_proposal: 1 });
    expect(await waitingOf('finance')).not.toHaveProperty('journal_proposal');
    for (const { proposalId } of [ofFinance.data, own.data])
      await finance.call('declineJournal', { params: { proposalId }, body: { reason: 'a test' } });
    expect(await waitingOf('head_of_finance')).not.toHaveProperty('journal_proposal');
    await server.query(
      `insert into period_event (period, kind, reason, actor, recorded_at)
       values ('2026-10', 'close_asked', 'a test', 'staff:finance', now())`,
    );
    expect(await waitingOf('head_of_finance')).toMatchObject({ period_request: 1 });
  });

  test('has the last verdict of the doctor, and says when it is old', async () => {
    expect((await todayOf('finance')).doctor).toBeNull();
    const examination = await examine(server.db);
    await keepVerdict(server.db, examination, new Date(server.clock.nowMs()));
    expect((await todayOf('finance')).doctor).toMatchObject({
      isSound: true,
      faults: 0,
      isOlderThanADay: false,
    });
    await keepVerdict(server.db, examination, new Date(server.clock.nowMs() - 25 * 60 * 60 * 1000));
    expect((await todayOf('finance')).doctor).toMatchObject({ isOlderThanADay: true });
  });

  test('reads no table that grows from its beginning to its end', async () => {
    const { read, plans } = explaining(server);
    const person = { staffId: 1, permissions: ALL } as never;
    const nowMs = server.clock.nowMs();
    const on = server.app.calendar.today();
    await readWaiting(read, person, new Date(nowMs));
    await Promise.all([
      readFloatShown(read, on),
      readFailedWork(read, nowMs),
      readCollected(read, on, 12),
      readPaidOut(read, on),
      readLate(read),
      readCodes(read, nowMs, 12),
      readVerdict(read, nowMs),
    ]);
    const found = [];
    for (const { name, plan } of await plans()) {
      for (const [, table] of plan.matchAll(/Seq Scan on (\w+)/g)) {
        if (!STAYS_SMALL.has(table!)) found.push(`${name}: ${table}`);
      }
    }
    expect(found).toEqual([]);
  });
});

/** One row, or a row for each of a few names. */
const STAYS_SMALL = new Set(['business_calendar', 'day_total_progress', 'ageing_bucket']);

const ALL = [
  'seeApplications',
  'answerComplaints',
  'changeMobile',
  'matchPayments',
  'seeCases',
  'checkLending',
  'stopLending',
];

/** A database that takes note of each statement, and explains them as if no table could be read from end to end. */
function explaining({ db, owner }: AppServer) {
  const asked: { name: string; text: string; values: unknown[] }[] = [];
  const note = (wanted: { name: string; text: string; parameters: readonly string[] }, values: object) => {
    const inOrder = wanted.parameters.map((parameter) => (values as Record<string, unknown>)[parameter]);
    asked.push({ name: wanted.name, text: wanted.text, values: inOrder });
  };
  const read: Database = {
    ...db,
    rows: (wanted, values) => {
      note(wanted, values);
      return db.rows(wanted, values);
    },
    row: (wanted, values) => {
      note(wanted, values);
      return db.row(wanted, values);
    },
  };
  async function plans() {
    const client = await owner.pool.connect();
    try {
      await client.query('set enable_seqscan = off');
      const explained = [];
      for (const { name, text, values } of asked) {
        const { rows } = await client.query(`explain ${text}`, values);
        explained.push({ name, plan: rows.map((row) => row['QUERY PLAN']).join('\n') });
      }
      return explained;
    } finally {
      await client.query('reset enable_seqscan');
      client.release();
    }
  }
  return { read, plans };
}

describe('what a new person tries first', () => {
  const stepsOf = async (role: Role) => (await todayOf(role)).lookAround;
  const addCall = (role: Role, call: string, outcome: string) => {
    const { userName } = people.get(role)!;
    return server.query(
      `insert into staff_audit (happened_at, actor, staff_id, call, outcome, detail)
       select $1, 'staff:' || user_name, staff_id, $2, $3, '{}' from staff_member where user_name = $4`,
      [new Date(server.clock.nowMs()), call, outcome, userName],
    );
  };

  test('has what the roles of a person allow, and nothing of it is done before the person did it', async () => {
    expect(await stepsOf('compliance')).toEqual(expect.arrayContaining([{ step: 'hit', isDone: false }]));
    expect((await stepsOf('compliance'))!.map(({ step }) => step)).not.toContain('application');
    const ofHead = (await stepsOf('head_of_credit'))!.map(({ step }) => step);
    expect(ofHead).toEqual(expect.arrayContaining(['application', 'price']));
  });

  test('is ticked by what the person did, not by what was refused or what another did', async () => {
    await addCall('finance', 'askPlacement', 'done');
    await addCall('compliance', 'decideCase', 'refused');
    const isDone = async (role: Role, wanted: string) =>
      (await stepsOf(role))!.find(({ step }) => step === wanted)!.isDone;
    expect(await isDone('finance', 'match')).toBe(true);
    expect(await isDone('head_of_finance', 'match')).toBe(false);
    expect(await isDone('compliance', 'hit')).toBe(false);
    await addCall('compliance', 'decideCase', 'done');
    expect(await isDone('compliance', 'hit')).toBe(true);
  });

  test('is gone for the person who puts it away, and stays for the others', async () => {
    const put = await people.get('finance')!.client.call('putAwayLookAround', {});
    expect(put.code).toBe(200);
    expect(await stepsOf('finance')).toBeNull();
    expect(await stepsOf('head_of_finance')).not.toBeNull();
  });

  test('is gone once all of it is done', async () => {
    for (const { step } of (await stepsOf('compliance'))!)
      for (const call of lookAroundSteps[step].calls) await addCall('compliance', call, 'done');
    expect(await stepsOf('compliance')).toBeNull();
  });
});
