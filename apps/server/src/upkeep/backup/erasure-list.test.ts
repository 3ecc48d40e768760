import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { folderStorage } from '../../platform/storage.ts';
import {
  beginErasureList,
  type Erasure,
  listedErasures,
  readErasures,
  storeErasure,
} from './erasure-list.ts';

let root: string;
let target: { storage: ReturnType<typeof folderStorage>; key: Buffer };

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'thumba-list-'));
  target = { storage: folderStorage(root), key: randomBytes(32) };
});
afterEach(() => rm(root, { recursive: true, force: true }));

const entry = (registeredAt?: string, deletedAt = '2026-11-24T10:00:00.000Z'): Erasure => ({
  borrowerId: 5,
  ...(registeredAt === undefined ? {} : { registeredAt }),
  deletedAt,
  deletedOn: '2026-11-24',
  keptUntil: '2036-11-24',
});

test('a place without a list is told from a list without entries', async () => {
  expect(await readErasures(target)).toBe(undefined);
  await beginErasureList(target);
  expect(await readErasures(target)).toEqual([]);
});

test('borrowers of two databases with the same number have an entry each', async () => {
  const [one, other] = [entry('2026-11-01T08:00:00.000001Z'), entry('2026-11-01T08:00:00.000002Z')];
  await storeErasure(target, one);
  await storeErasure(target, other);
  expect(await listedErasures(target)).toEqual(
    new Set(['erasures/5-20261101T080000000001Z', 'erasures/5-20261101T080000000002Z']),
  );
  expect(await readErasures(target)).toEqual([one, other]);
});

test('an entry of an earlier version is read, and not once its deletion is stored in the new form', async () => {
  const old = entry();
  await storeErasure(target, old);
  expect(await listedErasures(target)).toEqual(new Set(['erasures/5']));
  const ofAnotherDatabase = entry('2026-11-01T08:00:00.000001Z', '2026-11-24T11:00:00.000Z');
  await storeErasure(target, ofAnotherDatabase);
  expect(await readErasures(target)).toEqual([old, ofAnotherDatabase]);
  const again = entry('2026-11-01T08:00:00.000002Z');
  await storeErasure(target, again);
  expect(await readErasures(target)).toEqual([ofAnotherDatabase, again]);
});
