import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { readBackupSettings } from '../../../book/settings/backup-settings.ts';
import { ownerUrlOf } from '../../../book/settings/command-database.ts';
import { readDatabaseSettings } from '../../../book/settings/config.ts';
import { systemClock } from '../../../platform/clock.ts';
import { databaseFailure } from '../../../platform/database-failure.ts';
import { hasCluster } from '../../../platform/postgres/cluster.ts';
import { ensurePostgres } from '../../../platform/postgres/embedded-postgres.ts';
import { StartFailure } from '../../../platform/start-failure.ts';
import {
  type CommandAnswer,
  failInOneLine,
  type TerminalCommand,
  told,
} from '../../../staff/terminal/terminal-command.ts';
import { erasedAgainText } from '../../backup/erased-again.ts';
import { type Erasure, readErasures } from '../../backup/erasure-list.ts';
import { declareRestored } from '../../backup/restored-elsewhere.ts';
import { momentOf, momentText } from '../../backup/restored-moment.ts';
import { backupKeyOf } from '../../backup/sealed-parts.ts';
import { storageAt } from '../../backup/storage-at.ts';
import { prepareDatabase } from '../../database-rights/prepare-database.ts';
import { eraseAgain } from '../../personal-data/erase-again.ts';

const USAGE =
  'Say: npm run restored -- --lost-from "2026-11-22 10:00" [--erasures <folder or s3://bucket/prefix>], with the time of Lusaka from which on changes may be missing';

/* npm run restored -- --lost-from "2026-11-22 10:00" [--erasures <folder or s3://bucket/prefix>] */
export const command: TerminalCommand = {
  purpose:
    'makes a database safe that another tool than npm run restore has restored, before a program starts',
  run: (words) => failInOneLine(() => declare(words)),
};

async function declare(words: readonly string[]): Promise<CommandAnswer> {
  const { lostFrom, erasures: place } = readWords(words);
  const nowMs = systemClock.nowMs();
  if (lostFrom.getTime() > nowMs)
    throw new StartFailure(
      'That moment is still to come: give the moment to which the database was restored.',
    );
  const list = await erasureListIn(place);
  const { isNew, erased } = await withRestoredDatabase((ownerUrl, prepare) =>
    declareRestored(ownerUrl, {
      lostFrom,
      historyId: randomBytes(8).toString('hex'),
      nowMs,
      prepare,
      eraseAgain: (owner, now) => eraseAgain(owner, list.erasures ?? [], now),
    }),
  );
  return told(
    isNew
      ? `Payouts are held: the database may lack what was committed after ${momentText(lostFrom)}. Numbers go on higher, so that none is given out twice.`
      : `This was declared before with the same moment, ${momentText(lostFrom)}: no hold was added, and no number was changed.`,
    list.place === undefined
      ? 'No list of deleted accounts was read: neither --erasures nor ERASURES_TO names one. Accounts that were deleted after that moment are there again. Name the list, or delete them by hand.'
      : erasedAgainText(list.place, list.erasures && erased),
    'Start the server, and import the statements: npm run release-payouts says what is missing (docs/running/backup.md).',
  );
}

/** The list of deleted accounts and its place. Undefined where no place is known, or has no list. */
async function erasureListIn(named: string | undefined): Promise<{ place?: string; erasures?: Erasure[] }> {
  const settings = readBackupSettings(process.env);
  const place = named ?? settings.ERASURES_TO;
  if (place === undefined) return {};
  const key = backupKeyOf(settings.BACKUP_KEY);
  const erasures = await readErasures({ storage: storageAt(place, settings), key });
  return { place, ...(erasures ? { erasures } : {}) };
}

/** The database may be of an earlier version of the program, and may not be started for that: it is not safe yet. */
async function withRestoredDatabase<Result>(
  use: (ownerUrl: string, prepare: () => Promise<void>) => Promise<Result>,
): Promise<Result> {
  const { DATABASE_URL, DATABASE_OWNER_URL, DATA_DIR } = readDatabaseSettings(process.env);
  const useAt = (ownerUrl: string, urls: { ownerUrl: string | undefined; programUrl: string }) =>
    use(ownerUrl, () => prepareDatabase(urls, { isProduction: false, say: () => undefined }));
  if (DATABASE_URL) {
    try {
      const ownerUrl = await ownerUrlOf(DATABASE_OWNER_URL, DATABASE_URL);
      return await useAt(ownerUrl, { ownerUrl: DATABASE_OWNER_URL, programUrl: DATABASE_URL });
    } catch (error) {
      throw databaseFailure(error, DATABASE_OWNER_URL ?? DATABASE_URL);
    }
  }
  if (!(await hasCluster(DATA_DIR))) throw new StartFailure(`There is no database in ${DATA_DIR}.`);
  const postgres = await ensurePostgres({ dataDir: DATA_DIR, log: () => undefined });
  try {
    return await useAt(postgres.ownerUrl, postgres);
  } finally {
    await postgres.stop();
  }
}

function readWords(words: readonly string[]): { lostFrom: Date; erasures?: string | undefined } {
  const { 'lost-from': lostFrom, erasures } = optionsIn(words);
  if (lostFrom === undefined) throw new StartFailure(USAGE);
  return { lostFrom: momentOf('--lost-from', lostFrom), erasures };
}

function optionsIn(words: readonly string[]): { 'lost-from'?: string; erasures?: string } {
  try {
    const options = { 'lost-from': { type: 'string' }, erasures: { type: 'string' } } as const;
    return parseArgs({ args: [...words], options }).values;
  } catch {
    throw new StartFailure(USAGE);
  }
}
