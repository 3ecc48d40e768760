import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DAY_MS } from '../../platform/clock.ts';
import { folderStorage } from '../../platform/storage.ts';
import { storedPictures } from './followed-pictures.ts';
import { logFolder, logPieceName } from './log-pieces.ts';
import { type Manifest, storeManifest, wholeBackups } from './manifest.ts';
import { removeOldBackups } from './remove-old-backups.ts';
import { lsnText } from './replication.ts';

const NOW_MS = Date.parse('2026-11-24T00:30:00Z');
const PIECE_LENGTH = 16;
const LOG = logFolder({ systemId: '7000', timeline: 1 });
const key = randomBytes(32);
let root: string;
let target: { storage: ReturnType<typeof folderStorage>; key: Buffer };

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'thumba-retention-'));
  target = { storage: folderStorage(root), key };
});
afterEach(() => rm(root, { recursive: true, force: true }));

/** A backup with one part, whose log is needed from `endLsn` on. */
async function backupOf(
  daysAgo: number,
  endLsn: number,
  {
    systemId = '7000',
    historyId,
    sealedWith = key,
  }: { systemId?: string; historyId?: string; sealedWith?: Buffer } = {},
): Promise<Manifest> {
  const at = new Date(NOW_MS - daysAgo * DAY_MS).toISOString();
  const backupId = `${at.replace(/[-:]|\.\d+/g, '')}-${historyId ?? systemId}`;
  const manifest: Manifest = {
    format: 1,
    backupId,
    startedAt: at,
    finishedAt: at,
    lastMigration: '0041',
    serverVersion: '18',
    systemId,
    historyId,
    timeline: 1,
    startLsn: lsnText(BigInt(endLsn)),
    endLsn: lsnText(BigInt(endLsn)),
    cluster: [],
    files: [],
  };
  await target.storage.put(`backups/${backupId}/cluster/000000`, Buffer.from('a part'));
  await storeManifest(target.storage, sealedWith, manifest);
  return manifest;
}

async function storeLog(...starts: number[]): Promise<void> {
  for (const start of starts)
    await target.storage.put(logPieceName(LOG, BigInt(start), PIECE_LENGTH), Buffer.from('a piece'));
}

const logStarts = async () =>
  (await target.storage.list('log')).map((name) => Number.parseInt(name.split('/')[3]!.slice(0, 16), 16));

const remove = (good: Manifest, keepDays = 30) => removeOldBackups(target, good, { keepDays, nowMs: NOW_MS });

test('backups that are older are removed with their parts, and the others stay', async () => {
  const old = await backupOf(31, 0);
  const kept = await backupOf(29, 32);
  const good = await backupOf(0, 64);
  expect(await remove(good)).toEqual({ backups: 1, logPieces: 0 });
  expect(await wholeBackups(target.storage)).toEqual([kept.backupId, good.backupId]);
  expect(await target.storage.list(`backups/${old.backupId}`)).toEqual([]);
});

test('the newest good backup stays, however old it is', async () => {
  const good = await backupOf(400, 0);
  expect(await remove(good, 1)).toEqual({ backups: 0, logPieces: 0 });
  expect(await wholeBackups(target.storage)).toEqual([good.backupId]);
});

test('pieces of the log that end before the oldest kept backup are removed, and a piece across its end stays', async () => {
  await backupOf(31, 0);
  await backupOf(29, 40);
  await storeLog(0, 16, 32, 48, 64);
  expect(await remove(await backupOf(0, 64))).toEqual({ backups: 1, logPieces: 2 });
  expect(await logStarts()).toEqual([32, 48, 64]);
});

test('pictures beside the log are removed with the last backup that may need them', async () => {
  await backupOf(31, 0);
  await backupOf(29, 32);
  const daysAgo = { needed: 28.9, aroundTheStart: 29.01, old: 29.5, oldest: 40 };
  for (const [name, days] of Object.entries(daysAgo)) {
    const at = String(NOW_MS - days * DAY_MS).padStart(14, '0');
    await target.storage.put(`${LOG}/pictures/${at}-${name.padEnd(32, '_')}`, Buffer.from('a picture'));
  }
  await remove(await backupOf(0, 64));
  const kept = (await storedPictures(target.storage, LOG)).map(({ fileId }) => fileId.replaceAll('_', ''));
  expect(kept).toEqual(['aroundTheStart', 'needed']);
});

test('the backups of another database stay', async () => {
  const other = await backupOf(400, 0, { systemId: '8000' });
  const good = await backupOf(0, 64);
  await remove(good);
  expect(await wholeBackups(target.storage)).toEqual([other.backupId, good.backupId]);
});

test('the backups of the same database after another restore stay, with their log, and the own log is removed', async () => {
  const other = await backupOf(400, 64, { historyId: 'aa' });
  const old = await backupOf(31, 0, { historyId: 'bb' });
  const good = await backupOf(0, 64, { historyId: 'bb' });
  const pieces = [undefined, 'aa', 'bb'].map((historyId) =>
    logPieceName(logFolder({ systemId: '7000', timeline: 1, historyId }), 0n, PIECE_LENGTH),
  );
  for (const name of pieces) await target.storage.put(name, Buffer.from('a piece'));
  expect(await remove(good)).toEqual({ backups: 1, logPieces: 1 });
  expect(await wholeBackups(target.storage)).toEqual([other.backupId, good.backupId]);
  expect(await target.storage.list(`backups/${old.backupId}`)).toEqual([]);
  expect(await target.storage.list('log')).toEqual(
    [`log/7000-aa/00000001`, `log/7000/00000001`].map((folder) => `${folder}/${'0'.repeat(16)}-00000010`),
  );
});

test('a backup under another key stays, and so does the log that it may need', async () => {
  const other = await backupOf(400, 0, { sealedWith: randomBytes(32) });
  await storeLog(0);
  const good = await backupOf(0, 64);
  expect(await remove(good)).toEqual({ backups: 0, logPieces: 0 });
  expect(await wholeBackups(target.storage)).toEqual([other.backupId, good.backupId]);
  expect(await logStarts()).toEqual([0]);
});

test('what an interrupted backup left is removed when it is old, and not while it may still be taken', async () => {
  await target.storage.put('backups/20260101T000000Z-aa/cluster/000000', Buffer.from('a part'));
  await target.storage.put('backups/20261124T002900Z-bb/cluster/000000', Buffer.from('a part'));
  await remove(await backupOf(1, 64));
  const names = await target.storage.list('backups');
  expect(names.filter((name) => /-(aa|bb)\//.test(name))).toEqual([
    'backups/20261124T002900Z-bb/cluster/000000',
  ]);
});
