import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askForEvidence } from '../../apps/server/src/credit/application/evidence.ts';
import { demoMobile, openAndLogIn } from '../support/borrower-screens.ts';
import { closeScreens, expectAccessible, launchBrowser, type Screen } from '../support/browser.ts';
import type { HandsetPage } from '../support/handset-page.ts';
import { type Program, startProgram } from '../support/program.ts';
import { asStaffBeside, waitingOrder } from '../support/staff-beside.ts';

/*
 * A person wants to see a payslip before they decide. The borrower reads what, why and until when, takes pictures, loses
 * the connection in between, and sends them.
 */

let program: Program;
let browser: Browser;
let app: Screen;
let handset: HandsetPage;
let orderId: number;
let payslip: { name: string; mimeType: string; buffer: Buffer };

beforeAll(async () => {
  program = await startProgram();
  browser = await launchBrowser();
  const mobile = demoMobile('under review');
  ({ app, handset } = await openAndLogIn({ program, browser }, mobile));
  const paper = { create: { width: 600, height: 900, channels: 3 as const, background: '#f4f1e8' } };
  payslip = { name: 'payslip.png', mimeType: 'image/png', buffer: await sharp(paper).png().toBuffer() };
  orderId = await waitingOrder(program);
});
afterAll(async () => {
  await browser?.close();
  await program?.stop();
});

const picture = (page: Page, place: number) => page.getByRole('group', { name: `Picture ${place}` });
const choose = (page: Page, place: number, file: typeof payslip) =>
  picture(page, place).locator('input[type=file]').last().setInputFiles(file);

test('the borrower is told by SMS and on home what is asked for, why and until when', async () => {
  const asked = await asStaffBeside(program, (deps) =>
    askForEvidence(deps, { loanId: orderId, kind: 'payslip', reason: 'income unclear', staffName: 'mary' }),
  );
  expect(asked.ok).toBe(true);
  await handset.messages
    .filter({ hasText: 'Please send pictures of your last payslip within 48 hours' })
    .waitFor();
  const { page } = app;
  await page.reload();
  await page.getByRole('heading', { name: 'Please show us your payslip' }).waitFor();
  await page.getByText('A person looks at your application and needs to see what you earn.').waitFor();
  await page
    .getByText(/^You can send it until \d\d:\d\d on .*After that a person goes on without it\.$/)
    .waitFor();
  await expectAccessible(page, 'home while a payslip is asked for');
  await page.getByRole('link', { name: 'Send pictures' }).click();
  await page.getByRole('heading', { name: 'Send pictures' }).waitFor();
  await page.getByText('Take a picture of your last payslip.').waitFor();
  await expectAccessible(page, 'the page on which evidence is sent');
});

test('without a picture nothing is sent, and what is no picture is refused', async () => {
  const { page } = app;
  await page.getByRole('button', { name: 'Send to Thumba' }).click();
  await picture(page, 1).getByText('Please take a picture').waitFor();
  await choose(page, 1, { name: 'cv.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') });
  await picture(page, 1).getByText('Your phone cannot open this picture').waitFor();
});

test('a picture that is taken offline stays on the screen, and is sent when the connection is back', async () => {
  const { page, context } = app;
  await choose(page, 1, payslip);
  await picture(page, 1).getByText('Received').waitFor();
  await context.setOffline(true);
  await choose(page, 2, payslip);
  await picture(page, 2).getByRole('button', { name: 'Send it again' }).waitFor();
  await page.getByRole('button', { name: 'Send to Thumba' }).click();
  await picture(page, 2)
    .getByText(/has not arrived yet|connection/)
    .first()
    .waitFor();
  await context.setOffline(false);
  expect(app.troubles.splice(0).join('\n')).toMatch(/INTERNET_DISCONNECTED/);
  await picture(page, 2).getByRole('button', { name: 'Send it again' }).click();
  await picture(page, 2).getByText('Received').waitFor();
  await picture(page, 3).waitFor();
  // What has arrived is there again after the page was loaded again.
  await page.reload();
  await picture(page, 2).getByText('Received').waitFor();
});

test('of two tabs one sends, and the other learns that nothing is asked for any more', async () => {
  const { page, context } = app;
  const other = await context.newPage();
  await other.goto(`${program.url}/authentication/evidence`);
  await choose(other, 1, payslip);
  await picture(other, 1).getByText('Received').waitFor();

  await page.getByRole('button', { name: 'Send to Thumba' }).click();
  await page.getByText('We have your pictures. A person goes on with your application.').first().waitFor();
  await page.getByRole('heading', { name: 'We are looking at your application' }).waitFor();

  await other.getByText('No pictures are needed now').waitFor();
  await closeScreens(app);
});
