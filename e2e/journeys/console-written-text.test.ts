import { beforeAll, expect, test } from 'vitest';
import { giveDetails } from '../../apps/server/src/demo/borrower-steps.ts';
import { drawnCard } from '../../apps/server/src/demo/drawn-card.ts';
import { applyFor, identityOf, repeatingCaller, signInBorrower } from '../support/borrower-story.ts';
import { closeScreens, type Screen } from '../support/browser.ts';
import { confirmWith, consoleUrl } from '../support/console-screens.ts';
import { hireAndOpen } from '../support/hired-staff.ts';
import { openProgramAndBrowser } from '../support/program-and-browser.ts';

/* What other people wrote is text in the console, whatever it looks like: tags, a script, a formula, another direction. */

const opened = openProgramAndBrowser();

const MOBILE = '0962007700';
const FIRST_NAME = `<b>Chipo</b><img src=x onerror="document.title='x'">`;
const LAST_NAME = `=HYPERLINK("//x.example") מרים לונגו`;
const AT_OPERATOR = { firstName: '<script>document.title=1</script>', lastName: 'مريم (1991)' };
const NOTE = `<i>seen</i> =1+1 שלום`;

let natasha: Screen;
let orderId: number;

beforeAll(async () => {
  const { program } = opened;
  const response = await fetch(`${program.simulatorUrl}/api/phones/${MOBILE}/holder`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(AT_OPERATOR),
  });
  expect(response.status).toBe(200);
  const borrower = await signInBorrower(program, MOBILE);
  const front = await drawnCard({ firstName: 'Test', lastName: 'Borrower', idNumber: '' });
  const identity = { ...identityOf(7700), firstName: FIRST_NAME, lastName: LAST_NAME };
  await giveDetails(repeatingCaller(borrower.client), { identity, card: { front }, monthlyIncome: 1500 });
  ({ orderId } = await applyFor(borrower, { termId: 1, amount: 300 }));
  [natasha] = await hireAndOpen(opened, { userName: 'natasha', name: 'Natasha Zulu', role: 'underwriter' });
});

test('an application shows what a borrower, an operator and staff wrote as text, apart from the words around it', async () => {
  const { page } = natasha;
  await page.goto(`${consoleUrl(opened.program)}/applications/${orderId}`);
  await page.getByRole('row', { name: /^First names/ }).waitFor();
  const title = await page.title();
  await page.keyboard.press('b');
  await confirmWith(page, NOTE);
  await page.getByText(/waits for the pictures/).waitFor();
  await page.goto(`${consoleUrl(opened.program)}/applications/${orderId}`);
  await page.getByText('sent back for', { exact: false }).waitFor();

  const written = await page.locator('main bdi').allTextContents();
  for (const text of [FIRST_NAME, LAST_NAME, `${AT_OPERATOR.firstName} ${AT_OPERATOR.lastName}`, NOTE])
    expect(written).toContain(text);
  expect(await page.locator('main').locator('b, i, script, img[src="x"], a[href*="x.example"]').count()).toBe(
    0,
  );
  expect(await page.title()).toBe(title);
});

test('the page went wrong nowhere', () => closeScreens(natasha));
