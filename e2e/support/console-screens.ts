import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { codeOf } from '../../apps/server/test/staff-client.ts';
import { DESKTOP, expectNoFindings, openScreen, type Screen } from './browser.ts';
import type { Program } from './program.ts';
import { runBeside } from './terminal.ts';

const TABLET = { width: 768, height: 1024 };
const STEP_MS = 30_000;

/** The address of the console: passkeys need a name, and refuse an address that is a number. */
export function consoleUrl(program: Program): string {
  return `http://localhost:${new URL(program.url).port}/console`;
}

export function openConsole(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<Screen> {
  return openScreen(browser, url, DESKTOP, undefined, options);
}

/** Invites the first administrator at the terminal, and answers the link. */
export async function inviteFirstAdministrator(
  program: Program,
  userName: string,
  name: string,
): Promise<string> {
  const { printed, complained } = await runBeside(
    program,
    'staff',
    'first-administrator',
    userName,
    ...name.split(' '),
  );
  const link = /http\S+/.exec(printed)?.[0];
  if (!link) throw new Error(`no link: ${printed} ${complained}`);
  return link;
}

/** An authenticator app with the secret of one account. A code counts once, so each is that of a later step. */
function authenticatorOf(secret: string): { nextCode(): string } {
  let usedUntilMs = 0;
  return {
    nextCode() {
      usedUntilMs = Math.max(Date.now(), usedUntilMs + STEP_MS);
      return codeOf(secret, usedUntilMs);
    },
  };
}

/** Takes an invitation with a password and an authenticator app, whose secret is on the page. */
export async function acceptWithPassword(page: Page, password: string): Promise<{ nextCode(): string }> {
  await page.getByRole('button', { name: 'Use a password and an authenticator app' }).click();
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('img', { name: 'QR code of the key' }).waitFor();
  await page.getByText('The picture cannot be read').click();
  const secret = (await page.locator('code').textContent())!.replaceAll(' ', '');
  const authenticator = authenticatorOf(secret);
  await page.getByLabel('Code of your authenticator app').fill(authenticator.nextCode());
  await page.getByRole('button', { name: 'Finish' }).click();
  await page.getByRole('navigation', { name: 'Console' }).waitFor();
  return authenticator;
}

/** Signs in at the sign-in page, or in the dialog over a page. */
export async function signInWithPassword(
  page: Page,
  { userName, password, code }: { userName?: string; password: string; code: string },
): Promise<void> {
  if (userName !== undefined) await page.getByLabel('User name').fill(userName);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Code of your authenticator app').fill(code);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Types a reason into the confirmation that is open, and confirms by the keyboard. */
export async function confirmWith(page: Page, reason: string): Promise<void> {
  await page
    .getByRole('dialog')
    .getByLabel(/^Reason/)
    .fill(reason);
  await page.keyboard.press('Control+Enter');
}

/** Gives the window an authenticator that is part of the device and opens with its lock. */
export async function addAuthenticator({ context, page }: Screen): Promise<void> {
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** axe on what is shown now: on a desk and on a tablet, light and dark. */
export async function expectAccessibleEverywhere(page: Page, name: string): Promise<void> {
  for (const size of [DESKTOP, TABLET]) {
    await page.setViewportSize(size);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const width = await page.evaluate<number>('document.documentElement.scrollWidth');
      if (width > size.width) throw new Error(`${name} is ${width} pixels wide on a screen of ${size.width}`);
      await expectNoFindings(page, `${name}, ${colorScheme}, ${size.width} pixels wide`);
    }
  }
  await page.setViewportSize(DESKTOP);
  await page.emulateMedia({ colorScheme: null });
}

/** The number of the request that was filed last, as the page says it. */
export async function filedRequest(page: Page): Promise<string> {
  const filed = page.getByText(/^Request \d+ is filed/).last();
  await filed.waitFor();
  return /\d+/.exec((await filed.textContent())!)![0];
}
