import { keepFileKey, lockEarlierFiles } from '../../people/authentication/file-rows.ts';
import type { Database } from '../../platform/database.ts';
import type { Files } from '../../platform/files.ts';
import type { Resealed } from './reseal.ts';

/**
 * Gives every picture of an earlier version, which is sealed under a data key, a key of its own. The file of the earlier
 * version is removed once the row has the key, so the picture can be read at every moment and after every end.
 */
export async function resealFiles(
  db: Database,
  files: Files,
  now: Date,
  isStopping: () => boolean,
): Promise<Resealed> {
  const result: Resealed = { resealed: 0, unreadable: [] };
  let after = '';
  while (!isStopping()) {
    // The locks hold back the statement that gives up a picture, until its key is in place.
    const batch = await db.inTransaction(async (transaction) => {
      const rows = await lockEarlierFiles(transaction, after, now);
      const moved: string[] = [];
      const unreadable: string[] = [];
      for (const row of rows) {
        const fileId = row.file_id;
        const copied = await files.copyEarlier(row).catch(() => 'unreadable' as const);
        if (copied === 'unreadable') unreadable.push(`stored_file.picture of file_id ${fileId}`);
        else if (copied) {
          await keepFileKey(transaction, fileId, copied);
          moved.push(fileId);
        }
      }
      return { moved, unreadable, last: rows.at(-1)?.file_id };
    });
    for (const fileId of batch.moved) await files.removeEarlier(fileId);
    result.resealed += batch.moved.length;
    result.unreadable.push(...batch.unreadable);
    if (batch.last === undefined) break;
    after = batch.last;
  }
  return result;
}
