import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillContacts, fillPersonalInformation, logIn } from '../support/borrower-screens.ts';
import { closeScreens, expectAccessible, launchBrowser, openScreen } from '../support/browser.ts';
import { openHandsetPage } from '../support/handset-page.ts';
import { startFaceCheck, typeCard } from '../support/identity-screens.ts';
import { type Program, startProgram } from '../support/program.ts';

/* A person who tries the demo, without a card and without a camera. */

const WITH_CHECKS = { FACE_REQUIRED: 'true', UNCHECKED_IDENTITY_IS_VALID: 'false' };

let program: Program;
let browser: Browser;

beforeAll(async () => {
  program = await startProgram({ env: { ...WITH_CHECKS, DEMO_BORROWERS: 'false' } });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await program?.stop();
});

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

test('a newcomer gets from a number to money with card and face in under three minutes', async () => {
  const mobile = '0967200003';
  const handset = await openHandsetPage(browser, program.simulatorUrl, mobile);
  const app = await openScreen(browser, `${program.simulatorUrl}/`);
  const { page } = app;
  const beganAtMs = performance.now();
  await page.getByRole('button', { name: 'Show people' }).click();
  await page
    .getByRole('button', { name: /^Choose / })
    .first()
    .click();
  await page.getByText('Chosen for this browser').waitFor();
  const person = JSON.parse(await page.evaluate<string>(`localStorage.getItem('thumba.samplePerson')`));

  await page.goto(program.url);
  await logIn(page, handset, mobile);
  await page.getByRole('link', { name: 'Start' }).click();
  for (const side of ['Front of the card', 'Back of the card']) {
    const picture = page.getByRole('group', { name: side });
    await picture.getByRole('button', { name: `Use the card of ${person.firstName}` }).click();
    await picture.getByText('Received').waitFor();
  }
  await typeCard(page, person);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await heading(page, 'Personal information').waitFor();
  await fillPersonalInformation(page, '6500');
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await heading(page, 'Emergency Contact').waitFor();
  await fillContacts(page);
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await heading(page, 'Questionnaire').waitFor();
  await page.goto(`${program.url}/home`);

  await page.getByRole('link', { name: 'Start the face check' }).waitFor();
  await expectAccessible(page, 'home before the face check');
  await page.getByRole('button', { name: /^Get K/ }).click();
  await heading(page, 'Estimated bill').waitFor();
  const bill = page.url();
  await page.getByRole('checkbox', { name: /I agree to it/ }).check();
  await page.getByRole('button', { name: /^Get K/ }).click();
  await startFaceCheck(page, `Use the pictures of ${person.firstName}`);
  await page.getByText('We know it is you').waitFor({ timeout: 150_000 });
  await page.getByRole('link', { name: 'Go on with your loan' }).click();
  await page.waitForURL(bill);
  await page.getByRole('button', { name: /^Get K/ }).click();
  await page.getByRole('heading', { name: /^K[\d,]+ is in your \w+ account$/ }).waitFor();
  const seconds = (performance.now() - beganAtMs) / 1000;
  console.log(`from a number to money with card and face: ${seconds.toFixed(0)} s`);
  expect(seconds).toBeLessThan(180);
  await closeScreens(app, handset.screen);
});
