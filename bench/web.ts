import { availableParallelism, loadavg } from 'node:os';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { demoMobile, logIn, loginPanel } from '../e2e/support/borrower-screens.ts';
import { launchBrowser, openScreen, PHONE, untilKept } from '../e2e/support/browser.ts';
import { openHandsetPage } from '../e2e/support/handset-page.ts';
import { type Program, startProgram } from '../e2e/support/program.ts';
import { inColumns, median } from './figures.ts';
import { atLeast, atMost, type Judged, milliseconds } from './judged.ts';
import { type LighthouseRun, runLighthouse } from './lighthouse.ts';
import { judgeSlowPhone } from './slow-phone.ts';

/*
 * Bytes and times of the borrower app on a phone, from the production build and our own server: `npm run bench:web`.
 * RUNS in the environment is the number of Lighthouse runs and of pairs on the slow phone (3); RUNS=1 is a quick try.
 */

const PHONE_BROWSER =
  'Mozilla/5.0 (Linux; Android 14; Infinix X6525) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';
const IDLE_TIME_MS = 1500;
const LIGHTHOUSE_RUNS = Number(process.env.RUNS ?? 3);

/**
 * The home page comes first, after the login panel, as for a borrower: these two load what all screens behind the login
 * share.
 */
const FURTHER_SCREENS = [
  { address: '/home', borrower: 'active' },
  { address: '/me', borrower: 'active' },
  { address: '/me/wallet', borrower: 'active' },
  { address: '/me/bills', borrower: 'active' },
  { address: '/me/messages', borrower: 'active' },
  { address: '/me/accounts', borrower: 'active' },
  { address: '/billing-details/:bill', borrower: 'active' },
  { address: '/repayment-plan/:bill', borrower: 'active' },
  { address: '/al?orderId=:bill', borrower: 'active' },
  { address: '/agreement/privacy', borrower: 'active' },
  { address: '/authentication/identity', borrower: 'new' },
  { address: '/authentication/base', borrower: 'new' },
  { address: '/authentication/linkman', borrower: 'new' },
  { address: '/authentication/questionnaire', borrower: 'new' },
  { address: '/borrow-plan?productId=1&amount=1000&termId=1', borrower: 'authenticated' },
] as const;

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;
type Arrival = { url: string; kind: string; bytes: number; encoding: string };

const program = await startProgram();
try {
  await measure(program);
} finally {
  await program.stop();
}

async function measure({ url }: Program): Promise<void> {
  console.log(`${availableParallelism()} cores, load average ${loadavg()[0]!.toFixed(1)} before`);
  const browser = await launchBrowser();
  const firstLoad = await arrivalsAt(browser, `${url}/home`);
  const further = await furtherScreens(browser, firstLoad);
  const secondVisitBytes = await secondVisit(browser, `${url}/home`);
  await browser.close();
  const judged = [
    ...judgeBytes(firstLoad),
    atMost('the shell on the second visit', secondVisitBytes, 0, String),
    ...judgeFurther(further),
    ...(await judgeSpeed(`${url}/home`)),
    ...(await judgeSlowPhone(`${url}/home`, LIGHTHOUSE_RUNS)),
  ];

  console.log('\nThe first load of /home, signed out, as it went over the wire');
  console.log(
    inColumns(firstLoad.map((one) => [pathOf(one.url), one.encoding || 'as it is', kilobytes(one.bytes)])),
  );
  console.log(
    '\nWhat each further screen adds to that: home after the login panel and the others after home, or each opened cold by its address',
  );
  console.log(
    inColumns([
      ['', 'on the way', 'cold'],
      ...further.map(({ address, bytes, coldBytes }) => [address, kilobytes(bytes), kilobytes(coldBytes)]),
    ]),
  );
  console.log('');
  console.log(
    inColumns(
      judged.map(({ what, measured, bar, isReached }) => [
        what,
        measured,
        bar,
        isReached ? 'REACHED' : 'MISSED',
      ]),
    ),
  );
}

/** Everything that an empty browser fetches for an address: bodies without headers, as compressed on the wire. */
async function arrivalsAt(
  browser: Browser,
  url: string,
  { storageState, thenOpen }: { storageState?: StorageState; thenOpen?: (page: Page) => Promise<void> } = {},
): Promise<Arrival[]> {
  const context = await browser.newContext({
    viewport: PHONE,
    serviceWorkers: 'block',
    ...(storageState ? { storageState } : {}),
  });
  const page = await context.newPage();
  const arrivals: Promise<Arrival>[] = [];
  page.on('requestfinished', (request) => {
    const arrived = async () => {
      const response = await request.response();
      const { responseBodySize } = await request.sizes();
      const encoding = (await response?.headerValue('content-encoding')) ?? '';
      return { url: request.url(), kind: request.resourceType(), bytes: responseBodySize, encoding };
    };
    arrivals.push(arrived());
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  await thenOpen?.(page);
  // What the app fetches after the page is complete counts too.
  await page.waitForTimeout(IDLE_TIME_MS);
  const all = await Promise.all(arrivals);
  await context.close();
  return all;
}

/**
 * The bytes of page, scripts, styles and pictures on a second visit, fetched by the page or by its service worker.
 */
async function secondVisit(browser: Browser, url: string): Promise<number> {
  // A desktop browser would fetch the whole app ahead.
  const context = await browser.newContext({ viewport: PHONE, userAgent: PHONE_BROWSER });
  const page = await context.newPage();
  await page.goto(url);
  await untilKept(page);
  await page.waitForTimeout(IDLE_TIME_MS);
  const bytes: Promise<number>[] = [];
  context.on('requestfinished', (request) => {
    const isShell = !/\/(api\/|sw\.js$)/.test(new URL(request.url()).pathname);
    const arrived = async () => {
      const response = await request.response();
      if (!isShell || response?.fromServiceWorker()) return 0;
      return (await request.sizes()).responseBodySize;
    };
    bytes.push(arrived());
  });
  await page.reload({ waitUntil: 'networkidle' });
  const fetched = await Promise.all(bytes);
  await context.close();
  return fetched.reduce((sum, one) => sum + one, 0);
}

type FurtherScreen = { address: string; bytes: number; coldBytes: number };

async function furtherScreens(browser: Browser, firstLoad: readonly Arrival[]): Promise<FurtherScreen[]> {
  const known = new Set(firstLoad.map(({ url }) => url));
  const knownOnTheWay = new Set(known);
  const sessions = new Map<string, Session>();
  const screens: FurtherScreen[] = [];
  const add = (address: string, assets: readonly Arrival[]) =>
    screens.push({
      address,
      bytes: total(assets.filter((asset) => !knownOnTheWay.has(asset.url))),
      coldBytes: total(assets.filter((asset) => !known.has(asset.url))),
    });
  const atLogin = await arrivalsAt(browser, `${program.url}/home`, { thenOpen: openLoginPanel });
  const login = atLogin.filter(isAsset);
  add('the login panel', login);
  for (const asset of login) knownOnTheWay.add(asset.url);
  for (const { address, borrower } of FURTHER_SCREENS) {
    const session = sessions.get(borrower) ?? (await signIn(browser, borrower));
    sessions.set(borrower, session);
    const url = program.url + address.replace(':bill', session.bill);
    const assets = (await arrivalsAt(browser, url, session)).filter(isAsset);
    add(address, assets);
    if (address === '/home') for (const asset of assets) knownOnTheWay.add(asset.url);
  }
  return screens;
}

async function openLoginPanel(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Log in' }).click();
  await loginPanel(page).waitFor();
}

type Session = { storageState: StorageState; bill: string };

async function signIn(browser: Browser, state: string): Promise<Session> {
  const handset = await openHandsetPage(browser, program.simulatorUrl, demoMobile(state));
  const { page, context } = await openScreen(browser, program.url);
  await logIn(page, handset, demoMobile(state));
  const details = page.getByRole('link', { name: 'Bill details' });
  if (state === 'active') await details.waitFor();
  const bill = state === 'active' ? (await details.getAttribute('href'))!.split('/').at(-1)! : '';
  const storageState = await context.storageState();
  await context.close();
  await handset.screen.context.close();
  return { storageState, bill };
}

function judgeBytes(firstLoad: readonly Arrival[]): Judged[] {
  const scripts = total(firstLoad.filter(({ kind }) => kind === 'script'));
  const looks = total(firstLoad.filter(({ kind }) => kind === 'document' || kind === 'stylesheet'));
  const fonts = firstLoad.filter(({ kind }) => kind === 'font').length;
  const strangers = firstLoad.filter(({ url }) => !url.startsWith(program.url)).length;
  const uncompressed = firstLoad.filter((one) => one.kind !== 'fetch' && one.encoding !== 'br').length;
  return [
    atMost('JavaScript of the first load', scripts, 90_000, kilobytes),
    atMost('HTML and CSS of the first load', looks, 14_000, kilobytes),
    atMost('web fonts', fonts, 0, String),
    atMost('requests to anybody else', strangers, 0, String),
    atMost('files that did not come in Brotli', uncompressed, 0, String),
  ];
}

function judgeFurther(further: readonly FurtherScreen[]): Judged[] {
  const largest = Math.max(...further.map(({ bytes }) => bytes));
  return [atMost('the largest further screen', largest, 20_000, kilobytes)];
}

/** The median of several Lighthouse runs as a phone, with its own throttling, each in a new browser. */
async function judgeSpeed(url: string): Promise<Judged[]> {
  const runs: LighthouseRun[] = [];
  for (let run = 0; run < LIGHTHOUSE_RUNS; run += 1) runs.push(await runLighthouse(url));
  const middle = (figure: (run: LighthouseRun) => number) => median(runs.map(figure));
  console.log(
    `Lighthouse performance in ${LIGHTHOUSE_RUNS} runs: ${runs.map((run) => run.performance).join(', ')}; first paint ${milliseconds(middle((run) => run.firstPaintMs))}, largest paint ${milliseconds(middle((run) => run.largestPaintMs))}`,
  );
  for (const finding of new Set(runs.flatMap((run) => run.findings))) console.log(`  finds: ${finding}`);
  return [
    atLeast(
      'Lighthouse: performance',
      middle((run) => run.performance),
      95,
    ),
    atLeast(
      'Lighthouse: accessibility',
      middle((run) => run.accessibility),
      100,
    ),
    atLeast(
      'Lighthouse: best practices',
      middle((run) => run.bestPractices),
      100,
    ),
    atMost(
      'layout shift',
      middle((run) => run.layoutShift),
      0.02,
      (value) => value.toFixed(3),
    ),
    atMost(
      'blocking time',
      middle((run) => run.blockingMs),
      200,
      milliseconds,
    ),
  ];
}

/** The page itself is the same at every address, so it is not counted for a screen. */
function isAsset({ kind }: Arrival): boolean {
  return kind === 'script' || kind === 'stylesheet';
}

function total(arrivals: readonly Arrival[]): number {
  return arrivals.reduce((sum, { bytes }) => sum + bytes, 0);
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}

function pathOf(url: string): string {
  return new URL(url).pathname;
}
