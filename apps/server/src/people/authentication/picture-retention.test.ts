import { afterAll, beforeAll, expect, test } from 'vitest';
import { pictureStoreShape } from '../../book/settings/picture-place.ts';
import { DAY_MS, toDate } from '../../platform/clock.ts';
import {
  type AuthenticationServer,
  drawPicture,
  identity,
  startAuthenticationServer,
} from './authentication-server.test-support.ts';
import { cardFiles, claimFiles } from './claim-files.ts';
import { giveUpPictures } from './picture-retention.ts';
import { purgeUnclaimedFiles } from './uploads.ts';

const DAYS = { selfieDays: 90, frameDays: 30 };

let server: AuthenticationServer;
beforeAll(async () => {
  server = await startAuthenticationServer();
});
afterAll(() => server.stop());

async function claimed(borrowerId: number, purpose: string): Promise<string> {
  const { fileId } = (await server.upload(await drawPicture({ width: 50, height: 50 }), purpose)).data;
  const now = toDate(server.clock.nowMs());
  const claim = { borrowerId, files: [{ fileId, purpose }], now };
  expect(await claimFiles(server.db, server.sealing, claim)).toBe('claimed');
  return fileId;
}

async function readableAfter(days: number, pictures: Record<string, string>): Promise<string[]> {
  const now = toDate(server.clock.nowMs() + days * DAY_MS);
  await giveUpPictures(server.db, DAYS, now);
  const readable: string[] = [];
  for (const [name, fileId] of Object.entries(pictures))
    if (await server.files.read(fileId).catch(() => undefined)) readable.push(name);
  return readable;
}

test('each picture is kept for its purpose: the card with the identity, the face and evidence for their days', async () => {
  const { token, id } = await server.signIn(server.newMobile());
  const [earlier, front] = [await server.uploadCard(), await server.uploadCard()];
  const now = toDate(server.clock.nowMs());
  await claimFiles(server.db, server.sealing, { borrowerId: id, files: cardFiles(earlier, undefined), now });
  await server.identify(token, { ...identity('320001/10/1'), frontFileId: front });
  const [selfie, frame, evidence, avatar] = [
    await claimed(id, 'selfie'),
    await claimed(id, 'face_frame'),
    await claimed(id, 'evidence'),
    await claimed(id, 'avatar'),
  ];
  const pictures = { earlier, front, selfie, frame, evidence, avatar };
  expect(await readableAfter(29, pictures)).toEqual(Object.keys(pictures));
  expect(await readableAfter(30, pictures)).toEqual(['front', 'selfie', 'evidence', 'avatar']);
  expect(await readableAfter(89, pictures)).toEqual(['front', 'selfie', 'evidence', 'avatar']);
  expect(await readableAfter(90, pictures)).toEqual(['front', 'avatar']);
  expect(await readableAfter(4000, pictures)).toEqual(['front', 'avatar']);
  expect(await purgeUnclaimedFiles(server.db, server.files, now)).toBe(4);
});

test.each(['SELFIE_DAYS', 'FACE_FRAME_DAYS'] as const)(
  'a picture of a face is never kept longer than the privacy policy says: %s',
  (name) => {
    expect(pictureStoreShape[name].parse('90')).toBe(90);
    expect(pictureStoreShape[name].safeParse('91').success).toBe(false);
  },
);

test('frames of the face are counted apart from other pictures: sixty and thirty in an hour', async () => {
  const { id } = await server.signIn(server.newMobile());
  const insertClaimed = (purpose: string, count: number) =>
    server.owner.pool.query(
      `insert into stored_file (file_id, borrower_id, purpose, byte_count, address_hash, uploaded_at)
       select $2 || lpad(n::text, 8, '0'), $1, $3, 1, '', $4 from generate_series(1, $5) n`,
      [id, `${purpose}_${'x'.repeat(14)}`, purpose, toDate(server.clock.nowMs()), count],
    );
  await insertClaimed('selfie', 29);
  await insertClaimed('face_frame', 59);
  const claim = async (purpose: string) => {
    const { fileId } = (await server.upload(await drawPicture({ width: 50, height: 50 }), purpose)).data;
    const files = [{ fileId, purpose }];
    const now = toDate(server.clock.nowMs());
    return claimFiles(server.db, server.sealing, { borrowerId: id, files, now });
  };
  for (const purpose of ['selfie', 'face_frame']) {
    expect(await claim(purpose)).toBe('claimed');
    expect(await claim(purpose)).toBe('too_many_files');
  }
});
