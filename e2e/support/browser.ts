import { AxeBuilder } from '@axe-core/playwright';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { RUN_FOLDER } from './begun-programs.ts';

export const PHONE = { width: 360, height: 640 };
export const DESKTOP = { width: 1280, height: 800 };

/** A busy machine needs its time, and a journey that finds what it waits for loses none. */
const LONGEST_WAIT_MS = 120_000;

/** One person's browser window, and everything that went wrong in it. */
export type Screen = {
  page: Page;
  context: BrowserContext;
  /** Errors on the console, uncaught errors and requests that failed, in words. A journey must leave it empty. */
  troubles: string[];
};

/**
 * Chromium draws the pop-up of its address bar as pages of its own in every window, unseen: half of all its work. It
 * heeds the last such switch alone, so what Playwright switches off stands here again.
 */
const FEATURES_OFF = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'SpareRendererForSitePerProcess',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

/** The browser that `npm test` found, and silent on the network. */
function browserFound(furtherArguments: readonly string[] = []): { executablePath: string; args: string[] } {
  const executablePath = process.env.CHROMIUM_PATH;
  if (!executablePath)
    throw new Error('CHROMIUM_PATH is not set: the commands of package.json find a browser.');
  return {
    executablePath,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--disable-features=${FEATURES_OFF.join(',')}`,
      ...furtherArguments,
    ],
  };
}

/** The windows that are open now. A test that failed shows what stood in them. */
export const openWindows = new Set<BrowserContext>();

let browserOfRun: Promise<Browser> | undefined;

/**
 * A browser. The test files that one worker runs share its process, because a start of Chromium costs more than many
 * tests. Each file closes its own windows only; the process ends with the worker.
 */
export async function launchBrowser(furtherArguments: readonly string[] = []): Promise<Browser> {
  const isOfRun = process.env[RUN_FOLDER] !== undefined && furtherArguments.length === 0;
  if (!isOfRun) return chromium.launch(browserFound(furtherArguments));
  if (browserOfRun && !(await browserOfRun).isConnected()) browserOfRun = undefined;
  browserOfRun ??= chromium.launch(browserFound());
  const browser = await browserOfRun;
  return Object.create(browser, { close: { value: () => closeWindows(browser) } });
}

async function closeWindows(browser: Browser): Promise<void> {
  await Promise.all(browser.contexts().map((context) => context.close()));
}

/** A browser with a profile in a folder of its own, as a person has it: every other window here is a private one. */
export async function openProfile(folder: string): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(folder, { ...browserFound(), viewport: PHONE });
  context.setDefaultTimeout(LONGEST_WAIT_MS);
  return context;
}

/** What a browser keeps of a signed-in borrower. */
export type KeptState = Awaited<ReturnType<BrowserContext['storageState']>>;

/**
 * Opens an address in a window of its own, which shares nothing with any other but what it is given. Only a journey about
 * the installed app wants its service worker; in the others every request is the page's own.
 */
export async function openScreen(
  browser: Browser,
  url: string,
  size = PHONE,
  storageState?: KeptState,
  furtherOptions: BrowserContextOptions = {},
): Promise<Screen> {
  const isPhone = size.width < DESKTOP.width;
  const context = await browser.newContext({
    viewport: size,
    isMobile: isPhone,
    hasTouch: isPhone,
    deviceScaleFactor: isPhone ? 2 : 1,
    locale: 'en-ZM',
    timezoneId: 'Africa/Lusaka',
    serviceWorkers: 'block',
    ...(storageState ? { storageState } : {}),
    ...furtherOptions,
  });
  openWindows.add(context);
  context.on('close', () => openWindows.delete(context));
  context.setDefaultTimeout(LONGEST_WAIT_MS);
  const troubles = listTroubles(context);
  const page = await context.newPage();
  await page.goto(url);
  return { page, context, troubles };
}

/**
 * Waits until the history has left the entries of closed overlays. It leaves them after they are off the screen, which
 * would stop a load that has begun and close an overlay that has opened by then.
 */
export async function overlaysLeft(page: Page): Promise<void> {
  // The policy of the app's pages forbids the way in which Playwright asks a second time for a condition in the page.
  while (await page.evaluate('Boolean(history.state?.overlay)')) await page.waitForTimeout(20);
}

/** Waits until the phone keeps the app, and the page is served from there. */
export async function untilKept(page: Page): Promise<void> {
  await page.evaluate(`navigator.serviceWorker.controller !== null || new Promise((resolve) =>
    navigator.serviceWorker.addEventListener('controllerchange', () => resolve(true)))`);
}

function listTroubles(context: BrowserContext): string[] {
  const troubles: string[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error') troubles.push(`console: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => troubles.push(`uncaught: ${error.error()}`));
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    // A page that is left takes its open requests with it.
    if (reason !== 'net::ERR_ABORTED')
      troubles.push(`request: ${request.method()} ${request.url()} ${reason}`);
  });
  return troubles;
}

/** Closes windows, and fails when anything went wrong in one of them. */
export async function closeScreens(...screens: Screen[]): Promise<void> {
  for (const { context } of screens) await context.close();
  const troubles = screens.flatMap((screen) => screen.troubles);
  if (troubles.length > 0) throw new Error(`out of sight:\n  ${troubles.join('\n  ')}`);
}

/** Of the browser: no network. Of the app: a part that was on its way then, which a boundary caught. */
const COMPLAINTS_WITHOUT_NETWORK =
  /ERR_INTERNET_DISCONNECTED|^console: .*(Unable to preload CSS|dynamically imported module)/;

/** What happens inside finds no network. The complaints about that are no trouble, all others are. */
export async function withoutNetwork(
  { context, troubles }: Screen,
  happening: () => Promise<void>,
): Promise<void> {
  await context.setOffline(true);
  await happening();
  await context.setOffline(false);
  const others = troubles.filter((trouble) => !COMPLAINTS_WITHOUT_NETWORK.test(trouble));
  troubles.splice(0, troubles.length, ...others);
}

/**
 * Does something that fails, and sees the toast that says so come and go. A toast is gone in three seconds, so it is
 * waited for from before.
 */
export async function failsSaying(
  page: Page,
  says: string | RegExp,
  act: () => Promise<void>,
  whileShown?: () => Promise<void>,
): Promise<void> {
  const toast = page.getByRole('alert').filter({ hasText: says });
  await Promise.all([toast.waitFor(), act()]);
  await whileShown?.();
  await page.getByRole('alert').waitFor({ state: 'hidden' });
}

const AXE_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Fails with each thing that axe finds on what is shown now, once it stands still, and with all that a thumb would miss. */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  if (page.viewportSize()!.width < DESKTOP.width) {
    await standStill(page);
    await expectFitForThumbs(page, name);
  }
  await expectNoFindings(page, name);
}

/** Fails with each thing that axe finds on what is shown now, once it stands still. */
export async function expectNoFindings(page: Page, name: string): Promise<void> {
  await standStill(page);
  // The legacy mode needs no page beside this one; it only leaves out frames, of which there are none.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).withTags(AXE_TAGS).analyze();
  const findings = violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}\n    ${node.target.join(' ')}\n    ${node.html.slice(0, 200)}`),
  );
  if (findings.length > 0) throw new Error(`axe on ${name}:\n  ${findings.join('\n  ')}`);
}

/** Fails with each text whose colour is too near to the colour behind it. */
export async function expectContrast(page: Page, name: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode(true)
    .withRules('color-contrast')
    .analyze();
  const findings = violations.flatMap(({ nodes }) =>
    nodes.map(({ html, any }) => `${html.slice(0, 160)}\n    ${any[0]?.message}`),
  );
  if (findings.length > 0) throw new Error(`${name} has too little contrast:\n  ${findings.join('\n  ')}`);
}

const SMALLEST_TARGET = 44;

/** Nothing beside the screen, and nothing to tap that is smaller than a fingertip; words inside a sentence may be. */
export async function expectFitForThumbs(page: Page, name: string): Promise<void> {
  const width = await page.evaluate<number>('document.documentElement.scrollWidth');
  if (width > page.viewportSize()!.width) throw new Error(`${name} is ${width} pixels wide`);
  const isDialogOpen = (await page.locator('dialog[open]').count()) > 0;
  const shown = isDialogOpen ? page.locator('dialog[open]').last() : page.locator('body');
  const targets = shown.locator('button, select, summary, a, label:has(input)').filter({ visible: true });
  const small = await targets.evaluateAll(
    (elements, smallest) =>
      elements
        .filter((element) => !element.parentElement?.closest('p, label'))
        .map((element) => ({ text: element.textContent, box: element.getBoundingClientRect() }))
        .filter(({ box }) => Math.min(box.width, box.height) < smallest)
        .map(({ text, box }) => `${text} ${box.width} × ${box.height}`),
    SMALLEST_TARGET - 0.5,
  );
  if (small.length > 0) throw new Error(`${name} has small targets:\n  ${small.join('\n  ')}`);
}

/** Waits until what moves into its place has arrived there; what turns for ever is let turn. */
export async function standStill(page: Page): Promise<void> {
  await page.evaluate(`Promise.allSettled(
    document.getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity)
      .map((animation) => animation.finished),
  )`);
}
