import type { Page } from 'playwright-core';
import { demoMobile, logIn } from '../support/borrower-screens.ts';
import { openScreen, PHONE, untilKept } from '../support/browser.ts';
import { openHandsetPage } from '../support/handset-page.ts';
import type { Tour } from './pictured-screens.ts';

const CHROME_ON_ANDROID =
  'Mozilla/5.0 (Linux; Android 14; Infinix X6525) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';
/** A browser with an install prompt, one with a share sheet, and one with neither. */
const OTHER_BROWSERS = {
  ios: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  samsung:
    'Mozilla/5.0 (Linux; Android 14; SM-A155F) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36',
};
const REGISTERS = '0976410022';

async function openKept({ browser, program }: Tour, address: string, userAgent?: string): Promise<Page> {
  const { page } = await openScreen(browser, program.url + address, PHONE, undefined, {
    serviceWorkers: 'allow',
    ...(userAgent ? { userAgent } : {}),
  });
  return page;
}

/** Installing is offered on the second visit. */
async function comeBack(page: Page): Promise<void> {
  await page.waitForFunction(`localStorage.getItem('visits') !== null`);
  await page.reload();
}

export async function pictureInstalling(tour: Tour): Promise<void> {
  const { book, browser, program } = tour;
  book.chapter('On the home screen of the phone');
  const install = (page: Page) => page.getByRole('button', { name: /^Install/ });
  const page = await openKept(tour, '/', CHROME_ON_ANDROID);
  await untilKept(page);
  await comeBack(page);
  await install(page).scrollIntoViewIfNeeded();
  await book.take(page, 'home-install-banner');
  await install(page).click();
  await page.getByRole('dialog', { name: 'Install Thumba' }).waitFor();
  await book.take(page, 'install-by-menu');
  await page.context().close();

  for (const [name, userAgent] of Object.entries(OTHER_BROWSERS)) {
    const other = await openKept(tour, '/', userAgent);
    await untilKept(other);
    await comeBack(other);
    await install(other).click();
    await other.getByRole('dialog', { name: 'Install Thumba' }).waitFor();
    await book.take(other, `install-on-${name}`);
    await other.context().close();
  }

  const phone = await openHandsetPage(browser, program.simulatorUrl, REGISTERS);
  const registers = await openKept(tour, '/promotion?appChannelCode=H5GPF', CHROME_ON_ANDROID);
  await registers.getByLabel('Mobile number').fill(REGISTERS);
  await registers.getByRole('button', { name: 'Obtain' }).click();
  await registers.getByLabel('Verification code').fill(await phone.readCode());
  await registers.getByRole('checkbox', { name: /Privacy Policy/ }).check();
  await registers.getByRole('button', { name: 'Register', exact: true }).click();
  await registers.getByText('You are registered').waitFor();
  await install(registers).waitFor();
  await registers.locator('[popover]').waitFor({ state: 'hidden' });
  await book.take(registers, 'promotion-registered-install');
  await registers.goto(`${program.url}/me`);
  await install(registers).waitFor();
  await book.take(registers, 'me-install');
  await registers.context().close();
  await phone.screen.context.close();
}

/** Addresses of which the phone keeps nothing. */
const NEEDS_NETWORK = [
  '/me',
  '/me/bills',
  '/me/wallet',
  '/me/messages',
  '/me/accounts',
  '/me/number',
  '/me/help',
  '/me/complaint',
  '/me/claim',
  '/me/tickets',
  '/coupon',
  '/set',
  '/activity/turntable',
  '/authentication/identity',
  '/authentication/base',
  '/authentication/linkman',
  '/authentication/questionnaire',
  '/face/face-start',
  '/borrow-plan?productId=1&amount=500&termId=1',
  '/promotion?appChannelCode=WM2',
  '/googleStore',
  '/qp?code=AAAAAAAAAAAAAAAAAAAAAA',
  '/agreement/privacy',
  '/al',
  '/no/such/page',
];

/** Pages that the phone keeps say from when they are. Every other screen says that there is no network. */
export async function pictureOffline(tour: Tour): Promise<void> {
  const { book, browser, program } = tour;
  book.chapter('Without a network');
  const phone = await openHandsetPage(browser, program.simulatorUrl, demoMobile('active'));
  const page = await openKept(tour, '/', CHROME_ON_ANDROID);
  await untilKept(page);
  await logIn(page, phone, demoMobile('active'));
  await page.getByRole('link', { name: 'Bill details' }).click();
  await page.getByText('What happened').waitFor();
  const bill = new URL(page.url()).pathname;
  const plan = bill.replace('billing-details', 'repayment-plan');
  await page.goto(program.url + plan);
  await page.getByRole('table').first().waitFor();
  await page.goto(program.url + bill);
  await page.getByRole('link', { name: /Loan contract/ }).click();
  await page.getByText(/^You agreed to this on/).waitFor();
  const contract = page.url();
  const download = page.getByRole('button', { name: 'Download contract (PDF)' });
  await Promise.all([page.waitForEvent('download'), download.click()]);
  await page.waitForFunction(`localStorage.getItem('keptPapers')?.includes('contract')`);
  await page.context().setOffline(true);

  for (const [address, name, shows] of [
    [`${program.url}/home`, 'home', 'To repay'],
    [program.url + bill, 'bill', 'Amounts'],
    [program.url + plan, 'plan', 'Repayment Plan'],
    [contract, 'contract', /^You agreed to this on/],
  ] as const) {
    await page.goto(address);
    await page.getByText(shows).first().waitFor();
    await book.take(page, `${name}-kept`);
  }
  await Promise.all([page.waitForEvent('download'), download.click()]);
  await page.getByText(/^No connection, so this is your last saved copy/).waitFor();
  await book.take(page, 'contract-downloaded-offline');

  for (const address of NEEDS_NETWORK) {
    await page.goto(program.url + address);
    await page.getByText('You are offline').waitFor();
    await page.getByRole('button', { name: 'Try again' }).or(page.getByRole('article')).first().waitFor();
    const name = address.replace(/\?.*/, '').replaceAll('/', '-').slice(1);
    await book.take(page, `offline-${name}`, { isLoading: true });
  }
  await page.context().close();
  await phone.screen.context.close();
}

/** A new version that takes over by itself, and one that asks first because a form is half filled in. */
export async function pictureUpdating(tour: Tour): Promise<void> {
  const { book, program, webApp } = tour;
  book.chapter('A new version');
  const half = await openKept(tour, '/', CHROME_ON_ANDROID);
  await untilKept(half);
  await half.clock.install();
  await half.goto(program.url);
  await half.getByRole('button', { name: 'Log in' }).click();
  await half.getByLabel('Mobile number').fill('0971234567');
  await webApp.release('B');
  await half.clock.fastForward('30:01');
  await half.getByRole('dialog', { name: 'A new version is ready. Update now?' }).waitFor();
  await book.take(half, 'update-question');
  // The page's clock is stopped, so the page is not loaded again yet.
  await half.clock.pauseAt(Date.now() + 2 * 60 * 60 * 1000);
  await half.getByRole('button', { name: 'Update now' }).click();
  await half.getByRole('dialog', { name: 'Updating...' }).waitFor();
  await book.take(half, 'updating');
  await half.clock.resume();
  await half.locator('html[data-release="B"]').getByText('You receive', { exact: true }).waitFor();
  await half.context().close();
}
