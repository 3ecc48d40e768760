import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { DAY_MS } from './clock.ts';
import { folderStorage } from './storage.ts';

const LARGE_BYTES = 8 * 1024 * 1024;

async function emptyRoot(): Promise<string> {
  const root = await mkdtemp(path.join(tmpdir(), 'thumba-storage-'));
  onTestFinished(() => rm(root, { recursive: true }));
  return root;
}

test('two writers of one name both store it, and one of the two objects is there as a whole', async () => {
  const root = await emptyRoot();
  const [large, small] = [Buffer.alloc(LARGE_BYTES, 'a'), Buffer.from('b')];
  await Promise.all([
    folderStorage(root).put('erasures/1', large),
    folderStorage(root).put('erasures/1', small),
  ]);
  const stored = await folderStorage(root).get('erasures/1');
  expect([large, small].some((bytes) => stored!.equals(bytes))).toBe(true);
  expect(await readdir(path.join(root, 'erasures'))).toEqual(['1']);
});

test('a draft that a crash left is removed a day later, and one of another writer stays', async () => {
  const root = await emptyRoot();
  const folder = path.join(root, 'erasures');
  await mkdir(folder);
  for (const name of ['left.part', 'of-another-writer.part', 'kept'])
    await writeFile(path.join(folder, name), '');
  const longAgo = new Date(Date.now() - DAY_MS - 60_000);
  for (const name of ['left.part', 'kept']) await utimes(path.join(folder, name), longAgo, longAgo);
  await folderStorage(root).put('erasures/1', Buffer.from('a'));
  expect((await readdir(folder)).sort()).toEqual(['1', 'kept', 'of-another-writer.part']);
});

test('a put that fails leaves no draft', async () => {
  const root = await emptyRoot();
  await mkdir(path.join(root, 'erasures/1'), { recursive: true });
  await expect(folderStorage(root).put('erasures/1', Buffer.from('a'))).rejects.toThrow('EISDIR');
  expect(await readdir(path.join(root, 'erasures'))).toEqual(['1']);
});
