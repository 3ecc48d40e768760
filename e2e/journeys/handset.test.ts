import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { closeScreens, DESKTOP, expectAccessible, openScreen, PHONE } from '../support/browser.ts';
import { openProgramAndBrowser } from '../support/program-and-browser.ts';

/* The handset page of the demo: its people, and the app opened as one of them. */

const opened = openProgramAndBrowser();

async function openAs(page: Page, name: string): Promise<Page> {
  const opened = page.context().waitForEvent('page');
  const link = page.getByRole('link', { name: `Open app as ${name}` });
  await link.focus();
  await page.keyboard.press('Enter');
  return opened;
}

test('the field for a number comes together with the people, so that nothing moves under a finger', async () => {
  const handset = await openScreen(opened.browser, 'about:blank', DESKTOP);
  const { page } = handset;
  const held = Promise.withResolvers<void>();
  await page.route('**/sim/api/borrowers', (route) => held.promise.then(() => route.continue()), {
    times: 1,
  });
  await page.goto(opened.program.simulatorUrl);
  const chooser = page.getByRole('region', { name: 'Choose a phone' });
  await chooser.getByText('Loading…').waitFor();
  await page.getByText('No phone chosen').waitFor();
  expect(await chooser.getByLabel('Mobile number').count()).toBe(0);
  held.resolve();
  await chooser.getByRole('button', { name: /^Mulenga Kapasa/ }).waitFor();
  await expect.poll(() => chooser.getByLabel('Mobile number').count()).toBe(1);
  await closeScreens(handset);
});

test('a handset page without people has the field for a number', async () => {
  const handset = await openScreen(opened.browser, 'about:blank', DESKTOP);
  const { page } = handset;
  await page.route('**/sim/api/borrowers', (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(opened.program.simulatorUrl);
  await page.getByLabel('Mobile number').waitFor();
  handset.troubles.length = 0;
  await closeScreens(handset);
});

test('a person of the demo opens the app signed in, and the next person takes its place', async () => {
  const handset = await openScreen(opened.browser, opened.program.simulatorUrl, DESKTOP);
  await expectAccessible(handset.page, 'the handset page');
  const late = await openAs(handset.page, 'Mulenga Kapasa');
  await late.getByText('3 days late').first().waitFor();
  expect(new URL(late.url()).pathname).toBe('/home');
  const next = await openAs(handset.page, 'Kelvin Phiri');
  await next.getByText('Kelvin').first().waitFor();
  // The tab of the first person follows, because a browser is one phone.
  await late.getByText('Kelvin').first().waitFor();
  await closeScreens(handset);
});

test('a person shows their phone on a narrow page, with links and business days in its messages', async () => {
  const handset = await openScreen(opened.browser, opened.program.simulatorUrl, PHONE);
  const { page } = handset;
  await page.getByRole('button', { name: /^Mulenga Kapasa 3 days late/ }).click();
  const phone = page.getByRole('region', { name: /^Phone / });
  await phone.getByText('Mulenga Kapasa · 3 days late').waitFor();
  await expect.poll(() => phone.evaluate((element) => element.getBoundingClientRect().top)).toBeLessThan(1);
  const dates = await phone.locator('time').allTextContents();
  expect(new Set(dates.map((date) => date.split(',')[0])).size).toBeGreaterThan(2);
  const highlighted = await phone.locator('.code').allTextContents();
  expect(highlighted.every((code) => /^\d{4}$/.test(code)) && highlighted.length > 0).toBe(true);
  await expectAccessible(page, 'the handset page of a phone');

  const link = phone.getByRole('link', { name: /\/qp\?code=/ }).first();
  await expect.poll(() => link.getAttribute('href')).toMatch(/^http:\/\/[^/]+\/qp\?code=[\w-]+$/);
  await expect.poll(() => link.getAttribute('target')).toBe('_blank');
  await closeScreens(handset);
});

test('a number that is not of the demo is not signed in', async () => {
  const screen = await openScreen(opened.browser, `${opened.program.simulatorUrl}/#app=0977999999`, PHONE);
  await screen.page.getByText('This number is not a borrower of the demo.').waitFor();
  await expectAccessible(screen.page, 'the page of a sign-in that failed');
  await screen.page.getByRole('link', { name: 'Back to the handset' }).click();
  await screen.page.getByText('People of the demo').waitFor();
  screen.troubles.length = 0;
  await closeScreens(screen);
});

test('a sample person is chosen for this browser, found again after a reload, and removed', async () => {
  const handset = await openScreen(opened.browser, opened.program.simulatorUrl, PHONE);
  const { page } = handset;
  const people = page.getByRole('region', { name: 'Sample people' });
  await people.getByRole('button', { name: 'Show people' }).click();
  await people
    .getByRole('button', { name: /^Choose / })
    .first()
    .waitFor();
  expect(await people.getByRole('img', { name: /^Face of / }).count()).toBeGreaterThanOrEqual(3);
  await expectAccessible(page, 'the handset page with sample people');
  const name = await people.locator('strong').first().textContent();
  // Two of the people can have the same name.
  await people
    .getByRole('button', { name: `Choose ${name}` })
    .first()
    .click();
  await people.getByText('Chosen for this browser').waitFor();
  const kept = (await page.evaluate("localStorage.getItem('thumba.samplePerson')")) as string;
  expect(JSON.parse(kept)).toMatchObject({
    idNumber: expect.stringMatching(/^\d{6}\/\d{2}\/1$/),
    frames: { left: expect.any(Array), right: expect.any(Array), nod: expect.any(Array) },
  });
  await page.reload();
  await people.getByText('Chosen for this browser').waitFor();
  await people.getByRole('button', { name: `Remove ${name}` }).click();
  await people.getByRole('button', { name: 'Show people' }).waitFor();
  expect(await page.evaluate("localStorage.getItem('thumba.samplePerson')")).toBeNull();
  await closeScreens(handset);
});

test('the handset says that the sample people could not be drawn, and draws them at the next try', async () => {
  const handset = await openScreen(opened.browser, opened.program.simulatorUrl, PHONE);
  const { page } = handset;
  const people = page.getByRole('region', { name: 'Sample people' });
  await page.route('**/sim/api/people', (route) => route.fulfill({ status: 503, json: { error: 'Busy.' } }), {
    times: 1,
  });
  await people.getByRole('button', { name: 'Show people' }).click();
  await people.getByRole('alert').getByText('Busy.').waitFor();
  await people.getByRole('button', { name: 'Show people' }).click();
  await people
    .getByRole('button', { name: /^Choose / })
    .first()
    .waitFor();
  expect(await people.getByRole('alert').count()).toBe(0);
  handset.troubles.length = 0;
  await closeScreens(handset);
});
