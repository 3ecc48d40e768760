import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { type FacePoint, type Picture, type Turn, turnedPicture } from './turned-picture.ts';

/*
 * Draws the pictures of the sample people's faces from their portraits: facing the camera, turned and nodding. The
 * pictures are kept with the program, because this needs a second or two for each person. The points of each face are
 * those that the mesh model of @vladmandic/human found in the portrait.
 */

type Frame = Turn & { name: string; isMirrored?: boolean };

const WIDTH = 480;
const HEIGHT = 640;
/** From the tip of the nose to the ears, in heights of the face. The points have depth in a unit of their own. */
const FACE_DEPTH = 0.54;

const portraits = import.meta.dirname;
const { faces, triangles } = JSON.parse(readFileSync(join(portraits, 'face-points.json'), 'utf8')) as {
  faces: Record<string, number[]>;
  triangles: number[];
};

const LOOKING_AHEAD: readonly Frame[] = [
  { name: 'facing', yawDegrees: 0, pitchDegrees: 0 },
  // Left is the left of the person. The nose moves to the right side of the picture.
  { name: 'left-1', yawDegrees: -30, pitchDegrees: 0 },
  { name: 'left-2', yawDegrees: -36, pitchDegrees: 1 },
  { name: 'left-3', yawDegrees: -39, pitchDegrees: -1 },
  { name: 'right-1', yawDegrees: 30, pitchDegrees: 0 },
  { name: 'right-2', yawDegrees: 36, pitchDegrees: 1 },
  { name: 'right-3', yawDegrees: 33, pitchDegrees: -2 },
  { name: 'nod-1', yawDegrees: 0, pitchDegrees: -12 },
  { name: 'nod-2', yawDegrees: 1, pitchDegrees: 10 },
  { name: 'nod-3', yawDegrees: -1, pitchDegrees: 22 },
];

/** This portrait looks to its right. What its left turn would show is not in it, so a right turn is mirrored. */
const LOOKING_ASIDE: readonly Frame[] = [
  { name: 'facing', yawDegrees: -23, pitchDegrees: 8 },
  { name: 'left-1', yawDegrees: -6, pitchDegrees: 5, isMirrored: true },
  { name: 'left-2', yawDegrees: -2, pitchDegrees: 6, isMirrored: true },
  { name: 'left-3', yawDegrees: 2, pitchDegrees: 7, isMirrored: true },
  { name: 'right-1', yawDegrees: -6, pitchDegrees: 6 },
  { name: 'right-2', yawDegrees: -2, pitchDegrees: 5 },
  { name: 'right-3', yawDegrees: 2, pitchDegrees: 7 },
  { name: 'nod-1', yawDegrees: -23, pitchDegrees: -12 },
  { name: 'nod-2', yawDegrees: -22, pitchDegrees: 16 },
  { name: 'nod-3', yawDegrees: -23, pitchDegrees: 28 },
];

const PEOPLE = [
  { name: 'a', faceHeight: 250, frames: LOOKING_AHEAD },
  { name: 'c', faceHeight: 268, frames: LOOKING_AHEAD },
  { name: 'd', faceHeight: 325, frames: LOOKING_ASIDE },
];

for (const { name, faceHeight, frames } of PEOPLE) {
  const { picture, points } = await framedPortrait(name, faceHeight);
  const folder = join(portraits, name);
  mkdirSync(folder, { recursive: true });
  for (const [index, turned] of turnedPicture(picture, { points, triangles }, frames).entries()) {
    const frame = frames[index]!;
    const { width, height, pixels } = turned;
    const drawing = sharp(pixels, { raw: { width, height, channels: 3 } }).flop(frame.isMirrored === true);
    const file = await drawing.jpeg({ quality: 76 }).toBuffer();
    writeFileSync(join(folder, `${frame.name}.jpg`), file);
    console.log(`${name}/${frame.name}.jpg ${Math.round(file.length / 1024)} kB`);
  }
}

/** The portrait, cut and scaled so that the face is in the middle of a picture as a phone takes it. */
async function framedPortrait(
  name: string,
  faceHeight: number,
): Promise<{ picture: Picture; points: FacePoint[] }> {
  const numbers = faces[name]!;
  const points = Array.from({ length: numbers.length / 3 }, (_, at) => numbers.slice(at * 3, at * 3 + 3));
  const [xs, ys, zs] = [0, 1, 2].map((axis) => points.map((point) => point[axis]!)) as [
    number[],
    number[],
    number[],
  ];
  const scale = faceHeight / (Math.max(...ys) - Math.min(...ys));
  const width = Math.round(WIDTH / scale);
  const height = Math.round(HEIGHT / scale);
  const left = Math.round((Math.min(...xs) + Math.max(...xs) - width) / 2);
  const top = Math.round((Math.min(...ys) + Math.max(...ys) - height) / 2);
  const portrait = sharp(join(portraits, `${name}-portrait.jpg`))
    .removeAlpha()
    .toColourspace('srgb');
  const full = await portrait.metadata();
  const missing = {
    left: Math.max(0, -left),
    top: Math.max(0, -top),
    right: Math.max(0, left + width - full.width),
    bottom: Math.max(0, top + height - full.height),
  };
  const extended = await portrait
    .extend({ ...missing, extendWith: 'mirror' })
    .png()
    .toBuffer();
  const pixels = await sharp(extended)
    .extract({ left: left + missing.left, top: top + missing.top, width, height })
    .resize(WIDTH, HEIGHT, { fit: 'fill', kernel: 'lanczos3' })
    .raw()
    .toBuffer();
  const depthScale = (FACE_DEPTH * faceHeight) / (Math.max(...zs) - Math.min(...zs));
  return {
    picture: { width: WIDTH, height: HEIGHT, pixels },
    points: points.map(([x, y, z]) => [(x! - left) * scale, (y! - top) * scale, z! * depthScale]),
  };
}
