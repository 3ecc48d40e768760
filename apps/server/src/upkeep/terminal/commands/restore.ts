import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { backupPlace } from '../../../book/settings/backup-place.ts';
import { readBackupSettings } from '../../../book/settings/backup-settings.ts';
import { readPictureStorage } from '../../../book/settings/picture-place.ts';
import { systemClock } from '../../../platform/clock.ts';
import { LONGEST_ANSWER_MS, openDatabase } from '../../../platform/database.ts';
import { StartFailure } from '../../../platform/start-failure.ts';
import {
  type CommandAnswer,
  failInOneLine,
  type TerminalCommand,
  told,
} from '../../../staff/terminal/terminal-command.ts';
import { prepareRestored } from '../../backup/after-restore.ts';
import { erasedAgainText } from '../../backup/erased-again.ts';
import { readErasures } from '../../backup/erasure-list.ts';
import { namedWithCount } from '../../backup/named-with-count.ts';
import { restoreBackup } from '../../backup/restore-backup.ts';
import { refuseWrongFolders } from '../../backup/restore-folders.ts';
import { momentOf, momentText } from '../../backup/restored-moment.ts';
import { backupKeyOf } from '../../backup/sealed-parts.ts';
import { storageAt } from '../../backup/storage-at.ts';
import { migrateAndGrant, migrateUpTo } from '../../database-rights/prepare-database.ts';
import { examinePictures } from '../../doctor/pictures.ts';
import { eraseAgain } from '../../personal-data/erase-again.ts';

const USAGE =
  'Say: npm run restore -- --from <folder or s3://bucket/prefix> --into <empty data folder> [--at "2026-11-22 10:00" | --until-gap] [--backup <id>] [--erasures <folder or s3://…>], with the time of Lusaka';

/* npm run restore -- --from <folder or s3://bucket/prefix> --into <empty data folder> [--at "2026-11-22 10:00" | --until-gap] [--backup <id>] [--erasures <folder or s3://…>] */
export const command: TerminalCommand = {
  purpose:
    'puts the last or a named backup into an empty data folder, as it was at a time in Lusaka if one is given',
  run: (words) => failInOneLine(() => restore(words)),
};

async function restore(words: readonly string[]): Promise<CommandAnswer> {
  const { from, into, at: atText, isUntilGap, backup, erasures: erasuresIn } = readWords(words);
  const at = atText === undefined ? undefined : momentOf('--at', atText);
  const settings = readBackupSettings(process.env);
  const key = backupKeyOf(settings.BACKUP_KEY);
  const target = { storage: storageAt(from, settings), key };
  const place = backupPlace(from, settings);
  if ('folder' in place) await refuseWrongFolders(path.resolve(place.folder), path.resolve(into));
  // The list is read first: if it does not open, nothing is restored.
  const erasures = await readErasures({ storage: storageAt(erasuresIn ?? from, settings), key });
  let withoutFile: string[] = [];
  const { manifest, reachedAt } = await restoreBackup(target, {
    into: path.resolve(into),
    ...(at ? { at } : {}),
    isUntilGap,
    backupId: backup,
    say: console.log,
    migrateUpTo,
    async prepare(urls, data) {
      // The backup may be of an earlier version, which knew no restored books.
      await migrateAndGrant(urls);
      const erased = await prepareRestored(urls.ownerUrl, {
        data,
        historyId: randomBytes(8).toString('hex'),
        nowMs: systemClock.nowMs(),
        eraseAgain: (owner, now) => eraseAgain(owner, erasures ?? [], now),
      });
      console.log(erasedAgainText(erasuresIn ?? from, erasures && erased));
      withoutFile = await picturesWithoutFile(urls.ownerUrl, path.resolve(into));
    },
  });
  return told(
    `The backup ${manifest.backupId} is restored into ${into}, ${reachedAt ? `as it was at ${momentText(reachedAt)}` : 'as late as the stored log reaches'}.`,
    ...(withoutFile.length === 0 ? [] : [lostPicturesText(withoutFile)]),
    "Payments after that moment are not in it. Payouts are held until the operators' statements show what happened.",
    ...(at
      ? []
      : [
          `Statements have to cover the time from ${momentText(new Date(manifest.startedAt))} on, when the backup began.`,
        ]),
    'Put the keys back, start the server, and import the statements: npm run release-payouts says what is missing (docs/running/backup.md).',
  );
}

async function picturesWithoutFile(ownerUrl: string, dataDir: string): Promise<string[]> {
  const db = openDatabase({ url: ownerUrl, maxConnections: 1, answerMs: LONGEST_ANSWER_MS, isCommand: true });
  return (
    await examinePictures(db, readPictureStorage(process.env, dataDir).storage).finally(() => db.close())
  ).withoutFile;
}

function lostPicturesText(fileIds: readonly string[]): string {
  return `Pictures of borrowers that did not come back, because the place has no file of them that opens: ${namedWithCount(fileIds)}. npm run doctor lists them.`;
}

function readWords(words: readonly string[]): {
  from: string;
  into: string;
  at?: string | undefined;
  isUntilGap: boolean;
  backup?: string | undefined;
  erasures?: string | undefined;
} {
  try {
    const { values } = parseArgs({
      args: [...words],
      options: {
        from: { type: 'string' },
        into: { type: 'string' },
        at: { type: 'string' },
        'until-gap': { type: 'boolean', default: false },
        backup: { type: 'string' },
        erasures: { type: 'string' },
      },
    });
    const { from, into, 'until-gap': isUntilGap, ...others } = values;
    if (from && into && !(isUntilGap && others.at)) return { from, into, isUntilGap, ...others };
  } catch {
    // The usage below says what is right.
  }
  throw new StartFailure(USAGE);
}
