import { randomUUID } from 'node:crypto';
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

test.each([
  ['mtn', '0967700001', 'Reversal', '-40.00', '0.00'],
  ['airtel', '0977700001', 'Refund', '40.00', '0.00'],
] as const)(
  'a collection that %s took back is one row more, and is taken back once',
  async (operator, mobile, kind, amount, balance) => {
    const reference = randomUUID();
    const refund = () => simulator.call('POST', `/api/collections/${reference}/refund`);
    expect((await refund()).status).toBe(404);
    if (operator === 'mtn')
      await (await simulator.mtn('collection')).instruct(`26${mobile}`, '40', { reference });
    else await (await simulator.airtel()).collect(mobile.slice(1), 40, { id: reference });
    expect((await refund()).status).toBe(404);
    await simulator.answerPrompt(mobile, 'approve');
    simulator.wait(60_000);
    const before = (await simulator.call('GET', '/api/floats')).json.floats;
    expect((await refund()).status).toBe(200);
    expect((await refund()).status).toBe(404);
    expect((await simulator.phone(mobile)).balance).toBe(10_000);
    const after = (await simulator.call('GET', '/api/floats')).json.floats;
    const [at] = before.flatMap((float: { operator: string; direction: string }, index: number) =>
      float.operator === operator && float.direction === 'collect' ? [index] : [],
    );
    expect(before[at].balance - after[at].balance).toBe(40);
    const { text } = await simulator.call(
      'GET',
      `/api/statement?operator=${operator}&from=2026-11-21&to=2026-11-21`,
    );
    const [, paid, given] = text.split('\r\n').map((line) => line.split(','));
    expect(given).toEqual(expect.arrayContaining([kind, reference, amount, balance]));
    expect(given).not.toContain(paid!.find((field) => /^(MP|\d{16})/.test(field)));
  },
);
