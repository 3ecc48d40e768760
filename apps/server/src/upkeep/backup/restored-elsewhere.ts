import { leapNumbers } from '../../book/posting-line/numbers-after-restore.ts';
import { isRestoreRecorded, RESTORED_ELSEWHERE, recordRestore } from '../../money/payment/restored-book.ts';
import { toDate } from '../../platform/clock.ts';
import { type Database, LONGEST_ANSWER_MS, openDatabase, statement } from '../../platform/database.ts';
import { StartFailure } from '../../platform/start-failure.ts';
import type { AfterRestore } from './after-restore.ts';
import type { ErasedAgain } from './erased-again.ts';

/**
 * The names of the connections of a program, of whatever version. An early version gave none, and was the owner itself.
 * The rights of an owner may not show the kind of another role's connection. They always show its name.
 */
const readServerStatement = statement<{ names: string[]; recovers: boolean }>(
  'restored: read the server',
  `select array(select distinct application_name from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()
         and (starts_with(application_name, 'thumba') or
           (application_name = '' and usename = current_user and backend_type = 'client backend'))
       order by application_name) as names,
     pg_is_in_recovery() as recovers`,
);

/** What this command connects as itself to prepare the database. They may end a little later. */
const OWN_NAMES = ['thumba migration', 'thumba rights'];

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
    await refuseWhileServed(owner, { own: [], outcome: 'Nothing was done.' });
    await prepare();
    const now = toDate(nowMs);
    const isNew = await recordAndLeap(owner, { lostFrom, historyId, now });
    await refuseWhileServed(owner, {
      own: OWN_NAMES,
      outcome: 'Payouts are held now, but this program may have sent some before.',
    });
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

async function refuseWhileServed(
  owner: Database,
  { own, outcome }: { own: readonly string[]; outcome: string },
): Promise<void> {
  const { names, recovers } = (await owner.row(readServerStatement, {}))!;
  if (recovers) {
    throw new StartFailure(
      `The database still recovers and takes no changes. ${outcome} End its recovery, and run the command again.`,
    );
  }
  const others = names.filter((name) => !own.includes(name));
  if (others.length > 0) {
    const listed = others.map((name) => name || 'without a name').join(', ');
    throw new StartFailure(
      `A program is connected to this database (${listed}). ${outcome} Stop it, and run the command again.`,
    );
  }
}
