import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keptPicture, type SampleFace } from '../../apps/server/src/simulator/sample-pictures.ts';
import {
  closeScreens,
  expectAccessible,
  type KeptState,
  launchBrowser,
  openScreen,
  PHONE,
  type Screen,
  untilKept,
  withoutNetwork,
} from '../support/browser.ts';
import { cameraArguments, filmForCamera, type Scene } from '../support/fake-camera.ts';
import { BWALYA, CHANDA, MUTALE, signUpWithCard, startFaceCheck } from '../support/identity-screens.ts';
import { type Program, startProgram } from '../support/program.ts';

/* Card and face on a phone of 360 × 640, with a camera that Chromium makes up, with none, and with a person of the demo. */

const WITH_CHECKS = { FACE_REQUIRED: 'true', UNCHECKED_IDENTITY_IS_VALID: 'false' };

let program: Program;
/** Without a camera. */
let browser: Browser;
let films: string;
/** Of a borrower whose card has the face of person a. */
let kept: KeptState;

beforeAll(async () => {
  films = await mkdtemp(path.join(tmpdir(), 'thumba-films-'));
  program = await startProgram({ env: { ...WITH_CHECKS, DEMO_BORROWERS: 'false' } });
  browser = await launchBrowser();
  const app = await signUpWithCard(browser, program, '0967200001', CHANDA, 'a');
  kept = await app.context.storageState();
  await closeScreens(app);
});
afterAll(async () => {
  await browser?.close();
  await program?.stop();
  await rm(films, { recursive: true, force: true });
});

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

/** The app of the kept borrower, in a browser whose camera shows this person. */
async function openWithCamera(scene: Scene) {
  const ownBrowser = await launchBrowser(cameraArguments(await filmForCamera(scene, films)));
  const app = await openScreen(ownBrowser, program.url, PHONE, kept, { serviceWorkers: 'allow' });
  await untilKept(app.page);
  return { app, close: () => closeScreens(app).finally(() => ownBrowser.close()) };
}

test('the start says why, how, what is kept and how to have a person instead, before any camera', async () => {
  const app = await openScreen(browser, `${program.url}/face/face-start`, PHONE, kept);
  const { page } = app;
  for (const name of ['Why we ask for your face', 'How it works', 'What we keep', 'If you do not want this'])
    await heading(page, name).waitFor();
  await page.getByText('The lender may compare pictures of my face').waitFor();
  await expectAccessible(page, 'the start of the face check');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.getByText('Please agree first').waitFor();
  await page.goto(`${program.url}/face/face-recognition`);
  await page.waitForURL('**/face/face-start');
  await closeScreens(app);
});

test('an address that is typed by hand does not say that the face was checked', async () => {
  const app = await openScreen(browser, `${program.url}/face/face-success?outcome=pass`, PHONE, kept);
  await heading(app.page, 'Why we ask for your face').waitFor();
  await heading(app.page, 'Confirm Identity').waitFor();
  expect(await app.page.getByText('We know it is you').count()).toBe(0);
  await closeScreens(app);
});

test('the guide is loaded after the agreement, and WebAssembly runs in it alone', async () => {
  const { app, close } = await openWithCamera('empty room');
  const { page } = app;
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  // The page stays the one of home, whose policy allows no WebAssembly.
  await page.evaluate(`history.pushState({}, '', '/face/face-start')`);
  await page.getByRole('heading', { name: 'Why we ask for your face' }).waitFor();
  expect(loaded.filter((address) => address.startsWith('/face/assets/'))).toEqual([]);
  await startFaceCheck(page, 'Start');
  await page.getByRole('status').getByText('Put your face in the oval').waitFor();
  expect(loaded.filter((address) => address.endsWith('.wasm'))).toHaveLength(1);
  const smallest = '[0, 97, 115, 109, 1, 0, 0, 0]';
  const compiled = await page.evaluate(
    `WebAssembly.compile(new Uint8Array(${smallest})).then(() => 'allowed', () => 'refused')`,
  );
  expect(compiled).toBe('refused');
  await expectAccessible(page, 'the camera that sees nobody');
  await page.getByRole('button', { name: 'Back' }).click();
  await page.waitForURL('**/face/face-start');
  expect(await page.evaluate(`document.querySelector('video')`)).toBeNull();
  app.troubles.splice(0, app.troubles.length, ...app.troubles.filter((one) => !/WebAssembly/.test(one)));
  await close();
});

test('a guide that does not load, or does not answer, leads to one picture without it', async () => {
  const ownBrowser = await launchBrowser(cameraArguments(await filmForCamera('empty room', films)));
  const app = await openScreen(ownBrowser, 'about:blank', PHONE, kept);
  const { page } = app;
  await page.clock.install();
  const startWith = async (answer: { status: number; body: string }) => {
    await page.route('**/face/assets/detector-worker*', (route) =>
      route.fulfill({ ...answer, contentType: 'text/javascript' }),
    );
    await page.goto(`${program.url}/face/face-start`);
    await startFaceCheck(page, 'Start');
  };
  const tellsAndSwitchesOff = async () => {
    await page.getByText('The guide did not load').waitFor();
    expect(await page.evaluate(`document.querySelector('video').srcObject`)).toBeNull();
  };
  // One that says nothing, and one that is ready and then says nothing.
  for (const body of ['', `postMessage({ state: 'ready' });`]) {
    await startWith({ status: 200, body });
    await page.getByText(/^Loading the guide/).waitFor();
    await page.clock.fastForward(46_000);
    await tellsAndSwitchesOff();
  }
  await startWith({ status: 404, body: '' });
  await tellsAndSwitchesOff();
  await expectAccessible(page, 'a guide that did not load');
  await page.getByRole('button', { name: 'Send one picture without the guide' }).click();
  await heading(page, 'One picture of your face').waitFor();
  app.troubles.splice(0, app.troubles.length, ...app.troubles.filter((one) => !/detector-worker/.test(one)));
  await closeScreens(app).finally(() => ownBrowser.close());
});

test('the face of another person does not pass, and is told what to do', async () => {
  const { app, close } = await openWithCamera('c');
  const { page } = app;
  await page.goto(`${program.url}/face/face-start`);
  await startFaceCheck(page, 'Start');
  await page.getByText('Please take the pictures again', { exact: true }).waitFor({ timeout: 240_000 });
  await page.getByText('Your face did not match the picture on your card').waitFor();
  await page.getByText('You can try 2 more times.').waitFor();
  await expectAccessible(page, 'a face that does not match');
  await page.getByRole('button', { name: 'Take them again' }).click();
  await page
    .getByRole('status')
    .filter({ hasText: /oval|still|camera|closer|away|light|turn your head|nod/i })
    .waitFor();
  await close();
});

/** Takes the network away from the fourth picture that is sent, and answers how many were sent so far. */
async function loseNetworkWhileSending({ context }: Screen): Promise<() => number> {
  let sent = 0;
  await context.route('**/uploadBase64', async (route) => {
    sent += 1;
    if (sent === 4) await context.setOffline(true);
    await route.continue();
  });
  return () => sent;
}

test('the face of the card passes, also where the network is lost while the pictures are sent', async () => {
  const { app, close } = await openWithCamera('a');
  const { page } = app;
  const sent = await loseNetworkWhileSending(app);
  await page.goto(`${program.url}/face/face-start`);
  await page.getByText('You agreed to this.').waitFor();
  await startFaceCheck(page, 'Start');
  await page.getByText(/^Movement \d of 3$/).waitFor();
  await page.getByText(/^[0-5]:\d\d left$/).waitFor();
  await expectAccessible(page, 'the movements');
  await page.getByText('Your pictures were not sent').waitFor({ timeout: 240_000 });
  await expectAccessible(page, 'pictures that were not sent');
  await withoutNetwork(app, async () => undefined);
  await page.getByText('We know it is you').waitFor({ timeout: 150_000 });
  // Ten pictures, and the one that was lost twice: while the movements were taken, and after them.
  expect(sent()).toBe(12);
  await heading(page, 'Successful').waitFor();
  await expectAccessible(page, 'a face that passed');
  await page.goto(`${program.url}/face/face-start`);
  await page.getByText('We have what we need for your face check').waitFor();
  await close();
}, 420_000);

/** One picture of this face from the gallery, which is not sent yet. */
async function choosePictureOfFace(page: Page, face: SampleFace): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Gallery' }).click();
  const buffer = await keptPicture(face, 'facing');
  await (await chooser).setFiles({ name: 'face.jpg', mimeType: 'image/jpeg', buffer });
  await page.getByAltText('Your picture').waitFor();
}

test('without a camera one picture goes to a person', async () => {
  const app = await signUpWithCard(browser, program, '0967200002', BWALYA, 'd');
  const { page } = app;
  await page.goto(`${program.url}/face/face-start`);
  await startFaceCheck(page, 'Start');
  await page.getByText('We cannot see the camera').waitFor();
  await expectAccessible(page, 'no camera');
  await page.getByRole('button', { name: 'Send one picture without the guide' }).click();
  await choosePictureOfFace(page, 'd');
  await expectAccessible(page, 'one picture of a face');
  await page.getByRole('button', { name: 'Send this picture' }).click();
  await page.getByText('A person will compare them with your card.').waitFor();
  await expectAccessible(page, 'a face that a person looks at');
  await page.reload();
  await page.getByText('We have what we need for your face check').waitFor();
  await closeScreens(app);
});

test('a picture that was not compared is not called unsent, and a check that was done elsewhere shows its end', async () => {
  const app = await signUpWithCard(browser, program, '0967200003', MUTALE, 'c');
  const { page } = app;
  await page.goto(`${program.url}/face/face-start`);
  await startFaceCheck(page, 'Send one picture without the guide');
  await choosePictureOfFace(page, 'c');
  const answerWith = (code: number, msg: string, data: object | null) =>
    page.route('**/verifyFace', async (route) => {
      if (data !== null) await route.fetch();
      await route.fulfill({ json: { code, msg, data } });
    });
  await answerWith(503, 'We are comparing many faces.', null);
  await page.getByRole('button', { name: 'Send this picture' }).click();
  await page.getByText('Your pictures were not compared').waitFor();
  await page.getByText('We are comparing many faces.').waitFor();
  await page.unrouteAll();
  // As if the check had been done on another phone.
  await answerWith(409, 'Your face check is done.', { reason: 'face_done' });
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('We have what we need for your face check').waitFor();
  await closeScreens(app);
});
