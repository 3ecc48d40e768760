import { createCipheriv, createHmac, randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
import { demoSettings } from './settings.ts';
import { type SimulatorUnderTest, startReceiver, startSimulator } from './simulator.test-support.ts';

const hashKey = 'callback key of this test';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let simulator: SimulatorUnderTest;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let airtel: Awaited<ReturnType<SimulatorUnderTest['airtel']>>;

beforeAll(async () => {
  database = await createTestDatabase();
  receiver = await startReceiver();
  simulator = await startSimulator(database.url, {
    airtelCallbackUrl: receiver.url,
    airtelCallbackHashKey: hashKey,
  });
  airtel = await simulator.airtel();
});

afterAll(async () => {
  await simulator.stop();
  await receiver.stop();
  await database.drop();
});

describe('who may call Airtel', () => {
  const credentials = {
    client_id: demoSettings.airtelClientId,
    client_secret: demoSettings.airtelClientSecret,
    grant_type: 'client_credentials',
  };

  test('a token lives 180 seconds, written as a string', async () => {
    const granted = await simulator.call('POST', '/airtel/auth/oauth2/token', credentials);
    expect(granted.json).toEqual({
      access_token: expect.any(String),
      expires_in: '180',
      token_type: 'bearer',
    });
    const short = await simulator.airtel();
    simulator.wait(179_000);
    expect((await short.get('/standard/v1/users/balance')).status).toBe(200);
    simulator.wait(1000);
    expect(await short.get('/standard/v1/users/balance')).toMatchObject({
      status: 401,
      json: { status: { code: '401', success: false } },
    });
    airtel = await simulator.airtel();
  });

  test('a wrong secret gets no token', async () => {
    const refused = await simulator.call('POST', '/airtel/auth/oauth2/token', {
      ...credentials,
      client_secret: 'wrong',
    });
    expect(refused).toMatchObject({ status: 401, json: { error: 'invalid_client' } });
  });

  test.each([
    ['x-country', 'UG', 'ROUTER006'],
    ['x-currency', 'UGX', 'ROUTER112'],
  ])('%s of another country is refused', async (name, value, code) => {
    const refused = await simulator.call('GET', '/airtel/standard/v1/users/balance', undefined, {
      ...airtel.headers,
      [name]: value,
    });
    expect(refused).toMatchObject({
      status: 400,
      json: { status: { response_code: code, success: false } },
    });
  });
});

describe('a collection', () => {
  test.each(['v1', 'v2'])('over %s sends the prompt first and is TS after the PIN', async (version) => {
    const id = randomUUID();
    const mobile = version === 'v1' ? '0977100001' : '0977100002';
    const before = receiver.received.length;
    const sent = await airtel.collect(mobile.slice(1), 150, { id, version });
    expect(sent).toMatchObject({
      status: 200,
      json: {
        data: { transaction: { id, status: 'SUCCESS' } },
        status: {
          code: '200',
          message: 'SUCCESS',
          result_code: 'ESB000010',
          response_code: 'DP00800001006',
          success: true,
        },
      },
    });
    const inProgress = (await airtel.paymentStatus(id)).json.data.transaction;
    expect(inProgress).toMatchObject({ id, status: 'TIP' });
    expect(inProgress).not.toHaveProperty('airtel_money_id');

    expect((await simulator.answerPrompt(mobile, 'approve')).json).toEqual({ outcome: 'succeeded' });
    const paid = (await airtel.paymentStatus(id)).json;
    expect(paid).toMatchObject({
      data: {
        transaction: { id, status: 'TS', airtel_money_id: expect.stringMatching(/^MP\d{6}\.\d{4}\./) },
      },
      status: { result_code: 'ESB000010', response_code: 'DP00800001001', success: true },
    });
    const phone = await simulator.phone(mobile);
    expect(phone).toMatchObject({ operator: 'airtel', balance: 9850 });
    expect(phone.messages[0]).toMatchObject({
      from: 'AirtelMoney',
      text: expect.stringContaining(paid.data.transaction.airtel_money_id),
    });

    await receiver.expectCallbacks(before + 1);
    const callback = receiver.received.at(-1)!;
    expect(callback.method).toBe('POST');
    expect(callback.body.transaction).toEqual({
      id,
      message: expect.stringContaining('150.00'),
      status_code: 'TS',
      airtel_money_id: paid.data.transaction.airtel_money_id,
    });
    const expected = createHmac('sha256', hashKey).update(JSON.stringify(callback.body.transaction));
    expect(callback.body.hash).toBe(expected.digest('base64'));
  });

  test.each([
    ['wrong_pin', 'TF', 'DP00800001002'],
    ['refuse', 'TF', 'DP00800001008'],
  ])('ends when the borrower answers with %s', async (action, status, code) => {
    const id = randomUUID();
    const before = receiver.received.length;
    await airtel.collect('977100003', 20, { id });
    await simulator.answerPrompt('0977100003', action);
    expect((await airtel.paymentStatus(id)).json).toMatchObject({
      data: { transaction: { id, status } },
      status: { response_code: code, success: false },
    });
    await receiver.expectCallbacks(before + 1);
    expect(receiver.received.at(-1)!.body.transaction.status_code).toBe('TF');
  });

  test('is TF for want of funds, and TE when nobody answers for five minutes', async () => {
    const before = receiver.received.length;
    const poor = randomUUID();
    await airtel.collect('977100004', 10_000.01, { id: poor });
    await simulator.answerPrompt('0977100004', 'approve');
    expect((await airtel.paymentStatus(poor)).json).toMatchObject({
      data: { transaction: { status: 'TF' } },
      status: { response_code: 'DP00800001007' },
    });

    const ignored = randomUUID();
    await airtel.collect('977100004', 20, { id: ignored });
    simulator.wait(300_000);
    await receiver.expectCallbacks(before + 2);
    airtel = await simulator.airtel();
    expect((await airtel.paymentStatus(ignored)).json.data.transaction.status).toBe('TE');
    expect(receiver.received.at(-1)!.body.transaction).toMatchObject({ id: ignored, status_code: 'TF' });
  });

  test('is taken once for an id', async () => {
    const id = randomUUID();
    await airtel.collect('977100005', 20, { id });
    expect(await airtel.collect('977100005', 20, { id })).toMatchObject({
      status: 200,
      json: { status: { result_code: 'ESB000041', success: false } },
    });
    expect((await simulator.phone('0977100005')).prompts).toHaveLength(1);
  });

  test.each([
    ['a number with its country', { subscriber: { msisdn: '260977100006' } }, 'ESB000033'],
    ['a number with a leading nought', { subscriber: { msisdn: '0977100006' } }, 'ESB000033'],
    ['an amount as text', { transaction: { amount: '20', id: randomUUID() } }, 'ESB000008'],
    ['three decimals', { transaction: { amount: 20.005, id: randomUUID() } }, 'ESB000008'],
    ['no id', { transaction: { amount: 20 } }, 'ESB000008'],
  ])('with %s is refused', async (_name, change, code) => {
    const body = {
      reference: 'Loan 7',
      subscriber: { msisdn: '977100006' },
      transaction: { amount: 20, id: randomUUID() },
      ...change,
    };
    const refused = await simulator.call('POST', '/airtel/merchant/v1/payments/', body, airtel.headers);
    expect(refused).toMatchObject({
      status: 400,
      json: { status: { code: '400', result_code: code, success: false } },
    });
    expect((await simulator.phone('0977100006')).prompts).toEqual([]);
  });
});

describe('a payout', () => {
  test('is TS in the answer, with the money on the phone', async () => {
    const id = randomUUID();
    const paid = await airtel.payOut('977200001', 1000, { id });
    expect(paid).toMatchObject({
      status: 200,
      json: {
        data: {
          transaction: {
            id,
            status: 'TS',
            airtel_money_id: expect.any(String),
            reference_id: expect.any(String),
          },
        },
        status: { result_code: 'ESB000010', response_code: 'DP00900001001', success: true },
      },
    });
    expect((await airtel.payoutStatus(id)).json).toEqual(paid.json);
    const phone = await simulator.phone('0977200001');
    expect(phone.balance).toBe(11_000);
    expect(phone.messages[0].text).toContain('You have received K1,000.00 from Thumba');
    expect((await airtel.get('/standard/v1/users/balance')).json).toMatchObject({
      data: { balance: '49,999,000.00', currency: 'ZMW', account_status: 'Active' },
    });
  });

  test('sent twice is paid once and called a duplicate', async () => {
    const id = randomUUID();
    await airtel.payOut('977200002', 5, { id });
    expect((await airtel.payOut('977200002', 5, { id })).json.status).toMatchObject({
      result_code: 'ESB000041',
      response_code: 'DP00900001017',
      success: false,
    });
    expect((await simulator.phone('0977200002')).balance).toBe(10_005);
  });

  test('beyond the float is TF with 007', async () => {
    const id = randomUUID();
    expect((await airtel.payOut('977200003', 50_000_001, { id })).json).toMatchObject({
      data: { transaction: { status: 'TF' } },
      status: { response_code: 'DP00900001007', success: false },
    });
    expect((await simulator.phone('0977200003')).balance).toBe(10_000);
  });

  test.each([
    ['972222222', 'DP00900001013'],
    ['976666666', 'DP00900001012'],
    ['973333333', 'DP00900001007'],
  ])('to the scripted number %s is TF with %s', async (msisdn, code) => {
    expect((await airtel.payOut(msisdn, 5)).json).toMatchObject({
      data: { transaction: { status: 'TF' } },
      status: { response_code: code },
    });
  });

  test('needs the lender’s PIN, encrypted with Airtel’s key', async () => {
    const plain = await airtel.payOut('977200004', 5, { pin: demoSettings.airtelPin });
    expect(plain).toMatchObject({ status: 400, json: { status: { response_code: 'ROUTER116' } } });
    const wrong = await airtel.payOut('977200004', 5, { pin: airtel.encrypt('0000') });
    expect(wrong).toMatchObject({ status: 400, json: { status: { response_code: 'ROUTER115' } } });
    const nobody = await airtel.payOut('123456789', 5);
    expect(nobody).toMatchObject({ status: 400, json: { status: { response_code: 'DP00900001012' } } });
  });
});

test('an unknown transaction is ESB000045 in both directions', async () => {
  expect((await airtel.paymentStatus(randomUUID())).json.status).toMatchObject({ result_code: 'ESB000045' });
  expect((await airtel.payoutStatus(randomUUID())).json.status).toMatchObject({
    result_code: 'ESB000045',
    response_code: 'DP00900001015',
  });
  expect(await airtel.get('/standard/v9/nothing')).toMatchObject({
    status: 404,
    json: { status: { code: '404', success: false } },
  });
});

test('an account holder is known by number, with the name that was given, or without one', async () => {
  const nameless = (await airtel.get('/standard/v1/users/977100001')).json;
  expect(nameless).toMatchObject({ data: { is_barred: false, msisdn: '977100001' } });
  expect(nameless.data).not.toHaveProperty('first_name');
  const holder = { firstName: 'Mutinta', lastName: 'Banda' };
  await simulator.call('PUT', '/api/phones/0977100001/holder', holder);
  expect((await airtel.get('/standard/v1/users/977100001')).json).toMatchObject({
    data: { first_name: 'Mutinta', last_name: 'Banda', is_barred: false },
    status: { response_code: 'DP02200000001', success: true },
  });
  expect(await airtel.get('/standard/v1/users/976666666')).toMatchObject({
    status: 400,
    json: { status: { response_code: 'DP02200000002', success: false } },
  });
});

describe('where the application wants its messages signed', () => {
  let signed: SimulatorUnderTest;
  beforeAll(async () => {
    signed = await startSimulator(database.url, { airtelMessageSigning: true });
  });
  afterAll(() => signed.stop());

  test('a signed body is taken; an unsigned or altered one is not', async () => {
    const caller = await signed.airtel();
    const body = JSON.stringify({
      reference: 'Loan 7',
      subscriber: { msisdn: '977300001' },
      transaction: { amount: 20, id: randomUUID() },
    });
    const key = randomBytes(32);
    const iv = randomBytes(16);
    const cipher = createCipheriv('aes-256-cbc', key, iv);
    const signature = cipher.update(body, 'utf8', 'base64') + cipher.final('base64');
    const signatureHeaders = {
      'content-type': 'application/json',
      'x-signature': signature,
      'x-key': caller.encrypt(`${key.toString('base64')}:${iv.toString('base64')}`),
    };
    const path = '/airtel/merchant/v1/payments/';
    const unsigned = await signed.call('POST', path, body, caller.headers);
    expect(unsigned).toMatchObject({ status: 403, json: { status: { response_code: 'DP00800001026' } } });
    const altered = body.replace('20', '21');
    const forged = await signed.call('POST', path, altered, { ...caller.headers, ...signatureHeaders });
    expect(forged.status).toBe(403);
    const taken = await signed.call('POST', path, body, { ...caller.headers, ...signatureHeaders });
    expect(taken).toMatchObject({ status: 200, json: { status: { result_code: 'ESB000010' } } });
  });
});
