import { rm, truncate, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { registerBorrowers } from '../support/borrower-story.ts';
import { closeScreens, type Screen, withoutNetwork } from '../support/browser.ts';
import { consoleUrl, expectAccessibleEverywhere } from '../support/console-screens.ts';
import { hireAndOpen } from '../support/hired-staff.ts';
import { openProgramAndBrowser } from '../support/program-and-browser.ts';

/* Compliance imports a list of people, and finds a borrower on it. */

const opened = openProgramAndBrowser();

const KIND = 'Politically exposed persons';

let monde: Screen;
let support: Screen;
beforeAll(async () => {
  await registerBorrowers(opened.program, 2, { first: 7500 });
  [monde, support] = await hireAndOpen(
    opened,
    { userName: 'monde', name: 'Monde Sitali', role: 'compliance' },
    { userName: 'taonga', name: 'Taonga Mwale', role: 'support' },
  );
});

const csv = (...people: string[]) => ({
  name: 'exposed.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(`reference,name,birth_date\n${people.join('\n')}\n`),
});
const first = csv('P1,Mwansa Banda,1990-06-15');
const second = csv('P2,Sibeso Mwangelwa,', 'P3,Ruth Soko,');
const picture = {
  name: 'list.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff]),
};

const dialog = () => monde.page.getByRole('dialog');
const choose = (file: Parameters<ReturnType<typeof dialog>['setInputFiles']>[0]) =>
  dialog().getByLabel('File', { exact: true }).setInputFiles(file);
const press = (name: string) => dialog().getByRole('button', { name }).click();

/** Holds every comparison until it is let go. */
async function holdComparisons(): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: await opened.program.databaseUrl() });
  await client.connect();
  await client.query('begin; lock table borrower_screening in exclusive mode');
  return async () => {
    await client.query('commit');
    await client.end();
  };
}

test('a file that is no list is refused where it was chosen, and nothing chosen is lost', async () => {
  const { page } = monde;
  await page.keyboard.press('g');
  await page.keyboard.press('l');
  await page.getByText('No list was imported').waitFor();
  await expectAccessibleEverywhere(page, 'the lists before an import');
  await page.keyboard.press('n');
  await press('Read the file');
  await dialog().getByText('Please choose a file.').waitFor();
  await dialog().getByLabel('List', { exact: true }).selectOption({ label: KIND });
  await choose(picture);
  await press('Read the file');
  await dialog().getByText('This file is no list: its text is not in UTF-8.').waitFor();
  await expectAccessibleEverywhere(page, 'the import of a file that is no list');
  expect(await dialog().getByLabel('List', { exact: true }).inputValue()).toBe('pep');
  const large = path.join(os.tmpdir(), `large-${process.pid}.csv`);
  await writeFile(large, 'reference,name\n');
  await truncate(large, 65 * 1024 * 1024);
  await choose(large);
  await press('Read the file');
  await dialog().getByText('The file is larger than 64 MB.').waitFor();
});

test('a list is read, shown, confirmed, compared with every borrower, and its hit is a case', async () => {
  const { page } = monde;
  await choose(first);
  await withoutNetwork(monde, async () => {
    await press('Read the file');
    await dialog().getByText('There is no connection to the server.').waitFor();
  });
  await press('Read the file');
  await dialog().getByText('New on the list').waitFor();
  await expectAccessibleEverywhere(page, 'what a file is');
  const letGo = await holdComparisons();
  await press('Import the list');
  await page.getByText(`${KIND}: 1 person now. Every borrower is compared with it.`).waitFor();
  await page.getByText(/^0 of \d+ borrowers are compared\./).waitFor();
  await expectAccessibleEverywhere(page, 'the lists while borrowers are compared');
  // Other pages renew themselves every 30 seconds, which would be too late for the third time.
  let asked = 0;
  await page.waitForResponse((response) => response.url().endsWith('/screening/lists') && ++asked === 3);
  await letGo();
  await page.getByText('complete', { exact: true }).waitFor();
  await page.getByRole('cell', { name: 'exposed.csv' }).waitFor();
  await expectAccessibleEverywhere(page, 'the lists');
  await page.getByRole('link', { name: 'cases', exact: true }).click();
  await page.getByRole('table', { name: 'Cases' }).getByText('Mwansa Banda').first().waitFor();
});

test('a large file shows how much of it is sent, and is no bytes of the page', async () => {
  const { page, context } = monde;
  await page.keyboard.press('g');
  await page.keyboard.press('l');
  await page.getByRole('button', { name: /^Import/ }).click();
  await dialog().getByLabel('List', { exact: true }).selectOption({ label: 'Domestic list' });
  const lines = Array.from({ length: 1000 }, (_, at) => `D${at},Mwiza Sakala,,${'x'.repeat(2000)}`);
  const text = `reference,name,birth_date,position\n${lines.join('\n')}\n`;
  await choose({ name: 'large.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  const devtools = await context.newCDPSession(page);
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 500_000 };
  await devtools.send('Network.emulateNetworkConditions', slow);
  // Bytes of the page are copied before they are sent. The page stands still for seconds while 64 MB are.
  await page.evaluate(`(() => {
    const { send } = XMLHttpRequest.prototype;
    XMLHttpRequest.prototype.send = function (body) {
      window.sentBody = body.constructor.name;
      send.call(this, body);
    };
  })()`);
  await press('Read the file');
  await dialog().getByRole('progressbar', { name: 'File sent' }).waitFor();
  await dialog()
    .getByText(/^[01]\.\d of 1\.9 MB are sent\.$/)
    .waitFor();
  await dialog().getByRole('button', { name: 'Import the list' }).waitFor();
  expect(await page.evaluate('window.sentBody')).toBe('File');
  await devtools.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 });
  await press('Cancel');
});

test('a file that changed after it was read is not imported, and is chosen again', async () => {
  const { page, troubles } = monde;
  const file = path.join(os.tmpdir(), `changed-${process.pid}.csv`);
  await writeFile(file, first.buffer);
  await page.getByRole('button', { name: /^Import/ }).click();
  await dialog().getByLabel('List', { exact: true }).selectOption({ label: 'Domestic list' });
  await choose(file);
  await press('Read the file');
  await dialog().getByRole('button', { name: 'Import the list' }).waitFor();
  await writeFile(file, second.buffer);
  const later = new Date(Date.now() + 60_000);
  await utimes(file, later, later);
  await press('Import the list');
  await dialog().getByText('The file cannot be read any more. Please choose it again.').waitFor();
  const others = troubles.filter((trouble) => !trouble.includes('ERR_UPLOAD_FILE_CHANGED'));
  troubles.splice(0, troubles.length, ...others);
  const chooser = page.waitForEvent('filechooser');
  await dialog().getByLabel('File', { exact: true }).click();
  await (await chooser).setFiles(file);
  await press('Read the file');
  await press('Import the list');
  await page.getByText('Domestic list: 2 people now.').waitFor();
  await rm(file);
});

test('an older list comes back only where a person says so', async () => {
  const { page } = monde;
  await page.keyboard.press('g');
  await page.keyboard.press('l');
  const read = async (file: typeof first) => {
    await page.getByRole('button', { name: /^Import/ }).click();
    await dialog().getByLabel('List', { exact: true }).selectOption({ label: KIND });
    await choose(file);
    await press('Read the file');
  };
  await read(first);
  await dialog().getByText('This file is the list that is in use already.').waitFor();
  await press('Cancel');
  await read(second);
  await press('Replace the list');
  await page.getByText(`${KIND}: 2 people now.`).waitFor();
  await read(first);
  await press('Go back to the older list');
  await dialog().getByText('Please say that the older list comes back into use.').waitFor();
  await expectAccessibleEverywhere(page, 'the import of an older list');
  await dialog().getByLabel('The newer list was wrong').check();
  await press('Go back to the older list');
  await page.getByText(`${KIND}: 1 person now.`).waitFor();
});

test('support sees no list, and the address of the lists opens nothing', async () => {
  const { page } = support;
  expect(await page.getByRole('navigation', { name: 'Console' }).textContent()).not.toContain('Lists');
  await page.goto(`${consoleUrl(opened.program)}/lists`);
  await page.getByRole('navigation', { name: 'Console' }).waitFor();
  expect(await page.getByRole('table', { name: 'Lists in use' }).count()).toBe(0);
});

test('the page went wrong nowhere', () => closeScreens(monde, support));
