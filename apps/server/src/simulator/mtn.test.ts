import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
import { demoSettings } from './settings.ts';
import { type SimulatorUnderTest, startReceiver, startSimulator } from './simulator.test-support.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let simulator: SimulatorUnderTest;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let collection: Awaited<ReturnType<SimulatorUnderTest['mtn']>>;
let disbursement: Awaited<ReturnType<SimulatorUnderTest['mtn']>>;

beforeAll(async () => {
  database = await createTestDatabase();
  simulator = await startSimulator(database.url);
  receiver = await startReceiver();
  collection = await simulator.mtn('collection');
  disbursement = await simulator.mtn('disbursement');
});

afterAll(async () => {
  await simulator.stop();
  await receiver.stop();
  await database.drop();
});

describe('who may call MTN', () => {
  test('a sandbox user is provisioned, gets a key once and a token with it', async () => {
    const id = randomUUID();
    const key = { 'ocp-apim-subscription-key': demoSettings.mtnCollectionKey };
    const reference = { ...key, 'x-reference-id': id };
    const body = { providerCallbackHost: '127.0.0.1' };
    expect(await simulator.call('POST', '/mtn/v1_0/apiuser', body, reference)).toMatchObject({
      status: 201,
      text: '',
    });
    expect(await simulator.call('POST', '/mtn/v1_0/apiuser', body, reference)).toMatchObject({
      status: 409,
      json: { code: 'RESOURCE_ALREADY_EXIST' },
    });
    const found = await simulator.call('GET', `/mtn/v1_0/apiuser/${id}`, undefined, key);
    expect(found.json).toEqual({ providerCallbackHost: '127.0.0.1', targetEnvironment: 'sandbox' });
    const made = await simulator.call('POST', `/mtn/v1_0/apiuser/${id}/apikey`, undefined, key);
    expect(made.status).toBe(201);

    const basic = Buffer.from(`${id}:${made.json.apiKey}`).toString('base64');
    const granted = await simulator.call('POST', '/mtn/collection/token/', undefined, {
      ...key,
      authorization: `Basic ${basic}`,
    });
    expect(granted.json).toEqual({
      access_token: expect.any(String),
      token_type: 'access_token',
      expires_in: 3600,
    });
    const elsewhere = await simulator.call(
      'POST',
      '/mtn/collection/v1_0/requesttopay',
      { amount: '5', currency: 'EUR', payer: { partyIdType: 'MSISDN', partyId: '46733123499' } },
      {
        ...key,
        authorization: `Bearer ${granted.json.access_token}`,
        'x-target-environment': 'sandbox',
        'x-reference-id': randomUUID(),
        'x-callback-url': 'https://elsewhere.example/callback',
      },
    );
    expect(elsewhere).toMatchObject({ status: 500, json: { code: 'INVALID_CALLBACK_URL_HOST' } });
  });

  test('the other product’s subscription key and a wrong API key are refused', async () => {
    const wrongKey = { ...collection.headers, 'ocp-apim-subscription-key': demoSettings.mtnDisbursementKey };
    const denied = await simulator.call('GET', '/mtn/collection/v1_0/account/balance', undefined, wrongKey);
    expect(denied).toMatchObject({ status: 401, json: { statusCode: 401, message: expect.any(String) } });

    const basic = Buffer.from(`${demoSettings.mtnApiUser}:wrong`).toString('base64');
    const login = await simulator.call('POST', '/mtn/collection/token/', undefined, {
      authorization: `Basic ${basic}`,
      'ocp-apim-subscription-key': demoSettings.mtnCollectionKey,
    });
    expect(login.status).toBe(401);
  });

  test('a token works for its own product and only for an hour', async () => {
    const crossed = { ...disbursement.headers, authorization: collection.headers.authorization };
    const refused = await simulator.call('GET', '/mtn/disbursement/v1_0/account/balance', undefined, crossed);
    expect(refused.status).toBe(401);
    const short = await simulator.mtn('collection');
    simulator.wait(3_599_000);
    expect((await short.get('account/balance')).status).toBe(200);
    simulator.wait(1000);
    expect((await short.get('account/balance')).status).toBe(401);
    collection = await simulator.mtn('collection');
    disbursement = await simulator.mtn('disbursement');
  });

  test('the target environment is required and must be one the simulator has', async () => {
    const { 'x-target-environment': _, ...without } = collection.headers;
    const missing = await simulator.call('GET', '/mtn/collection/v1_0/account/balance', undefined, without);
    expect(missing.status).toBe(400);
    const wrong = await simulator.call('GET', '/mtn/collection/v1_0/account/balance', undefined, {
      ...without,
      'x-target-environment': 'mtnuganda',
    });
    expect(wrong).toMatchObject({ status: 500, json: { code: 'NOT_ALLOWED_TARGET_ENVIRONMENT' } });
  });
});

describe('a collection', () => {
  test('is accepted with an empty 202, waits for the PIN, and is paid when approved', async () => {
    const reference = randomUUID();
    const accepted = await collection.instruct('260966100001', '150', {
      reference,
      callbackUrl: receiver.url,
    });
    expect(accepted).toMatchObject({ status: 202, text: '' });
    expect((await collection.status(reference)).json).toEqual({
      amount: '150',
      currency: 'ZMW',
      externalId: 'loan 7',
      payer: { partyIdType: 'MSISDN', partyId: '260966100001' },
      payerMessage: 'Loan 7',
      payeeNote: 'Loan 7',
      status: 'PENDING',
    });
    const waiting = await simulator.phone('0966100001');
    expect(waiting).toMatchObject({ operator: 'mtn', balance: 10_000 });
    expect(waiting.prompts).toEqual([
      {
        id: expect.any(Number),
        at: new Date(simulator.clock.nowMs).toISOString(),
        expiresAt: new Date(simulator.clock.nowMs + 300_000).toISOString(),
        amount: 150,
        text: 'Pay K150.00 to Thumba with MTN MoMo? Loan 7. Enter your PIN.',
      },
    ]);

    expect((await simulator.answerPrompt('0966100001', 'approve')).json).toEqual({ outcome: 'succeeded' });
    const status = (await collection.status(reference)).json;
    expect(status).toMatchObject({
      status: 'SUCCESSFUL',
      financialTransactionId: expect.stringMatching(/^\d+$/),
    });
    expect(status).not.toHaveProperty('reason');
    await receiver.expectCallbacks(1);
    expect(receiver.received[0]).toMatchObject({ method: 'PUT', path: '/callback/secret', body: status });

    const paid = await simulator.phone('0966100001');
    expect(paid).toMatchObject({ balance: 9850, prompts: [] });
    expect(paid.messages[0].text).toContain(status.financialTransactionId);
  });

  test.each([
    ['wrong_pin', 'NOT_ALLOWED'],
    ['refuse', 'APPROVAL_REJECTED'],
  ])('ends failed when the borrower answers with %s', async (action, reason) => {
    const reference = randomUUID();
    await collection.instruct('260966100002', '20.50', { reference });
    expect((await simulator.answerPrompt('0966100002', action)).json.outcome).toBe('failed');
    expect((await collection.status(reference)).json).toMatchObject({
      status: 'FAILED',
      reason,
      amount: '20.50',
    });
    expect(await simulator.phone('0966100002')).toMatchObject({ balance: 10_000, messages: [], prompts: [] });
  });

  test('ends NOT_ENOUGH_FUNDS when more is asked than the wallet holds', async () => {
    const reference = randomUUID();
    await collection.instruct('260966100003', '10000.01', { reference });
    expect((await simulator.answerPrompt('0966100003', 'approve')).json).toEqual({
      outcome: 'failed',
      reason: 'not_enough_funds',
    });
    expect((await collection.status(reference)).json.reason).toBe('NOT_ENOUGH_FUNDS');
  });

  test('stays open when ignored and is EXPIRED after five minutes', async () => {
    const reference = randomUUID();
    const before = receiver.received.length;
    await collection.instruct('260966100004', '30', { reference, callbackUrl: receiver.url });
    expect((await simulator.answerPrompt('0966100004', 'ignore')).json).toEqual({ outcome: 'pending' });
    const [prompt] = (await simulator.phone('0966100004')).prompts;
    expect(prompt.amount).toBe(30);
    simulator.wait(300_000);
    await receiver.expectCallbacks(before + 1);
    expect(receiver.received.at(-1)!.body).toMatchObject({
      status: 'FAILED',
      reason: { code: 'EXPIRED', message: expect.any(String) },
    });
    const late = await simulator.call('POST', `/api/phones/0966100004/prompts/${prompt.id}`, {
      action: 'approve',
    });
    expect(late.status).toBe(409);
    expect((await simulator.phone('0966100004')).prompts).toEqual([]);
  });

  test('is taken once for a reference, even when fifty arrive together', async () => {
    const reference = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => collection.instruct('260966100005', '11', { reference })),
    );
    expect(answers.filter((answer) => answer.status === 202)).toHaveLength(1);
    const refused = answers.filter((answer) => answer.status === 409);
    expect(refused).toHaveLength(49);
    expect(refused[0]!.json).toEqual({
      code: 'RESOURCE_ALREADY_EXIST',
      message: 'Duplicated reference id. Creation of resource failed.',
    });
    expect((await simulator.phone('0966100005')).prompts).toHaveLength(1);
  });

  test('is paid once when the prompt is approved many times at the same moment', async () => {
    await collection.instruct('260966100006', '100');
    const [prompt] = (await simulator.phone('0966100006')).prompts;
    const path = `/api/phones/0966100006/prompts/${prompt.id}`;
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => simulator.call('POST', path, { action: 'approve' })),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect((await simulator.phone('0966100006')).balance).toBe(9900);
  });
});

describe('a payout', () => {
  test('reaches the phone at once, lowers the float, and the phone gets a message', async () => {
    const floatBefore = Number((await disbursement.get('account/balance')).json.availableBalance);
    const reference = randomUUID();
    const before = receiver.received.length;
    const accepted = await disbursement.instruct('260966200001', '1000', {
      reference,
      callbackUrl: receiver.url,
    });
    expect(accepted).toMatchObject({ status: 202, text: '' });
    expect((await disbursement.status(reference)).json).toMatchObject({
      status: 'SUCCESSFUL',
      amount: '1000',
      payee: { partyIdType: 'MSISDN', partyId: '260966200001' },
    });
    const phone = await simulator.phone('0966200001');
    expect(phone.balance).toBe(11_000);
    expect(phone.messages[0]).toMatchObject({
      from: 'MTN MoMo',
      text: expect.stringContaining('You have received K1,000.00 from Thumba'),
    });
    const balance = (await disbursement.get('account/balance')).json;
    expect(balance).toEqual({ availableBalance: (floatBefore - 1000).toFixed(2), currency: 'ZMW' });
    await receiver.expectCallbacks(before + 1);
  });

  test('of more than the float holds fails and moves nothing', async () => {
    const reference = randomUUID();
    expect((await disbursement.instruct('260966200002', '50000001', { reference })).status).toBe(202);
    expect((await disbursement.status(reference)).json).toMatchObject({
      status: 'FAILED',
      reason: 'NOT_ENOUGH_FUNDS',
    });
    expect((await simulator.phone('0966200002')).balance).toBe(10_000);
  });

  test('to a number of no Zambian network fails with PAYEE_NOT_FOUND', async () => {
    const reference = randomUUID();
    await disbursement.instruct('447700900123', '10', { reference });
    expect((await disbursement.status(reference)).json.reason).toBe('PAYEE_NOT_FOUND');
  });
});

describe('what MTN refuses', () => {
  test.each([
    ['no reference', { 'x-reference-id': '' }, {}, 400, 'BAD_REQUEST'],
    [
      'a uuid of version 1',
      { 'x-reference-id': '6ba7b810-9dad-11d1-80b4-00c04fd430c8' },
      {},
      400,
      'BAD_REQUEST',
    ],
    ['an amount that is a number', {}, { amount: 150 }, 400, 'BAD_REQUEST'],
    ['three decimals', {}, { amount: '1.005' }, 400, 'BAD_REQUEST'],
    ['an amount of nothing', {}, { amount: '0' }, 400, 'BAD_REQUEST'],
    ['a negative amount', {}, { amount: '-5' }, 400, 'BAD_REQUEST'],
    ['no payer', {}, { payer: undefined }, 400, 'BAD_REQUEST'],
    ['a note of 161 characters', {}, { payerMessage: 'x'.repeat(161) }, 400, 'BAD_REQUEST'],
    ['a currency of another country', {}, { currency: 'EUR' }, 500, 'INVALID_CURRENCY'],
    [
      'a callback over http to a stranger',
      { 'x-callback-url': 'http://example.com/cb' },
      {},
      500,
      'INVALID_CALLBACK_URL_HOST',
    ],
  ])('%s', async (_name, headers, body, status, code) => {
    const answer = await simulator.call(
      'POST',
      '/mtn/collection/v1_0/requesttopay',
      {
        amount: '5',
        currency: 'ZMW',
        payer: { partyIdType: 'MSISDN', partyId: '260966300001' },
        ...body,
      },
      { ...collection.headers, 'x-reference-id': randomUUID(), ...headers } as Record<string, string>,
    );
    expect(answer).toMatchObject({ status, json: { code, message: expect.any(String) } });
    expect((await simulator.phone('0966300001')).prompts).toEqual([]);
  });

  test('a body that is no JSON, an unknown reference and an unknown path, each in its own words', async () => {
    const malformed = await simulator.call('POST', '/mtn/collection/v1_0/requesttopay', '{"amount":', {
      ...collection.headers,
      'content-type': 'application/json',
      'x-reference-id': randomUUID(),
    });
    expect(malformed).toMatchObject({ status: 400, json: { code: 'BAD_REQUEST' } });
    expect(await collection.status(randomUUID())).toMatchObject({
      status: 404,
      json: { code: 'RESOURCE_NOT_FOUND' },
    });
    expect(await collection.get('nothing/here')).toMatchObject({
      status: 404,
      json: { code: 'RESOURCE_NOT_FOUND' },
    });
  });
});

describe('numbers that play a part by themselves', () => {
  test.each([
    ['46733123450', 'FAILED', 'INTERNAL_PROCESSING_ERROR'],
    ['46733123451', 'FAILED', 'APPROVAL_REJECTED'],
    ['46733123452', 'FAILED', 'EXPIRED'],
    ['46733123453', 'PENDING', undefined],
    ['46733123454', 'PENDING', undefined],
    ['46733123455', 'FAILED', 'PAYER_NOT_FOUND'],
    ['46733123463', 'FAILED', 'COULD_NOT_PERFORM_TRANSACTION'],
    ['46733123499', 'SUCCESSFUL', undefined],
    ['260961111111', 'SUCCESSFUL', undefined],
    ['260962222222', 'FAILED', 'APPROVAL_REJECTED'],
    ['260963333333', 'FAILED', 'NOT_ENOUGH_FUNDS'],
    ['260964444444', 'FAILED', 'EXPIRED'],
    ['260965555555', 'PENDING', undefined],
    ['260966666666', 'FAILED', 'PAYER_NOT_FOUND'],
  ])('%s is %s %s', async (partyId, status, reason) => {
    const reference = randomUUID();
    expect((await collection.instruct(partyId, '5', { reference })).status).toBe(202);
    const answer = (await collection.status(reference)).json;
    expect({ status: answer.status, reason: answer.reason }).toEqual({ status, reason });
  });

  test('a payout to 46733123455 finds our float too low', async () => {
    const reference = randomUUID();
    await disbursement.instruct('46733123455', '5', { reference });
    expect((await disbursement.status(reference)).json.reason).toBe('NOT_ENOUGH_FUNDS');
  });
});

test('an account holder is known by number, with the name that was given, or without one', async () => {
  expect((await collection.get('accountholder/msisdn/260966100001/active')).json).toEqual({ result: true });
  expect((await collection.get('accountholder/MSISDN/260966666666/active')).json).toEqual({ result: false });
  const question = 'accountholder/msisdn/260966100001/basicuserinfo';
  expect(await collection.get(question)).toMatchObject({ status: 404 });
  const holder = { firstName: 'Mutinta', lastName: 'Banda' };
  await simulator.call('PUT', '/api/phones/0966100001/holder', holder);
  expect((await collection.get(question)).json).toMatchObject({
    given_name: 'Mutinta',
    family_name: 'Banda',
  });
});

test('a body beyond a megabyte is the caller’s fault, in MTN’s words', async () => {
  const answer = await collection.instruct('260966300002', '5', {
    body: { payeeNote: 'x'.repeat(1_100_000) },
  });
  expect(answer).toMatchObject({ status: 400, json: { code: 'BAD_REQUEST' } });
});
