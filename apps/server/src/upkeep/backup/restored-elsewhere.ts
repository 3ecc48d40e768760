import { keysInName } from '../../book/keys/program-name.ts';
import { leapNumbers } from '../../book/posting-line/numbers-after-restore.ts';
import { isRestoreRecorded, RESTORED_ELSEWHERE, recordRestore } from '../../money/payment/restored-book.ts';
import { toDate } from '../../platform/clock.ts';
import { type Database, LONGEST_ANSWER_MS, openDatabase, statement } from '../../platform/database.ts';
import { StartFailure } from '../../platform/start-failure.ts';
import type { AfterRestore } from './after-restore.ts';
import type { ErasedAgain } from './erased-again.ts';

/** The rights of an owner may not show the kind of another role's connection. They always show its name. */
const readServerStatement = statement<{ names: string[]; recovers: boolean }>(
  'restored: read the server',
  `select array(select application_name from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()) as names,
     pg_is_in_recovery() as recovers`,
);

export type Declared = {
  /** False where the same was declared before: then only deleted accounts were looked for. */
  isNew: boolean;
  erased: ErasedAgain;
};

/**
 * Makes a database safe to serve that another tool has restored, as a restore of the program does. What is committed from
 * `lostFrom` on is lost. `prepare` brings the database to this version, which knows restored books.
 */
export async function declareRestored(
  ownerUrl: string,
  {
    lostFrom,
    historyId,
    nowMs,
    prepare,
    eraseAgain,
  }: Omit<AfterRestore<ErasedAgain>, 'data'> & { lostFrom: Date; prepare(): Promise<void> },
): Promise<Declared> {
  const owner = openDatabase({
    url: ownerUrl,
    maxConnections: 1,
    answerMs: LONGEST_ANSWER_MS,
    isCommand: true,
  });
  try {
    await refuseWhileServed(owner, 'Nothing was done.');
    await prepare();
    const now = toDate(nowMs);
    const isNew = await recordAndLeap(owner, { lostFrom, historyId, now });
    await refuseWhileServed(owner, 'Payouts are held now, but this program may have sent some before.');
    return { isNew, erased: await eraseAgain(owner, now) };
  } finally {
    await owner.close();
  }
}

/** A declaration that was interrupted is made again as a whole. One that was made is not made twice. */
function recordAndLeap(
  owner: Database,
  { lostFrom, historyId, now }: { lostFrom: Date; historyId: string; now: Date },
): Promise<boolean> {
  return owner.inTransaction(async (transaction) => {
    const data = { backupId: RESTORED_ELSEWHERE, dataUntil: lostFrom };
    if (await isRestoreRecorded(transaction, data)) return false;
    await recordRestore(transaction, { ...data, historyId }, now);
    await leapNumbers(transaction, now);
    return true;
  });
}

async function refuseWhileServed(owner: Database, outcome: string): Promise<void> {
  const { names, recovers } = (await owner.row(readServerStatement, {}))!;
  if (recovers) {
    throw new StartFailure(
      `The database still recovers and takes no changes. ${outcome} End its recovery, and say the command again.`,
    );
  }
  if (names.some((name) => keysInName(name))) {
    throw new StartFailure(
      `A program is connected to this database. ${outcome} Stop it, and say the command again.`,
    );
  }
}
