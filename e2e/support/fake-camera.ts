import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import {
  type FacePicture,
  keptPicture,
  type SampleFace,
  takenAgain,
} from '../../apps/server/src/simulator/sample-pictures.ts';

/* A camera for Chromium that shows a sample person who looks ahead, turns and nods, over and over. */

/** Chromium shows a file of JPEGs at this rate. */
const FRAMES_PER_SECOND = 30;
/** A picture stands for a fifth of a second, as with a slow camera. No two pictures of a film are the same. */
const FRAMES_OF_PICTURE = 6;
const FILM_WIDTH = 640;
const FILM_HEIGHT = 480;

/** What is seen and for how many seconds. */
const MOVEMENTS: readonly (readonly [seconds: number, pictures: readonly FacePicture[]])[] = [
  [1.5, ['facing']],
  [1.5, ['left-1', 'left-2', 'left-3']],
  [0.9, ['facing']],
  [1.5, ['right-1', 'right-2', 'right-3']],
  [0.9, ['facing']],
  [1.8, ['nod-1', 'facing', 'nod-2', 'nod-3', 'nod-2', 'facing']],
];

/** A person who moves as the check asks, or what the guide has to tell. */
export type Scene = SampleFace | 'empty room' | 'dark room' | 'two people';

/** Writes the film of a scene, and answers the path of the file. */
export async function filmForCamera(
  scene: Scene,
  folder: string,
  random: () => number = Math.random,
): Promise<string> {
  const pictures = await picturesOf(scene, random);
  const path = join(folder, `camera-${scene.replaceAll(' ', '-')}.mjpeg`);
  writeFileSync(path, Buffer.concat(pictures.flatMap((picture) => Array(FRAMES_OF_PICTURE).fill(picture))));
  return path;
}

/** The arguments with which Chromium has the film as its camera, and does not ask whether a page may use it. */
export function cameraArguments(film: string): string[] {
  return [
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-video-capture=${film}`,
  ];
}

async function picturesOf(scene: Scene, random: () => number): Promise<Buffer[]> {
  switch (scene) {
    case 'empty room':
      return [await emptyRoom()];
    case 'dark room':
      return [
        await sharp(await facing('a'))
          .linear(0.15)
          .jpeg()
          .toBuffer(),
      ];
    case 'two people':
      return [await sideBySide(await facing('a'), await facing('d'))];
    default:
      return movements(scene, random);
  }
}

async function facing(face: SampleFace): Promise<Buffer> {
  return asFilmPicture(await keptPicture(face, 'facing'));
}

function sideBySide(left: Buffer, right: Buffer): Promise<Buffer> {
  const half = (picture: Buffer) =>
    sharp(picture)
      .resize(FILM_WIDTH / 2, FILM_HEIGHT, { fit: 'contain' })
      .toBuffer();
  return Promise.all([half(left), half(right)]).then(([first, second]) =>
    sharp({ create: { width: FILM_WIDTH, height: FILM_HEIGHT, channels: 3, background: '#cfd6cc' } })
      .composite([
        { input: first, left: 0, top: 0 },
        { input: second, left: FILM_WIDTH / 2, top: 0 },
      ])
      .jpeg({ quality: 84 })
      .toBuffer(),
  );
}

async function movements(face: SampleFace, random: () => number): Promise<Buffer[]> {
  const film: Buffer[] = [];
  for (const [seconds, pictures] of MOVEMENTS) {
    const count = Math.round((seconds * FRAMES_PER_SECOND) / FRAMES_OF_PICTURE);
    for (let place = 0; place < count; place += 1) {
      const picture = pictures[Math.floor((place * pictures.length) / count)]!;
      film.push(await asFilmPicture(await takenAgain(await keptPicture(face, picture), random)));
    }
  }
  return film;
}

/** Cameras see more beside a face than a portrait has: the room beside it goes on as a mirror would show it. */
async function asFilmPicture(portrait: Buffer): Promise<Buffer> {
  const middle = await sharp(portrait).extract({ left: 0, top: 60, width: 480, height: 480 }).toBuffer();
  const aside = (FILM_WIDTH - FILM_HEIGHT) / 2;
  return sharp(middle)
    .extend({ left: aside, right: aside, extendWith: 'copy' })
    .jpeg({ quality: 84 })
    .toBuffer();
}

function emptyRoom(): Promise<Buffer> {
  const room = `<svg xmlns="http://www.w3.org/2000/svg" width="${FILM_WIDTH}" height="${FILM_HEIGHT}">
    <rect width="640" height="330" fill="#cfd6cc"/><rect y="330" width="640" height="150" fill="#8a7a66"/>
    <rect x="90" y="60" width="170" height="190" fill="#9fc3dd" stroke="#ffffff" stroke-width="12"/>
  </svg>`;
  return sharp(Buffer.from(room)).jpeg({ quality: 84 }).toBuffer();
}
