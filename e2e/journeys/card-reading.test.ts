import { expect, test } from 'vitest';
import { choosePicture, fillIdentity, openAndLogIn } from '../support/borrower-screens.ts';
import { closeScreens } from '../support/browser.ts';
import { openProgramAndBrowser } from '../support/program-and-browser.ts';

/* What the identity page does with the answers of the reading. */

const opened = openProgramAndBrowser({ env: { DEMO_BORROWERS: 'false' } });

const CARD = { idNumber: '318207/10/1', firstName: 'Chanda', lastName: 'Mwale' };
const READ = { ...CARD, birthDate: '1992-04-17', gender: 'F', confidence: 0.9, picture: 'read' };
const BUSY = { confidence: 0, picture: 'busy', message: 'We are reading many cards. Please type.' };

test('when the server is too busy to read a card, the fields keep their values and only its message is shown', async () => {
  const mobile = '0967200007';
  const { app, handset } = await openAndLogIn(opened, mobile);
  const { page } = app;
  await page.getByRole('link', { name: 'Start' }).click();
  let answer: object = { ...READ, message: 'We read your NRC.' };
  await page.route('**/addOrUpdateUserOcrInfoV3', (route) =>
    route.request().postDataJSON().confirm === false
      ? route.fulfill({ json: { code: 200, msg: 'OK', data: answer } })
      : route.continue(),
  );
  const details = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Details on your card' }) });
  const sentences = () => details.locator(':scope > p, :scope > [class*="otice"]').allTextContents();

  await fillIdentity(page, { ...CARD, firstName: 'Chandra' });
  await expect.poll(sentences).toEqual(['We read your NRC.']);
  answer = BUSY;
  await choosePicture(page, 'Front of the card', CARD);
  await expect.poll(sentences).toEqual([BUSY.message]);
  expect(await page.getByLabel('NRC number').inputValue()).toBe(CARD.idNumber);
  expect(await page.getByLabel('First name').inputValue()).toBe('Chandra');
  expect(await page.getByLabel('Last name').inputValue()).toBe(CARD.lastName);
  await handset.screen.context.close();
  await closeScreens(app);
});
