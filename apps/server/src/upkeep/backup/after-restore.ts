import { type RestoredData, recordRestore } from '../../money/payment/restored-book.ts';
import { toDate } from '../../platform/clock.ts';
import { openDatabase } from '../../platform/database.ts';

/**
 * Makes a restored database safe to serve, before any program can start on it: payouts are held, because the operators may
 * have made some that the database does not know.
 */
export async function prepareRestored(ownerUrl: string, data: RestoredData, nowMs: number): Promise<void> {
  const owner = openDatabase({ url: ownerUrl, maxConnections: 1 });
  try {
    await recordRestore(owner, data, toDate(nowMs));
  } finally {
    await owner.close();
  }
}
