import { leapNumbers } from '../../book/posting-line/numbers-after-restore.ts';
import { type RestoredData, recordRestore } from '../../money/payment/restored-book.ts';
import { toDate } from '../../platform/clock.ts';
import { openDatabase } from '../../platform/database.ts';

/**
 * Makes a restored database safe to serve, before any program can start on it. Payouts are held, because the operators may
 * have made some that the database does not know. Numbers that were given out since the backup are not given again.
 */
export async function prepareRestored(ownerUrl: string, data: RestoredData, nowMs: number): Promise<void> {
  const owner = openDatabase({ url: ownerUrl, maxConnections: 1 });
  try {
    await recordRestore(owner, data, toDate(nowMs));
    await leapNumbers(owner);
  } finally {
    await owner.close();
  }
}
