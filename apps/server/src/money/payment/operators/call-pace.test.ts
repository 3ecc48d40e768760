import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/database.ts';
import type { CallsPerSecond } from '../../../book/settings/operator-settings.ts';
import { type Database, openDatabase } from '../../../platform/database.ts';
import { createCallPace, databaseTurns } from './call-pace.ts';

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

const nowMs = () => performance.now();
const paceOf = (route: string, callsPerSecond: CallsPerSecond) =>
  createCallPace({ callsPerSecond, nowMs, ...databaseTurns(db, route) });

/** The instants at which so many calls had their turn, in order. */
async function turnsOf(pace: ReturnType<typeof paceOf>, count: number): Promise<number[]> {
  const calls = Array.from({ length: count }, async () => {
    expect(await pace.enter('status', 60_000)).toEqual({ isNow: true });
    return nowMs();
  });
  return (await Promise.all(calls)).sort((one, other) => one - other);
}

/** A timer may be late on a busy machine, and never early. So no turn may come before its place in the row. */
function expectEvenly(turns: number[], beganAt: number, everyMs: number): void {
  turns.forEach((at, index) => {
    expect(at - beganAt).toBeGreaterThanOrEqual(index * everyMs - 5);
  });
}

test('calls of a kind with a limit are spaced evenly, and none is lost', async () => {
  const beganAt = nowMs();
  const turns = await turnsOf(paceOf('even', { status: 50 }), 60);
  expect(turns).toHaveLength(60);
  expectEvenly(turns, beganAt, 20);
});

test('two processes together keep to the limit', async () => {
  const [one, other] = [paceOf('shared', { status: 50 }), paceOf('shared', { status: 50 })];
  const beganAt = nowMs();
  const turns = (await Promise.all([turnsOf(one, 30), turnsOf(other, 30)])).flat();
  expectEvenly(
    turns.sort((first, second) => first - second),
    beganAt,
    20,
  );
});

test('two connections, and two kinds of call, do not wait for each other', async () => {
  const slow = paceOf('slow', { status: 0.01 });
  expect(await slow.enter('status', 100)).toEqual({ isNow: true });
  expect(await slow.enter('status', 100)).toMatchObject({ isNow: false });
  expect(await slow.enter('instruction', 100)).toEqual({ isNow: true });
  expect(await paceOf('other', { status: 0.01 }).enter('status', 100)).toEqual({ isNow: true });
});

test('a call whose turn would not come in time is refused at once, with the time to wait', async () => {
  const pace = paceOf('refuses', { status: 10 });
  const turns = await Promise.all(Array.from({ length: 40 }, () => pace.enter('status', 1_000)));
  const refused = turns.filter((turn) => !turn.isNow);
  // The first eleven have their turn within the second.
  expect(refused).toHaveLength(29);
  expect(refused[0]).toMatchObject({ retryAfterMs: expect.closeTo(1_100, -2) });
});

test.each([
  ['with a limit', { status: 100 }],
  ['without one', {}],
])('after a pause that the operator asks for, calls of a kind %s wait', async (title, limits) => {
  const pace = paceOf(`paused ${title}`, limits);
  const beganAt = nowMs();
  await pace.pause('status', 60_000);
  expect(await pace.enter('status', 1_000)).toMatchObject({ isNow: false });
  const short = paceOf(`briefly paused ${title}`, limits);
  await short.pause('status', 300);
  expect(await short.enter('status', 60_000)).toEqual({ isNow: true });
  expect(nowMs() - beganAt).toBeGreaterThanOrEqual(295);
});

test('a pause holds for the other processes too', async () => {
  const beganAt = nowMs();
  await paceOf('all', { status: 100 }).pause('status', 400);
  expect(await paceOf('all', { status: 100 }).enter('status', 60_000)).toEqual({ isNow: true });
  expect(nowMs() - beganAt).toBeGreaterThanOrEqual(395);
});

/** A pace in one process, whose turns are given at once. */
const lonePace = (callsPerSecond: CallsPerSecond) =>
  createCallPace({
    callsPerSecond,
    nowMs,
    leaseTurns: async () => 0,
    postponeTurns: async () => undefined,
  });

test('a pause that begins while calls wait also holds for those that have a turn, and none waits for its end', async () => {
  const pace = lonePace({ status: 20 });
  const [first, ...others] = Array.from({ length: 60 }, () => pace.enter('status', 5_000));
  expect(await first).toEqual({ isNow: true });
  await pace.pause('status', 30_000);
  for (const turn of await Promise.all(others)) {
    expect(turn).toEqual({ isNow: false, retryAfterMs: expect.closeTo(30_000, -4) });
  }
});

test('a timer that ends a part of a millisecond early does not refuse the call after a pause', async () => {
  for (let count = 0; count < 100; count += 1) {
    const pace = lonePace({ status: 1_000 });
    await pace.pause('status', 1 + count / 20);
    expect(await pace.enter('status', 5_000)).toEqual({ isNow: true });
  }
});

test('a pause that becomes longer holds for the calls without a limit that wait for its end', async () => {
  const pace = lonePace({});
  await pace.pause('status', 50);
  const waiting = [pace.enter('status', 5_000), pace.enter('status', 5_000)];
  await pace.pause('status', 30_000);
  for (const turn of await Promise.all(waiting)) expect(turn).toMatchObject({ isNow: false });
});

test('turns that lie too far ahead, as after the database clock was set back, are brought to the longest pause', async () => {
  const route = 'clock set back';
  expect(await paceOf(route, { status: 100 }).enter('status', 1_000)).toEqual({ isNow: true });
  await db.pool.query(
    `update operator_call_turn set next_turn_at = clock_timestamp() + interval '1 hour' where route = $1`,
    [route],
  );
  const turn = await paceOf(route, { status: 100 }).enter('status', 1_000);
  expect(turn).toEqual({ isNow: false, retryAfterMs: expect.any(Number) });
  expect(!turn.isNow && turn.retryAfterMs).toBeLessThanOrEqual(15 * 60_000);
  const { rows } = await db.pool.query(
    `select next_turn_at <= clock_timestamp() + interval '15 minutes 1 second' as is_brought_nearer
     from operator_call_turn where route = $1`,
    [route],
  );
  expect(rows).toEqual([{ is_brought_nearer: true }]);
});

test('a database that does not answer refuses the calls, and they may be made later', async () => {
  const pace = createCallPace({
    callsPerSecond: { status: 10 },
    nowMs,
    leaseTurns: () => Promise.reject(new Error('away')),
    postponeTurns: () => Promise.reject(new Error('away')),
  });
  expect(await pace.enter('status', 1_000)).toEqual({ isNow: false, retryAfterMs: 5_000 });
  expect(await pace.enter('status', 1_000)).toEqual({ isNow: false, retryAfterMs: 5_000 });
});
