import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CallServer, startCallServer } from '../../../test/call-server.ts';
import { FREE, keptPicture, takenAgain } from '../../simulator/sample-pictures.ts';
import { type MarkedPicture, markPictures } from './frame-marks.ts';
import { differenceHash } from './measure-picture.ts';

let server: CallServer;
let lastCheck = 0;

beforeAll(async () => {
  server = await startCallServer();
});
afterAll(() => server.stop());

const newCheck = () => `check ${++lastCheck}`;
const isSeen = (pictures: readonly MarkedPicture[], checkId = newCheck()) =>
  markPictures(server, { checkId, pictures, now: new Date(server.clock.nowMs()) });

/** A picture with these bytes, whose look is that of `seed` with some bits changed. */
function picture(bytes: string, seed: string, changedBits: readonly number[] = []): MarkedPicture {
  const look = createHash('sha256').update(seed).digest();
  for (const bit of changedBits) look[bit >> 3]! ^= 0x80 >> (bit & 7);
  return { byteHash: bytes, differenceHash: look.toString('hex') };
}

test('the same bytes, or a look of which four bits differ, were seen before in another check', async () => {
  expect(await isSeen([picture('one', 'a'), picture('two', 'b')], 'first')).toBe(false);
  expect(await isSeen([picture('one', 'a'), picture('two', 'b')], 'first')).toBe(false);
  expect(await isSeen([picture('one', 'c')])).toBe(true);
  expect(await isSeen([picture('three', 'a')])).toBe(true);
  expect(await isSeen([picture('four', 'd'), picture('five', 'b', [0, 9, 18, 27])])).toBe(true);
  expect(await isSeen([picture('six', 'a', [0, 1, 2, 3, 4])])).toBe(false);
});

test('frames of one check may look the same, and may not have the same bytes', async () => {
  expect(await isSeen([picture('seven', 'e'), picture('eight', 'e')])).toBe(false);
  expect(await isSeen([picture('nine', 'f'), picture('nine', 'g')])).toBe(true);
});

test('two checks at the same moment do not both find their pictures new', async () => {
  for (let turn = 0; turn < 5; turn += 1) {
    const same = [picture(`bytes ${turn}`, `look ${turn}`), picture(`more ${turn}`, `other ${turn}`)];
    const seen = await Promise.all([isSeen(same), isSeen(same.toReversed())]);
    expect(seen).toContain(true);
  }
});

test('photographs of one person on other days are new, and one that is saved again is not', async () => {
  const kept = await keptPicture('c', 'facing');
  const marked = async (bytes: Buffer): Promise<MarkedPicture> => ({
    byteHash: createHash('sha256').update(bytes).digest('hex'),
    differenceHash: await differenceHash(bytes),
  });
  // Equal numbers at each run, so that the pictures are the same too.
  let state = 7;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const photographs: Buffer[] = [];
  for (let day = 0; day < 40; day += 1) photographs.push(await takenAgain(kept, random, FREE));
  for (const bytes of photographs) expect(await isSeen([await marked(bytes)])).toBe(false);
  // Each change is small. A few of them are not found, so that most must be.
  const dot = { input: { create: { width: 30, height: 30, channels: 3, background: 'red' } as const } };
  let found = 0;
  for (const bytes of photographs) {
    const saved = await sharp(bytes)
      .composite([{ ...dot, left: 3, top: 3 }])
      .jpeg({ quality: 70 })
      .toBuffer();
    if (await isSeen([await marked(saved)])) found += 1;
  }
  expect(found).toBeGreaterThanOrEqual(30);
});
