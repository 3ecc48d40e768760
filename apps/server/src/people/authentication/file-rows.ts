import { type Database, statement, type Transaction } from '../../platform/database.ts';
import { createFiles, type FileRow, type Files } from '../../platform/files.ts';
import type { Sealing } from '../../platform/sealing.ts';
import type { Storage } from '../../platform/storage.ts';

const findRowStatement = statement<FileRow, { fileId: string }>(
  'authentication: find the row of a file',
  'select file_id, purpose, borrower_id, key_sealed from stored_file where file_id = $fileId',
);

/** The files of this storage, with their rows in the database. */
export function openFiles(db: Database, sealing: Sealing, storage: Storage): Files {
  const rowOf = (fileId: string) => db.row(findRowStatement, { fileId });
  return createFiles({ sealing, storage, rowOf });
}

const FILES_OF_BATCH = 20;

/** A picture that is about to be removed is left alone. Written again, it would outlive its row. */
const lockEarlierStatement = statement<FileRow, { after: string; now: Date }>(
  'authentication: lock files of an earlier version',
  `select file_id, purpose, borrower_id, key_sealed from stored_file
   where file_id > $after and key_sealed is null
     and (borrower_id is not null or uploaded_at > $now::timestamptz - interval '40 minutes')
   order by file_id limit ${FILES_OF_BATCH} for update`,
);

/** The next rows whose files have no key of their own. They stay locked until the transaction ends. */
export function lockEarlierFiles(transaction: Transaction, after: string, now: Date): Promise<FileRow[]> {
  return transaction.rows(lockEarlierStatement, { after, now });
}

const keepKeyStatement = statement<never, { fileId: string; keySealed: Buffer }>(
  'authentication: keep the key of a file',
  'update stored_file set key_sealed = $keySealed where file_id = $fileId',
);

export async function keepFileKey(
  transaction: Transaction,
  fileId: string,
  keySealed: Buffer,
): Promise<void> {
  await transaction.rows(keepKeyStatement, { fileId, keySealed });
}
