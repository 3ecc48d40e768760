import { randomBytes } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import type { Storage } from '../../platform/storage.ts';
import { followLog } from './follow-log.ts';
import { logFolder, logPieces, openLogPiece } from './log-pieces.ts';
import { SYSTEM_ID, startReplicationPeer, TIMELINE } from './replication-peer.test-support.ts';

const key = randomBytes(32);
const SLOT_AT = 0x1_6000_0000n;
/** So much of the log is stored at once, without waiting for the time of the next piece. */
const WHOLE_PIECE = 4 * 1024 * 1024;
const NEVER_BY_TIME_MS = 3_600_000;

/** A storage in memory. `untilStored` is ready when it holds this many objects. */
function memoryStorage(): Storage & { untilStored(count: number): Promise<void> } {
  const objects = new Map<string, Buffer>();
  let waits: { count: number; resolve(): void }[] = [];
  return {
    async put(name, bytes) {
      objects.set(name, bytes);
      for (const { count, resolve } of waits) if (objects.size >= count) resolve();
    },
    get: async (name) => objects.get(name),
    list: async (folder) => [...objects.keys()].filter((name) => name.startsWith(folder)).sort(),
    remove: async (name) => void objects.delete(name),
    untilStored: (count) => {
      const stored = Promise.withResolvers<void>();
      waits = [...waits, { count, resolve: stored.resolve }];
      return stored.promise;
    },
  };
}

async function startFollowing(storage: Storage, pieceMs = NEVER_BY_TIME_MS, lastPieceMs?: number) {
  const peer = await startReplicationPeer(SLOT_AT);
  onTestFinished(() => peer.close());
  const stopping = new AbortController();
  const options = {
    pieceMs,
    ...(lastPieceMs ? { lastPieceMs } : {}),
    signal: stopping.signal,
    following: async () => async () => undefined,
  };
  const ended = followLog(peer.url, { storage, key }, options);
  await Promise.race([peer.asked, ended]);
  return { peer, ended, stop: () => stopping.abort() };
}

async function storedLog(storage: Storage): Promise<Buffer> {
  const pieces = await logPieces(storage, logFolder({ systemId: SYSTEM_ID, timeline: TIMELINE }));
  return Buffer.concat(await Promise.all(pieces.map((piece) => openLogPiece(storage, key, piece))));
}

const endsIn = (received: readonly string[]) => received.filter((kind) => kind === 'c');

test('after the stop, what the database had written is waited for and stored', async () => {
  const storage = memoryStorage();
  const { peer, ended, stop } = await startFollowing(storage, NEVER_BY_TIME_MS, NEVER_BY_TIME_MS);
  const [early, late, last] = [randomBytes(100), randomBytes(WHOLE_PIECE), randomBytes(200)];
  peer.sendLog(early);
  await peer.untilRead();
  stop();
  await peer.sayWrittenTo(SLOT_AT + BigInt(early.length + late.length + last.length));
  const stored = storage.untilStored(1);
  peer.sendLog(late);
  await stored;
  await peer.untilRead();
  expect(endsIn(peer.received)).toEqual([]);
  peer.sendLog(last);
  await expect.poll(() => peer.received).toContain('c');
  peer.endLog();
  await ended;
  expect((await storedLog(storage)).equals(Buffer.concat([early, late, last]))).toBe(true);
});

test('log that comes after the end was sent does not send it again', async () => {
  const storage = memoryStorage();
  const { peer, ended, stop } = await startFollowing(storage);
  stop();
  await peer.sayWrittenTo(SLOT_AT);
  await expect.poll(() => peer.received).toContain('c');
  const stored = storage.untilStored(1);
  peer.sendLog(randomBytes(WHOLE_PIECE));
  await stored;
  peer.endLog();
  await ended;
  expect(endsIn(peer.received)).toHaveLength(1);
});

test('a piece that cannot be stored ends the following with that failure, and the end is sent once', async () => {
  const storage: Storage = {
    ...memoryStorage(),
    put: () => Promise.reject(new Error('the disk is full')),
  };
  const { peer, ended } = await startFollowing(storage, 1);
  const failed = expect(ended).rejects.toThrow('the disk is full');
  peer.sendLog(randomBytes(100));
  await expect.poll(() => peer.received).toContain('c');
  peer.endLog();
  await failed;
  expect(endsIn(peer.received)).toHaveLength(1);
});

test('a connection that breaks leaves what has come of the log stored', async () => {
  const storage = memoryStorage();
  const { peer, ended } = await startFollowing(storage);
  const failed = expect(ended).rejects.toThrow('The log is stored up to then.');
  const bytes = randomBytes(100);
  peer.sendLog(bytes);
  await peer.untilRead();
  peer.close();
  await failed;
  expect((await storedLog(storage)).equals(bytes)).toBe(true);
});
