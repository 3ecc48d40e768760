import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dumpDatabase, secretsIn } from '../../../test/database-dump.ts';
import { googleToken } from '../../../test/google-token.ts';
import { toDate } from '../../platform/clock.ts';
import { purgeCountedUses } from '../../platform/limit.ts';
import { freePort } from '../../platform/ports.ts';
import { demoSettings } from '../../simulator/settings.ts';
import { purgeGoogleTokens } from './google-account.ts';
import { googleIdentityProvider } from './identity-provider.ts';
import { type SessionServer, startSessionServer } from './session-server.test-support.ts';
import { startSimulatedGoogle } from './simulated-google.test-support.ts';

const CHECKS_PER_ADDRESS = 60;
const LINKED_ELSEWHERE =
  'This Google account is linked to another mobile number. Please log in with that one.';

let server: SessionServer;
let googleUrl: string;
let stopGoogle: () => Promise<void>;
let lastAccount = 0;
beforeAll(async () => {
  const google = await startSimulatedGoogle();
  googleUrl = google.url;
  stopGoogle = google.stop;
  server = await startSessionServer({ google: googleAt(`${googleUrl}/google`) });
  google.useClock(server.clock.nowMs);
});
afterAll(async () => {
  await server.stop();
  await stopGoogle();
});

function googleAt(url: string, timeoutMs = 10_000) {
  const { googleClientId: clientId } = demoSettings;
  return {
    clientId,
    authorizeUrl: '/sim/google/authorize',
    checksPerAddressPerHour: CHECKS_PER_ADDRESS,
    provider: googleIdentityProvider({
      clientId,
      tokenInfoUrl: `${url}/tokeninfo`,
      userInfoUrl: `${url}/userinfo`,
      timeoutMs,
      clock: { nowMs: () => server.clock.nowMs() },
    }),
  };
}

const newAccount = () => `person.${++lastAccount}@example.com`;
const tokenOf = (email: string, clientId?: string) => googleToken(googleUrl, email, clientId);

const bindCheck = (authCode: string, address = server.newAddress()) =>
  server.call('bindCheck', { address, body: { authCode, thirdType: 1 } });
const logIn = (
  authCode: string,
  phone: { mobile?: string; captcha?: string } = {},
  address = server.newAddress(),
) => server.call('mobileLogin', { address, body: { ...phone, authCode, thirdType: 1 } });

async function link(authCode: string, mobile = server.newMobile()) {
  return logIn(authCode, { mobile, captcha: await server.requestCode(mobile) });
}

const ENDED = { code: 400, msg: 'Your Google sign-in has ended. Please continue with Google again.' };
const FOREIGN = {
  code: 400,
  msg: 'This Google sign-in was made for another app. Please continue with Google again.',
};
const otherThan = (code: string) => String((Number(code) + 1) % 10_000).padStart(4, '0');

describe('signing in with Google', () => {
  test('links an account to a number the first time and needs no code the second', async () => {
    const email = newAccount();
    const first = await tokenOf(email);
    expect(await bindCheck(first)).toMatchObject({ code: 200, data: { bind: false } });
    const linked = await link(first);
    expect(linked).toMatchObject({ code: 200, data: { appRedirectStatus: 1 } });

    const second = await tokenOf(email.toUpperCase());
    expect(await bindCheck(second)).toMatchObject({ code: 200, data: { bind: true } });
    const signedIn = await logIn(second);
    expect(signedIn).toMatchObject({ code: 200, data: { id: linked.data.id, appRedirectStatus: 0 } });
    expect(await server.call('getUserInfo', { token: signedIn.data.token })).toMatchObject({ code: 200 });
  });

  test('links an account to a borrower who is here already', async () => {
    const mobile = server.newMobile();
    const { id } = await server.signIn(mobile);
    const linked = await link(await tokenOf(newAccount()), mobile);
    expect(linked).toMatchObject({ code: 200, data: { id, appRedirectStatus: 0 } });
  });

  test('asks the database for the limit of the checks and for the borrower, and a link for whom it is first', async () => {
    const email = newAccount();
    const mobile = server.newMobile();
    const captcha = await server.requestCode(mobile);
    const tokens = [await tokenOf(email), await tokenOf(email)] as const;
    for (const phone of [{ mobile, captcha }, {}]) {
      const before = server.db.roundTrips();
      expect(await logIn(tokens['mobile' in phone ? 0 : 1], phone)).toMatchObject({ code: 200 });
      // The address of a new link is sealed for its borrower.
      expect(server.db.roundTrips() - before).toBe('mobile' in phone ? 3 : 2);
    }
  });

  test('is refused for an account that is linked to no number', async () => {
    expect(await logIn(await tokenOf(newAccount()))).toMatchObject({
      code: 409,
      msg: 'This Google account is not linked to a mobile number yet. Please link yours.',
    });
  });

  test('says what is missing beside the token', async () => {
    const authCode = await tokenOf(newAccount());
    const mobile = server.newMobile();
    expect(await logIn(authCode, { mobile })).toMatchObject({
      code: 400,
      data: { fields: { captcha: 'Please enter the verification code' } },
    });
    expect(await logIn(authCode, { captcha: '1234' })).toMatchObject({
      code: 400,
      data: { fields: { mobile: expect.stringContaining('10-digit') } },
    });
    expect(await server.call('mobileLogin', { body: { authCode } })).toMatchObject({
      code: 400,
      data: { fields: { thirdType: expect.any(String) } },
    });
    for (const strange of ['', 'a b', 'a\r\nX-Evil: 1', 'ä', 'x'.repeat(4097)]) {
      expect(await bindCheck(strange)).toMatchObject({
        code: 400,
        data: { fields: { authCode: expect.any(String) } },
      });
    }
  });
});

describe('a token', () => {
  test('that nobody issued, that has ended, or that is another app’s is refused', async () => {
    const email = newAccount();
    await link(await tokenOf(email));
    expect(await bindCheck('ya29.of-nobody')).toMatchObject(ENDED);
    expect(await logIn('ya29.of-nobody')).toMatchObject(ENDED);

    const foreign = await tokenOf(email, 'other-app.apps.google.example');
    expect(await bindCheck(foreign)).toMatchObject(FOREIGN);
    expect(await logIn(foreign)).toMatchObject(FOREIGN);
    expect(await link(foreign)).toMatchObject(FOREIGN);

    const aging = await tokenOf(email);
    server.clock.advance({ minutes: 59 });
    expect(await logIn(aging)).toMatchObject({ code: 200 });
    server.clock.advance({ minutes: 1 });
    expect(await logIn(aging)).toMatchObject(ENDED);
    expect(await link(aging)).toMatchObject(ENDED);
  });

  test('links one number only, also when its account could be linked again', async () => {
    const mobile = server.newMobile();
    const used = await tokenOf(newAccount());
    await link(used, mobile);
    expect(await link(used)).toMatchObject({
      code: 409,
      msg: 'This Google sign-in was already used. Please continue with Google again.',
    });
    // Another account replaces the first, which can be linked again then, but not with its old token.
    await link(await tokenOf(newAccount()), mobile);
    const before = await server.count('borrower');
    expect(await link(used)).toMatchObject({ code: 409, msg: expect.stringContaining('already used') });
    expect(await server.count('borrower')).toBe(before);
  });

  test('is checked with Google a limited number of times from one address', async () => {
    const address = server.newAddress();
    for (let asked = 0; asked < CHECKS_PER_ADDRESS; asked += 1) await bindCheck('ya29.of-nobody', address);
    expect(await bindCheck('ya29.of-nobody', address)).toMatchObject({
      code: 429,
      msg: 'Too many sign-ins were tried from your network. Please wait 60 minutes.',
      data: { retryAfterSeconds: 3600 },
    });
    server.clock.advance({ hours: 1 });
    expect(await bindCheck('ya29.of-nobody', address)).toMatchObject(ENDED);
  });
});

describe('linking', () => {
  test('needs the code of the number, which is tried as for any sign-in', async () => {
    const authCode = await tokenOf(newAccount());
    const mobile = server.newMobile();
    const address = server.newAddress();
    const captcha = await server.requestCode(mobile, { address });
    expect(await logIn(authCode, { mobile, captcha: otherThan(captcha) }, address)).toMatchObject({
      code: 400,
      msg: 'This code is wrong. You have 4 tries left.',
      data: { fields: { captcha: expect.any(String) } },
    });
    expect(await bindCheck(authCode)).toMatchObject({ data: { bind: false } });
    expect(await logIn(authCode, { mobile, captcha }, address)).toMatchObject({ code: 200 });
  });

  test('an account that is linked to one number cannot be linked to another, and registers nobody', async () => {
    const email = newAccount();
    const first = await link(await tokenOf(email));
    const before = await server.count('borrower');
    expect(await link(await tokenOf(email))).toMatchObject({ code: 409, msg: LINKED_ELSEWHERE });
    const mobile = server.newMobile();
    await server.signIn(mobile);
    expect(await link(await tokenOf(email), mobile)).toMatchObject({ code: 409, msg: LINKED_ELSEWHERE });
    expect(await server.count('borrower')).toBe(before + 1);
    expect(await logIn(await tokenOf(email))).toMatchObject({ data: { id: first.data.id } });
  });

  test('a number that is linked to one account is linked to the next, and the one before opens nothing', async () => {
    const mobile = server.newMobile();
    const [before, after] = [newAccount(), newAccount()];
    const { data } = await link(await tokenOf(before), mobile);
    expect(await link(await tokenOf(after), mobile)).toMatchObject({ code: 200, data: { id: data.id } });
    expect(await bindCheck(await tokenOf(before))).toMatchObject({ data: { bind: false } });
    expect(await logIn(await tokenOf(before))).toMatchObject({ code: 409 });
    expect(await logIn(await tokenOf(after))).toMatchObject({ code: 200, data: { id: data.id } });
    expect(await link(await tokenOf(after), mobile)).toMatchObject({ code: 200, data: { id: data.id } });
  });

  test('happens once when 50 equal ones arrive at once', async () => {
    const authCode = await tokenOf(newAccount());
    const mobile = server.newMobile();
    const captcha = await server.requestCode(mobile);
    const before = await server.count('borrower');
    const answers = await Promise.all(Array.from({ length: 50 }, () => logIn(authCode, { mobile, captcha })));
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    expect(new Set(answers.filter(({ code }) => code !== 200).map(({ msg }) => msg))).toEqual(
      new Set(['This code no longer works. Please get a new one.']),
    );
    expect(await server.count('borrower')).toBe(before + 1);
  });

  test('links one of 20 numbers when one token arrives with all of them at once', async () => {
    const email = newAccount();
    const authCode = await tokenOf(email);
    const phones: { mobile: string; captcha: string }[] = [];
    for (let phone = 0; phone < 20; phone += 1) {
      const mobile = server.newMobile();
      phones.push({ mobile, captcha: await server.requestCode(mobile) });
    }
    const before = await server.count('borrower');
    const answers = await Promise.all(phones.map((phone) => logIn(authCode, phone)));
    const [winner, ...others] = answers.filter(({ code }) => code === 200);
    expect(others).toEqual([]);
    expect(answers.filter(({ code }) => code === 409)).toHaveLength(19);
    expect(await server.count('borrower')).toBe(before + 1);
    expect(await logIn(await tokenOf(email))).toMatchObject({ data: { id: winner!.data.id } });
  });
});

describe('when Google', () => {
  async function askedAt(url: string) {
    const away = await startSessionServer({ google: googleAt(url, 300) });
    const answer = await away.call('bindCheck', { body: { authCode: 'ya29.secret-token', thirdType: 1 } });
    await away.stop();
    return { answer, log: away.logLines.join('') };
  }

  const noAnswer = {
    status: 200,
    code: 500,
    msg: expect.stringMatching(/^Google did not answer\. Please try again in a moment\. Reference \w{8}\.$/),
  };

  test('is not reachable, the refusal says so, and the token is not in the log', async () => {
    const { answer, log } = await askedAt(`http://127.0.0.1:${await freePort()}`);
    expect(answer).toMatchObject(noAnswer);
    expect(log).toContain('ECONNREFUSED');
    expect(log).not.toContain('secret-token');
  });

  test.each([
    ['is silent', undefined, 'TimeoutError'],
    ['fails', { status: 503, body: '' }, 'status 503'],
    ['sends the token on to another place', { status: 302, body: '' }, 'TypeError'],
    ['says what nobody can read', { status: 200, body: '<html>' }, 'SyntaxError'],
    ['says something else', { status: 200, body: '{"sub":"7"}' }, 'unreadable'],
  ])('%s, the refusal says so', async (_what, given, cause) => {
    const stranger = createServer((_request, response) => {
      if (given) response.writeHead(given.status, { location: 'http://127.0.0.1:1/' }).end(given.body);
    });
    await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
    const { answer, log } = await askedAt(`http://127.0.0.1:${(stranger.address() as AddressInfo).port}`);
    stranger.closeAllConnections();
    stranger.close();
    expect(answer).toMatchObject(noAnswer);
    expect(log).toContain(cause);
    expect(log).not.toContain('secret-token');
  });

  test('is not offered by a lender, the app is told so, and a try is refused', async () => {
    const without = await startSessionServer();
    expect(await without.call('googleSignIn')).toMatchObject({ code: 200, data: { google: null } });
    expect(await without.call('bindCheck', { body: { authCode: 'x', thirdType: 1 } })).toMatchObject({
      code: 400,
      msg: 'Google sign-in is not available here. Please log in with your mobile number.',
    });
    await without.stop();
    expect(await server.call('googleSignIn')).toMatchObject({
      data: { google: { clientId: demoSettings.googleClientId, authorizeUrl: '/sim/google/authorize' } },
    });
  });
});

describe('what is kept', () => {
  test('shows no account, address or token in the database or the log, and is deleted later', async () => {
    const email = newAccount();
    const authCode = await tokenOf(email);
    await link(authCode);
    await logIn('ya29.of-nobody');
    const dump = await dumpDatabase(server.owner);
    expect(dump).toContain(server.sealing.lookupHash('google_token', authCode).toString('hex'));
    expect(secretsIn(dump, [email, authCode])).toEqual([]);
    expect(secretsIn(server.logLines.join(''), [email, authCode])).toEqual([]);

    server.clock.advance({ minutes: 59 });
    await purgeGoogleTokens(server.db, toDate(server.clock.nowMs()));
    expect(await server.count('google_token_used')).toBeGreaterThan(0);
    server.clock.advance({ minutes: 1 });
    await purgeGoogleTokens(server.db, toDate(server.clock.nowMs()));
    await purgeCountedUses(server.db, toDate(server.clock.nowMs()));
    expect(await server.count('google_token_used')).toBe(0);
    expect(await server.count('counted_use', "kind = 'google_check'")).toBe(0);
  });
});
