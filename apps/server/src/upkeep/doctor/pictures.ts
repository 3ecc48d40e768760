import { type Database, statement } from '../../platform/database.ts';
import { fileIdOfName } from '../../platform/files.ts';
import type { Storage } from '../../platform/storage.ts';
import type { Pictures } from './examination.ts';

const findPicturesStatement = statement<{ file_id: string }>(
  'doctor: find the pictures of borrowers',
  'select file_id from stored_file where borrower_id is not null order by file_id',
);

const findKeptStatement = statement<{ file_id: string }, { fileIds: string[] }>(
  'doctor: find pictures that borrowers still have',
  'select file_id from stored_file where borrower_id is not null and file_id = any ($fileIds) order by file_id',
);

/**
 * Which pictures of borrowers have no stored file. A row without a borrower may have none: it is of an upload
 * that no borrower claimed, or of a deleted account.
 */
export async function examinePictures(db: Database, storage: Storage): Promise<Pictures> {
  const rows = await db.rows(findPicturesStatement, {});
  const stored = new Set((await storage.list('')).map(fileIdOfName));
  const missing = rows.filter(({ file_id: id }) => !stored.has(id));
  const fileIds = missing.map(({ file_id }) => file_id);
  return { pictures: rows.length, withoutFile: await stillKept(db, fileIds) };
}

/** Of these pictures those that a borrower has in this database. An account may have been deleted meanwhile. */
export async function stillKept(db: Database, fileIds: string[]): Promise<string[]> {
  if (fileIds.length === 0) return [];
  return (await db.rows(findKeptStatement, { fileIds })).map(({ file_id }) => file_id);
}
