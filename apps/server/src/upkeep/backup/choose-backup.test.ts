import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { HOUR_MS } from '../../platform/clock.ts';
import { folderStorage } from '../../platform/storage.ts';
import { chooseBackup } from './choose-backup.ts';
import { storeManifest } from './manifest.ts';

const NOON_MS = Date.parse('2026-11-24T12:00:00Z');
const key = randomBytes(32);
let root: string;
let target: { storage: ReturnType<typeof folderStorage>; key: Buffer };
let said: string[];

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'thumba-choice-'));
  target = { storage: folderStorage(root), key };
  said = [];
});
afterEach(() => rm(root, { recursive: true, force: true }));

/** A backup that takes half an hour, and begins so many hours after noon. */
async function backupAt(
  hour: number,
  of: { systemId?: string; historyId?: string; sealedWith?: Buffer } = {},
): Promise<string> {
  const [startedAt, finishedAt] = [hour, hour + 0.5].map((at) =>
    new Date(NOON_MS + at * HOUR_MS).toISOString(),
  );
  const backupId = `${startedAt!.replace(/[-:]|\.\d+/g, '')}-${randomBytes(4).toString('hex')}`;
  const { systemId = '7000', historyId, sealedWith = key } = of;
  const versions = { lastMigration: '0044', serverVersion: '18' };
  const place = { timeline: 1, startLsn: '0/0', endLsn: '0/0' };
  await storeManifest(target.storage, sealedWith, {
    format: 1,
    ...{ backupId, startedAt: startedAt!, finishedAt: finishedAt!, systemId, historyId },
    ...versions,
    ...place,
    cluster: [],
    files: [],
  });
  return backupId;
}

const atHour = (hour: number) => new Date(NOON_MS + hour * HOUR_MS);

async function choose(wish: { at?: Date; backupId?: string } = {}): Promise<string> {
  return (await chooseBackup(target, { ...wish, say: (line) => said.push(line) })).backupId;
}

test('the newest backup is taken, or with a moment the newest that had ended by then', async () => {
  await expect(choose()).rejects.toThrow('There is no whole backup in this place.');
  const [first, second] = [await backupAt(0), await backupAt(2)];
  expect(await choose()).toBe(second);
  expect(await choose({ at: atHour(2.5) })).toBe(second);
  expect(await choose({ at: atHour(2.4) })).toBe(first);
  await expect(choose({ at: atHour(0.4) })).rejects.toThrow(
    `No whole backup in this place ended before that moment. The earliest that opens is ${first}, which ended at 2026-11-24 14:30:00 in Lusaka.`,
  );
  expect(said).toEqual([]);
});

test('a place with backups of several databases gives the newest, and says which other ones it has', async () => {
  await backupAt(0);
  const foreign = await backupAt(1, { systemId: '8000' });
  const earlier = await backupAt(2, { historyId: 'aa' });
  const newest = await backupAt(3, { historyId: 'bb' });
  const first = await backupAt(1.5);
  expect(await choose()).toBe(newest);
  expect(said).toEqual([
    `This place also has backups of another database, 7000 since its restore aa. To restore its newest, say --backup ${earlier}.`,
    `This place also has backups of another database, 7000. To restore its newest, say --backup ${first}.`,
    `This place also has backups of another database, 8000. To restore its newest, say --backup ${foreign}.`,
  ]);
});

test('a newest backup that does not open is refused, and the one before it can be named', async () => {
  const older = await backupAt(0);
  const broken = await backupAt(1, { sealedWith: randomBytes(32) });
  await expect(choose()).rejects.toThrow(
    `The newest backup ${broken} does not open: BACKUP_KEY is another than it was sealed with, or its manifest was changed. To restore the one before it, say --backup ${older}.`,
  );
  expect(await choose({ backupId: older })).toBe(older);
});

test('with a moment, a backup that does not open is passed over, and named if it began before the moment', async () => {
  const older = await backupAt(0);
  const broken = await backupAt(1, { sealedWith: randomBytes(32) });
  expect(await choose({ at: atHour(0.9) })).toBe(older);
  expect(said).toEqual([]);
  expect(await choose({ at: atHour(1.9) })).toBe(older);
  expect(said).toEqual([`Passed over, because they do not open: ${broken}.`]);
});

test('another key is named as the reason also if a moment is given', async () => {
  const broken = await backupAt(0, { sealedWith: randomBytes(32) });
  await expect(choose({ at: atHour(1) })).rejects.toThrow(
    `No whole backup that opens ended before that moment. BACKUP_KEY is another than these were sealed with, or their manifests were changed: ${broken}.`,
  );
});

test('a backup that is named is taken, and not if it is missing or ended after the moment', async () => {
  const [first] = [await backupAt(0), await backupAt(2)];
  expect(await choose({ backupId: first })).toBe(first);
  expect(await choose({ backupId: first, at: atHour(0.5) })).toBe(first);
  await expect(choose({ backupId: first, at: atHour(0.4) })).rejects.toThrow(
    `The backup ${first} ended at 2026-11-24 14:30:00 in Lusaka, after that moment: name an earlier one, or leave --backup out.`,
  );
  await expect(choose({ backupId: 'none' })).rejects.toThrow('There is no whole backup none in this place.');
});
