import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import path from 'node:path';
import type { Sealing } from './sealing.ts';
import type { Storage } from './storage.ts';

/** A file before a borrower has claimed it. */
export type NewFile = { fileId: string; purpose: string };

/** The row of a file in the database, as far as it names and opens its file. */
export type FileRow = {
  file_id: string;
  purpose: string;
  /** Null while no borrower has claimed it. */
  borrower_id: number | null;
  /** Null for a file of an earlier version. Empty once the key is erased. */
  key_sealed: Buffer | null;
};

/**
 * Files with personal data. Each is sealed with a random key of its own, which stands in its row, sealed for the file, its
 * borrower and its purpose. So a file opens only with its row, and in the row of no other borrower.
 */
export type Files = {
  /** A new key, and the same sealed for the row of a file that no borrower has claimed. */
  newKey(file: NewFile): { key: Buffer; keySealed: Buffer };
  write(file: NewFile, key: Buffer, bytes: Buffer): Promise<void>;
  /** Throws where no row has the key of the file any more. */
  read(fileId: string): Promise<Buffer>;
  remove(fileId: string): Promise<void>;
  /** Writes a file of an earlier version again under a key of its own, and answers this key for its row. */
  copyEarlier(row: FileRow): Promise<Buffer | undefined>;
  /** Removes the file of the earlier version, once the row has the key of the new one. */
  removeEarlier(fileId: string): Promise<void>;
};

const FORMAT = 3;
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** Ends the name of a file with a key of its own. Those of earlier versions are sealed under a data key. */
const OWN_KEY = '-k';

export function filesFolder(dataDir: string): string {
  return path.join(dataDir, 'files');
}

/** The id of the file that is stored under this name. */
export function fileIdOfName(name: string): string {
  const last = path.basename(name);
  return last.length > 32 && last.endsWith(OWN_KEY) ? last.slice(0, -OWN_KEY.length) : last;
}

export function createFiles({
  sealing,
  storage,
  rowOf,
}: {
  sealing: Sealing;
  storage: Storage;
  rowOf: (fileId: string) => Promise<FileRow | undefined>;
}): Files {
  async function write(file: NewFile, key: Buffer, bytes: Buffer): Promise<void> {
    await storage.put(nameOf(file.fileId), sealFile(file, key, bytes));
  }

  async function readEarlier(fileId: string): Promise<Buffer | undefined> {
    const sealed = await storage.get(earlierNameOf(fileId));
    return sealed && sealing.openBytes('stored_file.picture', { file_id: fileId }, sealed);
  }

  async function read(fileId: string, isAgain = false): Promise<Buffer> {
    const row = await rowOf(fileId);
    if (!row) throw new Error('a picture has no row');
    if (row.key_sealed !== null) return readWithKey(storage, newFile(row), fileKeyOf(sealing, row));
    const bytes = await readEarlier(fileId);
    if (bytes) return bytes;
    // It may have got a key of its own meanwhile.
    if (isAgain) throw new Error('a picture has a row and no file');
    return read(fileId, true);
  }

  return {
    newKey(file) {
      const key = randomBytes(KEY_BYTES);
      return { key, keySealed: sealFileKey(sealing, file, null, key) };
    },
    write,
    read: (fileId) => read(fileId),
    async remove(fileId) {
      await storage.remove(nameOf(fileId));
      await storage.remove(earlierNameOf(fileId));
    },
    async copyEarlier(row) {
      const bytes = await readEarlier(row.file_id);
      if (!bytes) return undefined;
      const key = randomBytes(KEY_BYTES);
      await write(newFile(row), key, bytes);
      return sealFileKey(sealing, newFile(row), row.borrower_id, key);
    },
    removeEarlier: (fileId) => storage.remove(earlierNameOf(fileId)),
  };
}

/** For the holder of a key that is not in the row, as of an archived picture. */
export async function readWithKey(storage: Storage, file: NewFile, key: Buffer): Promise<Buffer> {
  const sealed = await storage.get(nameOf(file.fileId));
  if (!sealed) throw new Error('a picture has a row and no file');
  return openFile(file, key, sealed);
}

function newFile({ file_id, purpose }: FileRow): NewFile {
  return { fileId: file_id, purpose };
}

/** The key of a file, opened from its row. */
export function fileKeyOf(sealing: Sealing, row: FileRow): Buffer {
  if (!row.key_sealed?.length) throw new Error('the key of a picture was erased');
  return sealing.openBytes('stored_file.key_sealed', row, row.key_sealed);
}

/** The row with a key. A file of an earlier version gets one, which is not yet stored. Undefined where its file is missing. */
export async function keyInRow(files: Files, row: FileRow): Promise<FileRow | undefined> {
  if (row.key_sealed !== null) return row;
  const keySealed = await files.copyEarlier(row);
  return keySealed && { ...row, key_sealed: keySealed };
}

/** The key of a file, sealed for its row. `borrowerId` is null while no borrower has claimed it. */
export function sealFileKey(
  sealing: Sealing,
  { fileId, purpose }: NewFile,
  borrowerId: number | null,
  key: Buffer,
): Buffer {
  const row = { file_id: fileId, purpose, borrower_id: borrowerId };
  return sealing.sealBytes('stored_file.key_sealed', row, key);
}

function placeOf(fileId: string): string {
  if (!/^[A-Za-z0-9_-]{20,60}$/.test(fileId)) throw new Error('not a file id of ours');
  return `${fileId.slice(0, 2)}/${fileId}`;
}

const nameOf = (fileId: string) => placeOf(fileId) + OWN_KEY;
const earlierNameOf = placeOf;

function additionalData({ fileId, purpose }: NewFile): Buffer {
  return Buffer.from(JSON.stringify(['stored_file', FORMAT, fileId, purpose]), 'utf8');
}

function sealFile(file: NewFile, key: Buffer, bytes: Buffer): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(additionalData(file));
  const body = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([Buffer.of(FORMAT), iv, cipher.getAuthTag(), body]);
}

function openFile(file: NewFile, key: Buffer, sealed: Buffer): Buffer {
  if (sealed[0] !== FORMAT) throw new Error('a picture is sealed in a format that is not accepted');
  const iv = sealed.subarray(1, 1 + IV_BYTES);
  const tag = sealed.subarray(1 + IV_BYTES, 1 + IV_BYTES + TAG_BYTES);
  const opening = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES })
    .setAAD(additionalData(file))
    .setAuthTag(tag);
  return Buffer.concat([opening.update(sealed.subarray(1 + IV_BYTES + TAG_BYTES)), opening.final()]);
}
