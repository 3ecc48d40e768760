import type { Page } from 'playwright-core';
import { confirmWith, openConsole, signInWithPassword } from '../support/console-screens.ts';
import type { Tour } from './pictured-screens.ts';

/** What the handset page of the demo says about the people of staff. */
type Office = { consoleUrl: string; password: string; people: { userName: string; code: string }[] };

/** The borrower of the demo who has paid a loan off. */
const BORROWER_ID = 2;

/** The console as people of the demo see it: Today, and a request that waits for a second person. */
export async function pictureConsole(tour: Tour): Promise<void> {
  const { book } = tour;
  book.chapter('The console');
  const finance = await signedInAs(tour, 'suwilanji');
  await finance.getByRole('heading', { name: 'Collected through the day' }).waitFor();
  await book.take(finance, 'console-today', { isOneSize: true });
  await finance.context().close();

  const support = await signedInAs(tour, 'natasha');
  const requestId = await askForCoupon(support);
  await support.context().close();
  const operations = await signedInAs(tour, 'mubita');
  await operations.emulateMedia({ colorScheme: 'dark' });
  await operations.goto(new URL(`/console/requests/${requestId}`, operations.url()).href);
  await operations.getByRole('button', { name: /^Approve/ }).waitFor();
  await book.take(operations, 'console-request', { isOneSize: true });
  await operations.context().close();
}

async function signedInAs({ browser, program }: Tour, userName: string): Promise<Page> {
  const response = await fetch(`${program.simulatorUrl}/api/staff`);
  const { consoleUrl, password, people } = (await response.json()) as Office;
  const { code } = people.find((person) => person.userName === userName)!;
  const { page } = await openConsole(browser, consoleUrl);
  await signInWithPassword(page, { userName, password, code });
  await page.getByRole('navigation', { name: 'Console' }).waitFor();
  return page;
}

async function askForCoupon(page: Page): Promise<string> {
  await page.goto(new URL(`/console/borrowers/${BORROWER_ID}`, page.url()).href);
  await page.getByRole('button', { name: /^Change borrower/ }).click();
  await page.locator(':popover-open').getByRole('button', { name: 'Ask for a coupon' }).click();
  await page.getByRole('dialog').getByLabel('Offer').waitFor();
  await confirmWith(page, 'the app was away on the due day');
  const filed = await page.getByText('is filed: a second person decides on the coupon.').textContent();
  return /\d+/.exec(filed!)![0];
}
