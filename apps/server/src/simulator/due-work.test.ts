import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
import { createDueWork } from './due-work.ts';
import { demoSettings, type Simulator } from './settings.ts';
import { startReceiver, startSimulator } from './simulator.test-support.ts';
import { applySchema, openPool } from './store.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const TEN_MINUTES_MS = 600_000;

test('a payout that is due is paid and called back at once, long before the next look', async () => {
  const receiver = await startReceiver();
  const simulator = await startSimulator(database.url, { pollMs: TEN_MINUTES_MS });
  const mtn = await simulator.mtn('disbursement');
  const reference = randomUUID();
  await mtn.instruct('260961234567', '50', { reference, callbackUrl: receiver.url });
  await expect.poll(() => receiver.received.length).toBe(1);
  expect((await mtn.status(reference)).json.status).toBe('SUCCESSFUL');
  await simulator.stop();
  await receiver.stop();
});

test('the database is asked again when the clock has moved, and not while it stands still', async () => {
  const pool = openPool(database.url, (error) => expect.unreachable(String(error)));
  await applySchema(pool);
  const asked = vi.spyOn(pool, 'query');
  let nowMs = Date.parse('2026-11-21T08:00:00Z');
  const now = vi.fn(() => nowMs);
  const simulator: Simulator = {
    pool,
    now,
    settings: { ...demoSettings, pollMs: 1 },
    businessDay: async () => null,
    wakeDueWork: () => undefined,
  };
  // Without time that passes, only the clock can be what leads to the next look.
  vi.spyOn(performance, 'now').mockReturnValue(0);
  onTestFinished(() => void vi.restoreAllMocks());
  const dueWork = createDueWork(simulator, (error) => expect.unreachable(String(error)));
  dueWork.start();
  await expect.poll(() => now.mock.calls.length).toBeGreaterThan(50);
  const askedWhileStill = asked.mock.calls.length;
  expect(askedWhileStill).toBeLessThan(now.mock.calls.length / 5);
  nowMs += 1;
  await expect.poll(() => asked.mock.calls.length).toBeGreaterThan(askedWhileStill);
  await dueWork.stop();
  await pool.end();
});
