import { randomBytes } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CallServer, startCallServer } from '../../test/call-server.ts';
import { openFiles } from '../people/authentication/file-rows.ts';
import { type Files, type NewFile, readWithKey, sealFileKey } from './files.ts';
import { folderStorage } from './storage.ts';

const PICTURE = Buffer.from('a picture of a card');

let server: CallServer;
let folder: string;
let files: Files;
beforeAll(async () => {
  server = await startCallServer();
  folder = await mkdtemp(path.join(tmpdir(), 'thumba-files-'));
  files = openFiles(server.db, server.sealing, folderStorage(folder));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await server.stop();
});

async function insertRow(file: NewFile, borrowerId: number | null, keySealed: Buffer | null): Promise<void> {
  await server.owner.pool.query(
    `insert into stored_file (file_id, purpose, byte_count, address_hash, uploaded_at, borrower_id, key_sealed)
     values ($1, $2, 1, '', now(), $3, $4)`,
    [file.fileId, file.purpose, borrowerId, keySealed],
  );
}

async function storedFile(
  borrowerId: number | null,
  bytes = PICTURE,
  purpose = 'nrc_front',
): Promise<NewFile> {
  const file = { fileId: randomBytes(24).toString('base64url'), purpose };
  const { key, keySealed } = files.newKey(file);
  await insertRow(
    file,
    borrowerId,
    borrowerId === null ? keySealed : sealFileKey(server.sealing, file, borrowerId, key),
  );
  await files.write(file, key, bytes);
  return file;
}

const newFile = (purpose: string): NewFile => ({
  fileId: randomBytes(24).toString('base64url'),
  purpose,
});
const change = (sql: string, values: unknown[]) => server.owner.pool.query(sql, values);
const nameOf = ({ fileId }: NewFile) => path.join(folder, fileId.slice(0, 2), `${fileId}-k`);

test('a picture opens with its row, before and after a borrower has claimed it', async () => {
  for (const borrowerId of [null, 5]) {
    const { fileId } = await storedFile(borrowerId);
    expect(await files.read(fileId)).toEqual(PICTURE);
  }
});

test('equal pictures look different, and neither shows what is in it', async () => {
  const pair = [await storedFile(null), await storedFile(null)];
  const [one, other] = await Promise.all(pair.map((file) => readFile(nameOf(file))));
  expect(one!.equals(other!)).toBe(false);
  expect(one!.includes('picture')).toBe(false);
});

test('without its row a picture does not open, and neither with an erased key', async () => {
  const gone = await storedFile(5);
  await change('delete from stored_file where file_id = $1', [gone.fileId]);
  await expect(files.read(gone.fileId)).rejects.toThrow('has no row');
  const erased = await storedFile(5);
  await change(`update stored_file set key_sealed = '' where file_id = $1`, [erased.fileId]);
  await expect(files.read(erased.fileId)).rejects.toThrow('erased');
});

test('a row that is given to another borrower or purpose does not open its picture', async () => {
  for (const [column, value] of [
    ['borrower_id', 6],
    ['borrower_id', null],
    ['purpose', 'avatar'],
  ]) {
    const { fileId } = await storedFile(5);
    await change(`update stored_file set ${column} = $2 where file_id = $1`, [fileId, value]);
    await expect(files.read(fileId)).rejects.toThrow();
  }
});

test('a picture that was copied to the place of another does not open, not even with the key of its own row', async () => {
  const [own, other] = [await storedFile(5), await storedFile(5, Buffer.from('another picture'))];
  await copyFile(nameOf(other), nameOf(own));
  await expect(files.read(own.fileId)).rejects.toThrow();
  const { rows } = await change('select key_sealed from stored_file where file_id = $1', [other.fileId]);
  await change('update stored_file set key_sealed = $2 where file_id = $1', [own.fileId, rows[0].key_sealed]);
  await expect(files.read(own.fileId)).rejects.toThrow();
  expect((await files.read(other.fileId)).toString()).toBe('another picture');
});

test('a key opens its picture in its place and for its purpose only', async () => {
  const [own, other] = [newFile('nrc_front'), newFile('nrc_front')];
  const { key } = files.newKey(own);
  await files.write(own, key, PICTURE);
  await mkdir(path.dirname(nameOf(other)), { recursive: true });
  await copyFile(nameOf(own), nameOf(other));
  const storage = folderStorage(folder);
  expect(await readWithKey(storage, own, key)).toEqual(PICTURE);
  for (const moved of [other, { ...own, purpose: 'avatar' }])
    await expect(readWithKey(storage, moved, key)).rejects.toThrow();
});

test('a picture of an earlier version opens, gets a key of its own, and its earlier file goes', async () => {
  const file = { fileId: randomBytes(24).toString('base64url'), purpose: 'nrc_front' };
  await insertRow(file, 5, null);
  const sealed = server.sealing.sealBytes('stored_file.picture', { file_id: file.fileId }, PICTURE);
  await folderStorage(folder).put(`${file.fileId.slice(0, 2)}/${file.fileId}`, sealed);
  expect(await files.read(file.fileId)).toEqual(PICTURE);

  const row = { file_id: file.fileId, purpose: file.purpose, borrower_id: 5, key_sealed: null };
  const keySealed = await files.copyEarlier(row);
  expect(await files.read(file.fileId)).toEqual(PICTURE);
  await change('update stored_file set key_sealed = $2 where file_id = $1', [file.fileId, keySealed]);
  await files.removeEarlier(file.fileId);
  expect(await files.read(file.fileId)).toEqual(PICTURE);
  const names = await readdir(path.join(folder, file.fileId.slice(0, 2)));
  expect(names.filter((name) => name.startsWith(file.fileId))).toEqual([`${file.fileId}-k`]);
  await files.remove(file.fileId);
  await expect(files.read(file.fileId)).rejects.toThrow('has a row and no file');
});
