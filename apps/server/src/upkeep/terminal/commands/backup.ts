import path from 'node:path';
import { parseArgs } from 'node:util';
import { readKeyRegistry, sealingFor } from '../../../book/keys/key-registry.ts';
import {
  type BackupSettings,
  readBackupSettings,
  refuseUndeclaredCountry,
} from '../../../book/settings/backup-settings.ts';
import { withDatabaseOf } from '../../../book/settings/command-database.ts';
import { readKeysAtHand } from '../../../book/settings/config.ts';
import { readPictureStorage } from '../../../book/settings/picture-place.ts';
import { systemClock } from '../../../platform/clock.ts';
import { LONGEST_ANSWER_MS, openDatabase } from '../../../platform/database.ts';
import { StartFailure } from '../../../platform/start-failure.ts';
import {
  type CommandAnswer,
  declined,
  failInOneLine,
  type TerminalCommand,
  told,
} from '../../../staff/terminal/terminal-command.ts';
import { backUpAndFollow } from '../../backup/back-up-and-follow.ts';
import { type BackupWay, wayOf } from '../../backup/backup-way.ts';
import { endFollowing } from '../../backup/follow-log.ts';
import { partsOf } from '../../backup/manifest.ts';
import { backUpNightly, UNDER_WAY_STATUS } from '../../backup/nightly-backup.ts';
import type { Verdict } from '../../backup/restore-drill.ts';
import { backupKeyOf } from '../../backup/sealed-parts.ts';
import { beginStorageAt } from '../../backup/storage-at.ts';
import { type BackupSource, type BackupTarget, takeBackup } from '../../backup/take-backup.ts';
import { migrateUpTo } from '../../database-rights/prepare-database.ts';
import { examine, faultsIn } from '../../doctor/examination.ts';
import { examinePictures, stillKept } from '../../doctor/pictures.ts';
import { verdictOf } from '../../doctor/report.ts';
import { examineSealedValues } from '../../keys/reseal.ts';

const MIGRATIONS = path.join(import.meta.dirname, '../../../../migrations');
const USAGE =
  'Say: npm run backup -- --to <folder or s3://bucket/prefix> [--follow | --nightly] [--new-place], or npm run backup -- --unfollow';

/* npm run backup -- --to <folder or s3://bucket/prefix> [--follow | --nightly] [--new-place], or --unfollow */
export const command: TerminalCommand = {
  purpose: 'stores a sealed backup of the database and the pictures, while the server runs',
  run: (words) => failInOneLine(() => backUp(words)),
};

async function backUp(words: readonly string[]): Promise<CommandAnswer> {
  const settings = readBackupSettings(process.env);
  if (settings.DATABASE_URL) return backUpLenders(words, settings);
  if (words.length === 1 && words[0] === '--unfollow')
    return withDatabaseOf(process.env, MIGRATIONS, unfollow, 'owner');
  const { follow: isFollowed, nightly, ...place } = readWords(words, settings.BACKUP_TO);
  refuseUndeclaredCountry(settings);
  const target = await beginTarget(place, settings);
  return withDatabaseOf(
    process.env,
    MIGRATIONS,
    (url) => {
      const source = { way: 'cluster', url, dataDir: settings.DATA_DIR } as const;
      if (nightly) return backUpAsEveryNight(source, target, settings);
      return isFollowed ? follow(source, target, settings) : backUpOnce(source, target);
    },
    'owner',
  );
}

/** Of a PostgreSQL of the lender's own. */
async function backUpLenders(words: readonly string[], settings: BackupSettings): Promise<CommandAnswer> {
  const { BACKUP_DATABASE_URL: url } = settings;
  const withUrl = (use: (url: string) => Promise<CommandAnswer>) =>
    url ? use(url) : withDatabaseOf(process.env, MIGRATIONS, use, 'owner');
  if (words.length === 1 && words[0] === '--unfollow') return withUrl(unfollow);
  const { follow: isFollowed, nightly, ...place } = readWords(words, settings.BACKUP_TO);
  refuseUndeclaredCountry(settings);
  const target = await beginTarget(place, settings);
  return withUrl(async (url) => {
    const { way, why } = await wayOf(url);
    if (way === 'copy' && isFollowed) throw new StartFailure(`The log cannot be followed: ${why}.`);
    console.log(describeWay({ way, why }));
    const source = { way, url, dataDir: settings.DATA_DIR };
    if (nightly) return backUpAsEveryNight(source, target, settings);
    return isFollowed ? follow(source, target, settings) : backUpOnce(source, target);
  });
}

async function beginTarget(
  { to, isNewPlace }: { to: string; isNewPlace: boolean },
  settings: BackupSettings,
): Promise<BackupTarget> {
  const key = backupKeyOf(settings.BACKUP_KEY);
  const begun = { dataDir: settings.DATA_DIR, isNewPlace, say: console.log };
  return { storage: await beginStorageAt(to, settings, begun), key };
}

function describeWay({ way, why }: BackupWay): string {
  return way === 'copy'
    ? `The tables are copied as they are at one moment, and a restore has no --at, because ${why}.`
    : `The whole cluster is stored, and a restore has --at as far as the log is followed, because ${why}.`;
}

async function unfollow(url: string): Promise<CommandAnswer> {
  return told(
    (await endFollowing(url))
      ? 'The database no longer keeps its log for a backup.'
      : 'The database keeps no log for a backup.',
  );
}

function readWords(
  words: readonly string[],
  usualPlace: string | undefined,
): { to: string; isNewPlace: boolean; follow: boolean; nightly: boolean } {
  try {
    const { values } = parseArgs({
      args: [...words],
      options: {
        to: { type: 'string' },
        follow: { type: 'boolean', default: false },
        nightly: { type: 'boolean', default: false },
        'new-place': { type: 'boolean', default: false },
      },
    });
    const { to = usualPlace, follow, nightly, 'new-place': isNewPlace } = values;
    if (to && !(follow && nightly)) return { to, isNewPlace, follow, nightly };
  } catch {
    // The usage below says what is right.
  }
  throw new StartFailure(USAGE);
}

async function backUpAsEveryNight(
  source: BackupSource,
  target: BackupTarget,
  { BACKUP_KEEP_DAYS }: BackupSettings,
): Promise<CommandAnswer> {
  const outcome = await backUpNightly(source, target, {
    keepDays: BACKUP_KEEP_DAYS,
    nowMs: systemClock.nowMs,
    examine: (ownerUrl, dataDir) => examineRestored(ownerUrl, dataDir, source.url),
    say: console.log,
    migrateUpTo,
  });
  return outcome === 'under_way'
    ? { ...declined('Another process takes the nightly backup at this moment.'), status: UNDER_WAY_STATUS }
    : told('The nightly backup is whole, and it was restored as a test.');
}

/**
 * The keys are those of the running database: a restore puts back none. A picture that a borrower deleted while the backup
 * was taken may be missing.
 */
async function examineRestored(ownerUrl: string, dataDir: string, liveUrl: string): Promise<Verdict> {
  const open = (url: string) =>
    openDatabase({ url, maxConnections: 4, answerMs: LONGEST_ANSWER_MS, isCommand: true });
  const db = open(ownerUrl);
  const live = open(liveUrl);
  try {
    const keys = readKeysAtHand(process.env);
    const sealing = keys && sealingFor(await readKeyRegistry(db), keys);
    const { pictures, withoutFile } = await examinePictures(
      db,
      readPictureStorage(process.env, dataDir).storage,
    );
    const examination = await examine(db, {
      sealedValues: sealing && (await examineSealedValues(db, sealing)),
      pictures: { pictures, withoutFile: await stillKept(live, withoutFile) },
    });
    return { isSound: faultsIn(examination.checks).length === 0, verdict: verdictOf(examination) };
  } finally {
    await db.close();
    await live.close();
  }
}

async function backUpOnce(source: BackupSource, target: BackupTarget): Promise<CommandAnswer> {
  console.log('The backup begins.');
  const manifest = await takeBackup(source, target, systemClock.nowMs);
  const parts = partsOf(manifest);
  const bytes = parts.reduce((total, part) => total + part.bytes, 0);
  return told(
    `The backup ${manifest.backupId} is whole: ${parts.length} parts, ${Math.ceil(bytes / 1024)} KB.`,
    'The keys are not in it. Store BACKUP_KEY in another place, and DATA_KEYS, LOOKUP_KEYS, CALLBACK_SECRET and the VAPID keys, or keys.json, callback-secret.json and vapid.json.',
  );
}

async function follow(
  source: BackupSource,
  target: BackupTarget,
  { BACKUP_LOG_SECONDS }: BackupSettings,
): Promise<CommandAnswer> {
  const stopping = new AbortController();
  // A terminal and npm may both deliver one Ctrl-C.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stopping.abort());
  const { isWhole } = await backUpAndFollow(source, target, {
    pieceMs: BACKUP_LOG_SECONDS * 1000,
    signal: stopping.signal,
    nowMs: systemClock.nowMs,
    say: console.log,
    backUp: async (to) => console.log((await backUpOnce(source, to)).lines.join('\n')),
  });
  return told(
    isWhole
      ? 'The log is stored up to now. It is no longer followed.'
      : 'The log is no longer followed. The database keeps what is not stored for the next start.',
  );
}
