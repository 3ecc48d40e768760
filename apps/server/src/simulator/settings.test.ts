import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
import { demoSettings, type SimulatorSettings, simulatorSettingsSchema } from './settings.ts';
import { type SimulatorUnderTest, startReceiver, startSimulator } from './simulator.test-support.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let simulator: SimulatorUnderTest;

beforeEach(async () => {
  database = await createTestDatabase();
  receiver = await startReceiver();
  return async () => {
    await receiver.stop();
    await database.drop();
  };
});

afterEach(() => simulator.stop());

const startWith = async (settings: Partial<SimulatorSettings>) => {
  simulator = await startSimulator(database.url, { airtelCallbackUrl: receiver.url, ...settings });
};

test('payoutDelayMs: a payout is pending first, moves no money before its time, then succeeds', async () => {
  await startWith({ payoutDelayMs: 20_000 });
  const airtel = await simulator.airtel();
  const disbursement = await simulator.mtn('disbursement');
  const [mtnReference, airtelId] = [randomUUID(), randomUUID()];
  await disbursement.instruct('260966800001', '10', { reference: mtnReference, callbackUrl: receiver.url });
  expect((await airtel.payOut('977800001', 10, { id: airtelId })).json).toMatchObject({
    data: { transaction: { status: 'TIP' } },
    status: { response_code: 'DP00900001006', success: true },
  });
  expect((await disbursement.status(mtnReference)).json.status).toBe('PENDING');
  expect((await simulator.phone('0966800001')).balance).toBe(10_000);
  expect((await simulator.phone('0966800001')).prompts).toEqual([]);

  simulator.wait(20_000);
  await receiver.expectCallbacks(2);
  expect((await disbursement.status(mtnReference)).json.status).toBe('SUCCESSFUL');
  expect((await airtel.payoutStatus(airtelId)).json.data.transaction.status).toBe('TS');
  expect((await simulator.phone('0966800001')).balance).toBe(10_010);
  expect((await simulator.phone('0977800001')).balance).toBe(10_010);
});

test('mtnCallbackMethod, starting sums and the lender’s name', async () => {
  await startWith({
    mtnCallbackMethod: 'POST',
    startingBalanceNgwee: 50_000,
    startingFloatNgwee: 100_000,
    lenderName: 'Kwacha Bridge',
  });
  const disbursement = await simulator.mtn('disbursement');
  await disbursement.instruct('260966800002', '1', { callbackUrl: receiver.url });
  await receiver.expectCallbacks(1);
  expect(receiver.received[0]!.method).toBe('POST');
  expect((await disbursement.get('account/balance')).json.availableBalance).toBe('999.00');
  const phone = await simulator.phone('0966800002');
  expect(phone.balance).toBe(501);
  expect(phone.messages[0].text).toContain('from Kwacha Bridge');
});

test('a fresh store takes its first seed from the random source', async () => {
  simulator = await startSimulator(database.url, {}, { random: () => 0.25 });
  expect((await simulator.call('GET', '/api/faults')).json.seed).toBe(2 ** 29);
});

test('the demo settings are valid, and an unknown one is refused by name', () => {
  expect(simulatorSettingsSchema.safeParse(demoSettings).success).toBe(true);
  expect(simulatorSettingsSchema.safeParse({ ...demoSettings, payoutDelay: 3 }).success).toBe(false);
  expect(simulatorSettingsSchema.safeParse({ ...demoSettings, airtelPin: '12' }).success).toBe(false);
});
