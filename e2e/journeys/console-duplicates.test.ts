import { beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../apps/server/src/platform/database.ts';
import { registerBorrowers } from '../support/borrower-story.ts';
import { closeScreens, type Screen } from '../support/browser.ts';
import { consoleUrl, expectAccessibleEverywhere } from '../support/console-screens.ts';
import { hireAndOpen } from '../support/hired-staff.ts';
import { openProgramAndBrowser } from '../support/program-and-browser.ts';

/* An underwriter looks through the borrowers who may be one person. */

const opened = openProgramAndBrowser();

const WHOLE_BOOK = /^Looked at \d+ borrowers, .*, the first of the book\.$/;

let natasha: Screen;
let taonga: Screen;

beforeAll(async () => {
  [natasha, taonga] = await hireAndOpen(
    opened,
    { userName: 'natasha', name: 'Natasha Zulu', role: 'underwriter' },
    { userName: 'taonga', name: 'Taonga Mwale', role: 'support' },
  );
});

const duplicates = () => natasha.page.getByRole('table', { name: 'Duplicates' });
const heading = (name: string) => natasha.page.getByRole('heading', { level: 1, name });

/** Borrowers who gave nothing but a number. */
async function addNewcomers(count: number): Promise<void> {
  const db = openDatabase({ url: await opened.program.databaseUrl(), maxConnections: 1 });
  await db.pool.query(
    `insert into borrower (mobile_sealed, registered_at, registered_on)
     select '', '2026-11-02T10:00:00Z', '2026-11-02' from generate_series(1, $1)`,
    [count],
  );
  await db.close();
}

/** By keyboard alone. */
async function goToDuplicates(): Promise<void> {
  await natasha.page.keyboard.press('g');
  await natasha.page.keyboard.press('d');
  await heading('Duplicates').waitFor();
}

test('a book without duplicates says what would be listed', async () => {
  const { page } = natasha;
  await heading('Today').waitFor();
  await goToDuplicates();
  await page.getByText('No borrower has something in common with an earlier one').waitFor();
  await page.getByText(WHOLE_BOOK).waitFor();
  await expectAccessibleEverywhere(page, 'a book without duplicates');
});

test('two borrowers of one name and birth date are a pair, and each leads to a page by keyboard alone', async () => {
  const { page } = natasha;
  await registerBorrowers(opened.program, 2, { first: 7600 });
  await page.reload();
  const row = duplicates().getByRole('row').filter({ hasText: 'the name and the birth date' });
  const links = row.getByRole('link', { name: /^M\*{4} B\*{4} / });
  await links.nth(1).waitFor();
  const [newer, older] = await links.evaluateAll((found) =>
    found.map((link) => Number(link.getAttribute('href')!.split('/').at(-1))),
  );
  expect(newer).toBeGreaterThan(older!);
  expect(await page.getByRole('main').textContent()).not.toContain('Mwansa');
  await page.getByText(WHOLE_BOOK).waitFor();
  await expectAccessibleEverywhere(page, 'the duplicates');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await heading(`Borrower ${newer}`).waitFor();
  await goToDuplicates();
  await duplicates().waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await heading(`Borrower ${older}`).waitFor();
});

test('behind newcomers who have nothing in common, “Go on” leads to the pair, and a further key back', async () => {
  const { page } = natasha;
  await addNewcomers(600);
  await page.goto(`${consoleUrl(opened.program)}/duplicates`);
  await page.getByText('None of these borrowers has something in common with an earlier one').waitFor();
  await page
    .getByText(/^Looked at 500 borrowers, back to the one who registered on 2 November 2026\.$/)
    .waitFor();
  await expectAccessibleEverywhere(page, 'newcomers without duplicates');
  await page.keyboard.press(']');
  await duplicates().waitFor();
  await page.getByText(WHOLE_BOOK).waitFor();
  await page.keyboard.press('[');
  await page.getByText(/^Looked at 500 borrowers, /).waitFor();
});

test('support has no such list', async () => {
  const { page } = taonga;
  expect(await page.getByRole('navigation', { name: 'Console' }).textContent()).not.toContain('Duplicates');
  await page.goto(`${consoleUrl(opened.program)}/duplicates`);
  await page.getByRole('navigation', { name: 'Console' }).waitFor();
  expect(await page.getByRole('table', { name: 'Duplicates' }).count()).toBe(0);
});

test('the page went wrong nowhere', () => closeScreens(natasha, taonga));
