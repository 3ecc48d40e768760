import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dumpDatabase, secretsIn } from '../../../test/database-dump.ts';
import { googleIdToken, googleToken } from '../../../test/google-token.ts';
import { demoSettings } from '../../simulator/settings.ts';
import { googleIdentityProvider } from './identity-provider.ts';
import { type SessionServer, startSessionServer } from './session-server.test-support.ts';
import { startSimulatedGoogle } from './simulated-google.test-support.ts';

/* The ID tokens of the Android app, at the simulated Google and at servers that answer as Google documents. */

const { googleClientId: clientId } = demoSettings;
const SECONDS_AT = Date.parse('2026-11-21T08:00:00Z') / 1000;

let server: SessionServer;
let googleUrl: string;
let stopGoogle: () => Promise<void>;
let lastAccount = 0;
beforeAll(async () => {
  const google = await startSimulatedGoogle();
  googleUrl = google.url;
  stopGoogle = google.stop;
  const provider = providerAt(`${googleUrl}/google`, () => server.clock.nowMs());
  server = await startSessionServer({
    google: { clientId, authorizeUrl: undefined, checksPerAddressPerHour: 1000, provider },
  });
  google.useClock(server.clock.nowMs);
});
afterAll(async () => {
  await server.stop();
  await stopGoogle();
});

function providerAt(url: string, nowMs: () => number) {
  return googleIdentityProvider({
    clientId,
    tokenInfoUrl: `${url}/tokeninfo`,
    userInfoUrl: `${url}/userinfo`,
    timeoutMs: 10_000,
    clock: { nowMs },
  });
}

const newAccount = () => `phone.${++lastAccount}@example.com`;
const logIn = (authCode: string, phone: { mobile?: string; captcha?: string } = {}) =>
  server.call('mobileLogin', { address: server.newAddress(), body: { ...phone, authCode, thirdType: 1 } });
async function link(authCode: string, mobile = server.newMobile()) {
  return logIn(authCode, { mobile, captcha: await server.requestCode(mobile) });
}

const ENDED = { code: 400, msg: 'Your Google sign-in has ended. Please continue with Google again.' };
const FOREIGN = {
  code: 400,
  msg: 'This Google sign-in was made for another app. Please continue with Google again.',
};
const USED = { code: 409, msg: 'This Google sign-in was already used. Please continue with Google again.' };

describe('an ID token', () => {
  test('links an account that an access token opens too, and the other way round', async () => {
    const email = newAccount();
    const linked = await link(await googleIdToken(googleUrl, email));
    expect(linked).toMatchObject({ code: 200, data: { appRedirectStatus: 1 } });
    for (const token of [await googleIdToken(googleUrl, email), await googleToken(googleUrl, email)])
      expect(await logIn(token)).toMatchObject({ code: 200, data: { id: linked.data.id } });
  });

  test('signs a linked account in once, also when it comes twice at once', async () => {
    const email = newAccount();
    const { id } = (await link(await googleIdToken(googleUrl, email))).data;
    const token = await googleIdToken(googleUrl, email);
    const before = await server.count('session', 'borrower_id = $1', [id]);
    const answers = await Promise.all([logIn(token), logIn(token), logIn(token)]);
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409, 409]);
    expect(answers.filter(({ code }) => code === 409)).toMatchObject([USED, USED]);
    expect(await logIn(token)).toMatchObject(USED);
    expect(await server.count('session', 'borrower_id = $1', [id])).toBe(before + 1);
    expect(await link(token)).toMatchObject(USED);
  });

  test('that was not accepted may be shown again: it has opened no session', async () => {
    const email = newAccount();
    const token = await googleIdToken(googleUrl, email);
    expect(await logIn(token)).toMatchObject({ code: 409 });
    expect(await link(token)).toMatchObject({ code: 200 });
    expect(await logIn(token)).toMatchObject(USED);
  });

  test('links one number only, also when its last part is written in another way', async () => {
    const mobile = server.newMobile();
    const used = await googleIdToken(googleUrl, newAccount());
    await link(used, mobile);
    await link(await googleIdToken(googleUrl, newAccount()), mobile);
    expect(await link(used)).toMatchObject(USED);
    const kept = server.sealing.lookupHash('google_token', used.slice(0, used.lastIndexOf('.')));
    expect(await server.count('google_token_used', 'token_hash = $1', [kept])).toBe(1);
  });

  test('of another app is refused, and so is one that has ended', async () => {
    const email = newAccount();
    await link(await googleIdToken(googleUrl, email));
    const foreign = await googleIdToken(googleUrl, email, 'other-app.apps.google.example');
    expect(await logIn(foreign)).toMatchObject(FOREIGN);
    expect(await link(foreign)).toMatchObject(FOREIGN);
    const aging = await googleIdToken(googleUrl, email);
    const other = await googleIdToken(googleUrl, email);
    server.clock.advance({ minutes: 59 });
    expect(await logIn(other)).toMatchObject({ code: 200 });
    server.clock.advance({ minutes: 1 });
    expect(await logIn(aging)).toMatchObject(ENDED);
    expect(await link(aging)).toMatchObject(ENDED);
  });

  test('with another signature or other claims is refused', async () => {
    const token = await googleIdToken(googleUrl, newAccount());
    const [header, claims, signature] = token.split('.') as [string, string, string];
    const changed = JSON.parse(Buffer.from(claims, 'base64url').toString());
    const otherClaims = Buffer.from(JSON.stringify({ ...changed, sub: '1' })).toString('base64url');
    expect(await logIn(`${header}.${claims}.${'A'.repeat(signature.length)}`)).toMatchObject(ENDED);
    expect(await logIn(`${header}.${otherClaims}.${signature}`)).toMatchObject(ENDED);
  });

  test.each(['a.b.c', 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiI3In0', 'e30.e30.e30', 'bnVsbA.e30.e30'])(
    'is not %s, which Google does not know as an access token either',
    async (token) => {
      expect(await logIn(token)).toMatchObject(ENDED);
    },
  );

  test('is in no log and in no table', async () => {
    const email = newAccount();
    const token = await googleIdToken(googleUrl, email);
    await link(token);
    const signedPart = token.slice(0, token.lastIndexOf('.'));
    expect(secretsIn(await dumpDatabase(server.owner), [email, token, signedPart])).toEqual([]);
    expect(secretsIn(server.logLines.join(''), [email, token, signedPart])).toEqual([]);
  });
});

describe('what Google says of an ID token', () => {
  const token = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiI3In0.c2lnbmF0dXJl';
  const claims = {
    iss: 'https://accounts.google.com',
    azp: 'android.apps.google.example',
    aud: clientId,
    sub: '110169484474386276334',
    email: 'mary@example.com',
    email_verified: 'true',
    exp: String(SECONDS_AT + 90),
  };

  /** What becomes of the token where `tokeninfo` answers this, and what was asked. */
  async function identifiedBy(status: number, answer: unknown) {
    const asked: { method: string; url: string; type: string; body: string; authorization: string }[] = [];
    const google = createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      const { 'content-type': type = '', authorization = '' } = request.headers;
      asked.push({ method: request.method!, url: request.url!, type, body, authorization });
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
    await new Promise<void>((resolve) => google.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(google.address() as AddressInfo).port}`;
    const identified = await providerAt(url, () => SECONDS_AT * 1000).identify(token);
    google.closeAllConnections();
    google.close();
    return { identified, asked };
  }

  test('is asked once, and the token is not in the address', async () => {
    const { identified, asked } = await identifiedBy(200, claims);
    expect(identified).toEqual({
      kind: 'known',
      identity: { subject: claims.sub, email: 'mary@example.com', tokenLastsSeconds: 90 },
    });
    expect(asked).toEqual([
      {
        method: 'POST',
        url: '/tokeninfo',
        type: 'application/x-www-form-urlencoded;charset=UTF-8',
        body: `id_token=${token}`,
        authorization: '',
      },
    ]);
  });

  test.each([
    ['the other name of the issuer', { iss: 'accounts.google.com' }, { kind: 'known' }],
    ['an address that is not verified', { email_verified: 'false' }, { kind: 'known' }],
    ['no address', { email: undefined, email_verified: undefined }, { kind: 'known' }],
    ['another audience', { aud: 'other-app' }, { kind: 'foreign' }],
    ['the audience of the Android client alone', { aud: claims.azp }, { kind: 'foreign' }],
    ['a foreign issuer', { iss: 'https://accounts.google.com.evil.example' }, { kind: 'foreign' }],
    ['an issuer without TLS', { iss: 'http://accounts.google.com' }, { kind: 'foreign' }],
    ['an end that has come', { exp: String(SECONDS_AT) }, { kind: 'ended' }],
    ['no subject', { sub: undefined }, { kind: 'no_answer', cause: 'unreadable' }],
    ['an empty subject', { sub: '' }, { kind: 'no_answer', cause: 'unreadable' }],
    ['no issuer', { iss: undefined }, { kind: 'no_answer', cause: 'unreadable' }],
    ['no audience', { aud: undefined }, { kind: 'no_answer', cause: 'unreadable' }],
    ['no end', { exp: undefined }, { kind: 'no_answer', cause: 'unreadable' }],
    ['an end in words', { exp: 'tomorrow' }, { kind: 'no_answer', cause: 'unreadable' }],
  ])('with %s is heeded', async (_what, changed, outcome) => {
    const { identified } = await identifiedBy(200, { ...claims, ...changed });
    expect(identified).toMatchObject(outcome);
    if (identified.kind === 'known' && 'email_verified' in changed)
      expect(identified.identity.email).toBeUndefined();
  });

  test.each([
    [400, { error: 'invalid_token' }, { kind: 'ended' }],
    [503, {}, { kind: 'no_answer', cause: 'status 503' }],
    [200, [], { kind: 'no_answer', cause: 'unreadable' }],
  ])('of status %i and %j is no identity', async (status, answer, outcome) => {
    expect((await identifiedBy(status, answer)).identified).toEqual(outcome);
  });
});
