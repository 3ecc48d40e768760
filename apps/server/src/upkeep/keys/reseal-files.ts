import { type Database, statement } from '../../platform/database.ts';
import type { Files } from '../../platform/files.ts';
import type { Resealed } from './reseal.ts';

const FILES_OF_BATCH = 20;

/** A picture that is about to be removed is left alone. Written again, it would outlive its row. */
const lockFilesStatement = statement<{ file_id: string }, { after: string; now: Date }>(
  'keys: lock files',
  `select file_id from stored_file
   where file_id > $after and (borrower_id is not null or uploaded_at > $now::timestamptz - interval '50 minutes')
   order by file_id limit ${FILES_OF_BATCH} for update`,
);

/** Seals every kept picture anew that is not sealed under the first data key. */
export async function resealFiles(
  db: Database,
  files: Files,
  now: Date,
  isStopping: () => boolean,
): Promise<Resealed> {
  const result: Resealed = { resealed: 0, unreadable: [] };
  let after = '';
  while (!isStopping()) {
    // The locks hold back the statement that gives up a picture, until it is in place.
    const fileIds = await db.inTransaction(async (transaction) => {
      const rows = await transaction.rows(lockFilesStatement, { after, now });
      for (const { file_id } of rows) await resealFile(files, file_id, result);
      return rows.map(({ file_id }) => file_id);
    });
    if (fileIds.length === 0) break;
    after = fileIds.at(-1)!;
  }
  return result;
}

async function resealFile(files: Files, fileId: string, result: Resealed): Promise<void> {
  try {
    if ((await files.reseal(fileId)) === 'resealed') result.resealed += 1;
  } catch {
    result.unreadable.push(`stored_file.picture of file_id ${fileId}`);
  }
}
