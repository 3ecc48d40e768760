import { randomUUID } from 'node:crypto';
import { kwacha } from '@thumba/lending/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { movableClock } from '../../../test/call-server.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { type Database, openDatabase } from '../../platform/database.ts';
import { createFloatGuard } from './float-guard.ts';
import type { ConnectedOperator } from './operators/operator.ts';
import { startMtn } from './operators/stub-mtn.test-support.ts';

const ASK_EVERY_MS = 15_000;

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.programUrl });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

/** MTN with so much float; without any figure it does not answer. */
async function guarded(
  kwachaOfFloat: string | undefined,
  reserves: Parameters<typeof createFloatGuard>[0]['reserves'] = () => ({}),
) {
  const clock = movableClock(Date.parse('2026-11-21T08:00:00Z'));
  const float = { balance: kwachaOfFloat, answersAfterSeconds: 0 };
  const { mtn, calls } = await startMtn(() => {
    clock.advance({ seconds: float.answersAfterSeconds });
    return float.balance === undefined
      ? { status: 503 }
      : { status: 200, json: { availableBalance: float.balance, currency: 'ZMW' } };
  });
  const route = {
    operator: 'mtn',
    platform: 'https://mtn.example',
    environment: 'test',
    apiUser: 'user',
  } as const;
  const connected: ConnectedOperator = {
    ...mtn,
    enquiriesAtOnce: Number.POSITIVE_INFINITY,
    routes: { collection: route, payout: route },
  };
  const guard = createFloatGuard({ db, clock, reserves, askEveryMs: ASK_EVERY_MS });
  const admits = (amount: number) =>
    guard.admits(connected, { attemptId: randomUUID(), amountNgwee: kwacha(amount) });
  return { mtn: connected, guard, clock, float, calls, admits };
}

test('a hundred payouts at once ask for the float once and share what there is', async () => {
  const { admits, calls } = await guarded('1050.00');
  const admitted = await Promise.all(Array.from({ length: 100 }, () => admits(100)));
  expect(admitted.filter(Boolean)).toHaveLength(10);
  expect(calls()).toHaveLength(1);
});

test('the float is asked for again only for a payout, once the last answer is old', async () => {
  const { admits, calls, clock, float } = await guarded('10');
  expect(await admits(100)).toBe(false);
  clock.advance({ seconds: 14 });
  float.balance = '1000';
  expect(await admits(100)).toBe(false);
  expect(calls()).toHaveLength(1);
  clock.advance({ seconds: 1 });
  expect(await admits(100)).toBe(true);
  expect(calls()).toHaveLength(2);
});

test('another reserve counts at once, before the float is asked for again', async () => {
  let reserve = kwacha(0);
  const { admits, calls } = await guarded('1000', () => ({ mtn: reserve }));
  expect(await admits(100)).toBe(true);
  reserve = kwacha(850);
  expect([await admits(100), await admits(50)]).toEqual([false, true]);
  reserve = kwacha(0);
  expect(await admits(850)).toBe(true);
  expect(calls()).toHaveLength(1);
});

test('a smaller payout passes one that is too large', async () => {
  const { admits } = await guarded('500');
  expect([await admits(600), await admits(500), await admits(1)]).toEqual([false, true, false]);
});

test('an operator that does not tell its float decides by its own answer', async () => {
  const { admits } = await guarded(undefined);
  expect(await admits(1_000_000)).toBe(true);
});

test('payouts that wait for an operator which does not tell its float in time share one enquiry', async () => {
  const { admits, calls, float } = await guarded(undefined);
  float.answersAfterSeconds = 20;
  const admitted = await Promise.all(Array.from({ length: 10 }, () => admits(100)));
  expect(admitted).toEqual(Array(10).fill(true));
  // The second call names the currency.
  expect(calls()).toHaveLength(2);
});

test('a clock that is set back prolongs no pause, and the float is asked for again', async () => {
  const { guard, admits, clock, mtn, float } = await guarded('10');
  expect(await admits(100)).toBe(false);
  float.balance = '1000';
  clock.advance({ hours: -1 });
  expect(await admits(100)).toBe(true);
  guard.refused(mtn);
  expect(await admits(100)).toBe(false);
  clock.advance({ hours: -1 });
  expect(await admits(100)).toBe(true);
});

test('after a refusal one tries, after pauses that double, until one has left', async () => {
  const { guard, admits, clock, mtn } = await guarded('100000');
  guard.refused(mtn);
  expect(await admits(1)).toBe(false);
  clock.advance({ seconds: 15 });
  expect([await admits(1), await admits(1)]).toEqual([true, false]);
  guard.refused(mtn);
  clock.advance({ seconds: 29 });
  expect(await admits(1)).toBe(false);
  clock.advance({ seconds: 1 });
  expect([await admits(1), await admits(1)]).toEqual([true, false]);
  guard.paidOut(mtn);
  expect([await admits(1), await admits(1)]).toEqual([true, true]);
});

test('what operators have taken and not yet ended counts as gone, and what waits here does not', async () => {
  const { admits, clock } = await guarded('1000');
  const put = (state: string, minutesAgo: number) =>
    db.pool.query(
      `insert into payment_attempt (borrower_id, attempt_id, loan_id, direction, purpose, amount_ngwee, operator,
         msisdn_sealed, state, submitted_on, created_at, sent_at, next_step_at)
       values (1, $1, 1, 'payout', 'loan_payout', 30000, 'mtn', '', $2, '2026-11-21', now(), $3, now())`,
      [randomUUID(), state, new Date(clock.nowMs() - minutesAgo * 60_000)],
    );
  await put('pending', 1);
  await put('unknown', 5);
  await put('succeeded', 1);
  await put('created', 1);
  await put('unknown', 61);
  expect([await admits(401), await admits(400)]).toEqual([false, true]);
});

test('what is on its way to the operator counts as gone until its answer is written down', async () => {
  const { guard, clock, mtn } = await guarded('1000000');
  const first = { attemptId: randomUUID(), amountNgwee: kwacha(999_000) };
  expect(await guard.admits(mtn, first)).toBe(true);
  const second = { attemptId: randomUUID(), amountNgwee: kwacha(500) };
  clock.advance({ seconds: 15 });
  expect(await guard.admits(mtn, { ...second, amountNgwee: kwacha(1_001) })).toBe(false);
  guard.answered(mtn, first.attemptId);
  clock.advance({ seconds: 15 });
  expect(await guard.admits(mtn, second)).toBe(true);
});
