import type { Browser, Page } from 'playwright-core';
import { CARD_LAYOUTS, type CardPerson } from '../../apps/server/src/simulator/card-layouts.ts';
import { drawCardBack, drawCardFront } from '../../apps/server/src/simulator/sample-card.ts';
import { cutForCard, keptPicture, type SampleFace } from '../../apps/server/src/simulator/sample-pictures.ts';
import { choose, logIn } from './borrower-screens.ts';
import { openScreen, type Screen } from './browser.ts';
import { openHandsetPage } from './handset-page.ts';
import type { Program } from './program.ts';

/** People whose cards are drawn. */
export const CHANDA = {
  idNumber: '318204/10/1',
  firstName: 'Chanda',
  lastName: 'Mwale',
  birthDate: '1992-04-17',
  gender: 'F',
  district: 'Lusaka',
  village: 'Kafue',
} as const;
export const BWALYA = { ...CHANDA, idNumber: '318205/10/1', firstName: 'Bwalya' } as const;
export const MUTALE = { ...CHANDA, idNumber: '318206/10/1', firstName: 'Mutale' } as const;

/** Registers a borrower whose NRC has this face, and shows its pictures. The forms after it are not filled in. */
export async function signUpWithCard(
  browser: Browser,
  program: Program,
  mobile: string,
  person: CardPerson,
  face: SampleFace,
): Promise<Screen> {
  const handset = await openHandsetPage(browser, program.simulatorUrl, mobile);
  const app = await openScreen(browser, program.url);
  await logIn(app.page, handset, mobile);
  await handset.screen.context.close();
  await app.page.getByRole('link', { name: 'Start' }).click();
  await sendCard(app.page, person, face);
  await app.page.getByRole('button', { name: 'Confirm' }).click();
  await app.page.getByRole('heading', { name: 'Personal information' }).waitFor();
  return app;
}

/** Shows both sides of the card, and types what is on it over what was read. */
async function sendCard(page: Page, person: CardPerson, face: SampleFace): Promise<void> {
  const layout = CARD_LAYOUTS[0]!;
  const portrait = await cutForCard(await keptPicture(face, 'facing'));
  const sides = [
    ['Front of the card', await drawCardFront(person, { layout, portrait })],
    ['Back of the card', await drawCardBack(person, { layout })],
  ] as const;
  for (const [side, buffer] of sides) {
    const picture = page.getByRole('group', { name: side });
    const chooser = page.waitForEvent('filechooser');
    await picture.getByRole('button', { name: 'Gallery' }).click();
    await (await chooser).setFiles({ name: 'card.jpg', mimeType: 'image/jpeg', buffer });
    await picture.getByText('Received').waitFor();
  }
  await typeCard(page, person);
}

/** Types what is on the card, once nothing is being read any more. */
async function typeCard(
  page: Page,
  person: Pick<CardPerson, 'idNumber' | 'firstName' | 'lastName' | 'birthDate' | 'gender'>,
): Promise<void> {
  await page.getByText('Reading your card…').waitFor({ state: 'hidden' });
  await page.getByLabel('NRC number').fill(person.idNumber);
  await page.getByLabel('First name').fill(person.firstName);
  await page.getByLabel('Last name').fill(person.lastName);
  const [year, month, day] = person.birthDate.split('-');
  const born = page.getByRole('group', { name: 'Date of birth' });
  await born.getByLabel('Day').fill(day!);
  await born.getByLabel('Month').fill(month!);
  await born.getByLabel('Year').fill(year!);
  await choose(page, person.gender === 'F' ? 'Female' : 'Male');
}

/** Agrees to the comparison of the face, and starts the check. */
export async function startFaceCheck(page: Page, button: string | RegExp): Promise<void> {
  await page.getByRole('heading', { name: 'Why we ask for your face' }).waitFor();
  const agreement = page.getByRole('checkbox', { name: 'I agree' });
  if ((await agreement.count()) > 0) await agreement.check();
  await page.getByRole('button', { name: button, exact: typeof button === 'string' }).click();
}
