import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
import { type SimulatorUnderTest, startSimulator } from './simulator.test-support.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let simulator: SimulatorUnderTest;
beforeAll(async () => {
  database = await createTestDatabase();
  simulator = await startSimulator(database.url);
});
afterAll(async () => {
  await simulator.stop();
  await database.drop();
});

test.each([
  ['?operator=zamtel&from=2026-11-21&to=2026-11-21'],
  ['?operator=mtn&from=2026-11-31&to=2026-11-31'],
  ['?operator=mtn'],
])('a statement is not made for %s', async (query) => {
  const refused = await simulator.call('GET', `/api/statement${query}`);
  expect(refused.status).toBe(400);
});

test('an operator that moved nothing exports the header of its columns', async () => {
  const exported = await simulator.call('GET', '/api/statement?operator=mtn&from=2026-11-21&to=2026-11-21');
  expect(exported.status).toBe(200);
  expect(exported.text).toMatch(/^Id,External Id,Date,Status,Type,.*,Balance,Currency\r\n$/);
});
