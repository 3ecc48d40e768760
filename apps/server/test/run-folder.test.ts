import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeRunFolder, parentOfRunFolders } from './run-folder.ts';

test('what a run that was killed left is gone when the next one begins, and what others are at work in is not', async () => {
  const prefix = 'thumba-run-folder-test-';
  const { pid: ended } = spawnSync(process.execPath, ['--version']);
  const leftBehind = path.join(await parentOfRunFolders(), `${prefix}${ended}-abcdef`);
  await mkdir(path.join(leftBehind, 'program'), { recursive: true });
  await writeFile(path.join(leftBehind, 'program', 'keys.json'), '{}');
  const first = await makeRunFolder(prefix);
  const second = await makeRunFolder(prefix);
  onTestFinished(async () => {
    for (const folder of [first, second]) await rm(folder, { recursive: true, force: true });
  });
  expect([leftBehind, first, second].map((folder) => existsSync(folder))).toEqual([false, true, true]);
});
