import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { folderStorage, type Storage } from '../../platform/storage.ts';
import { beginFolder } from './kept-folder.ts';

const BYTES = Buffer.from('bytes');
let root: string;
let dataDir: string;
let folder: string;

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'thumba-kept-'));
  dataDir = path.join(root, 'data');
  folder = path.join(root, 'mount/backups');
  await mkdir(dataDir);
  onTestFinished(() => rm(root, { recursive: true }));
});

const begin = (isNewPlace = false): Promise<Storage> =>
  beginFolder(folder, { dataDir, isNewPlace, say: () => undefined });

const unmount = () => rename(path.join(root, 'mount'), path.join(root, 'disk'));

const stored = () => folderStorage(folder).list('backups');

test('the first run makes the folder, and a later one stores in it', async () => {
  await (await begin()).put('backups/one', BYTES);
  await (await begin()).put('backups/two', BYTES);
  expect(await stored()).toEqual(['backups/one', 'backups/two']);
});

test.each([
  ['missing', async () => undefined],
  ['empty', () => mkdir(folder, { recursive: true })],
  [
    'another place',
    async () => void (await beginFolder(folder, { dataDir: root, isNewPlace: true, say() {} })),
  ],
])('during a run nothing is stored in a folder that is %s', async (_how, change) => {
  const storage = await begin();
  await unmount();
  await change();
  const before = await readdir(root, { recursive: true });
  await expect(storage.put('log/piece', BYTES)).rejects.toThrow(`The folder ${folder} disappeared`);
  expect(await readdir(root, { recursive: true })).toEqual(before);
});

test.each([
  ['is missing', async () => undefined],
  ['has no file place-id', () => folderStorage(folder).put('backups/under-the-mount-point', BYTES)],
  [
    'is another one',
    async () => void (await beginFolder(folder, { dataDir: root, isNewPlace: true, say() {} })),
  ],
])(
  'a later run refuses a folder that had backups and %s, until it is told otherwise',
  async (how, change) => {
    await begin();
    await unmount();
    await change();
    await expect(begin()).rejects.toThrow(`and now it ${how}`);
    await (await begin(true)).put('backups/anew', BYTES);
    await (await begin()).put('backups/later', BYTES);
    expect(await stored()).toContain('backups/later');
  },
);

test('two disks that take turns are both known', async () => {
  await begin();
  await unmount();
  await begin(true);
  await rename(path.join(root, 'mount'), path.join(root, 'second'));
  await rename(path.join(root, 'disk'), path.join(root, 'mount'));
  await (await begin()).put('backups/first-disk', BYTES);
  expect(await stored()).toEqual(['backups/first-disk']);
});

test('a folder of an earlier version is taken as it is, and kept to from then on', async () => {
  await folderStorage(folder).put('backups/earlier', BYTES);
  const storage = await begin();
  await storage.put('backups/later', BYTES);
  expect(await stored()).toEqual(['backups/earlier', 'backups/later']);
  await unmount();
  await expect(storage.put('backups/lost', BYTES)).rejects.toThrow('disappeared');
});

test('a data folder that takes no note does not stop the backup, and is named', async () => {
  const said: string[] = [];
  const without = path.join(root, 'nowhere');
  await beginFolder(folder, { dataDir: without, isNewPlace: false, say: (line) => said.push(line) });
  expect(said).toEqual([expect.stringContaining(`could not be noted in ${without}`)]);
});

test('a folder that cannot be made is named with the reason', async () => {
  await writeFile(path.join(root, 'mount'), 'a file');
  await expect(begin()).rejects.toThrow(
    `Nothing can be stored in ${folder}: a part of this path is no folder.`,
  );
});

test('runs that begin at the same moment have one place', async () => {
  const folders = ['one', 'two', 'three'].map((name) => path.join(root, name));
  for (const each of folders) await mkdir(each);
  const begun = await Promise.all(
    folders.map((each) => beginFolder(folder, { dataDir: each, isNewPlace: false, say: () => undefined })),
  );
  for (const storage of begun) await storage.put('backups/one', BYTES);
  expect(await stored()).toEqual(['backups/one']);
});
