import { beforeAll, expect, test } from 'vitest';
import { demoMobile, openAndLogIn } from '../support/borrower-screens.ts';
import { closeScreens, expectAccessible, type Screen } from '../support/browser.ts';
import { consoleUrl } from '../support/console-screens.ts';
import type { HandsetPage } from '../support/handset-page.ts';
import { hireAndOpen } from '../support/hired-staff.ts';
import { openProgramAndBrowser } from '../support/program-and-browser.ts';
import { waitingOrder } from '../support/staff-beside.ts';

/* An underwriter declines in the console, the borrower asks for another look, and the underwriter approves. */

const opened = openProgramAndBrowser();

let app: Screen;
let handset: HandsetPage;
let natasha: Screen;
let orderId: number;

beforeAll(async () => {
  orderId = await waitingOrder(opened.program);
  ({ app, handset } = await openAndLogIn(opened, demoMobile('under review')));
  [natasha] = await hireAndOpen(opened, { userName: 'natasha', name: 'Natasha Zulu', role: 'underwriter' });
});

const openApplication = () => natasha.page.goto(`${consoleUrl(opened.program)}/applications/${orderId}`);

test('a decline says the reason, and the borrower asks for another look', async () => {
  await openApplication();
  const { page } = natasha;
  await page.getByRole('button', { name: 'Decline' }).waitFor();
  await page.keyboard.press('d');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Why').selectOption('not_reached');
  await dialog.getByRole('textbox').fill('called three times');
  await page.keyboard.press('Control+Enter');
  await page.getByText(`Application ${orderId} is declined.`).waitFor();

  await app.page.goto(opened.program.url);
  await app.page.getByText('We could not reach you by phone.').waitFor();
  await expectAccessible(app.page, 'home after a decline by a person');
  await app.page.getByRole('button', { name: 'Ask for another look' }).click();
  await app.page.getByRole('heading', { name: 'We are looking at your application' }).waitFor();
});

test('another look shows what was done before, and an approval sends the money', async () => {
  await openApplication();
  const { page } = natasha;
  await page.getByText('declined: The borrower could not be reached').waitFor();
  await page.getByText('“called three times”').waitFor();
  await page.getByRole('button', { name: 'Approve K300.00' }).waitFor();
  await page.keyboard.press('a');
  await page.getByRole('dialog').getByRole('textbox').fill('reached at work');
  await page.keyboard.press('Control+Enter');
  await page.getByText(`Application ${orderId} is approved: K300.00 is on its way.`).waitFor();

  await handset.messages.filter({ hasText: 'was sent to your mobile-money account.' }).waitFor();
  await app.page.reload();
  const waits = app.page.getByRole('heading', { name: 'We are looking at your application' });
  await waits.waitFor({ state: 'detached' });
  expect(await waits.count()).toBe(0);
});

test('the pages went wrong nowhere', () => closeScreens(app, natasha));
