import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type AuthenticationServer,
  drawPicture,
  startAuthenticationServer,
} from './authentication-server.test-support.ts';
import { blackPng } from './black-png.test-support.ts';

let server: AuthenticationServer;
beforeAll(async () => {
  server = await startAuthenticationServer();
});
afterAll(() => server.stop());

const SCRIPT = '<script>alert("CANARY")</script>';
const NOT_A_PICTURE = 'Please choose a picture: JPEG, PNG or WebP';
const DAMAGED = 'This picture is damaged. Please take it again.';
const TOO_MANY_PIXELS = 'This picture has too many pixels. Please choose a smaller one.';
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${SCRIPT}<image href="file:///etc/passwd"/></svg>`;

const still = (background: string) =>
  sharp({ create: { width: 40, height: 30, channels: 3, background } })
    .png()
    .toBuffer();
const moving = async () => sharp(await Promise.all(['red', 'blue'].map(still)), { join: { animated: true } });
const photograph = () => drawPicture({ width: 400, height: 400 });

const REFUSED: readonly (readonly [string, () => Promise<Buffer> | Buffer, string])[] = [
  ['an SVG', () => Buffer.from(SVG), NOT_A_PICTURE],
  ['a PDF that is called a JPEG', () => Buffer.from(`%PDF-1.7\n${SCRIPT}`), NOT_A_PICTURE],
  ['a GIF that moves', async () => (await moving()).gif({ loop: 0 }).toBuffer(), NOT_A_PICTURE],
  [
    'a TIFF',
    async () =>
      sharp(await photograph())
        .tiff()
        .toBuffer(),
    NOT_A_PICTURE,
  ],
  [
    'a page that begins as a JPEG',
    () => Buffer.concat([Buffer.of(0xff, 0xd8, 0xff, 0xe0), Buffer.from(`<html>${SCRIPT}`)]),
    DAMAGED,
  ],
  [
    'a script that begins as a PNG',
    () => Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from(SCRIPT)]),
    DAMAGED,
  ],
  ['half a picture', async () => (await photograph()).subarray(0, 500), DAMAGED],
  ['a picture of 20,000 × 20,000', () => blackPng(20_000, 20_000), TOO_MANY_PIXELS],
  ['a picture of 60,000 × 1,000', () => blackPng(60_000, 1000), TOO_MANY_PIXELS],
];

const REDRAWN: readonly (readonly [string, () => Promise<Buffer>])[] = [
  ['a picture with a page behind it', async () => Buffer.concat([await photograph(), Buffer.from(SCRIPT)])],
  [
    'a picture with a script in its EXIF',
    async () =>
      sharp(await photograph())
        .withExif({ IFD0: { ImageDescription: SCRIPT, Make: 'CANARY' } })
        .toBuffer(),
  ],
  [
    'a WebP that moves',
    async () =>
      (await moving())
        .withExif({ IFD0: { ImageDescription: SCRIPT } })
        .webp({ loop: 0 })
        .toBuffer(),
  ],
];

describe.each(['nrc_front', 'nrc_back', 'selfie', 'face_frame', 'evidence'])(
  'for the purpose %s',
  (purpose) => {
    test.each(REFUSED)('%s is refused', async (_what, make, message) => {
      expect(await server.upload(await make(), purpose)).toEqual({
        status: 200,
        code: 400,
        msg: message,
        data: { fields: { image: message } },
      });
    });

    test.each(REDRAWN)('%s is kept as another picture, without what it held', async (_what, make) => {
      const sent = await make();
      expect(sent.includes('CANARY')).toBe(true);
      const { data } = await server.upload(sent, purpose);
      const kept = await server.files.read(data.fileId);
      expect(kept.includes('CANARY')).toBe(false);
      expect(kept.includes('script')).toBe(false);
      const { format, pages, exif } = await sharp(kept).metadata();
      expect({ format, pages, exif }).toEqual({ format: 'jpeg', pages: undefined, exif: undefined });
    });
  },
);
