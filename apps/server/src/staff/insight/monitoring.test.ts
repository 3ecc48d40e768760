import {
  APPLICATION_STAGES,
  OFFICER_WORK,
  PAYMENT_OUTCOMES,
  REGISTRATION_STAGES,
} from '@thumba/contract/staff/monitoring-kinds';
import { smsParts } from '@thumba/words/sms-length';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { borrow, signUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import type { StaffMember } from '../../../test/staff-client.ts';
import { purgeCodeHours } from '../../people/borrower/code-budget.ts';
import { liveSomeWeeks, type WatchedOffice } from './monitoring.test-support.ts';
import { APPLIED, PAYMENTS, REGISTERED, WORK } from './whole-book.test-support.ts';

/* Every number is computed a second way, in SQL that shares nothing with the reports, and is the length of its list. */

let server: AppServer;
let office: WatchedOffice;
let reader: StaffMember;
beforeAll(async () => {
  server = await startAppServer({ settings: { SMS_PART_NGWEE: '35' } });
  office = await liveSomeWeeks(server);
  reader = office.head;
});
afterAll(() => server.stop());

const PERIOD = { period: 'days', from: '2026-11-01', to: '2027-01-24' } as const;

/** The first column of a statement, as numbers in their order. */
async function numbersOf(sql: string, values: unknown[] = []): Promise<number[]> {
  const rows = await server.query(sql, values);
  return rows.map((row) => Number(Object.values(row)[0])).toSorted((one, other) => one - other);
}

type ListName =
  | 'listRegisteredBorrowers'
  | 'listDecidedApplications'
  | 'listOfficersWork'
  | 'listOperatorPayments'
  | 'listSentMessages';

/** Every row of a list, two at a time. */
async function rowsOf(
  name: ListName,
  query: object,
  params: object = {},
): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = [];
  let after: string | null = null;
  do {
    const page = { ...PERIOD, pageSize: 2, ...query, ...(after ? { after } : {}) };
    const answer = await reader.client.call(name, { params, query: page } as never);
    expect(answer.code, answer.msg).toBe(200);
    const { items, next } = answer.data as { items: Record<string, unknown>[]; next: string | null };
    rows.push(...items);
    after = next;
  } while (after !== null);
  return rows;
}

const inOrder = (rows: Record<string, unknown>[], name: string) =>
  rows.map((row) => Number(row[name])).toSorted((one, other) => one - other);

describe('the funnel of registrations', () => {
  test('counts each stage as the tables have it, and lists just those borrowers', async () => {
    const { data } = await reader.client.call('getRegistrationFunnel', { query: PERIOD });
    for (const stage of REGISTRATION_STAGES) {
      const expected = await numbersOf(REGISTERED[stage]);
      expect(expected.length, stage).toBeGreaterThan(0);
      expect(inOrder(await rowsOf('listRegisteredBorrowers', { stage }), 'borrowerId'), stage).toEqual(
        expected,
      );
      expect(data.total[stage], stage).toBe(expected.length);
    }
  });

  test('is divided by channel, where an unknown code is that of the default channel', async () => {
    const { data } = await reader.client.call('getRegistrationFunnel', { query: PERIOD });
    const of = (code: string) => data.channels.find(({ channelCode }) => channelCode === code)!;
    expect(data.channels.map(({ channelCode }) => channelCode)).toEqual(['WM2', 'default']);
    expect(of('WM2')).toMatchObject({
      channelName: 'Partner WM2',
      opened: 2,
      registered: 3,
      paid_out: 2,
      repaid: 1,
    });
    expect(of('default').opened).toBe(1);
    const [known] = await numbersOf(`select count(*) from borrower where registered_channel = 'WM2'`);
    expect(of('WM2').registered).toBe(known);
    const narrowed = await reader.client.call('getRegistrationFunnel', {
      query: { ...PERIOD, channel: 'WM2' },
    });
    const { channelCode: _code, channelName: _name, ...counts } = of('WM2');
    expect(narrowed.data.total).toEqual(counts);
    expect(await rowsOf('listRegisteredBorrowers', { channel: 'WM2' })).toHaveLength(known!);
  });

  test.each([
    ['2026-11-20', '2026-11-30', '2026-11-21'],
    ['2026-11-01', '2027-01-24', '2026-11-16'],
    ['2026-05-01', '2027-01-24', '2026-11-01'],
  ] as const)('of %s to %s has points whose first day is like %s', async (from, to, on) => {
    const query = { period: 'days', from, to } as const;
    const { data } = await reader.client.call('getRegistrationFunnel', { query });
    expect(data.points).toEqual([{ on, ...data.total }]);
  });
});

describe('the funnel of applications', () => {
  test('counts each stage as the tables have it, and lists just those loans', async () => {
    const { data } = await reader.client.call('getApprovalFunnel', { query: PERIOD });
    for (const stage of APPLICATION_STAGES) {
      const sql = APPLIED[stage];
      const expected = await numbersOf(sql, sql.includes('$1') ? [server.today()] : []);
      expect(expected.length, stage).toBeGreaterThan(0);
      expect(inOrder(await rowsOf('listDecidedApplications', { stage }), 'loanId'), stage).toEqual(expected);
      expect(data.total[stage], stage).toBe(expected.length);
    }
  });

  test('judges no loan before it could be late for more than thirty days', async () => {
    const read = async () => (await reader.client.call('getApprovalFunnel', { query: PERIOD })).data.total;
    const before = await read();
    expect(before.judged).toBe(before.paid_out);
    await borrow(await signUp(server));
    expect(await read()).toMatchObject({ judged: before.judged, paid_out: before.paid_out + 1 });
  });
});

describe('the report on the scorecard', () => {
  test('has each application in one version and in one band of its points', async () => {
    const { data } = await reader.client.call('getScorecardReport', { query: PERIOD });
    const [total] = await numbersOf('select count(*) from loan_decision');
    for (const rows of [data.versions, data.bands])
      expect(rows.reduce((sum, { applied }) => sum + applied, 0)).toBe(total);
    for (const { fromPoints, applied, bad } of data.bands) {
      const expected = await numbersOf(
        'select loan_id from loan_decision where points >= $1 and points < $1 + 20',
        [fromPoints],
      );
      expect(inOrder(await rowsOf('listDecidedApplications', { fromPoints }), 'loanId')).toEqual(expected);
      expect(applied).toBe(expected.length);
      const badLoans = await numbersOf(
        `select distinct d.loan_id from loan_decision d join instalment i using (loan_id)
         where d.points between $1 and $1 + 19 and i.days_late > 30`,
        [fromPoints],
      );
      expect(bad).toBe(badLoans.length);
    }
    expect(data.versions.map(({ version }) => version)).toEqual([1]);
    expect(await rowsOf('listDecidedApplications', { version: 2 })).toEqual([]);
  });
});

describe('the work of people', () => {
  const SECOND_WAY: Record<(typeof OFFICER_WORK)[number], string> = {
    ...WORK,
    judged: `select count(*) from application_review where outcome = 'approve' and actor = $1`,
  };

  test('is counted as the tables have it, and each number is the length of its list', async () => {
    const { data } = await reader.client.call('getOfficersWork', { query: PERIOD });
    expect(data.items.map(({ userName }) => userName)).toEqual(['bwalya', 'chanda', 'natasha', 'thandiwe']);
    const sums = new Map<string, number>();
    for (const { staffId, userName, work } of data.items) {
      for (const kind of OFFICER_WORK) {
        const [expected] = await numbersOf(SECOND_WAY[kind], [`staff:${userName}`]);
        expect(work[kind], `${userName} ${kind}`).toBe(expected);
        expect(await rowsOf('listOfficersWork', { work: kind }, { staffId })).toHaveLength(expected!);
        sums.set(kind, (sums.get(kind) ?? 0) + expected!);
      }
    }
    const neverDone = OFFICER_WORK.filter((kind) => sums.get(kind) === 0);
    expect(neverDone).toEqual(['promises_kept']);
  });

  test('of a name that another person entered is not counted for that person', async () => {
    const work = async () => {
      const { data } = await reader.client.call('getOfficersWork', { query: PERIOD });
      return data.items.find(({ userName }) => userName === 'natasha')!.work;
    };
    const before = await work();
    await server.query(`insert into application_review (borrower_id, loan_id, loan_version, outcome, reason_code, actor,
        reviewed_at)
      select borrower_id, loan_id, 99, 'decline', 'not_reached', 'unverified:natasha', applied_at from loan
      where state = 'applied' limit 1`);
    expect(await work()).toEqual(before);
    await server.query('alter table application_review disable trigger user');
    await server.query('delete from application_review where loan_version = 99');
    await server.query('alter table application_review enable trigger user');
  });

  test('of a person who is not known has no list', async () => {
    const answer = await reader.client.call('listOfficersWork', {
      params: { staffId: 99_999 },
      query: PERIOD,
    } as never);
    expect(answer.code).toBe(404);
  });
});

describe('the health of operators', () => {
  test('counts payments by how they ended, lists just those, and has each in its day', async () => {
    await server.query(`insert into payment_attempt_step (borrower_id, attempt_id, taken_at, told)
      select borrower_id, attempt_id, created_at, 'unknown' from payment_attempt, generate_series(1, 2)
      where direction = 'payout' and state = 'succeeded' and attempt_id = (
        select min(attempt_id::text)::uuid from payment_attempt where direction = 'payout' and state = 'succeeded')`);
    const { data } = await reader.client.call('getOperatorsHealth', { query: PERIOD });
    for (const figures of data.operators) {
      const { operator } = figures;
      for (const outcome of PAYMENT_OUTCOMES) {
        const ids = await server.query(
          `select attempt_id from payment_attempt where operator = $1 and (${PAYMENTS[outcome]}) order by 1`,
          [operator],
        );
        const listed = await rowsOf('listOperatorPayments', { operator, outcome });
        expect(listed.map(({ paymentId }) => paymentId).toSorted(), outcome).toEqual(
          ids.map(({ attempt_id }) => attempt_id),
        );
        expect(figures[outcome], outcome).toBe(ids.length);
        const days = data.points.filter((day) => day.operator === operator);
        expect(days.reduce((sum, day) => sum + day[outcome], 0)).toBe(ids.length);
      }
    }
    expect(data.operators.map(({ was_unknown }) => was_unknown)).toEqual([1]);
  });

  test('has the median and the 95th of a hundred payments from sending to outcome, and the reasons of refusals', async () => {
    const { data } = await reader.client.call('getOperatorsHealth', { query: PERIOD });
    const [mtn] = data.operators;
    const seconds = await server.query(
      `select extract(epoch from finished_at - sent_at)::float8 as seconds from payment_attempt
       where operator = 'mtn' and sent_at is not null and finished_at is not null order by 1`,
    );
    const sorted = seconds.map((row) => row.seconds as number);
    const at = (part: number) => {
      const place = part * (sorted.length - 1);
      const below = sorted[Math.floor(place)]!;
      return below + (place % 1) * (sorted[Math.ceil(place)]! - below);
    };
    expect(mtn!.medianSeconds).toBeCloseTo(at(0.5), 6);
    expect(mtn!.p95Seconds).toBeCloseTo(at(0.95), 6);
    const reasons = await server.query(
      `select operator, direction, failure_reason as reason, count(*)::integer as payments from payment_attempt
       where failure_reason is not null group by 1, 2, 3`,
    );
    expect(data.reasons).toEqual(reasons);
    expect(reasons).toHaveLength(1);
    const { direction, reason } = data.reasons[0]!;
    expect(await rowsOf('listOperatorPayments', { direction, reason })).toHaveLength(1);
  });
});

describe('codes and messages', () => {
  test('codes are counted by prefix and day, also when their hours have become days', async () => {
    const read = async () => (await reader.client.call('getCodesReport', { query: PERIOD })).data;
    const [sent] = await numbersOf('select sum(sent) from code_hour');
    const [verified] = await numbersOf('select sum(verified) from code_hour');
    const before = await read();
    expect(before.total).toEqual({ sent, verified });
    expect(before.prefixes.map(({ operator }) => operator)).toEqual(['mtn']);
    const { on } = before.points[0]!;
    const ofDay = await reader.client.call('getCodesReport', { query: { period: 'days', from: on, to: on } });
    expect(ofDay.data.hours.reduce((sum, hour) => sum + hour.sent, 0)).toBe(sent);
    const weekLater = new Date(server.clock.nowMs() + 8 * 24 * 60 * 60 * 1000);
    await purgeCodeHours(server.db, weekLater);
    await purgeCodeHours(server.db, weekLater);
    expect(await numbersOf('select count(*) from code_hour')).toEqual([0]);
    expect(await read()).toEqual(before);
  });

  test('the cost of messages is their parts times the price', async () => {
    const { data } = await reader.client.call('getMessageCost', { query: PERIOD });
    expect(data.pricePerPart).toBe(0.35);
    const texts = await server.query(`select body from simulator.message where sender = 'THUMBA'`);
    const ofKind = (kind: string) => data.kinds.find((one) => one.kind === kind)!;
    const [codes] = await numbersOf('select sum(sent) from code_day');
    expect(ofKind('code')).toMatchObject({ sms: codes, parts: codes });
    const parts = data.kinds.reduce((sum, one) => sum + one.parts, 0);
    expect(parts).toBe(texts.reduce((sum, { body }) => sum + smsParts(body).parts, 0));
    for (const { kind, sms, parts: ofThis, cost } of data.kinds) {
      expect(cost).toBeCloseTo(ofThis * 0.35, 6);
      if (kind === 'code') continue;
      const ids = await numbersOf(`select message_id from message where kind = $1 and sent_at is not null`, [
        kind,
      ]);
      expect(sms).toBe(ids.length);
      expect(inOrder(await rowsOf('listSentMessages', { kind }), 'messageId')).toEqual(ids);
    }
    expect(data.points.reduce((sum, point) => sum + point.parts, 0)).toBe(parts);
  });

  test('a message from before parts were counted is counted apart', async () => {
    await server.query(
      'update message set parts = null where message_id = (select min(message_id) from message)',
    );
    const { data } = await reader.client.call('getMessageCost', { query: PERIOD });
    expect(data.kinds.reduce((sum, one) => sum + one.notMeasured, 0)).toBe(1);
  });
});

describe('a report', () => {
  test('covers this month where no days are named, and refuses days that are no period', async () => {
    const { data } = await reader.client.call('getApprovalFunnel', { query: {} });
    expect(data.days).toEqual({ from: '2027-01-01', through: server.today(), step: 'day' });
    const read = (query: object) =>
      reader.client.call('getApprovalFunnel', { query: { period: 'days', ...query } } as never);
    expect(await read({ from: '2026-11-02', to: '2026-11-01' })).toMatchObject({ code: 400 });
    expect(await read({ from: '2026-02-30', to: '2026-03-01' })).toMatchObject({ code: 400 });
    const list = { query: { from: '2026-11-02', to: '2026-11-01' } };
    expect(await reader.client.call('listSentMessages', list as never)).toMatchObject({ code: 400 });
  });

  test.each([
    ['listDecidedApplications', '2026-13-45_1'],
    ['listSentMessages', '2026-13-45T08:00:00.000000Z_1'],
    ['listOperatorPayments', '2026-11-21_2026-11-21T08:00:00.000000Z_------------------------------------'],
  ] as const)('%s refuses a place that no page has', async (name, after) => {
    expect(await reader.client.call(name, { query: { after } } as never)).toMatchObject({ code: 400 });
  });

  test('on the work of people is for heads and the auditor, and no report is for those who do the work', async () => {
    const ask = async ({ client }: StaffMember) => ({
      insight: (await client.call('getOperatorsHealth', { query: PERIOD })).code,
      work: (await client.call('getOfficersWork', { query: PERIOD })).code,
    });
    expect(await ask(office.auditor)).toEqual({ insight: 200, work: 200 });
    expect(await ask(office.operations)).toEqual({ insight: 200, work: 200 });
    expect(await ask(office.finance)).toEqual({ insight: 200, work: 403 });
    for (const member of [office.natasha, office.bwalya])
      expect(await ask(member)).toEqual({ insight: 403, work: 403 });
  });

  test('names no borrower', async () => {
    const shown = JSON.stringify([
      await rowsOf('listRegisteredBorrowers', {}),
      await rowsOf('listDecidedApplications', {}),
      await rowsOf('listOperatorPayments', {}),
      await rowsOf('listSentMessages', {}),
    ]);
    expect(shown).not.toMatch(/Chipo|Lungu|Mwansa|09\d{8}/);
  });
});
