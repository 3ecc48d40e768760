import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { PATIENCE } from '../../test/app-borrower.ts';
import { createTestDatabase } from '../../test/database.ts';
import { demoSettings } from './settings.ts';
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

function call(path: 'Req' | 'B2CReq', wish: Record<string, string>) {
  const query = new URLSearchParams({
    ThirdPartyID: demoSettings.zamtelThirdPartyId,
    Password: demoSettings.zamtelPassword,
    Shortcode: demoSettings.zamtelShortcode,
    Amount: '150',
    ConversationId: randomUUID(),
    ...(path === 'B2CReq' && {
      identifier: demoSettings.zamtelPayoutIdentifier,
      credential: demoSettings.zamtelPayoutCredential,
    }),
    ...wish,
  });
  return simulator.call('GET', `/zamtel/${path}?${query}`);
}

async function prompted(mobile: string): Promise<void> {
  await vi.waitFor(async () => expect((await simulator.phone(mobile)).prompts).toHaveLength(1), PATIENCE);
}

test('a collection answers when the PIN was entered, and not before', async () => {
  let answered = false;
  const answer = call('Req', { Msisdn: '260957000001' }).finally(() => {
    answered = true;
  });
  await prompted('0957000001');
  await sleep(100);
  expect(answered).toBe(false);
  await simulator.answerPrompt('0957000001', 'approve');
  expect((await answer).json).toEqual({ status: '0', message: 'Success', TransactionId: expect.any(String) });
  expect((await simulator.phone('0957000001')).balance).toBe(9850);
});

test('a wrong PIN and an empty account have their own words', async () => {
  const wrong = call('Req', { Msisdn: '260957000002' });
  await prompted('0957000002');
  await simulator.answerPrompt('0957000002', 'wrong_pin');
  expect((await wrong).json).toMatchObject({ status: 'E8003' });
  const poor = call('Req', { Msisdn: '260957000003', Amount: '10001' });
  await prompted('0957000003');
  await simulator.answerPrompt('0957000003', 'approve');
  expect((await poor).json).toMatchObject({ status: '2006' });
});

test('a payout pays at once, from its own float', async () => {
  expect((await call('B2CReq', { Msisdn: '260957000004' })).json).toMatchObject({ status: '0' });
  expect((await simulator.phone('0957000004')).balance).toBe(10_150);
  await simulator.call('PUT', '/api/floats/zamtel/payout', { balance: 149.99 });
  expect((await call('B2CReq', { Msisdn: '260957000004' })).json).toMatchObject({ status: '2006' });
  const { floats } = (await simulator.call('GET', '/api/floats')).json;
  expect(floats).toContainEqual({ operator: 'zamtel', direction: 'payout', balance: 149.99 });
});

test('wrong credentials, a repeated id and a broken wish move nothing', async () => {
  const Msisdn = '260957000005';
  expect((await call('B2CReq', { Msisdn, Password: 'guessed' })).json).toMatchObject({ status: '2001' });
  expect((await call('B2CReq', { Msisdn, credential: 'guessed' })).json).toMatchObject({ status: '2001' });
  expect((await call('B2CReq', { Msisdn, Amount: '1e3' })).json).toMatchObject({ status: 'E8027' });
  const ConversationId = randomUUID();
  await simulator.call('PUT', '/api/floats/zamtel/payout', { balance: 1000 });
  expect((await call('B2CReq', { Msisdn, ConversationId })).json).toMatchObject({ status: '0' });
  expect((await call('B2CReq', { Msisdn, ConversationId })).json).toMatchObject({ status: 'E8027' });
  expect((await simulator.phone('0957000005')).balance).toBe(10_150);
});

test('a float that is not there, and an amount that is none, are refused', async () => {
  expect((await simulator.call('PUT', '/api/floats/vodafone/payout', { balance: 1 })).status).toBe(404);
  expect((await simulator.call('PUT', '/api/floats/mtn/payout', { balance: -1 })).status).toBe(400);
});
