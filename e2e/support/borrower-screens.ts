import { readFile } from 'node:fs/promises';
import type { Browser, Locator, Page } from 'playwright-core';
import { extractText, getDocumentProxy } from 'unpdf';
import { demoBorrowers, demoDeviceSecret } from '../../apps/server/src/demo/demo-borrowers.ts';
import { drawnCard } from '../../apps/server/src/demo/drawn-card.ts';
import { openScreen, type Screen } from './browser.ts';
import { type HandsetPage, openHandsetPage } from './handset-page.ts';
import type { Program } from './program.ts';

/** The number of the demo's borrower who is in this state. */
export function demoMobile(state: string): string {
  return demoBorrowers.find((borrower) => borrower.state === state)!.mobile;
}

/** Opens the app and the phone of a borrower, who is logged in. */
export async function openAndLogIn(
  { program, browser }: { program: Program; browser: Browser },
  mobile: string,
): Promise<{ app: Screen; handset: HandsetPage }> {
  const handset = await openHandsetPage(browser, program.simulatorUrl, mobile);
  const app = await openScreen(browser, program.url);
  await logIn(app.page, handset, mobile);
  return { app, handset };
}

/** Logs in with the code from the phone's SMS. Borrowers of the demo log in on the phone that they registered with, unless the test says that it is a new one. */
export async function logIn(
  page: Page,
  handset: HandsetPage,
  mobile: string,
  phone: 'own' | 'new' = 'own',
): Promise<void> {
  await page.getByRole('button', { name: 'Log in' }).click();
  await logInOnPanel(page, handset, mobile, phone);
}

/** Makes this browser the phone with which a borrower of the demo registered. */
export async function takeOwnPhone(page: Page, mobile: string): Promise<void> {
  if (!demoBorrowers.some((borrower) => borrower.mobile === mobile)) return;
  const secret = demoDeviceSecret(mobile);
  await page.evaluate((value) => localStorage.setItem('deviceSecret', value), secret);
}

export async function logInOnPanel(
  page: Page,
  handset: HandsetPage,
  mobile: string,
  phone: 'own' | 'new' = 'own',
): Promise<void> {
  if (phone === 'own') await takeOwnPhone(page, mobile);
  const panel = loginPanel(page);
  await panel.getByLabel('Mobile number').fill(mobile);
  await panel.getByRole('button', { name: 'Obtain' }).click();
  await panel.getByLabel('Verification code').fill(await handset.readCode());
  await panel.getByRole('checkbox', { name: 'I have read' }).check();
  await panel.getByRole('button', { name: 'Log In' }).click();
  await panel.waitFor({ state: 'hidden' });
  await panelLeftHistory(page);
}

/** The panel leaves the history a moment after the screen. A page that is loaded in between would be left again. */
async function panelLeftHistory(page: Page): Promise<void> {
  const isThere = `Boolean(history.state?.overlay) && document.querySelector('[role=dialog]') === null`;
  while (await page.evaluate(isThere)) await page.waitForTimeout(20);
}

/** The four digits that a new device asks a borrower of the demo for. */
export function demoIdentityDigits(mobile: string): string {
  return demoBorrowers.find((borrower) => borrower.mobile === mobile)!.idNumber.slice(2, 6);
}

/** Enters the second code from the phone's SMS, and the digits of the NRC where the sheet asks for them. */
export async function enterSecondCode(
  page: Page,
  handset: HandsetPage,
  title: string,
  identityDigits?: string,
): Promise<void> {
  const sheet = page.getByRole('dialog', { name: title });
  await sheet.getByText('we sent six digits').waitFor();
  await sheet.getByLabel('The six digits').fill(await handset.readCode());
  if (identityDigits !== undefined) await sheet.getByLabel('Digits 3 to 6').fill(identityDigits);
  await sheet.getByRole('button', { name: 'Confirm' }).click();
}

export function loginPanel(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Log in' });
}

type Identity = { firstName: string; lastName: string; idNumber: string };

/** Uploads both pictures from the gallery and types the data of the card over what was read from it. */
export async function fillIdentity(page: Page, identity: Identity): Promise<void> {
  await choosePicture(page, 'Front of the card', identity);
  await choosePicture(page, 'Back of the card', identity);
  await page.getByLabel('NRC number').fill(identity.idNumber);
  await page.getByLabel('First name').fill(identity.firstName);
  await page.getByLabel('Last name').fill(identity.lastName);
  const born = page.getByRole('group', { name: 'Date of birth' });
  await born.getByLabel('Day').fill('17');
  await born.getByLabel('Month').fill('4');
  await born.getByLabel('Year').fill('1992');
  await choose(page, 'Female');
}

/** Uploads one side of the card from the gallery. `press` opens the gallery otherwise than by a tap. */
export async function choosePicture(
  page: Page,
  side: string,
  identity: Identity,
  press: (button: Locator) => Promise<void> = (button) => button.click(),
): Promise<void> {
  const picture = page.getByRole('group', { name: side });
  const chooser = page.waitForEvent('filechooser');
  await press(picture.getByRole('button', { name: 'Gallery' }));
  await (await chooser).setFiles(await cardFile(identity));
  await picture.getByText('Received').waitFor();
}

async function cardFile(identity: Identity) {
  const [, base64] = (await drawnCard(identity)).split(',');
  return { name: 'card.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(base64!, 'base64') };
}

export async function fillPersonalInformation(page: Page, monthlyIncome: string): Promise<void> {
  await page.getByLabel('Email (optional)').fill('chanda@example.com');
  await page.getByLabel('Marital status').selectOption({ label: 'Married' });
  await page.getByLabel('Education').selectOption({ label: 'Secondary school' });
  await page.getByLabel('Employment').selectOption({ label: 'Employed by a company' });
  await page.getByLabel('Monthly income').fill(monthlyIncome);
  await page.getByLabel('Pay day').fill('28');
  await page.getByRole('button', { name: /^District/ }).click();
  const picker = page.getByRole('dialog', { name: /^Choose your/ });
  await picker.getByRole('button', { name: 'Lusaka' }).click();
  await picker.getByRole('button', { name: 'Kafue' }).click();
  await picker.waitFor({ state: 'hidden' });
  await page.getByLabel('Address').fill('12 Independence Avenue');
}

let filledContacts = 0;

/** Each borrower names contacts of their own, because borrowers who name the same contact are referred to staff. */
export async function fillContacts(page: Page): Promise<void> {
  filledContacts += 1;
  const ending = String(filledContacts).padStart(3, '0');
  const contacts = [
    ['Grace Tembo', 'Brother or sister', `0977555${ending}`],
    ['Moses Tembo', 'Friend', `0967555${ending}`],
  ] as const;
  for (const [index, [name, relation, mobile]] of contacts.entries()) {
    await page.getByLabel('Name').nth(index).fill(name);
    await page.getByLabel('Relation').nth(index).selectOption({ label: relation });
    await page.getByLabel('Mobile number').nth(index).fill(mobile);
  }
}

/** Taps the label of a chip or a row, because its radio button is hidden. */
export async function choose(scope: Page | Locator, label: string): Promise<void> {
  await scope.locator('label').getByText(label, { exact: true }).click();
}

/** The main button of a bill: the whole loan where that comes first, and otherwise the bill. */
export function payButton(scope: Page | Locator): Locator {
  return scope.getByRole('button', { name: /^(Pay the bill|Pay off now: )/ }).first();
}

/** The figure beside a name, as on a bill. */
export async function figure(scope: Page | Locator, name: string | RegExp): Promise<string> {
  const value = scope.locator('dt', { hasText: name }).locator('xpath=following-sibling::dd');
  return (await value.textContent())!.trim();
}

/** Taps the button and waits for the downloaded file. */
export async function downloadPaper(
  page: Page,
  name: string,
  afterwards?: () => Promise<void>,
): Promise<{ fileName: string; text: string }> {
  const arriving = page.waitForEvent('download');
  await page.getByRole('button', { name }).click();
  await afterwards?.();
  const file = await arriving;
  const { text } = await extractText(
    await getDocumentProxy(new Uint8Array(await readFile(await file.path()))),
    { mergePages: true },
  );
  return { fileName: file.suggestedFilename(), text: text.replace(/\s+/g, ' ') };
}
