import { randomBytes } from 'node:crypto';
import { signature } from '@thumba/contract/signature';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signedHeaders } from '../../../test/call-server.ts';
import { dumpDatabase, secretsIn } from '../../../test/database-dump.ts';
import { toDate } from '../../platform/clock.ts';
import { purgeCountedUses } from '../../platform/limit.ts';
import { purgeCodes } from '../borrower/mobile-code.ts';
import { purgeSeenRequests } from './authenticate.ts';
import { purgeSessions } from './commands.ts';
import { type SessionServer, startSessionServer } from './session-server.test-support.ts';

let server: SessionServer;
beforeAll(async () => {
  server = await startSessionServer();
});
afterAll(() => server.stop());

describe('a signed request', () => {
  const info = (token: string, headers: Record<string, string> = {}) =>
    server.call('getUserInfo', { token, headers });

  test('is answered for the borrower of the token', async () => {
    const mobile = server.newMobile();
    const { token, id } = await server.signIn(mobile);
    expect(await info(token)).toEqual({
      status: 200,
      code: 200,
      msg: 'OK',
      data: {
        userId: id,
        mobile: `${mobile.slice(0, 3)} **** ${mobile.slice(7)}`,
        name: 'Mary Banda',
        creditLimit: 2000,
        availableLimit: 1500,
        couponCount: 1,
        walletBalance: 0,
        authStep: 2,
        hasIdentity: true,
        questionsWaiting: 4,
        registeredAt: toDate(server.clock.nowMs()).toISOString(),
        isNewDevice: false,
      },
    });
  });

  test('is answered for a blocked borrower too', async () => {
    const { token, id } = await server.signIn(server.newMobile());
    await server.db.pool.query('update borrower set blocked_at = now() where borrower_id = $1', [id]);
    expect(await info(token)).toMatchObject({ code: 200 });
  });

  test.each(['', 'x', randomBytes(32).toString('base64url'), 'a'.repeat(5000)])(
    'with a token of nobody is asked to log in: %s',
    async (token) => {
      expect(await info(token)).toEqual({ status: 200, code: 401, msg: 'Please log in again', data: null });
    },
  );

  test('is refused when its signature is wrong, missing or too long', async () => {
    const { token } = await server.signIn(server.newMobile());
    const long = { uid: 'u'.repeat(101), nonce: 'abcdef', timestamp: String(server.clock.nowMs()) };
    const wrong: Record<string, string>[] = [
      { sign: '0'.repeat(32) },
      { sign: '' },
      { nonce: '' },
      { timestamp: 'now' },
      { ...long, sign: signature(long.uid, long.nonce, long.timestamp) },
    ];
    for (const headers of wrong) {
      expect(await info(token, headers)).toMatchObject({
        code: 400,
        msg: 'This request is not signed as it should be',
      });
    }
  });

  test('is taken up to ten minutes off the clock, and told the time beyond that', async () => {
    const { token } = await server.signIn(server.newMobile());
    const now = server.clock.nowMs();
    const minutes = 60_000;
    expect(await info(token, signedHeaders(token, now - 10 * minutes))).toMatchObject({ code: 200 });
    expect(await info(token, signedHeaders(token, now + 10 * minutes))).toMatchObject({ code: 200 });
    for (const off of [-10 * minutes - 1, 10 * minutes + 1]) {
      expect(await info(token, signedHeaders(token, now + off))).toMatchObject({
        code: 400,
        msg: 'The clock of this phone is not right',
        data: { serverTime: now },
      });
    }
  });

  test('is taken once, also when it arrives twenty times at once', async () => {
    const { token } = await server.signIn(server.newMobile());
    const headers = signedHeaders(token, server.clock.nowMs());
    const answers = await Promise.all(Array.from({ length: 20 }, () => info(token, headers)));
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1);
    const refused = answers.filter((answer) => answer.code !== 200);
    expect(new Set(refused.map((answer) => `${answer.code} ${answer.msg}`))).toEqual(
      new Set(['400 This request was already received']),
    );
  });

  test('is checked for tenant, token, signature, time, replay and input in that order', async () => {
    const { token } = await server.signIn(server.newMobile());
    const now = server.clock.nowMs();
    const bad = { body: { everywhere: 'yes' } };
    const late = signedHeaders(token, now - 3_600_000);
    const seen = signedHeaders(token, now);
    const logOut = (headers: Record<string, string>) => server.call('logout', { ...bad, headers });
    expect(await logOut({ 'x-tenantid': 'tenant_1', token: '' })).toMatchObject({
      code: 400,
      msg: 'This lender is not known here',
    });
    expect(await logOut({ ...late, token: 'gone', sign: 'wrong' })).toMatchObject({ code: 401 });
    expect(await logOut({ ...late, sign: 'wrong' })).toMatchObject({
      msg: 'This request is not signed as it should be',
    });
    expect(await logOut(late)).toMatchObject({ data: { serverTime: now } });
    expect(await logOut(seen)).toMatchObject({
      code: 400,
      data: { fields: { everywhere: expect.any(String) } },
    });
    expect(await logOut(seen)).toMatchObject({ msg: 'This request was already received' });
  });

  test('with malformed JSON keeps its HTTP status', async () => {
    const { token } = await server.signIn(server.newMobile());
    expect(await server.call('logout', { token, body: '{"everywhere":' })).toMatchObject({
      status: 400,
      code: 400,
    });
    expect(await server.call('mobileLogin', { body: '[' })).toMatchObject({ status: 400, code: 400 });
  });

  test('shares one statement with those that arrive with it', async () => {
    const sessions = await Promise.all(Array.from({ length: 10 }, () => server.signIn(server.newMobile())));
    const before = server.db.roundTrips();
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, place) => server.call('logout', { token: sessions[place % 10]!.token })),
    );
    expect(answers.filter((answer) => answer.code === 200).length).toBeGreaterThanOrEqual(10);
    const loggedOut = answers.filter((answer) => answer.code === 200).length;
    expect(server.db.roundTrips() - before - loggedOut).toBeLessThan(10);
  });

  test('answers each of a mixed batch for its own borrower', async () => {
    const sessions = await Promise.all(Array.from({ length: 30 }, () => server.signIn(server.newMobile())));
    const answers = await Promise.all(sessions.map(({ token }) => info(token)));
    expect(answers.map((answer) => answer.data.userId)).toEqual(sessions.map(({ id }) => id));
  });
});

describe('a session', () => {
  const isAlive = async (token: string) => (await server.call('getUserInfo', { token })).code === 200;

  test('ends thirty days after its last use', async () => {
    const { token } = await server.signIn(server.newMobile());
    server.clock.advance({ days: 29 });
    expect(await isAlive(token)).toBe(true);
    server.clock.advance({ days: 29 });
    expect(await isAlive(token)).toBe(true);
    server.clock.advance({ days: 30 });
    expect(await isAlive(token)).toBe(false);
  });

  test('is moved on at most once a day', async () => {
    const { token } = await server.signIn(server.newMobile());
    const end = async () => {
      const { rows } = await server.db.pool.query('select expires_at from session where token_hash = $1', [
        server.sealing.lookupHash('token', token),
      ]);
      return rows[0].expires_at.getTime();
    };
    const first = await end();
    server.clock.advance({ hours: 23 });
    await isAlive(token);
    expect(await end()).toBe(first);
    server.clock.advance({ hours: 1 });
    await isAlive(token);
    expect(await end()).toBe(first + 24 * 3_600_000);
  });

  test('ends alone, or with all the others of its borrower', async () => {
    const mobile = server.newMobile();
    const tokens: string[] = [];
    for (let sessions = 0; sessions < 3; sessions += 1) {
      tokens.push((await server.signIn(mobile)).token);
      server.clock.advance({ minutes: 1 });
    }
    const [first, second, third] = tokens as [string, string, string];
    const other = await server.signIn(server.newMobile());
    expect(await server.call('logout', { token: first })).toMatchObject({ code: 200, data: null });
    expect(await Promise.all([first, second, third].map(isAlive))).toEqual([false, true, true]);
    await server.call('logout', { token: second, body: { everywhere: true } });
    expect(await Promise.all([second, third, other.token].map(isAlive))).toEqual([false, false, true]);
  });
});

describe('what is kept', () => {
  test('is deleted when it is no longer needed', async () => {
    const { token } = await server.signIn(server.newMobile());
    const headers = signedHeaders(token, server.clock.nowMs() + 10 * 60_000);
    await server.call('getUserInfo', { token, headers });
    server.clock.advance({ minutes: 20 });
    await purgeSeenRequests(server.db, toDate(server.clock.nowMs()));
    expect(await server.call('getUserInfo', { token, headers })).toMatchObject({
      msg: 'This request was already received',
    });
    server.clock.advance({ seconds: 1 });
    await purgeSeenRequests(server.db, toDate(server.clock.nowMs()));
    expect(
      await server.count('request_seen', 'seen_at < $1', [toDate(server.clock.nowMs() - 1200_000)]),
    ).toBe(0);

    server.clock.advance({ days: 31 });
    await purgeCodes(server.db, toDate(server.clock.nowMs()));
    await purgeCountedUses(server.db, toDate(server.clock.nowMs()));
    await purgeSessions(server.db, toDate(server.clock.nowMs()));
    expect(await server.count('signin_code')).toBe(0);
    expect(await server.count('counted_use')).toBe(0);
    expect(await server.count('session')).toBe(0);
  });

  test('shows no number, code or token in the database or the log', async () => {
    const mobile = server.newMobile();
    const { token } = await server.signIn(mobile);
    await server.call('getUserInfo', { token });
    server.clock.advance({ minutes: 1 });
    const dumpBefore = await dumpDatabase(server.owner);
    const code = await server.requestCode(mobile);
    server.sms.isDown = true;
    const unsent = server.newMobile();
    await server.send(unsent);
    server.sms.isDown = false;
    // Four digits can be another number of the database by chance, which was there before the code was.
    const codes = [`,${code},`, `"${code}"`, `${code} is your`];
    const secrets = [
      ...[mobile, mobile.slice(1), unsent, token],
      ...codes.filter((text) => !dumpBefore.includes(text)),
    ];
    const dump = await dumpDatabase(server.owner);
    expect(dump).toContain(server.sealing.lookupHash('mobile', mobile).toString('hex'));
    expect(secretsIn(dump, secrets)).toEqual([]);
    expect(secretsIn(server.logLines.join(''), secrets)).toEqual([]);
    expect(server.logLines.length).toBeGreaterThan(0);
  });
});
