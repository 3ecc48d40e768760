import { randomUUID } from 'node:crypto';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
import { registerSimulator } from './register-simulator.ts';
import { demoSettings } from './settings.ts';
import { type SimulatorUnderTest, startSimulator } from './simulator.test-support.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
const STAFF = {
  consoleUrl: 'http://localhost:8080/console',
  password: 'abcd-efgh-jkmn',
  people: [{ userName: 'bupe', name: 'Bupe Mulenga', roles: 'Underwriter', code: '123456' }],
};

let simulator: SimulatorUnderTest;
const moved: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  simulator = await startSimulator(
    database.url,
    {},
    {
      currentBusinessDate: async () => moved.at(-1) ?? '2026-11-21',
      demo: {
        list: async () => [{ mobile: '0961000007', name: 'Mulenga Kapasa', state: '3 days late' }],
        staff: async () => STAFF,
        async signIn(mobile) {
          if (mobile === '0961000008') throw Object.assign(new Error('Please wait'), { statusCode: 429 });
          return mobile === '0961000007' ? { token: 'a token', deviceSecret: 'a secret' } : undefined;
        },
      },
      moveBusinessDate: async (businessDate) => {
        if (businessDate < '2026-11-21') {
          throw Object.assign(new Error('The business date only moves forward.'), { statusCode: 409 });
        }
        moved.push(businessDate);
        return { businessDate };
      },
    },
  );
});

afterAll(async () => {
  await simulator.stop();
  await database.drop();
});

describe('a phone', () => {
  test('never seen before has K10,000 and nothing else, and looking at it does not create it', async () => {
    expect(await simulator.phone('0951000001')).toEqual({
      mobile: '0951000001',
      operator: 'zamtel',
      balance: 10_000,
      messages: [],
      prompts: [],
    });
    const { phones } = (await simulator.call('GET', '/api/phones')).json;
    expect(phones.map((phone: { mobile: string }) => phone.mobile)).not.toContain('0951000001');
  });

  test.each(['977123456', '+260977123456', '0912345678', '09771234567', '0977abc456'])(
    'is not found under %s',
    async (mobile) => {
      const refused = await simulator.call('GET', `/api/phones/${encodeURIComponent(mobile)}`);
      expect(refused).toMatchObject({ status: 400, json: { error: expect.any(String) } });
    },
  );

  test('receives messages newest first and counts the unread ones until they are read', async () => {
    const send = (text: string, to = '0977500001') =>
      simulator.call('POST', '/api/sms', { to, from: 'Thumba', text });
    expect((await send('Your code is 4831')).json).toEqual({ id: expect.any(Number) });
    expect((await send('Your code is 9922', '+260977500001')).status).toBe(200);
    const phone = await simulator.phone('0977500001');
    expect(phone.messages).toEqual([
      expect.objectContaining({ from: 'Thumba', text: 'Your code is 9922', at: '2026-11-21T08:00:00.000Z' }),
      expect.objectContaining({ from: 'Thumba', text: 'Your code is 4831' }),
    ]);
    const listed = async () =>
      (await simulator.call('GET', '/api/phones')).json.phones.find(
        (entry: { mobile: string }) => entry.mobile === '0977500001',
      );
    expect(await listed()).toEqual({
      mobile: '0977500001',
      operator: 'airtel',
      balance: 10_000,
      unread: 2,
      openPrompts: 0,
    });
    await simulator.call('POST', '/api/phones/0977500001/read');
    expect((await listed()).unread).toBe(0);
    expect((await send('x', '0211000000')).status).toBe(400);
    expect((await simulator.call('POST', '/api/sms', { to: '0977500001' })).status).toBe(400);
  });

  test('can be given another balance', async () => {
    const changed = await simulator.call('PUT', '/api/phones/0977500002', { balance: 12.34 });
    expect(changed.json).toMatchObject({ mobile: '0977500002', balance: 12.34 });
    expect((await simulator.phone('0977500002')).balance).toBe(12.34);
    expect((await simulator.call('PUT', '/api/phones/0977500002', { balance: -1 })).status).toBe(400);
    expect((await simulator.call('PUT', '/api/phones/0977500002', { balance: 1.005 })).status).toBe(400);
  });

  test('answers only a prompt of its own, with an action there is', async () => {
    const collection = await simulator.mtn('collection');
    await collection.instruct('260966500001', '5');
    const [prompt] = (await simulator.phone('0966500001')).prompts;
    const answer = (mobile: string, id: unknown, action: string) =>
      simulator.call('POST', `/api/phones/${mobile}/prompts/${id}`, { action });
    expect((await answer('0966500002', prompt.id, 'approve')).status).toBe(404);
    expect((await answer('0966500001', 999_999, 'approve')).status).toBe(404);
    expect((await answer('0966500001', 'abc', 'approve')).status).toBe(404);
    expect((await answer('0966500001', prompt.id, 'pay')).status).toBe(400);
    expect((await answer('0966500001', prompt.id, 'refuse')).json.outcome).toBe('failed');
    expect((await answer('0966500001', prompt.id, 'approve')).status).toBe(409);
  });
});

test('the book lists what the operators hold, in order, and its last few on request', async () => {
  const disbursement = await simulator.mtn('disbursement');
  const airtel = await simulator.airtel();
  const [payout, collect] = [randomUUID(), randomUUID()];
  await disbursement.instruct('260966600001', '100.50', { reference: payout });
  await airtel.collect('977600001', 20, { id: collect });
  const { instructions } = (await simulator.call('GET', '/api/book')).json;
  expect(instructions.slice(-2)).toEqual([
    {
      id: payout,
      operator: 'mtn',
      platform: 'legacy',
      direction: 'payout',
      mobile: '0966600001',
      amount: 100.5,
      outcome: 'succeeded',
      on: '2026-11-21',
      at: '2026-11-21T08:00:00.000Z',
    },
    {
      id: collect,
      operator: 'airtel',
      platform: 'only',
      direction: 'collect',
      mobile: '0977600001',
      amount: 20,
      outcome: 'pending',
      on: '2026-11-21',
      at: '2026-11-21T08:00:00.000Z',
    },
  ]);
  const last = (await simulator.call('GET', '/api/book?last=1')).json.instructions;
  expect(last).toEqual(instructions.slice(-1));
  expect((await simulator.call('GET', '/api/book?last=0')).status).toBe(400);
});

describe('the business date', () => {
  test('is shown and moved through the server’s own function', async () => {
    expect((await simulator.call('GET', '/api/date')).json).toEqual({ businessDate: '2026-11-21' });
    const answer = await simulator.call('PUT', '/api/date', { businessDate: '2026-12-01' });
    expect(answer).toMatchObject({ status: 200, json: { businessDate: '2026-12-01' } });
    expect((await simulator.call('GET', '/api/date')).json).toEqual({ businessDate: '2026-12-01' });
    expect(moved).toEqual(['2026-12-01']);
  });

  test('refuses a date that is none, and passes on why the server refused', async () => {
    expect((await simulator.call('PUT', '/api/date', { businessDate: '2026-02-30' })).status).toBe(400);
    expect(await simulator.call('PUT', '/api/date', { businessDate: '2026-01-01' })).toMatchObject({
      status: 409,
      json: { error: 'The business date only moves forward.' },
    });
  });

  test('is the day of what happens at the operators and on the phones', async () => {
    const today = (await simulator.call('GET', '/api/date')).json.businessDate;
    const send = (businessDate?: string) =>
      simulator.call('POST', '/api/sms', { to: '0977500009', from: 'Thumba', text: 'Hello', businessDate });
    await send();
    await send('2026-11-25');
    const { messages } = await simulator.phone('0977500009');
    expect(messages).toMatchObject([
      { on: '2026-11-25', at: '2026-11-21T08:00:00.000Z' },
      { on: today, at: '2026-11-21T08:00:00.000Z' },
    ]);
    expect((await send('25 November')).status).toBe(400);
    await (await simulator.mtn('disbursement')).instruct('260966600009', '7');
    expect((await simulator.call('GET', '/api/book?last=1')).json.instructions).toMatchObject([
      { on: today },
    ]);
    expect((await simulator.phone('0966600009')).messages).toMatchObject([{ on: today }]);
  });

  test('is not there without a server', async () => {
    const alone = await startSimulator(database.url);
    expect((await alone.call('PUT', '/api/date', { businessDate: '2026-12-02' })).status).toBe(404);
    expect(await alone.call('GET', '/api/date')).toMatchObject({
      status: 404,
      json: { error: expect.stringContaining('business date') },
    });
    await alone.call('POST', '/api/sms', { to: '0977500010', from: 'Thumba', text: 'Hello' });
    expect((await alone.phone('0977500010')).messages).toMatchObject([{ on: null }]);
    await alone.stop();
  });
});

test('the people of staff of a demo are listed with what they sign in with', async () => {
  expect((await simulator.call('GET', '/api/staff')).json).toEqual(STAFF);
});

describe('the borrowers of a demo', () => {
  const open = (mobile: string, headers = {}) =>
    simulator.call('POST', `/api/borrowers/${mobile}/session`, undefined, headers);

  test('are listed, and one of them is signed in', async () => {
    expect((await simulator.call('GET', '/api/borrowers')).json).toEqual({
      borrowers: [{ mobile: '0961000007', name: 'Mulenga Kapasa', state: '3 days late' }],
    });
    expect((await open('0961000007')).json).toEqual({ token: 'a token', deviceSecret: 'a secret' });
    expect(await open('0961000008')).toMatchObject({ status: 429, json: { error: 'Please wait' } });
    expect((await open('0961000009')).status).toBe(404);
  });

  test('are signed in for no other web site', async () => {
    expect((await open('0961000007', { origin: 'https://other.invalid' })).status).toBe(403);
    expect((await open('0961000007', { 'x-forwarded-for': '127.0.0.1' })).status).toBe(403);
  });

  test('are none without a demo, and none can be signed in', async () => {
    const alone = await startSimulator(database.url);
    expect((await alone.call('GET', '/api/staff')).json).toEqual({ people: [] });
    expect((await alone.call('GET', '/api/borrowers')).json).toEqual({ borrowers: [] });
    expect((await alone.call('POST', '/api/borrowers/0961000007/session')).status).toBe(404);
    await alone.stop();
  });
});

describe('beside a host application', () => {
  test('strangers and other web sites are refused', async () => {
    const host = Fastify();
    await registerSimulator(host, {
      databaseUrl: database.url,
      publicUrl: 'http://127.0.0.1/sim',
      now: () => simulator.clock.nowMs,
      settings: demoSettings,
    });
    const from = (remoteAddress: string, headers = {}) =>
      host.inject({ method: 'GET', url: '/sim/api/faults', remoteAddress, headers });
    expect((await from('192.0.2.7')).statusCode).toBe(403);
    expect((await from('::ffff:127.0.0.1')).statusCode).toBe(200);
    expect((await from('::1')).statusCode).toBe(200);
    expect((await from('127.0.0.1', { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403);
    await host.close();
  });

  test('the host keeps its own parsers, errors and unknown paths', async () => {
    const host = Fastify();
    host.setErrorHandler((_error, _request, reply) => reply.code(418).send({ host: 'error' }));
    host.setNotFoundHandler((_request, reply) => reply.code(404).send({ host: 'nothing here' }));
    await registerSimulator(host, {
      databaseUrl: database.url,
      publicUrl: 'http://127.0.0.1/sim',
      now: () => simulator.clock.nowMs,
      settings: demoSettings,
    });
    host.post('/echo', async (request) => request.body as object);
    const echoed = await host.inject({ method: 'POST', url: '/echo', payload: { a: 1 } });
    expect(echoed.json()).toEqual({ a: 1 });
    const malformed = await host.inject({
      method: 'POST',
      url: '/echo',
      payload: '{',
      headers: { 'content-type': 'application/json' },
    });
    expect(malformed.json()).toEqual({ host: 'error' });
    expect((await host.inject({ url: '/elsewhere' })).json()).toEqual({ host: 'nothing here' });
    expect((await host.inject({ url: '/sim/api/elsewhere' })).json()).toEqual({
      error: 'There is no such call.',
    });
    await host.close();
  });
});

test('the addresses an adapter needs are told', async () => {
  expect((await simulator.call('GET', '/api/addresses')).json).toEqual({
    mtn: 'http://127.0.0.1:8080/sim/mtn',
    mtnNew: 'http://127.0.0.1:8080/sim/mtn-new',
    airtel: 'http://127.0.0.1:8080/sim/airtel',
    zamtel: 'http://127.0.0.1:8080/sim/zamtel',
  });
});
