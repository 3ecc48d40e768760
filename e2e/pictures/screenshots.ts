import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { startPushService } from '../../apps/server/test/push-service.ts';
import { launchBrowser } from '../support/browser.ts';
import { setup as keepBegunPrograms } from '../support/global-setup.ts';
import { startProgram } from '../support/program.ts';
import { copyWebApp } from '../support/web-release.ts';
import { openPictureBook } from './picture-book.ts';
import { pictureHandset, pictureHomes, pictureMe, picturePaying, pictureTrouble } from './pictured-bills.ts';
import { pictureChannels } from './pictured-channels.ts';
import { pictureClaims } from './pictured-claims.ts';
import { pictureConsole } from './pictured-console.ts';
import { pictureEverywhere } from './pictured-everywhere.ts';
import { pictureFace } from './pictured-face.ts';
import { pictureGoogle } from './pictured-google.ts';
import { pictureHelp } from './pictured-help.ts';
import { pictureInstalling, pictureOffline, pictureUpdating } from './pictured-installed.ts';
import { pictureLink } from './pictured-link.ts';
import { pictureNotifications, picturePhone } from './pictured-phone.ts';
import { pictureBorrowing, pictureDetails, picturePayouts, pictureVisitor } from './pictured-screens.ts';
import { pictureSettings } from './pictured-settings.ts';
import { pictureTurntable } from './pictured-turntable.ts';
import { pictureCoupons, pictureWaysOut } from './pictured-ways-out.ts';

/*
 * Pictures of every screen and state, for looking at: `npm run screenshots`, or of some: `npm run screenshots homes
 * me`.
 */

const CHAPTERS = {
  visitor: pictureVisitor,
  google: pictureGoogle,
  details: pictureDetails,
  face: pictureFace,
  borrowing: pictureBorrowing,
  payouts: picturePayouts,
  homes: pictureHomes,
  trouble: pictureTrouble,
  'ways-out': pictureWaysOut,
  link: pictureLink,
  coupons: pictureCoupons,
  turntable: pictureTurntable,
  paying: picturePaying,
  claims: pictureClaims,
  help: pictureHelp,
  me: pictureMe,
  settings: pictureSettings,
  everywhere: pictureEverywhere,
  channels: pictureChannels,
  console: pictureConsole,
  phone: picturePhone,
  notifications: pictureNotifications,
  installing: pictureInstalling,
  offline: pictureOffline,
  updating: pictureUpdating,
  handset: pictureHandset,
};
type Chapter = keyof typeof CHAPTERS;

/** In the other chapters the notices would cover the screens. */
const FURTHER_SETTINGS: Partial<Record<Chapter, Record<string, string>>> = {
  channels: { NOTICES: 'true' },
  console: { DEMO_STAFF: 'true', DEMO_BORROWERS: 'true', DEMO_HISTORY: 'year' },
  face: { FACE_REQUIRED: 'true', UNCHECKED_IDENTITY_IS_VALID: 'false' },
  phone: { READS_MESSAGES: 'true' },
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in CHAPTERS));
if (unknown.length > 0)
  throw new Error(`There is no ${unknown.join(', ')}: only ${Object.keys(CHAPTERS).join(', ')}`);
const chapters = wanted.length > 0 ? (wanted as Chapter[]) : (Object.keys(CHAPTERS) as Chapter[]);

/** The pictures that the README shows, small enough for a slow line. */
const README_PICTURES = {
  360: ['home-signed-out', 'estimate', 'payment-waiting', 'home-active'],
  1280: ['console-today', 'console-request'],
};
const SMALL_PICTURE_BYTES = 80_000;
/** The pictures that a browser shows before it installs the app, as the manifest names them. */
const INSTALL_PICTURES = ['home-signed-out-360', 'estimate-360', 'home-active-360', 'home-signed-out-1280'];

const folder = path.join(import.meta.dirname, '../../screenshots');
const readmeFolder = path.join(import.meta.dirname, '../../docs/pictures');
const installFolder = path.join(import.meta.dirname, '../../apps/web/public/install');
const book = await openPictureBook(folder);
// Launched first: the browser of a run of tests ends with its worker only, and this command would not end.
const browser = await launchBrowser();
const forgetBegun = await keepBegunPrograms();
try {
  for (const chapter of chapters) await takeChapter(chapter);
} finally {
  await browser.close();
  await forgetBegun();
}
if (wanted.length === 0) {
  for (const [width, names] of Object.entries(README_PICTURES))
    for (const name of names) await keepSmall(`${name}-${width}`, readmeFolder, name);
  for (const name of INSTALL_PICTURES) await keepSmall(name, installFolder, name);
}
for (const file of await book.close()) console.log(path.join('screenshots', file));
console.log(`All of them: ${path.join('screenshots', 'index.html')}`);

/** Each chapter has a program of its own, because many of them pay loans that other chapters show unpaid. */
async function takeChapter(chapter: Chapter): Promise<void> {
  const webApp = await copyWebApp();
  const pushService = await startPushService();
  const program = await startProgram({
    env: {
      OPERATOR_TIMEOUT_MS: '3000',
      WEB_APP_DIR: webApp.folder,
      PUSH_SERVICES: pushService.url,
      ...FURTHER_SETTINGS[chapter],
    },
    // What other programs begin with has no year behind it.
    fromNothing: chapter === 'console',
  });
  try {
    await CHAPTERS[chapter]({ book, browser, program, webApp, pushService });
  } finally {
    await program.stop();
    await pushService.close();
    await webApp.remove();
  }
}

async function keepSmall(picture: string, place: string, name: string): Promise<void> {
  await mkdir(place, { recursive: true });
  const small = path.join(place, `${name}.webp`);
  await sharp(path.join(folder, `${picture}.png`))
    .resize({ width: 1280, withoutEnlargement: true })
    .webp({ quality: 75 })
    .toFile(small);
  const { size } = await stat(small);
  if (size > SMALL_PICTURE_BYTES) throw new Error(`${small} has ${size} bytes, which is too much`);
}
