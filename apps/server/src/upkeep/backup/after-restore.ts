import { leapNumbers } from '../../book/posting-line/numbers-after-restore.ts';
import { type RestoredData, recordRestore } from '../../money/payment/restored-book.ts';
import { toDate } from '../../platform/clock.ts';
import { type Database, LONGEST_ANSWER_MS, openDatabase } from '../../platform/database.ts';

export type AfterRestore<Erased> = {
  data: RestoredData;
  /** A random name that no other restored database has. */
  historyId: string;
  nowMs: number;
  /** Deletes the accounts again that were deleted after the backup. */
  eraseAgain(owner: Database, now: Date): Promise<Erased>;
};

/**
 * Makes a restored database safe to serve, before any program can start on it. Payouts are held, because the operators may
 * have made some that the database does not know. Numbers that were given out since the backup are not given again, and
 * accounts that were deleted since then are deleted again.
 */
export async function prepareRestored<Erased>(
  ownerUrl: string,
  { data, historyId, nowMs, eraseAgain }: AfterRestore<Erased>,
): Promise<Erased> {
  const owner = openDatabase({
    url: ownerUrl,
    maxConnections: 1,
    answerMs: LONGEST_ANSWER_MS,
    isCommand: true,
  });
  try {
    const now = toDate(nowMs);
    await recordRestore(owner, { ...data, historyId }, now);
    await leapNumbers(owner, now);
    return await eraseAgain(owner, now);
  } finally {
    await owner.close();
  }
}
