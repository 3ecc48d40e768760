import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { launchBrowser } from './browser.ts';
import { openPictureBook } from './picture-book.ts';
import { pictureHandset, pictureHomes, pictureMe, picturePaying, pictureTrouble } from './pictured-bills.ts';
import { pictureBorrowing, pictureDetails, picturePayouts, pictureVisitor } from './pictured-screens.ts';
import { startProgram } from './program.ts';

/* Pictures of every screen and state, for looking at: `npm run screenshots`. */

/** The pictures that the README shows, small enough for a slow line. */
const README_PICTURES = ['home-signed-out', 'estimate', 'payment-waiting', 'home-active'];
const README_PICTURE_BYTES = 80_000;

const folder = path.join(import.meta.dirname, '../screenshots');
const readmeFolder = path.join(import.meta.dirname, '../docs/pictures');
const book = await openPictureBook(folder);
const program = await startProgram({ env: { OPERATOR_TIMEOUT_MS: '3000' } });
try {
  const browser = await launchBrowser();
  try {
    const tour = { book, browser, program };
    for (const take of [
      pictureVisitor,
      pictureDetails,
      pictureBorrowing,
      picturePayouts,
      pictureHomes,
      pictureTrouble,
      picturePaying,
      pictureMe,
      pictureHandset,
    ]) {
      await take(tour);
    }
  } finally {
    await browser.close();
  }
} finally {
  await program.stop();
}
await mkdir(readmeFolder, { recursive: true });
for (const name of README_PICTURES) {
  const small = path.join(readmeFolder, `${name}.webp`);
  await sharp(path.join(folder, `${name}-360.png`))
    .webp({ quality: 80 })
    .toFile(small);
  const { size } = await stat(small);
  if (size > README_PICTURE_BYTES) throw new Error(`${small} has ${size} bytes, which is too much`);
}
for (const file of await book.close()) console.log(path.join('screenshots', file));
console.log(`All of them: ${path.join('screenshots', 'index.html')}`);
