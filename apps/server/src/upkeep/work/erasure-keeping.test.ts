import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { PATIENCE, signUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { recordedLog } from '../../../test/call-server.ts';
import { folderStorage } from '../../platform/storage.ts';
import type { WorkLoop } from '../../platform/work-loop.ts';
import { readErasures, storeErasure } from '../backup/erasure-list.ts';
import { deletedSince } from '../personal-data/erase-again.ts';
import { deleteAccount } from '../personal-data/personal-data.test-support.ts';
import { startErasureKeeping } from './erasure-keeping.ts';

let server: AppServer;
let root: string;
beforeAll(async () => {
  server = await startAppServer();
  root = await mkdtemp(path.join(tmpdir(), 'thumba-keeping-'));
});
afterAll(async () => {
  await server.stop();
  await rm(root, { recursive: true, force: true });
});

const keyText = randomBytes(32).toString('hex');

function keepErasures(place = root, { log } = recordedLog()): WorkLoop {
  const settings = {
    NODE_ENV: 'test',
    BACKUP_S3_REGION: 'us-east-1',
    DATA_DIR: server.dataDir,
    ERASURES_TO: place,
    BACKUP_KEY: keyText,
  };
  const loop = startErasureKeeping({ db: server.owner, clock: server.clock, log, settings })!;
  onTestFinished(() => loop.stop());
  return loop;
}

test('a list is begun at once, and a deletion is added also if another database has listed its number', async () => {
  const target = { storage: folderStorage(root), key: Buffer.from(keyText, 'hex') };
  const loop = keepErasures();
  await expect.poll(() => readErasures(target), PATIENCE).toEqual([]);
  await loop.stop();
  const borrower = await signUp(server);
  const ofEarlierVersion = {
    borrowerId: borrower.borrowerId,
    deletedAt: '2026-11-20T08:00:00.000Z',
    deletedOn: '2026-11-20',
    keptUntil: '2036-11-20',
  };
  const ofAnotherDatabase = {
    ...ofEarlierVersion,
    registeredAt: '2026-11-01T08:00:00.000000Z',
    deletedAt: '2026-11-20T09:00:00.000Z',
  };
  await storeErasure(target, ofEarlierVersion);
  await storeErasure(target, ofAnotherDatabase);
  keepErasures();
  await deleteAccount(server, borrower);
  const [own] = await deletedSince(server.owner, new Date(0));
  await expect.poll(() => readErasures(target), PATIENCE).toEqual([ofEarlierVersion, ofAnotherDatabase, own]);
});

test('while the disk of the list is away nothing is stored in its place, and a deletion is added when it is back', async () => {
  const [mount, disk] = [path.join(root, 'mount'), path.join(root, 'disk')];
  const place = path.join(mount, 'list');
  const target = { storage: folderStorage(place), key: Buffer.from(keyText, 'hex') };
  const recorded = recordedLog();
  const loop = keepErasures(place, recorded);
  // The disk goes away when nothing is being written.
  const earlier = await deletedSince(server.owner, new Date(0));
  await expect.poll(async () => (await readErasures(target))?.length, PATIENCE).toBe(earlier.length);
  await rename(mount, disk);
  const borrower = await signUp(server);
  await deleteAccount(server, borrower);
  const complaint = `The folder ${place} disappeared`;
  await expect.poll(() => recorded.lines.some((line) => line.includes(complaint)), PATIENCE).toBe(true);
  expect(await readdir(root)).not.toContain('mount');
  await rename(disk, mount);
  loop.poke();
  const numbers = async () => (await readErasures(target))?.map(({ borrowerId }) => borrowerId);
  await expect.poll(numbers, PATIENCE).toContain(borrower.borrowerId);
});
