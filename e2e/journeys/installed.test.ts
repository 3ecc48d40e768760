import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoMobile, downloadPaper, logIn, payButton } from '../support/borrower-screens.ts';
import {
  closeScreens,
  expectAccessible,
  failsSaying,
  launchBrowser,
  openProfile,
  openScreen,
  PHONE,
  type Screen,
  untilKept,
} from '../support/browser.ts';
import { type HandsetPage, openHandsetPage } from '../support/handset-page.ts';
import { type Program, startProgram } from '../support/program.ts';

/* The installed app: how it is installed, and how it works without a network. */

const CHROME_ON_ANDROID =
  'Mozilla/5.0 (Linux; Android 14; Infinix X6525) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';
const ON_ANDROID = { serviceWorkers: 'allow', userAgent: CHROME_ON_ANDROID } as const;
const SAFARI_ON_IOS =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

let program: Program;
let browser: Browser;
let app: Screen;
let handset: HandsetPage;

beforeAll(async () => {
  program = await startProgram();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await program?.stop();
});

const button = (name: string | RegExp) => app.page.getByRole('button', { name });
const sheet = (name: string) => app.page.getByRole('dialog', { name });

const openKept = (url: string, userAgent?: string) =>
  openScreen(browser, url, PHONE, undefined, {
    serviceWorkers: 'allow',
    ...(userAgent ? { userAgent } : {}),
  });

test('the first visit keeps the app without a word, and the phone may install it', async () => {
  app = await openKept(program.url, CHROME_ON_ANDROID);
  const { page, context } = app;
  await untilKept(page);
  expect(await page.locator('[popover]').count()).toBe(0);
  const devtools = await context.newCDPSession(page);
  const { errors, data } = await devtools.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  await expectPictures(JSON.parse(data!));
});

test('Chromium itself finds nothing that keeps the app from being installed', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'thumba-profile-'));
  const profile = await openProfile(folder);
  try {
    const page = await profile.newPage();
    await page.goto(program.url);
    await untilKept(page);
    const devtools = await profile.newCDPSession(page);
    expect(await devtools.send('Page.getInstallabilityErrors')).toEqual({ installabilityErrors: [] });
  } finally {
    await profile.close();
    await rm(folder, { recursive: true, force: true });
  }
});

type Picture = { src: string; sizes: string; type: string; form_factor?: string };

/** Each picture of the manifest exists in its stated size, and there are screenshots for phone and desktop. */
async function expectPictures({ icons, screenshots }: { icons: Picture[]; screenshots: Picture[] }) {
  for (const { src, sizes, type } of [...icons, ...screenshots]) {
    const answer = await fetch(program.url + src);
    expect(answer.headers.get('content-type'), src).toBe(type);
    if (sizes === 'any') continue;
    const { width, height } = await sharp(await answer.arrayBuffer()).metadata();
    expect(`${width}x${height}`, src).toBe(sizes);
  }
  expect(new Set(screenshots.map((picture) => picture.form_factor))).toEqual(new Set(['narrow', 'wide']));
}

const untilVisited = (page: Page) =>
  expect.poll(() => page.evaluate(`localStorage.getItem('visits')`)).toBe('1');

test('the second visit takes nothing of the shell from the network', async () => {
  const { page } = app;
  await untilVisited(page);
  const fromNetwork: string[] = [];
  page.on('response', (response) => {
    const isShell = ['document', 'script', 'stylesheet', 'image'].includes(response.request().resourceType());
    if (isShell && !response.fromServiceWorker()) fromNetwork.push(response.url());
  });
  await page.reload();
  await page.getByText('You receive', { exact: true }).waitFor();
  expect(fromNetwork).toEqual([]);
  const transferred = await page.evaluate<number>(
    `performance.getEntries().filter(({ name }) => /assets|home|icon/.test(name))
       .reduce((sum, { transferSize = 0 }) => sum + transferSize, 0)`,
  );
  expect(transferred).toBe(0);
});

test('the first installation registers /sw.js for the whole site, and the app then opens without a network', async () => {
  const phone = await openKept(program.url, CHROME_ON_ANDROID);
  const { page, context } = phone;
  await untilKept(page);
  const worker = await page.evaluate<{ scope: string; scriptURL: string }>(
    `navigator.serviceWorker.ready.then(({ scope, active }) => ({ scope, scriptURL: active.scriptURL }))`,
  );
  expect(worker).toEqual({ scope: `${program.url}/`, scriptURL: `${program.url}/sw.js` });
  // The browser may empty its own cache at any time.
  await (await context.newCDPSession(page)).send('Network.clearBrowserCache');
  await page.close();
  await context.setOffline(true);
  const opened = await context.newPage();
  await opened.goto(program.url);
  await opened.getByText('You are offline').first().waitFor();
  await opened.locator('main').getByText('Why you can trust us').waitFor();
  await context.close();
});

test('the app is kept when it is loaded several times before it is ready', async () => {
  const { page } = app;
  for (let load = 0; load < 5; load += 1) {
    await page.goto(program.url, { waitUntil: 'commit' });
    await page.locator('#root main').waitFor();
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50)))');
  }
  const { length } = await page.evaluate<object[]>('navigator.serviceWorker.getRegistrations()');
  expect(length).toBe(1);
});

test('who comes back is offered to install it by hand, and nothing claims that it happened', async () => {
  const { page } = app;
  await page.evaluate(`addEventListener('pwa-installed', () => { document.title = 'installed'; })`);
  await button('Install').click();
  await sheet('Install Thumba').getByText('Open the menu of your browser.').waitFor();
  await expectAccessible(page, 'how to install by hand');
  await sheet('Install Thumba').getByRole('button', { name: 'Done' }).click();
  await page.waitForURL('**/home?source=pwa&appChannelCode=');
  expect(await page.title()).not.toBe('installed');
  await button('Install').waitFor({ state: 'hidden' });
});

/** Chrome's event that offers to install the app, and the borrower's answer. */
const offer = (page: Page, outcome: string) =>
  page.evaluate<boolean>(`(() => {
    const event = new Event('beforeinstallprompt', { cancelable: true });
    event.prompt = () => { globalThis.prompted = (globalThis.prompted ?? 0) + 1; return Promise.resolve(); };
    event.userChoice = Promise.resolve({ outcome: '${outcome}' });
    globalThis.dispatchEvent(event);
    return event.defaultPrevented;
  })()`);

test('the prompt of the browser waits until it is asked for, and leads to the root with the channel', async () => {
  const { page } = app;
  await page.goto(`${program.url}/?appChannelCode=WM2`);
  await page.evaluate(`addEventListener('pwa-installed', () => { globalThis.installed = true; })`);
  // The app has offered by itself by then, so that what is offered now is the prompt of the browser.
  await button('Install').waitFor();
  expect(await offer(page, 'dismissed')).toBe(true);
  await button('Install').click();
  await button('Install').waitFor({ state: 'hidden' });
  expect(await page.evaluate('[globalThis.prompted, globalThis.installed]')).toEqual([1, undefined]);
  expect(page.url()).not.toContain('source=pwa');

  await offer(page, 'accepted');
  await expectAccessible(page, 'home with the banner to install');
  await button('Install').click();
  await page.waitForURL('**/home?source=pwa&appChannelCode=WM2');
  expect(await page.evaluate('[globalThis.prompted, globalThis.installed]')).toEqual([2, true]);

  await page.reload();
  await button('Not now').click();
  await page.reload();
  await page.getByText('Why you can trust us').waitFor();
  await page.waitForTimeout(1500);
  expect(await button('Install').count()).toBe(0);
});

test('a service worker that does not load and a prompt that fails are reported on the console only', async () => {
  const bare = await openScreen(browser, 'about:blank', PHONE, undefined, ON_ANDROID);
  const { page, context } = bare;
  const warned: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'warning') warned.push(message.text());
  });
  await context.route('**/sw.js', (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto(program.url);
  await expect.poll(() => warned.join('\n')).toMatch(/ServiceWorker/);
  await untilVisited(page);
  await page.reload();
  const install = page.getByRole('button', { name: 'Install' });
  await install.waitFor();
  await page.evaluate(`(() => {
    const event = new Event('beforeinstallprompt', { cancelable: true });
    event.prompt = () => Promise.reject(new Error('the prompt broke'));
    globalThis.dispatchEvent(event);
  })()`);
  await install.click();
  await expect.poll(() => warned.join('\n')).toContain('the prompt broke');
  await install.waitFor({ state: 'hidden' });
  expect(await page.locator('[popover], dialog[open], [role=alert]').count()).toBe(0);
  await page.getByText('You receive', { exact: true }).waitFor();
  await context.close();
});

test('who registers by the link of a channel is offered to install it, and keeps the channel', async () => {
  const mobile = '0976410021';
  const phone = await openHandsetPage(browser, program.simulatorUrl, mobile);
  const { page, context } = await openKept(
    `${program.url}/promotion?appChannelCode=H5GPF`,
    CHROME_ON_ANDROID,
  );
  await page.getByLabel('Mobile number').fill(mobile);
  await page.getByRole('button', { name: 'Obtain' }).click();
  await page.getByLabel('Verification code').fill(await phone.readCode());
  await page.getByRole('checkbox', { name: /Privacy Policy/ }).check();
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  await page.getByText('You are registered').waitFor();
  await offer(page, 'accepted');
  await expectAccessible(page, 'the end of a registration with the banner to install');
  await page.getByRole('button', { name: 'Install' }).click();
  await page.waitForURL('**/home?source=pwa&appChannelCode=H5GPF');
  expect(await page.evaluate('globalThis.prompted')).toBe(1);
  await context.close();
  await closeScreens(phone.screen);
});

test('our own prompt comes a second after the load', async () => {
  const { page, context } = await openScreen(browser, 'about:blank', PHONE, undefined, ON_ANDROID);
  // A busy machine runs its timers late, so a timer of one second from the load is what the prompt is compared with.
  await context.addInitScript(`
    addEventListener('load', () => setTimeout(() => { globalThis.secondAtMs = performance.now(); }, 1000));
    addEventListener('beforeinstallprompt', () => { globalThis.promptedAtMs ??= performance.now(); });
  `);
  await page.goto(program.url);
  // The part that prompts can arrive after that second.
  const partAtMs = `performance.getEntriesByType('resource').find(({ name }) => /after-start-.*js/.test(name))?.responseEnd`;
  const lateMs = () =>
    page.evaluate<number>(`globalThis.promptedAtMs - Math.max(globalThis.secondAtMs, ${partAtMs})`);
  await expect.poll(lateMs).not.toBeNaN();
  expect(await lateMs()).toBeGreaterThan(-400);
  expect(await lateMs()).toBeLessThan(5000);
  await context.close();
});

test('an iPhone is given the manifest of its channel', async () => {
  const { page, context } = await openScreen(browser, 'about:blank', PHONE, undefined, {
    userAgent: SAFARI_ON_IOS,
  });
  await page.goto(`${program.url}/home?appChannelCode=WM2`);
  const links = page.locator('link[rel="manifest"]');
  await links.waitFor({ state: 'attached' });
  // Safari loads the first manifest that is linked, so there must never be another.
  await expect.poll(() => links.count()).toBe(1);
  const answer = await fetch(new URL((await links.getAttribute('href'))!, program.url));
  const manifest = (await answer.json()) as { start_url: string };
  expect(manifest).toMatchObject({ id: '/', start_url: '/?source=pwa&appChannelCode=WM2' });

  // The installed app begins with a storage of its own.
  const installed = await openScreen(browser, 'about:blank', PHONE, undefined, { userAgent: SAFARI_ON_IOS });
  const call = installed.page.waitForRequest('**/product/public');
  await installed.page.goto(program.url + manifest.start_url);
  expect((await call).headers()).toMatchObject({ appchannelcode: 'WM2' });
  await installed.context.close();
  await context.close();
});

test('an iPhone is shown how to, because it has no prompt', async () => {
  const iphone = await openKept(program.url, SAFARI_ON_IOS);
  await untilVisited(iphone.page);
  await iphone.page.reload();
  await iphone.page.getByRole('button', { name: 'Install' }).click();
  await iphone.page.getByRole('dialog').getByText('Tap “Add to Home Screen”.').waitFor();
  await iphone.context.close();
});

test('a borrower opens home, bill and contract without a network, as of when they were true', async () => {
  const { page, context } = app;
  handset = await openHandsetPage(browser, program.simulatorUrl, demoMobile('active'));
  await logIn(page, handset, demoMobile('active'));
  await page.getByRole('link', { name: 'Bill details' }).click();
  await page.getByRole('link', { name: /Loan contract/ }).click();
  await page.getByText(/^You agreed to this on/).waitFor();
  const contract = await downloadPaper(page, 'Download contract (PDF)');
  await expect.poll(() => page.evaluate(`localStorage.getItem('keptPapers')`)).toContain('contract');
  await context.setOffline(true);

  app.page = await context.newPage();
  await page.close();
  await app.page.goto(program.url);
  await app.page.getByText(/^As of \d\d:\d\d today$/).waitFor();
  await app.page.getByText('To repay', { exact: true }).waitFor();
  await expectAccessible(app.page, 'home without a network');
  await app.page.getByRole('link', { name: 'Bill details' }).click();
  await app.page.getByText(/^As of \d\d:\d\d today$/).waitFor();
  await app.page.getByText('Amounts', { exact: true }).waitFor();
  await app.page.getByRole('link', { name: /Loan contract/ }).click();
  await app.page.getByText(/^You agreed to this on/).waitFor();
  expect(await app.page.locator('main').textContent()).not.toMatch(/\d{6}\/\d\d\/\d/);
  expect(await downloadPaper(app.page, 'Download contract (PDF)')).toEqual(contract);
  await app.page
    .getByText(/^No connection, so this is your last saved copy\. As of \d\d:\d\d today/)
    .waitFor();
});

test('every other screen says without a network that it has none, and what to do', async () => {
  for (const path of [
    '/me',
    '/me/bills',
    '/me/wallet',
    '/me/messages',
    '/me/accounts',
    '/me/help',
    '/me/tickets',
    '/coupon',
    '/set',
    '/activity/turntable',
    '/authentication/base',
    '/borrow-plan?productId=1&amount=500&termId=1',
  ]) {
    await app.page.goto(program.url + path);
    await app.page.getByText('You are offline').waitFor();
    await app.page
      .getByText(/Check your internet and try again/)
      .first()
      .waitFor();
    await button('Try again').first().waitFor();
    const call = app.page.getByRole('link', { name: /^Call us on 0/ }).first();
    expect(await call.getAttribute('href'), path).toMatch(/^tel:0\d+$/);
  }
});

test('a repayment that loses the network on its way is sent once, and the truth is there on return', async () => {
  const { context } = app;
  await context.setOffline(false);
  await app.page.goto(program.url);
  await payButton(app.page).click();
  const pay = sheet('Pay the bill').getByRole('button', { name: /^Pay K/ });
  await pay.waitFor();

  await context.setOffline(true);
  await failsSaying(app.page, 'No connection', () => pay.click());
  await context.setOffline(false);
  // The request arrives and its answer is lost: the next try is the same submission.
  const submit = '**/submitRepayApplyV2';
  await app.page.route(submit, async (route) => {
    await route.fetch();
    await route.abort('internetdisconnected');
  });
  await failsSaying(app.page, 'No connection', () => pay.click());
  await app.page.unroute(submit);
  await pay.click();
  await sheet('Submit Success').waitFor();
  await handset.prompt.waitFor();

  await context.setOffline(true);
  await handset.approve();
  await app.page.reload();
  await app.page.getByText(/^As of \d\d:\d\d today$/).waitFor();
  await context.setOffline(false);
  await app.page.getByRole('main').getByText('1 of 3 on time').waitFor();
  const receipts = handset.messages.filter({ hasText: 'You have paid K' });
  await receipts.first().waitFor();
  await expect.poll(() => receipts.count()).toBe(1);
});

test('no answer of the server is in a cache, and logging out leaves nothing of the borrower', async () => {
  const { page, context } = app;
  const cached = await page.evaluate<string[]>(`(async () => {
    const urls = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) urls.push(new URL(url).pathname);
    return urls;
  })()`);
  expect(cached.length).toBeGreaterThan(20);
  expect(cached.filter((path) => !/^\/(assets\/|index\.html$|icon\.svg$|theme\.js$)/.test(path))).toEqual([]);
  expect(await page.evaluate(`localStorage.getItem('keptAnswers')`)).toContain('getMyLoanInfo');
  await page.goto(`${program.url}/me`);
  await button('Log out').click();
  await sheet('Log out').getByRole('button', { name: 'Log out on this phone' }).click();
  await page.getByText('You receive', { exact: true }).waitFor();
  expect(await page.evaluate(`localStorage.getItem('keptAnswers')`)).toBeNull();
  expect(await page.evaluate(`localStorage.getItem('keptPapers')`)).toBeNull();
  await context.close();
});
