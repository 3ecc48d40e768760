import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import sharp from 'sharp';
import { afterEach, expect, test } from 'vitest';
import { recordedLog } from '../../../test/call-server.ts';
import type { FaceEngine } from './face-engine.ts';
import { createFaceWorker } from './face-worker.ts';

const portraits = path.join(import.meta.dirname, '../../simulator/portraits');
const picture = (name: string) => readFile(path.join(portraits, name));

let engine: FaceEngine;
afterEach(() => engine.close());

async function seen(selfie: Buffer) {
  const measured = await engine.measure('one', async () => ({ selfie, card: selfie, frames: null }));
  if (measured.kind !== 'measured') throw new Error(measured.kind);
  return measured.pictures.selfie;
}

test('faces are counted, and how a head is held is measured', async () => {
  engine = createFaceWorker(recordedLog().log);
  const both = await sharp(await picture('a/facing.jpg'))
    .extend({ right: 480, background: 'white' })
    .composite([{ input: await picture('c/facing.jpg'), left: 480, top: 0 }])
    .jpeg()
    .toBuffer();
  const yawOf = async (name: string) => (await seen(await picture(name))).faces[0]!.yaw;
  expect((await seen(await picture('a-selfie.jpg'))).faces).toHaveLength(1);
  expect((await seen(both)).faces).toHaveLength(2);
  expect(
    (
      await seen(
        await sharp({ create: { width: 200, height: 300, channels: 3, background: 'grey' } })
          .jpeg()
          .toBuffer(),
      )
    ).faces,
  ).toEqual([]);
  expect(await yawOf('b-portrait.jpg')).toBeLessThan(-0.5);
  expect(await yawOf('a/left-3.jpg')).toBeLessThan(-0.15);
  expect(await yawOf('a/right-3.jpg')).toBeGreaterThan(0.15);
});

test('odd pictures are measured, and one that is none fails without ending the worker', async () => {
  engine = createFaceWorker(recordedLog().log);
  const drawn = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: 'black' } })
      .jpeg()
      .toBuffer();
  for (const odd of [await drawn(1, 1), await drawn(1600, 1), await drawn(1, 1600)]) {
    expect(await seen(odd)).toMatchObject({ faces: [], brightness: 0 });
  }
  const broken = Buffer.from('no picture');
  expect(
    await engine.measure('broken', async () => ({ selfie: broken, card: broken, frames: null })),
  ).toEqual({
    kind: 'failed',
  });
  expect((await seen(await picture('a-selfie.jpg'))).faces).toHaveLength(1);
});

test('a worker that is ended in the middle fails its check, leaves no file, and the next check has a new one', async () => {
  const { log, lines } = recordedLog();
  engine = createFaceWorker(log);
  const selfie = await picture('a-selfie.jpg');
  const before = await readdir(tmpdir());
  const measuring = engine.measure('ended', async () => ({ selfie, card: selfie, frames: null }));
  while (engine.placeOf('ended') !== null) await setImmediate();
  await engine.close();
  expect(await measuring).toEqual({ kind: 'failed' });
  expect(
    (await readdir(tmpdir())).filter((name) => !before.includes(name) && /jpe?g|face/i.test(name)),
  ).toEqual([]);
  expect(lines.join('')).not.toContain(selfie.subarray(100, 120).toString('base64'));
  expect((await seen(selfie)).faces).toHaveLength(1);
});

test('a check that takes too long ends the worker', async () => {
  const { log, lines } = recordedLog();
  engine = createFaceWorker(log, { timeoutMs: 1 });
  const selfie = await picture('a-selfie.jpg');
  expect(await engine.measure('slow', async () => ({ selfie, card: selfie, frames: null }))).toEqual({
    kind: 'failed',
  });
  expect(lines.join('')).toContain('no answer in 1 ms');
});

test('checks wait in line and know their place; one too many is told so', async () => {
  engine = createFaceWorker(recordedLog().log, { atOnce: 4 });
  const selfie = await picture('a-selfie.jpg');
  const checks = ['a', 'b', 'c', 'd'].map((ticket) =>
    engine.measure(ticket, async () => ({ selfie, card: selfie, frames: null })),
  );
  while (engine.placeOf('a') !== null) await setImmediate();
  expect(['b', 'c', 'd'].map((ticket) => engine.placeOf(ticket))).toEqual([1, 2, 3]);
  expect(await engine.measure('e', async () => ({ selfie, card: selfie, frames: null }))).toEqual({
    kind: 'queue_full',
  });
  for (const check of checks) expect(await check).toMatchObject({ kind: 'measured' });
  expect(engine.placeOf('d')).toBeNull();
});

test('the pictures of a check are read when it is its turn, and some that cannot be read do not stop the next', async () => {
  engine = createFaceWorker(recordedLog().log);
  const selfie = await picture('a-selfie.jpg');
  const read: string[] = [];
  const readFor = (ticket: string) => async () => {
    read.push(ticket);
    if (ticket === 'gone') throw new Error('no such picture');
    return { selfie, card: selfie, frames: null };
  };
  const [first, gone, last] = ['first', 'gone', 'last'].map((ticket) =>
    engine.measure(ticket, readFor(ticket)),
  );
  const refused = expect(gone).rejects.toThrow('no such picture');
  while (engine.placeOf('first') !== null) await setImmediate();
  expect(read).toEqual(['first']);
  expect(await first).toMatchObject({ kind: 'measured' });
  await refused;
  expect(await last).toMatchObject({ kind: 'measured' });
  expect(engine.placeOf('gone')).toBeNull();
});
