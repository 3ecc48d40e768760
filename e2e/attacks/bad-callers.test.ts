import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Program, startProgram } from '../support/program.ts';
import { refusedFields, signedHeaders, type Wire, wireTo } from '../wire/wire.ts';
import { AIRTEL, type Borrower, codeOn, signIn, unusedMobile } from '../wire/wire-borrower.ts';
import * as shape from '../wire/wire-shapes.ts';
import { EVERY_CALL } from './hostile-bodies.ts';

/* Calls with a missing or wrong identity, sent to the running program over HTTP alone. */

const JSON_TYPE = { 'Content-Type': 'application/json' };

let program: Program;
let wire: Wire;
/** Has signed in and done nothing else. */
let newcomer: Borrower;

beforeAll(async () => {
  program = await startProgram();
  wire = wireTo(program.url);
  newcomer = await signIn(wire, unusedMobile());
});
afterAll(() => program?.stop());

const login = (mobile: unknown, captcha: unknown, others = {}) =>
  wire.post('/authentication/mobileLogin', {
    mobile,
    captcha,
    deviceType: 4,
    deviceBrand: '',
    appChannelCode: '',
    ...others,
  });

describe('the headers of a call', () => {
  const ME = '/my/getUserInfo';
  const badSignature = () => ({ ...signedHeaders(newcomer.token), sign: '0'.repeat(32) });
  const minutesAway = (minutes: number) =>
    signedHeaders(newcomer.token, { timestamp: String(Date.now() + minutes * 60_000) });

  test.each([
    ['no tenant', ''],
    ['another tenant', 'tenant_27'],
    ['a tenant in capitals', 'TENANT_26'],
    ['a long tenant', 'x'.repeat(2000)],
  ])('%s answers 400', async (_what, tenant) => {
    const headers = { ...signedHeaders(newcomer.token), 'X-TenantID': tenant };
    expect(await wire.call('GET', ME, { headers })).toMatchObject({ code: 400, data: null });
    expect(await wire.call('GET', '/api/v4/product/public', { headers })).toMatchObject({ code: 400 });
  });

  test('no token, an invented one and another one of the same length answer 401', async () => {
    const changed = newcomer.token.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'));
    for (const token of [undefined, '', 'invented', changed, 'x'.repeat(3000)]) {
      const answer = await wire.call('GET', ME, token === undefined ? {} : { token });
      expect(answer, token?.slice(0, 20)).toMatchObject({ status: 200, code: 401, data: null });
    }
  });

  test('every call that needs a token answers 401 without one, before it looks at the input', async () => {
    const open =
      /product\/public|quickRepay|mobileLogin|sendSmsCode|user-third-info|uploadBase64|buriedPoint|queryByChannel|reminder\/get|GET .*turntable/;
    for (const call of EVERY_CALL.filter((each) => !open.test(each))) {
      const [method = '', path = ''] = call.replaceAll('{}', '1').split(' ');
      const tell = (body: string) => wire.send(method, path, JSON_TYPE, method === 'POST' ? body : undefined);
      // A call that is not offered yet answers as an unknown path.
      const isOffered = (await tell('{}')).status !== 404;
      if (isOffered) expect(await tell('{'), call).toMatchObject({ status: 200, code: 401 });
    }
  });

  test('a signature that does not fit answers 400', async () => {
    const good = signedHeaders(newcomer.token);
    for (const name of ['sign', 'uid', 'nonce', 'timestamp']) {
      const { [name]: _left, ...without } = good;
      for (const headers of [without, { ...good, [name]: 'x' }, { ...good, [name]: 'x'.repeat(500) }]) {
        expect(await wire.call('GET', ME, { headers }), name).toMatchObject({ status: 200, code: 400 });
      }
    }
  });

  test('a clock eleven minutes off is told the time of the server, nine minutes pass', async () => {
    for (const minutes of [-11, 11, -60 * 24 * 365]) {
      const answer = await wire.call('GET', ME, { headers: minutesAway(minutes) });
      expect(answer).toMatchObject({ code: 400, data: { serverTime: expect.anything() } });
      const { serverTime } = answer.data as { serverTime: number | string };
      expect(Math.abs(new Date(serverTime).getTime() - Date.now())).toBeLessThan(5000);
    }
    for (const minutes of [-9, 9]) {
      expect((await wire.call('GET', ME, { headers: minutesAway(minutes) })).code).toBe(200);
    }
  });

  test('the same request is taken once', async () => {
    const headers = signedHeaders(newcomer.token);
    expect((await wire.call('GET', ME, { headers })).code).toBe(200);
    expect(await wire.call('GET', ME, { headers })).toMatchObject({
      code: 400,
      msg: expect.stringContaining('This request was already received'),
    });
    const atOnce = signedHeaders(newcomer.token);
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => wire.call('GET', ME, { headers: atOnce })));
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 400, 400, 400, 400]);
  });

  test('tenant, token, signature, time, replay and input are checked in that order', async () => {
    const ask = (headers: Record<string, string>) =>
      wire.post('/api/v4/product/productTrial', {}, {}, headers);
    const unknownTenant = { ...signedHeaders('invented'), 'X-TenantID': 'tenant_27' };
    expect((await ask(unknownTenant)).code).toBe(400);
    expect((await ask({ ...badSignature(), token: 'invented' })).code).toBe(401);
    const badlySigned = await ask({ ...badSignature(), timestamp: '1000000000000' });
    expect(badlySigned).toMatchObject({ code: 400, data: null });
    const late = minutesAway(-11);
    expect((await ask(late)).data).toHaveProperty('serverTime');
    const good = signedHeaders(newcomer.token);
    expect(refusedFields(await ask(good))).toHaveProperty('amount');
    expect((await ask(good)).msg).toContain('This request was already received');
  });

  test('other headers may be empty, unknown or long', async () => {
    const odd = {
      appName: '',
      AppVersionCode: 'x'.repeat(500),
      lang: 'xx',
      deviceBrand: '',
      appChannelCode: '?',
    };
    const answer = await wire.call('GET', ME, { headers: { ...signedHeaders(newcomer.token), ...odd } });
    expect(answer.code).toBe(200);
  });
});

describe('signing in', () => {
  test.each([
    ...['', 'abc', '097712345', '09771234567', '+260977123456', '0177123456', '0917123456', '0747123456'],
    ...['097712345a', '0977 123456', '０９７７１２３４５６', '0977123456\u0000', "0977123456'--"],
  ])('no code goes to "%s"', async (mobile) => {
    const path = `/authentication/sendSmsCode/${encodeURIComponent(mobile)}/1`;
    const answer = await wire.call('POST', path);
    expect(answer.code).toBe(400);
    expect(await login(mobile, '1234')).toMatchObject({ status: 200, code: 400 });
  });

  test('five wrong codes void it, the right one included, and a new one has to wait', async () => {
    const mobile = unusedMobile();
    await wire.ask(shape.nothing, 'POST', `/authentication/sendSmsCode/${mobile}/1`);
    const code = await codeOn(wire, mobile);
    const wrong = code === '1111' ? '2222' : '1111';
    const again = await wire.call('POST', `/authentication/sendSmsCode/${mobile}/1`);
    expect(again).toMatchObject({ code: 429, msg: expect.stringMatching(/\d+ seconds/) });
    const { retryAfterSeconds } = again.data as { retryAfterSeconds: number };
    expect(retryAfterSeconds).toBeGreaterThan(50);
    expect(retryAfterSeconds).toBeLessThanOrEqual(60);

    expect((await login(unusedMobile(), code)).code).toBe(400);
    for (let tries = 0; tries < 5; tries += 1) expect((await login(mobile, wrong)).code).toBe(400);
    expect((await login(mobile, code)).code).toBe(400);
  });

  test('a code works once', async () => {
    const mobile = unusedMobile();
    await wire.ask(shape.nothing, 'POST', `/authentication/sendSmsCode/${mobile}/1`);
    const code = await codeOn(wire, mobile);
    const answers = await Promise.all([1, 2, 3, 4].map(() => login(mobile, code)));
    expect(answers.map((answer) => answer.code).sort()).toEqual([200, 400, 400, 400]);
    expect((await login(mobile, code)).code).toBe(400);
  });

  test.each([
    ['with a blank', (code: string) => ` ${code}`],
    ['with a line end', (code: string) => `${code}\n`],
    ['one digit short', (code: string) => code.slice(1)],
    ['one digit long', (code: string) => `${code}0`],
    ['as a number', (code: string) => Number(`1${code.slice(1)}`)],
    ['in a list', (code: string) => [code]],
    [
      'in wide digits',
      (code: string) => code.replaceAll(/\d/g, (digit) => '０１２３４５６７８９'.charAt(Number(digit))),
    ],
    ['as an object', (code: string) => ({ code, length: 4 })],
    ['as null', () => null],
  ])('the right code %s is no code', async (_how, written) => {
    const mobile = unusedMobile();
    await wire.ask(shape.nothing, 'POST', `/authentication/sendSmsCode/${mobile}/1`);
    const code = await codeOn(wire, mobile);
    expect(await login(mobile, written(code))).toMatchObject({ status: 200, code: 400 });
    expect((await login(mobile, code)).code).toBe(200);
  });

  test('the answers for a registered and for an unknown number are the same', async () => {
    // A borrower of the demo, who has asked for no code yet.
    const registered = '0971000008';
    const unknown = unusedMobile(AIRTEL);
    const told = async (mobile: string) => {
      const send = () => wire.call('POST', `/authentication/sendSmsCode/${mobile}/1`);
      const sent = [await send(), await send()];
      const wrong = (Number(await codeOn(wire, mobile)) + 1).toString().padStart(4, '0').slice(-4);
      const answers = [...sent, await login(mobile, wrong), await login(mobile, '12')];
      return JSON.stringify(answers).replaceAll(/\b(5\d|60)\b/g, 'a few');
    };
    expect(await told(registered)).toEqual(await told(unknown));
    for (const [mobile, appRedirectStatus] of [
      [registered, 0],
      [unknown, 1],
    ] as const) {
      expect((await login(mobile, await codeOn(wire, mobile))).data).toMatchObject({ appRedirectStatus });
    }
  });
});
