import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
import { faultNames } from './faults.ts';
import { type SimulatorUnderTest, startReceiver, startSimulator } from './simulator.test-support.ts';

const none = Object.fromEntries(faultNames.map((name) => [name, 0]));

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let simulator: SimulatorUnderTest;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let collection: Awaited<ReturnType<SimulatorUnderTest['mtn']>>;
let disbursement: Awaited<ReturnType<SimulatorUnderTest['mtn']>>;
let airtel: Awaited<ReturnType<SimulatorUnderTest['airtel']>>;

beforeAll(async () => {
  database = await createTestDatabase();
});

beforeEach(async () => {
  receiver = await startReceiver();
  simulator = await startSimulator(database.url, { airtelCallbackUrl: receiver.url, hangMs: 300 });
  await simulator.setFaults(none);
  collection = await simulator.mtn('collection');
  disbursement = await simulator.mtn('disbursement');
  airtel = await simulator.airtel();
  return async () => {
    await simulator.stop();
    await receiver.stop();
  };
});

afterAll(() => database.drop());

let lastNumber = 966_400_000;
function freshMobile() {
  lastNumber += 1;
  return { mobile: `0${lastNumber}`, msisdn: `260${lastNumber}` };
}

describe('the faults call', () => {
  test('lists all twelve, nought included, and sets any of them', async () => {
    const read = await simulator.call('GET', '/api/faults');
    expect(read.json).toEqual({ seed: 7, rates: none });
    const changed = await simulator.call('PUT', '/api/faults', { rates: { callbackLate: 0.5 } });
    expect(changed.json).toEqual({ seed: 7, rates: { ...none, callbackLate: 0.5 } });
    expect((await simulator.call('PUT', '/api/faults', { seed: 11 })).json.seed).toBe(11);
    expect((await simulator.call('GET', '/api/faults')).json.rates.callbackLate).toBe(0.5);
  });

  test.each([
    { rates: { callbackLoost: 1 } },
    { rates: { callbackLost: 1.01 } },
    { rates: { callbackLost: -0.1 } },
    { rates: { callbackLost: '1' } },
    { seed: 1.5 },
    { seed: -1 },
    { callbackLost: 1 },
    [],
    undefined,
  ])('refuses %j', async (body) => {
    const refused = await simulator.call('PUT', '/api/faults', body);
    expect(refused).toMatchObject({ status: 400, json: { error: expect.any(String) } });
    expect((await simulator.call('GET', '/api/faults')).json).toEqual({ seed: 7, rates: none });
  });
});

async function payOutWithCallback() {
  const { mobile, msisdn } = freshMobile();
  const reference = randomUUID();
  const answer = await disbursement.instruct(msisdn, '10', { reference, callbackUrl: receiver.url });
  expect(answer.status).toBe(202);
  return { mobile, reference };
}

describe('callbacks', () => {
  test('callbackLost: none is sent, and the status knows', async () => {
    await simulator.setFaults({ callbackLost: 1 });
    const lost = await payOutWithCallback();
    await simulator.setFaults(none);
    await payOutWithCallback();
    await receiver.expectCallbacks(1);
    expect((await disbursement.status(lost.reference)).json.status).toBe('SUCCESSFUL');
  });

  test('callbackTwice: the same one comes twice', async () => {
    await simulator.setFaults({ callbackTwice: 1 });
    await payOutWithCallback();
    await receiver.expectCallbacks(1);
    simulator.wait(50);
    await receiver.expectCallbacks(2);
    expect(receiver.received[1]!.body).toEqual(receiver.received[0]!.body);
  });

  test('callbackLate: it comes a minute later, also when the simulator was down meanwhile', async () => {
    await simulator.setFaults({ callbackLate: 1 });
    await payOutWithCallback();
    const at = simulator.clock.nowMs;
    await simulator.stop();
    simulator = await startSimulator(database.url);
    simulator.clock.nowMs = at + 59_000;
    await pause(150);
    expect(receiver.received).toEqual([]);
    simulator.clock.nowMs = at + 60_000;
    await receiver.expectCallbacks(1);
  });

  test('callbackBeforeAnswer: the caller hears of it before its own call is answered', async () => {
    await simulator.setFaults({ callbackBeforeAnswer: 1 });
    await payOutWithCallback();
    const answeredAt = performance.now();
    expect(receiver.received).toHaveLength(1);
    expect(receiver.received[0]!.at).toBeLessThan(answeredAt);
  });

  test('callbackForged: a stranger claims ten times the money while the prompt is still open', async () => {
    await simulator.setFaults({ callbackForged: 1 });
    const { msisdn } = freshMobile();
    const reference = randomUUID();
    await collection.instruct(msisdn, '15', { reference, callbackUrl: receiver.url });
    await receiver.expectCallbacks(1);
    expect(receiver.received[0]!.body).toMatchObject({ status: 'SUCCESSFUL', amount: '150' });
    expect((await collection.status(reference)).json).toMatchObject({ status: 'PENDING', amount: '15' });
  });

  test('callbackReordered: a stale PENDING follows the outcome', async () => {
    await simulator.setFaults({ callbackReordered: 1 });
    await payOutWithCallback();
    await receiver.expectCallbacks(1);
    simulator.wait(50);
    await receiver.expectCallbacks(2);
    expect(receiver.received.map(({ body }) => body.status)).toEqual(['SUCCESSFUL', 'PENDING']);
  });
});

describe('answers', () => {
  test('answerLost: the connection breaks after the effect, and a repeat is a duplicate', async () => {
    await simulator.setFaults({ answerLost: 1 });
    const { mobile, msisdn } = freshMobile();
    const reference = randomUUID();
    await expect(disbursement.instruct(msisdn, '10', { reference })).rejects.toThrow('fetch failed');
    expect((await simulator.phone(mobile)).balance).toBe(10_010);
    expect((await disbursement.instruct(msisdn, '10', { reference })).status).toBe(409);
    expect((await simulator.phone(mobile)).balance).toBe(10_010);
  });

  test('refused500: each operator says so in its own shape, and nothing happened', async () => {
    await simulator.setFaults({ refused500: 1 });
    const { mobile, msisdn } = freshMobile();
    const reference = randomUUID();
    expect(await collection.instruct(msisdn, '10', { reference })).toMatchObject({
      status: 500,
      json: { code: 'INTERNAL_PROCESSING_ERROR', message: expect.any(String) },
    });
    expect(await airtel.payOut('977400001', 10)).toMatchObject({
      status: 500,
      json: { status: { code: '500', success: false } },
    });
    expect((await collection.status(reference)).status).toBe(404);
    expect((await simulator.phone(mobile)).prompts).toEqual([]);
    expect((await simulator.phone('0977400001')).balance).toBe(10_000);
  });

  test('timeout: no answer; the seed decides whether it was done, and the book shows which', async () => {
    await simulator.setFaults({ timeout: 1 });
    const attempts = Array.from({ length: 8 }, () => ({ ...freshMobile(), reference: randomUUID() }));
    const startedAt = performance.now();
    for (const { msisdn, reference } of attempts) {
      await expect(disbursement.instruct(msisdn, '10', { reference })).rejects.toThrow('fetch failed');
    }
    expect(performance.now() - startedAt).toBeGreaterThan(8 * 290);
    const book = (await simulator.call('GET', '/api/book')).json.instructions;
    const references = new Set(book.map(({ id }: { id: string }) => id));
    const done = attempts.map(({ reference }) => references.has(reference));
    expect(new Set(done)).toEqual(new Set([true, false]));
    for (const [index, { mobile }] of attempts.entries()) {
      expect((await simulator.phone(mobile)).balance).toBe(done[index] ? 10_010 : 10_000);
    }
  });

  test('stopping does not wait for connections left hanging', async () => {
    const patient = await startSimulator(database.url, { hangMs: 60_000 });
    await patient.setFaults({ timeout: 1 });
    const client = await patient.mtn('disbursement');
    const hanging = client.instruct(freshMobile().msisdn, '10').catch((error: Error) => error.message);
    await pause(100);
    const startedAt = performance.now();
    await patient.stop();
    expect(performance.now() - startedAt).toBeLessThan(5000);
    expect(await hanging).toBe('fetch failed');
  });

  test('ambiguousFirst: Airtel says TA once and TS then; MTN says PENDING once', async () => {
    await simulator.setFaults({ ambiguousFirst: 1 });
    const id = randomUUID();
    const answer = await airtel.payOut('977400002', 10, { id });
    expect(answer.json).toMatchObject({
      data: { transaction: { status: 'TA' } },
      status: { response_code: 'DP00900001000' },
    });
    expect((await simulator.phone('0977400002')).balance).toBe(10_010);
    expect((await airtel.payoutStatus(id)).json.data.transaction.status).toBe('TA');
    expect((await airtel.payoutStatus(id)).json.data.transaction.status).toBe('TS');

    const reference = randomUUID();
    await disbursement.instruct(freshMobile().msisdn, '10', { reference });
    expect((await disbursement.status(reference)).json.status).toBe('PENDING');
    expect((await disbursement.status(reference)).json.status).toBe('SUCCESSFUL');
  });

  test('floatExhausted: payouts fail for want of float, collections go on', async () => {
    await simulator.setFaults({ floatExhausted: 1 });
    const { mobile, msisdn } = freshMobile();
    const reference = randomUUID();
    await disbursement.instruct(msisdn, '10', { reference });
    expect((await disbursement.status(reference)).json.reason).toBe('NOT_ENOUGH_FUNDS');
    expect((await airtel.payOut('977400003', 10)).json.status.response_code).toBe('DP00900001007');
    await collection.instruct(msisdn, '10');
    expect((await simulator.phone(mobile)).prompts).toHaveLength(1);
  });

  test('tokenExpired: a good token is refused and gone; a new one is needed', async () => {
    await simulator.setFaults({ tokenExpired: 1 });
    expect((await disbursement.get('account/balance')).status).toBe(401);
    expect((await airtel.get('/standard/v1/users/balance')).status).toBe(401);
    await simulator.setFaults(none);
    expect((await disbursement.get('account/balance')).status).toBe(401);
    const renewed = await simulator.mtn('disbursement');
    expect((await renewed.get('account/balance')).status).toBe(200);
  });
});

test('the same seed strikes the same instructions again; another seed strikes others', async () => {
  const strikes = async (seed: number) => {
    await simulator.setFaults({ refused500: 0.5 }, seed);
    const statuses: number[] = [];
    for (let index = 0; index < 24; index += 1) {
      statuses.push((await disbursement.instruct(freshMobile().msisdn, '1')).status);
    }
    return statuses;
  };
  const first = await strikes(21);
  expect(new Set(first)).toEqual(new Set([202, 500]));
  expect(await strikes(21)).toEqual(first);
  expect(await strikes(22)).not.toEqual(first);
});
