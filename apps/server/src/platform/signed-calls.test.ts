import { randomBytes } from 'node:crypto';
import { type CallName, calls } from '@thumba/contract/calls';
import { API_BASE, DEFAULT_TENANT, SIGNATURE_TOLERANCE_MS } from '@thumba/contract/envelope';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AppBorrower, signIn, signUp } from '../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../test/app-server.ts';
import { signedHeaders } from '../../test/call-server.ts';

let server: AppServer;
let token: string;
beforeAll(async () => {
  server = await startAppServer();
  token = await newToken();
});
afterAll(() => server.stop());

const names = Object.keys(calls) as CallName[];
const signedCalls = names.filter((name) => calls[name].token);
const openCalls = names.filter((name) => !calls[name].token);

async function newToken(): Promise<string> {
  const mobile = server.newMobile();
  const client = server.newClient();
  await client.ask('sendSmsCode', { params: { phone: mobile } });
  const captcha = await server.handset.waitForCode(mobile);
  return (await client.ask('mobileLogin', { body: { mobile, captcha } })).token;
}

/** A call of the contract with unknown ids, an empty body and the headers under test. */
async function send(name: CallName, headers: Record<string, string>, body = '{}') {
  const { method, path } = calls[name];
  const response = await fetch(server.url + API_BASE + path.replaceAll(/\{\w+\}/g, '1'), {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(method === 'POST' ? { body } : {}),
  });
  const answer = (await response.json()) as { code: number; msg: string; data: unknown };
  return { status: response.status, ...answer };
}

const tenant = { 'X-TenantID': DEFAULT_TENANT };
const signed = (by: string, atMs = server.clock.nowMs()) => ({ ...tenant, ...signedHeaders(by, atMs) });

describe('every call that needs a token', () => {
  test('is one of many', () => {
    expect(signedCalls.length).toBeGreaterThan(20);
  });

  test.each(signedCalls)(
    '%s asks whoever has none, or a dead one, to log in, before it looks at anything',
    async (name) => {
      const login = { status: 200, code: 401, msg: 'Please log in again', data: null };
      expect(await send(name, tenant)).toEqual(login);
      const { token: _none, ...withoutToken } = signed('');
      expect(await send(name, withoutToken)).toEqual(login);
      expect(await send(name, signed(randomBytes(32).toString('base64url')))).toEqual(login);
      expect(await send(name, signed("' or true --"))).toEqual(login);
      expect(await send(name, signed('x'), '{')).toMatchObject({ code: 401 });
      expect(await send(name, { ...signed('x'), sign: 'wrong' })).toEqual(login);
    },
  );

  test.each(signedCalls)(
    '%s does not serve a request that is not signed, is old or is repeated',
    async (name) => {
      const headers = signed(token);
      const wrong = 'This request is not signed as it should be';
      expect(await send(name, { ...headers, sign: '0'.repeat(32) })).toMatchObject({ code: 400, msg: wrong });
      expect(await send(name, { ...headers, nonce: 'aaaaaa' })).toMatchObject({ code: 400, msg: wrong });
      const tooOld = signed(token, server.clock.nowMs() - SIGNATURE_TOLERANCE_MS - 1);
      expect(await send(name, tooOld)).toMatchObject({
        code: 400,
        data: { serverTime: server.clock.nowMs() },
      });
      const ofItsOwn = name === 'logout' ? signed(await newToken()) : headers;
      expect((await send(name, ofItsOwn)).code).not.toBe(401);
      if (name === 'logout') return;
      expect(await send(name, headers)).toMatchObject({
        code: 400,
        msg: 'This request was already received',
      });
    },
  );

  test.each(names)('%s is of one lender: for another there is none', async (name) => {
    for (const other of ['', 'tenant_27', 'TENANT_26']) {
      expect(await send(name, { ...signed(token), 'X-TenantID': other })).toEqual({
        status: 200,
        code: 400,
        msg: 'This lender is not known here',
        data: null,
      });
    }
  });
});

test.each(openCalls)('%s needs no token', async (name) => {
  expect((await send(name, tenant)).code).not.toBe(401);
});

describe('a session', () => {
  const info = (borrower: AppBorrower) => borrower.call('getUserInfo', {});

  test('ends where its borrower logs out, and everywhere when they say so', async () => {
    const first = await signIn(server);
    server.clock.advance({ minutes: 1 });
    const second = await signIn(server, first.mobile);
    server.clock.advance({ minutes: 1 });
    const third = await signIn(server, first.mobile);
    await first.ask('logout', { body: {} });
    expect([(await info(first)).code, (await info(second)).code, (await info(third)).code]).toEqual([
      401, 200, 200,
    ]);
    await second.ask('logout', { body: { everywhere: true } });
    expect([(await info(second)).code, (await info(third)).code]).toEqual([401, 401]);
  });

  test('of one borrower is not ended by another who logs out everywhere', async () => {
    const [one, other] = await Promise.all([signUp(server), signUp(server)]);
    await other.ask('logout', { body: { everywhere: true } });
    expect((await info(one)).code).toBe(200);
  });

  test('ends after thirty days in which nobody came', async () => {
    const idle = await signIn(server);
    const busy = await signIn(server);
    server.clock.advance({ days: 29 });
    expect((await info(busy)).code).toBe(200);
    server.clock.advance({ days: 1 });
    expect((await info(idle)).code).toBe(401);
    expect((await info(busy)).code).toBe(200);
  });
});
