import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemRandomness } from '../../apps/server/src/platform/randomness.ts';
import { type AppServer, startAppServer } from '../../apps/server/test/app-server.ts';
import { type Advertiser, openAdvertiser } from '../support/advertiser.ts';
import { loginPanel } from '../support/borrower-screens.ts';
import { closeScreens, launchBrowser, openScreen } from '../support/browser.ts';

/* An advertiser's script, or another company's, in the app's origin; and what an advertiser learns of a borrower. */

const CLIENT_ID = '1234567890-abc.apps.googleusercontent.com';

let advertiser: Advertiser;
let server: AppServer;
let browser: Browser;
/** What the server draws: 0 means that the registration is reported. */
let draw = 0;

beforeAll(async () => {
  advertiser = await openAdvertiser();
  server = await startAppServer({
    startsAt: new Date().toISOString(),
    settings: {
      AD_CONVERSIONS_URL: advertiser.url,
      GOOGLE_CLIENT_ID: CLIENT_ID,
      GOOGLE_TOKENINFO_URL: `${advertiser.url}/google/tokeninfo`,
      GOOGLE_USERINFO_URL: `${advertiser.url}/google/userinfo`,
    },
    random: {
      ...systemRandomness,
      randomInt: (below) => (below === 2 ? draw : systemRandomness.randomInt(below)),
    },
  });
  for (const code of ['WM2', 'H5GPF']) {
    await server.query('update channel set pixel_id = $2, pixel_token_sealed = $3 where channel_code = $1', [
      code,
      `pixel-${code.toLowerCase()}`,
      server.sealing.seal('channel.pixel_token_sealed', { channel_code: code }, `token-of-${code}`),
    ]);
  }
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await advertiser?.close();
});

async function channel(code: string) {
  return server.newClient().ask('queryByChannelCode', { params: { code } });
}

/** Registers a borrower of a channel by the calls of the app. */
async function register(appChannelCode: string, isAllowed: boolean) {
  const client = server.newClient();
  const mobile = server.newMobile();
  await client.ask('sendSmsCode', { params: { phone: mobile } });
  const captcha = await server.handset.waitForCode(mobile);
  const body = { mobile, captcha, deviceType: 4, deviceBrand: '', appChannelCode } as const;
  const { token, id } = await client.ask('mobileLogin', { body });
  client.setToken(token);
  if (isAllowed) await allow(client);
  return { client, mobile, borrowerId: id };
}

async function allow(client: ReturnType<AppServer['newClient']>, given = true): Promise<void> {
  const consents = await client.ask('listConsents', {});
  const { wordingVersion } = consents.find(({ kind }) => kind === 'marketing')!;
  await client.ask('saveConsent', { body: { kind: 'marketing', given, wordingVersion } });
}

const conversionOf = async (borrowerId: number) =>
  (await server.query('select * from conversion where borrower_id = $1', [borrowerId]))[0];

/** Waits until a conversion that is allowed and due would have been sent before. */
async function untilAnotherWasSent(): Promise<void> {
  const before = advertiser.requests.length;
  draw = 0;
  await register('WM2', true);
  await expect.poll(() => advertiser.requests.length).toBeGreaterThan(before);
}

test('no channel names a script to load, with a pixel or without', async () => {
  await expect.poll(async () => (await channel('WM2')).pixelConsent).toBeDefined();
  for (const code of ['WM2', 'H5GPF', 'GP', 'default']) {
    expect(await channel(code)).not.toHaveProperty('pixelUrl');
  }
});

describe('no page lets another company’s script run in the app’s origin', () => {
  test.each([
    '/',
    '/home?appChannelCode=WM2',
    '/promotion?appChannelCode=H5GPF',
    '/index.html',
    '/google-return.html',
    '/sw.js',
    '/docs',
    '/verify',
    '/sim',
    '/sim/google/authorize',
    '/r/none',
    '/api/v1/user-third-info/google',
    '/nowhere',
  ])('%s', async (path) => {
    const answer = await fetch(server.url + path, { headers: { accept: 'text/html' } });
    const policy = answer.headers.get('content-security-policy') ?? '';
    const scripts = /script-src ([^;]*)/.exec(policy)?.[1] ?? /default-src ([^;]*)/.exec(policy)?.[1];
    expect(scripts).toMatch(/^'(self|none)'$/);
    expect(policy).not.toMatch(/https?:|\*|unsafe-eval|strict-dynamic/);
    for (const directive of ['connect-src', 'frame-src']) {
      expect(new RegExp(`${directive} ([^;]*)`).exec(policy)?.[1] ?? "'self'").toMatch(/^'(self|none)'$/);
    }
    const text = await answer.text();
    for (const [, source] of text.matchAll(/<script[^>]*\ssrc="([^"]*)"/g)) {
      expect(new URL(source!, answer.url).origin).toBe(server.url);
    }
  });
});

describe('a registration in the browser', () => {
  test('of a channel with a pixel, and with consent, asks no other host for anything', async () => {
    draw = 0;
    const mobile = server.newMobile();
    const app = await openScreen(browser, `${server.url}/promotion?appChannelCode=WM2`);
    const others: string[] = [];
    app.context.on('request', (request) => {
      if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== server.url)
        others.push(request.url());
    });
    const { page } = app;
    await page.getByLabel('Mobile number').fill(mobile);
    await page.getByRole('button', { name: 'Obtain' }).click();
    await page.getByLabel('Verification code').fill(await server.handset.waitForCode(mobile));
    await page.getByRole('checkbox', { name: /Privacy Policy/ }).check();
    await page.getByRole('checkbox', { name: /advertisement/ }).check();
    const before = advertiser.requests.length;
    await page.getByRole('button', { name: 'Register', exact: true }).click();
    await page.getByText('You are registered').waitFor();
    await expect.poll(() => advertiser.requests.length).toBe(before + 1);
    await page.goto(`${server.url}/home`);
    await page.getByRole('link', { name: 'Start' }).waitFor();
    expect(others).toEqual([]);
    const scripts = await page.evaluate<string[]>(
      `[...document.scripts].map((script) => new URL(script.src || location.href).origin)`,
    );
    expect(new Set(scripts)).toEqual(new Set([server.url]));
    await closeScreens(app);
  });

  test('with Google itself runs no script of Google in the app: the account is chosen in a window', async () => {
    const app = await openScreen(browser, `${server.url}/home`);
    const { page } = app;
    const asked: URL[] = [];
    await app.context.route('https://accounts.google.com/**', (route) => {
      const address = new URL(route.request().url());
      asked.push(address);
      const fragment = new URLSearchParams({
        access_token: 'ya29.of-a-test',
        token_type: 'Bearer',
        state: address.searchParams.get('state')!,
      });
      return route.fulfill({
        status: 302,
        headers: { location: `${address.searchParams.get('redirect_uri')}#${fragment}` },
      });
    });
    await page.getByRole('button', { name: 'Log in' }).click();
    const panel = loginPanel(page);
    await panel.getByRole('checkbox').check();
    const before = advertiser.requests.length;
    const [window] = await Promise.all([
      page.waitForEvent('popup'),
      panel.getByRole('button', { name: 'Continue with Google' }).click(),
    ]);
    if (!window.isClosed()) await window.waitForEvent('close');
    // The server asks Google, which the advertiser's server plays here, whose access token this is.
    await expect
      .poll(() => advertiser.requests.slice(before).map(({ path }) => path))
      .toContain('/google/userinfo');
    expect(asked).toHaveLength(1);
    expect(asked[0]!.pathname).toBe('/o/oauth2/v2/auth');
    expect(Object.fromEntries(asked[0]!.searchParams)).toEqual({
      client_id: CLIENT_ID,
      redirect_uri: `${server.url}/google-return.html`,
      response_type: 'token',
      scope: 'openid email profile',
      prompt: 'select_account',
      state: expect.stringMatching(/^[\w-]{36}$/),
    });
    await app.context.close();
  });
});

describe('the advertiser learns of a registration', () => {
  test('once, however often consent is given, and learns nothing about the borrower', async () => {
    draw = 0;
    await untilAnotherWasSent();
    const before = advertiser.requests.length;
    const { client, mobile, borrowerId } = await register('H5GPF', true);
    await expect.poll(() => advertiser.requests.length).toBe(before + 1);
    await allow(client, false);
    await allow(client);
    await allow(client);
    await untilAnotherWasSent();
    const [told, ...more] = advertiser.requests
      .slice(before)
      .filter(({ path }) => path === '/pixel-h5gpf/events');
    expect(more).toEqual([]);
    const { event_id: eventId, sent_at: sentAt } = await conversionOf(borrowerId);
    expect(sentAt).not.toBeNull();
    expect(told!.body).toEqual({
      data: [
        {
          event_name: 'CompleteRegistration',
          event_time: expect.any(Number),
          event_id: eventId,
          action_source: 'website',
          event_source_url: `${server.url}/`,
          user_data: { external_id: [expect.stringMatching(/^[0-9a-f]{64}$/)], client_user_agent: 'Thumba' },
        },
      ],
      access_token: 'token-of-H5GPF',
    });
    const text = JSON.stringify(told);
    for (const personal of [mobile, mobile.slice(1), `"${borrowerId}"`, '127.0.0.1"', 'Mozilla']) {
      expect(text).not.toContain(personal);
    }
  });

  test('never without consent, and never of the half that the draw leaves out', async () => {
    draw = 0;
    const silent = await register('WM2', false);
    draw = 1;
    const left = await register('WM2', true);
    await allow(left.client, false);
    draw = 0;
    await allow(left.client);
    const other = await register('GP', true);
    const before = advertiser.requests.length;
    await untilAnotherWasSent();
    expect(advertiser.requests).toHaveLength(before + 1);
    expect(await conversionOf(silent.borrowerId)).toBeUndefined();
    expect(await conversionOf(other.borrowerId)).toBeUndefined();
    expect(await conversionOf(left.borrowerId)).toMatchObject({ next_try_at: null, sent_at: null });
  });

  test('not of a borrower who took the consent back before it was sent', async () => {
    draw = 0;
    advertiser.status = 500;
    const before = advertiser.requests.length;
    const { client, borrowerId } = await register('WM2', true);
    await expect.poll(() => advertiser.requests.length).toBe(before + 1);
    await allow(client, false);
    advertiser.status = 200;
    server.clock.advance({ hours: 1 });
    await untilAnotherWasSent();
    expect(advertiser.requests).toHaveLength(before + 2);
    expect((await conversionOf(borrowerId)).sent_at).toBeNull();
  });

  test('not of a consent that is given long after the registration', async () => {
    draw = 0;
    const { client, borrowerId } = await register('WM2', false);
    server.clock.advance({ hours: 2 });
    await allow(client);
    expect(await conversionOf(borrowerId)).toBeUndefined();
  });
});
