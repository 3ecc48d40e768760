import { isConflict } from '../../platform/database.ts';

/**
 * Answers the ids of the loans that `write` has written. None where another writer was first with the same key, loan or
 * wallet credit. Several items are then tried alone by the posting line. One item alone is decided again.
 */
export async function writeUnlessTaken<Item>(
  items: readonly Item[],
  write: () => Promise<Set<number>>,
): Promise<Set<number>> {
  try {
    return await write();
  } catch (error) {
    if (items.length > 1 || !isConflict(error)) throw error;
    return new Set();
  }
}
