import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { toDate } from '../../platform/clock.ts';
import { fileIdOfName } from '../../platform/files.ts';
import {
  type AuthenticationServer,
  dataUrl,
  drawPicture,
  identity,
  startAuthenticationServer,
  UPLOADS_PER_ADDRESS,
} from './authentication-server.test-support.ts';
import { blackPng } from './black-png.test-support.ts';
import { purgeUnclaimedFiles } from './uploads.ts';

let server: AuthenticationServer;

beforeAll(async () => {
  server = await startAuthenticationServer();
});
afterAll(() => server.stop());

const stored = async (bytes: Buffer) => {
  const answer = await server.upload(bytes);
  expect(answer).toMatchObject({ code: 200, data: { fileId: expect.stringMatching(/^[\w-]{32}$/) } });
  return server.files.read(answer.data.fileId);
};
const refusal = (message: string) => ({
  status: 200,
  code: 400,
  msg: message,
  data: { fields: { image: message } },
});
const NOT_A_PICTURE = refusal('Please choose a picture: JPEG, PNG or WebP');
const noise = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: 'grey',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  });

describe('an upload', () => {
  test.each(['jpeg', 'png', 'webp'] as const)('of a %s is kept as a JPEG', async (format) => {
    const picture = await noise(300, 200).toFormat(format).toBuffer();
    expect(await sharp(await stored(picture)).metadata()).toMatchObject({
      format: 'jpeg',
      width: 300,
      height: 200,
    });
  });

  test('is made smaller, never larger', async () => {
    const wide = await sharp(await stored(await drawPicture({ width: 3200, height: 1000 }))).metadata();
    expect(wide).toMatchObject({ width: 1600, height: 500 });
    const tall = await sharp(await stored(await drawPicture({ width: 900, height: 2400 }))).metadata();
    expect(tall).toMatchObject({ width: 600, height: 1600 });
  });

  test('loses where and with what it was taken, and stands upright', async () => {
    const picture = await sharp(await drawPicture({ width: 80, height: 40 }))
      .withMetadata({ orientation: 6 })
      .withExif({
        IFD0: { Copyright: 'CANARY-COPYRIGHT', Make: 'CANARY-PHONE' },
        IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '15/1 25/1 0/1' },
      })
      .withExifMerge({ IFD0: { Orientation: '6' } })
      .toBuffer();
    expect(picture.includes('CANARY-PHONE')).toBe(true);
    const kept = await stored(picture);
    expect(kept.includes('CANARY')).toBe(false);
    const metadata = await sharp(kept).metadata();
    expect(metadata.exif).toBeUndefined();
    expect(metadata).toMatchObject({ width: 40, height: 80 });
  });

  test('loses what was hidden behind it', async () => {
    const picture = Buffer.concat([
      await drawPicture({ width: 50, height: 50 }),
      Buffer.from('<script>alert("CANARY")</script>PK\u0003\u0004'),
    ]);
    expect((await stored(picture)).includes('CANARY')).toBe(false);
  });

  test('that moves is kept as its first picture', async () => {
    const frames = ['red', 'blue'].map((background) => ({
      create: { width: 40, height: 30, channels: 3 as const, background },
    }));
    const still = await Promise.all(frames.map((frame) => sharp(frame).png().toBuffer()));
    const moving = await sharp(still, { join: { animated: true } })
      .webp({ loop: 0 })
      .toBuffer();
    expect(await sharp(moving, { animated: true }).metadata()).toMatchObject({ pages: 2 });
    const kept = await stored(moving);
    expect(await sharp(kept).metadata()).toMatchObject({ format: 'jpeg', width: 40, height: 30 });
    const { dominant } = await sharp(kept).stats();
    expect(dominant.r).toBeGreaterThan(dominant.b);
  });

  test('loses a script in its metadata', async () => {
    const picture = await sharp(await drawPicture({ width: 50, height: 50 }))
      .withExif({ IFD0: { ImageDescription: '<script>alert("CANARY")</script>' } })
      .toBuffer();
    expect(picture.includes('CANARY')).toBe(true);
    expect((await stored(picture)).includes('CANARY')).toBe(false);
  });

  test('is sealed where it lies', async () => {
    const answer = await server.upload(await drawPicture({ width: 50, height: 50 }));
    const { fileId } = answer.data;
    const bytes = await readFile(path.join(server.folder, fileId.slice(0, 2), `${fileId}-k`));
    expect(bytes.subarray(0, 3).equals(Buffer.of(0xff, 0xd8, 0xff))).toBe(false);
  });

  test('is what its bytes say, whatever its label says', async () => {
    const picture = await drawPicture({ width: 50, height: 50 });
    const asText = { image: dataUrl(picture, 'text/html'), purpose: 'selfie' };
    expect(await server.call('uploadBase64', { body: asText })).toMatchObject({ code: 200 });
    expect(await server.upload(Buffer.from('GIF89a\u0001\u0000\u0001\u0000'))).toEqual(NOT_A_PICTURE);
  });

  test.each([
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'],
    ['HTML', '<!doctype html><script>alert(1)</script>'],
    ['PDF', '%PDF-1.7\n'],
    ['GIF that is also a script', 'GIF89a/*\u0000\u0000*/=1;alert(1)'],
    ['file of four bytes', 'RIFF'],
    ['empty file', ''],
  ])('of a %s is refused', async (_kind, text) => {
    expect(await server.upload(Buffer.from(text, 'latin1'))).toEqual(NOT_A_PICTURE);
  });

  test('of a JPEG that holds a page instead of a picture is refused', async () => {
    const polyglot = Buffer.concat([
      Buffer.of(0xff, 0xd8, 0xff, 0xe0),
      Buffer.from('<html><script>alert(1)</script>'),
    ]);
    expect(await server.upload(polyglot)).toEqual(refusal('This picture is damaged. Please take it again.'));
  });

  test('of half a picture is refused', async () => {
    const picture = await noise(400, 400).png().toBuffer();
    expect(await server.upload(picture.subarray(0, picture.length / 2))).toEqual(
      refusal('This picture is damaged. Please take it again.'),
    );
  });

  test('that would unfold to 400 million pixels is refused by its size', async () => {
    const bomb = blackPng(20_000, 20_000);
    expect(bomb.length).toBeLessThan(100_000);
    expect(await server.upload(blackPng(2000, 2000))).toMatchObject({ code: 200 });
    expect(await server.upload(bomb)).toEqual(
      refusal('This picture has too many pixels. Please choose a smaller one.'),
    );
  });

  test('has 20 megapixels at most', async () => {
    expect(await server.upload(blackPng(5000, 4000))).toMatchObject({ code: 200 });
    for (const bomb of [blackPng(5001, 4000), blackPng(7800, 5000)]) {
      expect(await server.upload(bomb)).toEqual(
        refusal('This picture has too many pixels. Please choose a smaller one.'),
      );
    }
  });

  test('of more than 6 MB is refused in words, and of far more unread', async () => {
    const tooLarge = 'This picture is larger than 6 MB. Please choose a smaller one.';
    expect(await server.upload(Buffer.alloc(6 * 1024 * 1024 + 1, 0xff))).toEqual(refusal(tooLarge));
    expect(await server.upload(Buffer.alloc(6 * 1024 * 1024, 0xff))).toMatchObject({ code: 400 });
    expect(await server.upload(Buffer.alloc(10 * 1024 * 1024, 0xff))).toEqual({
      status: 413,
      code: 413,
      msg: 'This is too large to send',
      data: null,
    });
  });

  test.each(['', 'hello', 'data:image/png,rawbytes', 'https://example.com/a.png', 'file:///etc/passwd'])(
    'of %j, which is no data URL, is refused',
    async (image) => {
      expect(await server.call('uploadBase64', { body: { image, purpose: 'avatar' } })).toMatchObject({
        code: 400,
      });
    },
  );

  test('for a purpose we do not know is refused', async () => {
    const image = dataUrl(await drawPicture({ width: 9, height: 9 }));
    expect(await server.call('uploadBase64', { body: { image, purpose: 'passport' } })).toMatchObject({
      code: 400,
      msg: 'We cannot use this picture',
    });
  });

  test('counts against its address', async () => {
    const address = server.newAddress();
    const picture = await drawPicture({ width: 9, height: 9 });
    for (let uploads = 0; uploads < UPLOADS_PER_ADDRESS; uploads += 1) {
      expect(await server.upload(picture, 'nrc_front', address)).toMatchObject({ code: 200 });
    }
    expect(await server.upload(picture, 'nrc_front', address)).toMatchObject({
      code: 429,
      msg: 'Too many pictures were sent from your network. Please wait 60 minutes.',
      data: { retryAfterSeconds: 3600 },
    });
    // The limit is told before the body is read: this one is too large to be read.
    const unread = await server.upload(Buffer.alloc(10 * 1024 * 1024), 'nrc_front', address);
    expect(unread).toMatchObject({ status: 200, code: 429 });
    expect(await server.upload(picture)).toMatchObject({ code: 200 });
    server.clock.advance({ hours: 1 });
    expect(await server.upload(picture, 'nrc_front', address)).toMatchObject({ code: 200 });
  });
});

test('an upload that no borrower claimed is gone within the hour at the pace of housekeeping, and still counts until then', async () => {
  const fileId = await server.uploadCard();
  const purge = () => purgeUnclaimedFiles(server.db, server.files, toDate(server.clock.nowMs()));
  const rows = async () =>
    (
      await server.owner.pool.query('select key_sealed from stored_file where file_id = $1', [fileId])
    ).rows.map(({ key_sealed: keySealed }) => keySealed.length);
  server.clock.advance({ minutes: 49 });
  await purge();
  expect((await server.files.read(fileId)).length).toBeGreaterThan(0);
  server.clock.advance({ minutes: 5 });
  await purge();
  await expect(server.files.read(fileId)).rejects.toThrow('erased');
  expect((await filesInFolder()).map(fileIdOfName)).not.toContain(fileId);
  expect(await rows()).toEqual([0]);
  server.clock.advance({ minutes: 6 });
  await purge();
  expect(await rows()).toEqual([]);
});

test('a picture that was not read in time is sent again in a few seconds', async () => {
  const busy = await startAuthenticationServer({ drawingTimeoutMs: 1 });
  onTestFinished(() => busy.stop());
  expect(await busy.upload(await noise(400, 400).jpeg().toBuffer())).toMatchObject({
    code: 503,
    msg: 'We are busy and could not read this picture in time. Please send it again.',
    data: { retryAfterSeconds: 5 },
  });
});

test('uploads that nobody claimed within an hour are gone, the others stay', async () => {
  const { token } = await server.signIn(server.newMobile());
  server.clock.advance({ hours: 1 });
  await purgeUnclaimedFiles(server.db, server.files, toDate(server.clock.nowMs()));
  const [claimed, old] = [await server.uploadCard(), await server.uploadCard()];
  await server.identify(token, { ...identity('300001/10/1'), frontFileId: claimed });
  server.clock.advance({ minutes: 30 });
  const fresh = await server.uploadCard();
  server.clock.advance({ minutes: 30 });
  expect(await purgeUnclaimedFiles(server.db, server.files, toDate(server.clock.nowMs()))).toBe(1);
  await expect(server.files.read(old)).rejects.toThrow();
  expect((await filesInFolder()).map(fileIdOfName)).toEqual([claimed, fresh].sort());
  expect(await purgeUnclaimedFiles(server.db, server.files, toDate(server.clock.nowMs()))).toBe(0);
});

async function filesInFolder(): Promise<string[]> {
  const entries = await readdir(server.folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
    .sort();
}
