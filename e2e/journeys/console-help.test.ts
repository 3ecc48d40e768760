import { beforeAll, expect, test } from 'vitest';
import { demoMobile, openAndLogIn } from '../support/borrower-screens.ts';
import { closeScreens } from '../support/browser.ts';
import { expectAccessibleEverywhere } from '../support/console-screens.ts';
import { hireAndOpen, type StaffScreen } from '../support/hired-staff.ts';
import { openProgramAndBrowser } from '../support/program-and-browser.ts';

/* A borrower calls. Support finds them in the search box and reads what the borrower reads in the app. */

const opened = openProgramAndBrowser();

/** The bar for finding and answering a caller, from the search box on. */
const ANSWERED_WITHIN_MS = 30_000;

let thandiwe: StaffScreen;

beforeAll(async () => {
  [thandiwe] = await hireAndOpen(opened, { userName: 'thandiwe', name: 'Thandiwe Mwale', role: 'support' });
});

/** From any page: the search box, the number, the page of the borrower, and the part for a call. */
async function answerCall(mobile: string): Promise<void> {
  const { page } = thandiwe;
  await page.keyboard.press('/');
  await page.keyboard.type(mobile);
  await page.getByRole('option', { name: /found by mobile number/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: /^Borrower \d+$/ }).waitFor();
  await page.keyboard.press('h');
  await page.getByRole('region', { name: 'What the borrower sees' }).waitFor();
}

const oneSpace = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

/** Each text of the drawn phone, from the top down. */
async function textsOnDrawnPhone(): Promise<string[]> {
  const texts = await thandiwe.page
    .locator(
      '[data-home] p:not(:has(span)), [data-home] p > span, [data-home] dt, [data-home] dd, [data-home] li',
    )
    .allTextContents();
  return texts.map(oneSpace).filter((text) => text !== '');
}

test('a caller is found and answered by keyboard in far less than 30 seconds', async () => {
  const beganAt = performance.now();
  await answerCall(demoMobile('active'));
  const { page } = thandiwe;
  await page.getByText('The money of the loan has arrived.').waitFor();
  await page.getByRole('region', { name: 'I paid' }).waitFor();
  await page.getByRole('region', { name: 'Why this amount?' }).getByText('Left to pay').waitFor();
  const tookMs = performance.now() - beganAt;
  console.log(`a caller is answered in ${Math.round(tookMs)} ms of the machine`);
  expect(tookMs).toBeLessThan(ANSWERED_WITHIN_MS);
  expect(page.url()).not.toContain(demoMobile('active'));
  await expectAccessibleEverywhere(page, 'help for a caller');
});

test.each(['active', 'due today', 'overdue', 'under review', 'declined'])(
  'of a borrower who is %s each text that support sees stands on the page of the borrower',
  async (state) => {
    const mobile = demoMobile(state);
    const { app, handset } = await openAndLogIn(opened, mobile);
    await answerCall(mobile);
    const shown = await textsOnDrawnPhone();
    expect(shown.length).toBeGreaterThan(2);
    const onPhone = async () => oneSpace((await app.page.locator('body').textContent()) ?? '');
    for (const text of shown) await expect.poll(onPhone).toContain(text);
    await closeScreens(app, handset.screen);
  },
);

test('who may borrow is told to choose on the phone, up to the limit', async () => {
  await answerCall(demoMobile('authenticated'));
  await thandiwe.page.getByText(/^The borrower chooses a loan: up to K2,000/).waitFor();
  await thandiwe.page.getByText('There is no loan that waits for money.').waitFor();
});
