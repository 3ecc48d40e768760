import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { staffActor } from '../../apps/server/src/book/actor.ts';
import { writeAuditEntry } from '../../apps/server/src/book/staff-audit/staff-audit.ts';
import { closeScreens, type Screen } from '../support/browser.ts';
import { consoleUrl, expectAccessibleEverywhere } from '../support/console-screens.ts';
import { hireAndOpen } from '../support/hired-staff.ts';
import { keyboardOf } from '../support/keyboard.ts';
import { openProgramAndBrowser } from '../support/program-and-browser.ts';
import { asStaffBeside } from '../support/staff-beside.ts';

/* An auditor narrows the audit and reads older entries. */

const opened = openProgramAndBrowser({ env: { DEMO_BORROWERS: 'false' } });

let auditor: Screen;
let page: Page;
/** The searches that the page sent, by what stands after the address of the audit. */
const searches: string[] = [];
beforeAll(async () => {
  [auditor] = await hireAndOpen(opened, { userName: 'thandiwe', name: 'Thandiwe Phiri', role: 'auditor' });
  page = auditor.page;
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname === '/console/api/audit') searches.push(search);
  });
});

const field = (label: string) => page.getByLabel(label, { exact: true });
const rows = () => page.getByRole('table', { name: 'Entries' }).locator('tbody tr');
const address = () => new URL(page.url()).searchParams;

/** Opens the audit, and waits for what it shows. */
async function openAudit(filter = '', shown: Locator = rows().first()): Promise<void> {
  await page.goto(`${consoleUrl(opened.program)}/audit${filter}`);
  await shown.waitFor();
  searches.length = 0;
}

/** What stands below a field, and belongs to it. */
async function below(label: string): Promise<string | undefined> {
  const id = await field(label).getAttribute('aria-describedby');
  return id === null ? undefined : ((await page.locator(`[id="${id}"]`).textContent()) ?? undefined);
}

const BORROWER_PROBLEM = 'Enter the number of a borrower, for example 1204.';
const DAYS_PROBLEM = '“From” is after “Until”. Choose an earlier day.';
const nothingSearched = () => page.getByText('Nothing was searched');

test('a call is chosen by typing its sentence, and the address has its code name', async () => {
  await openAudit();
  const sentence = 'Invite a person; answers the link once. The roles wait for a second person';
  await field('What').locator('option', { hasText: sentence }).waitFor({ state: 'attached' });
  await keyboardOf(page).type(field('What'), 'invite');
  await expect.poll(() => address().get('call')).toBe('inviteStaff');
  await expect.poll(() => rows().filter({ hasNotText: sentence }).count()).toBe(0);
  await page.reload();
  await rows().filter({ hasText: sentence }).first().waitFor();
  await expect.poll(() => field('What').locator('option:checked').textContent()).toBe(sentence);
  expect(await below('What')).toBeUndefined();
});

test('a name of a call that the list does not have is shown as it is, and searched for', async () => {
  await openAudit('?call=aCallOfAnEarlierVersion', page.getByText('No entry fits'));
  await expect.poll(() => below('What')).toBe('No call in the list has this name.');
  expect(await field('What').locator('option:checked').textContent()).toBe('aCallOfAnEarlierVersion');
  await field('What').selectOption('Everything');
  await rows().first().waitFor();
});

test('a borrower that is no number is told at its field, kept, and not searched for', async () => {
  await openAudit();
  await keyboardOf(page).type(field('Borrower number'), 'abc');
  await nothingSearched().waitFor();
  expect(await below('Borrower number')).toBe(BORROWER_PROBLEM);
  expect(await field('Borrower number').inputValue()).toBe('abc');
  await expectAccessibleEverywhere(page, 'the audit with a wrong filter');
  await openAudit('?borrower=abc', nothingSearched());
  expect(await below('Borrower number')).toBe(BORROWER_PROBLEM);
  expect(await field('Borrower number').inputValue()).toBe('abc');
  await field('Borrower number').fill('1204');
  await page.getByText('No entry fits').waitFor();
  expect(await below('Borrower number')).toBeUndefined();
  expect(searches).toEqual(['?borrowerId=1204&pageSize=50']);
});

test('a first day after the last day is told at its field, and not searched for', async () => {
  await openAudit('?until=2026-11-20', page.getByRole('search', { name: 'Filter' }));
  await field('From').fill('2026-11-21');
  await nothingSearched().waitFor();
  expect(await below('From')).toBe(DAYS_PROBLEM);
  expect(await field('From').getAttribute('aria-invalid')).toBe('true');
  expect([await field('From').inputValue(), await field('Until').inputValue()]).toEqual([
    '2026-11-21',
    '2026-11-20',
  ]);
  await field('Until').fill('2026-11-21');
  await nothingSearched().waitFor({ state: 'detached' });
  expect(await below('From')).toBeUndefined();
  expect(searches.filter((search) => search.includes('from='))).toEqual([
    '?from=2026-11-21&until=2026-11-21&pageSize=50',
  ]);
});

test('what the address has and no filter takes is told at each field, and stays in the address', async () => {
  await openAudit('?from=2026-02-31&outcome=lost', nothingSearched());
  expect(await below('From')).toBe('“2026-02-31” is not a day. Choose another.');
  expect(await below('Outcome')).toBe('There is no outcome “lost”. Choose another.');
  await field('Outcome').selectOption('shown');
  await expect.poll(() => address().toString()).toBe('outcome=shown&from=2026-02-31');
});

test('two filters that are typed right after each other both count', async () => {
  await openAudit();
  await field('Person (user name)').fill('chipo');
  await field('Borrower number').fill('1204');
  await expect.poll(() => address().toString()).toBe('person=chipo&borrower=1204');
  expect(await field('Person (user name)').inputValue()).toBe('chipo');
});

test('after “Older entries” and “Newest entries” the focus is on the list, at its first entry', async () => {
  await writeSignOuts(60);
  await openAudit();
  const newest = await numberOf(rows().first());
  const oldestShown = await numberOf(rows().last());
  await page.getByRole('button', { name: 'Older entries' }).press('Enter');
  await expectFocusAtFirstEntry();
  expect(await numberOf(rows().first())).toBe(oldestShown - 1);
  await page.getByRole('button', { name: 'Newest entries' }).press('Enter');
  await expectFocusAtFirstEntry();
  expect(await numberOf(rows().first())).toBeGreaterThanOrEqual(newest);
});

async function expectFocusAtFirstEntry(): Promise<void> {
  await expect.poll(() => focused(page.getByRole('group', { name: 'Entries' }))).toBe(true);
  await page.keyboard.press('Tab');
  expect(await focused(rows().first().getByRole('button'))).toBe(true);
}

const numberOf = async (row: Locator) => Number.parseInt((await row.locator('td').last().textContent())!, 10);
const focused = async (target: Locator) => (await target.and(page.locator(':focus')).count()) === 1;

async function writeSignOuts(count: number): Promise<void> {
  await asStaffBeside(opened.program, async ({ db }) => {
    for (let written = 0; written < count; written += 1) {
      await writeAuditEntry(db, {
        ...{
          at: new Date(),
          actor: staffActor('chipo'),
          staffId: null,
          call: 'staffSignOut',
          outcome: 'done',
        },
        ...{ borrowerId: null, subjectKind: null, subjectId: null, reference: null, detail: {} },
      });
    }
  });
}

test('the page went wrong nowhere', () => closeScreens(auditor));
