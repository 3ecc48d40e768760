import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { keptPicture, type SampleFace } from '../../apps/server/src/simulator/sample-pictures.ts';
import { choosePicture, logIn } from '../support/borrower-screens.ts';
import { type KeptState, launchBrowser, openScreen, PHONE } from '../support/browser.ts';
import { cameraArguments, filmForCamera, type Scene } from '../support/fake-camera.ts';
import { openHandsetPage } from '../support/handset-page.ts';
import { BWALYA, CHANDA, signUpWithCard, startFaceCheck } from '../support/identity-screens.ts';
import type { Tour } from './pictured-screens.ts';

/** Reading the card and the check of the face. */
export async function pictureFace(tour: Tour): Promise<void> {
  tour.book.chapter('Card and face');
  await pictureReading(tour);
  const app = await signUpWithCard(tour.browser, tour.program, '0967300001', CHANDA, 'a');
  const kept = await app.context.storageState();
  await app.context.close();
  await pictureWithoutCamera(tour, kept);
  const films = await mkdtemp(path.join(tmpdir(), 'thumba-films-'));
  try {
    await pictureAdvice(tour, kept, films);
    await pictureCheck(tour, kept, films);
    await pictureReferral(tour);
  } finally {
    await rm(films, { recursive: true, force: true });
  }
}

const READ = { ...CHANDA, confidence: 0.9 };
/** What the server says of a picture, and what it read. */
const VERDICTS = {
  read: { ...READ, message: 'We read your NRC. Please check each field.' },
  dark: {
    confidence: 0,
    message: 'This picture is too dark. Please take it again where there is more light.',
  },
};

async function pictureReading({ book, browser, program }: Tour): Promise<void> {
  const mobile = '0967300002';
  const handset = await openHandsetPage(browser, program.simulatorUrl, mobile);
  const { page, context } = await openScreen(browser, program.url);
  await logIn(page, handset, mobile);
  await handset.screen.context.close();
  await page.goto(`${program.url}/authentication/identity`);
  for (const picture of ['dark', 'read'] as const) {
    await page.unrouteAll();
    await page.route('**/addOrUpdateUserOcrInfoV3', (route) =>
      route.fulfill({ json: { code: 200, msg: 'OK', data: { picture, ...VERDICTS[picture] } } }),
    );
    await choosePicture(page, 'Front of the card', CHANDA);
    await page.getByText(VERDICTS[picture].message).waitFor();
    await book.take(page, `identity-${picture}`);
  }
  await context.close();
}

async function pictureWithoutCamera({ book, browser, program }: Tour, kept: KeptState): Promise<void> {
  const { page, context } = await openScreen(browser, `${program.url}/face/face-start`, PHONE, kept);
  await page.getByRole('heading', { name: 'Why we ask for your face' }).waitFor();
  await book.take(page, 'face-start');
  await startFaceCheck(page, 'Start');
  await page.getByText('We cannot see the camera').waitFor();
  await book.take(page, 'face-no-camera');
  await page.getByRole('button', { name: 'Send one picture without the guide' }).click();
  await page.getByText('One picture of your face').waitFor();
  await book.take(page, 'face-one-picture');
  await context.close();
}

/** A browser whose camera shows this scene, at the check. */
async function atCamera({ program }: Tour, kept: KeptState, scene: Scene, films: string) {
  const browser = await launchBrowser(cameraArguments(await filmForCamera(scene, films)));
  const { page } = await openScreen(browser, `${program.url}/face/face-start`, PHONE, kept);
  await startFaceCheck(page, 'Start');
  return { page, close: () => browser.close() };
}

async function pictureAdvice(tour: Tour, kept: KeptState, films: string): Promise<void> {
  const scenes = [
    ['empty room', 'Put your face in the oval'],
    ['dark room', 'It is too dark'],
    ['two people', 'Only you may be in the picture'],
  ] as const;
  for (const [scene, advice] of scenes) {
    const { page, close } = await atCamera(tour, kept, scene, films);
    await page.getByText(advice).waitFor();
    await tour.book.take(page, `face-${scene.replace(' ', '-')}`);
    await close();
  }
}

async function pictureCheck(tour: Tour, kept: KeptState, films: string): Promise<void> {
  const { book } = tour;
  const { page, close } = await atCamera(tour, kept, 'a', films);
  const held = holdAnswers(page);
  await held.ready;
  await page.getByText(/^Movement 1 of 3$/).waitFor();
  await book.take(page, 'face-movements');
  await page.getByText('2 other people are before you').waitFor({ timeout: 150_000 });
  await book.take(page, 'face-waiting');
  await held.answer({
    isAuth: 0,
    outcome: 'again',
    message: 'Your face did not match the picture on your card. Please take the pictures again.',
    triesLeft: 2,
  });
  await page.getByText('You can try 2 more times').waitFor();
  await book.take(page, 'face-again');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Take them again' }).click();
  await page.getByText('We know it is you').waitFor({ timeout: 150_000 });
  await book.take(page, 'face-passed');
  await close();
}

/** Lets the first comparison wait behind two others, until its answer is given. */
function holdAnswers(page: Page) {
  const given = Promise.withResolvers<object>();
  const reply = (data: object) => ({ json: { code: 200, msg: 'OK', data } });
  const ready = Promise.all([
    page.route('**/faceProgress', (route) => route.fulfill(reply({ place: 2 }))),
    page.route('**/verifyFace', async (route) => route.fulfill(reply(await given.promise))),
  ]);
  return { ready, answer: given.resolve };
}

async function pictureReferral({ book, browser, program }: Tour): Promise<void> {
  const face: SampleFace = 'd';
  const { page, context } = await signUpWithCard(browser, program, '0967300003', BWALYA, face);
  await page.goto(`${program.url}/face/face-start`);
  await startFaceCheck(page, 'Send one picture without the guide');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Gallery' }).click();
  const buffer = await keptPicture(face, 'facing');
  await (await chooser).setFiles({ name: 'face.jpg', mimeType: 'image/jpeg', buffer });
  await page.getByAltText('Your picture').waitFor();
  await book.take(page, 'face-one-picture-taken');
  await page.getByRole('button', { name: 'Send this picture' }).click();
  await page.getByText('A person will compare them with your card.').waitFor();
  await book.take(page, 'face-referred');
  await context.close();
}
