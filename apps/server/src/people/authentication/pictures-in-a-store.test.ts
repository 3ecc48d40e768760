import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import S3rver from '@20minutes/s3rver';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { pictureStorage } from '../../book/settings/picture-place.ts';
import { examinePictures } from '../../upkeep/doctor/pictures.ts';
import { deleteAccount } from '../../upkeep/personal-data/personal-data.test-support.ts';
import { openFiles } from './file-rows.ts';
import { purgeUnclaimedFiles } from './uploads.ts';

/*
 * The whole server with its pictures in an S3-compatible store. The store is a program of others, which checks signatures
 * by its own computation.
 */

let folder: string;
let store: S3rver;
let server: AppServer;
let settings: Record<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'thumba-store-'));
  store = new S3rver({
    address: '127.0.0.1',
    port: 0,
    directory: folder,
    silent: true,
    configureBuckets: [{ name: 'a-lender', configs: [] }],
  });
  const { port } = await store.run();
  settings = {
    FILES_TO: 's3://a-lender/thumba',
    FILES_S3_ENDPOINT: `http://127.0.0.1:${port}`,
    FILES_S3_ACCESS_KEY: 'S3RVER',
    FILES_S3_SECRET_KEY: 'S3RVER',
  };
  server = await startAppServer({ settings });
});
afterAll(async () => {
  await server?.stop();
  await store?.close();
  await rm(folder, { recursive: true });
});

const storageWith = (changed: Record<string, string> = {}) =>
  pictureStorage({
    NODE_ENV: 'test',
    DATA_DIR: server.dataDir,
    FILES_S3_REGION: 'us-east-1',
    ...settings,
    ...changed,
  });

/** The bytes of all objects, as the disk of the store has them. */
async function objectsOnDisk(): Promise<Buffer[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const objects = entries.filter((entry) => entry.isFile() && entry.name.endsWith('_object'));
  return Promise.all(objects.map(({ parentPath, name }) => readFile(path.join(parentPath, name))));
}

test('a picture lies sealed in the store, is read from there, and is removed with the account', async () => {
  const storage = storageWith();
  const files = openFiles(server.db, server.sealing, storage);
  const borrower = await signUp(server);
  const [{ front_file_id: fileId }] = await server.query(
    'select front_file_id from borrower_identity where borrower_id = $1',
    [borrower.borrowerId],
  );
  expect((await files.read(fileId)).subarray(0, 2)).toEqual(Buffer.of(0xff, 0xd8));
  expect(await storage.list('')).toContain(`${fileId.slice(0, 2)}/${fileId}-k`);
  const objects = await objectsOnDisk();
  expect(objects.length).toBeGreaterThan(0);
  for (const bytes of objects) expect(bytes.includes(Buffer.of(0xff, 0xd8, 0xff))).toBe(false);
  expect(await readdir(server.dataDir)).not.toContain('files');
  expect(await examinePictures(server.db, storage)).toMatchObject({ withoutFile: [] });

  await deleteAccount(server, borrower);
  expect(await storage.list('')).not.toContain(`${fileId.slice(0, 2)}/${fileId}-k`);
  await expect(files.read(fileId)).rejects.toThrow();
});

test('an upload that no borrower claimed is removed from the store, and a missing object is told by the doctor', async () => {
  const storage = storageWith();
  const files = openFiles(server.db, server.sealing, storage);
  const file = { fileId: 'unclaimed'.padEnd(32, 'x'), purpose: 'nrc_front' };
  const { key, keySealed } = files.newKey(file);
  await server.query(
    `insert into stored_file (file_id, purpose, byte_count, address_hash, uploaded_at, key_sealed)
     values ($1, $2, 1, '', $3, $4)`,
    [file.fileId, file.purpose, new Date(server.clock.nowMs()), keySealed],
  );
  await files.write(file, key, Buffer.from('a picture'));
  const inAnHour = new Date(server.clock.nowMs() + 60 * 60_000);
  await purgeUnclaimedFiles(server.db, files, inAnHour);
  expect(await storage.list('')).not.toContain(`un/${file.fileId}-k`);

  await server.query(
    `insert into stored_file (file_id, borrower_id, purpose, byte_count, address_hash, uploaded_at)
     values ('lost', 1, 'selfie', 1, '', now())`,
  );
  expect(await examinePictures(server.db, storage)).toMatchObject({ withoutFile: ['lost'] });
  await server.query(`delete from stored_file where file_id = 'lost'`);
});

test('a wrong secret is refused in a sentence without names, and a store that is away after three tries', async () => {
  await expect(storageWith({ FILES_S3_SECRET_KEY: 'another' }).list('')).rejects.toThrow(
    'The store of the pictures refused this: 403 SignatureDoesNotMatch (ListObjectsV2).',
  );
  const away = storageWith({ FILES_S3_ENDPOINT: 'http://127.0.0.1:1' });
  await expect(away.put('ab/secret-name', Buffer.from('a'))).rejects.toThrow(
    /^The store of the pictures did not take this after 3 tries: \w+ \(PutObject\)\.$/,
  );
});

test.each([
  ['/mnt/pictures', 'FILES_TO is given as s3://bucket'],
  ['https://store', 'FILES_TO is given as s3://bucket'],
  ['s3://A_Lender', 'is given as s3://bucket or s3://bucket/prefix'],
])('FILES_TO=%s is refused', (FILES_TO, sentence) => {
  expect(() => storageWith({ FILES_TO })).toThrow(sentence);
});

test('a store without its settings is refused, and production takes https only', () => {
  const { FILES_TO } = settings;
  const bare = { DATA_DIR: server.dataDir, FILES_S3_REGION: 'us-east-1', FILES_TO };
  expect(() => pictureStorage({ ...bare, NODE_ENV: 'test' })).toThrow(
    'FILES_S3_ENDPOINT, FILES_S3_ACCESS_KEY, FILES_S3_SECRET_KEY (docs/running/pictures.md)',
  );
  expect(() => storageWith({ NODE_ENV: 'production' })).toThrow(
    'FILES_S3_ENDPOINT that begins with https://',
  );
});
