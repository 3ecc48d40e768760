import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { keysOf, newKeys } from '../book/settings/key-settings.ts';
import { folderFiles } from './files.ts';
import { createSealing } from './sealing.ts';

test('a picture that was copied to the place of another does not open', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'thumba-files-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const files = folderFiles(folder, createSealing(keysOf(newKeys())));
  const [own, other] = ['own'.padEnd(32, 'x'), 'other'.padEnd(32, 'x')] as const;
  await files.write(own, Buffer.from('a picture'));
  await files.write(other, Buffer.from('another picture'));
  expect((await files.read(own)).toString()).toBe('a picture');
  await copyFile(path.join(folder, 'ot', other), path.join(folder, 'ow', own));
  await expect(files.read(own)).rejects.toThrow();
  expect((await files.read(other)).toString()).toBe('another picture');
});
