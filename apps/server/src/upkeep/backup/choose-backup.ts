import { StartFailure } from '../../platform/start-failure.ts';
import { isOfOneDatabase, type Manifest, openManifest, readManifest, wholeBackups } from './manifest.ts';
import type { RestoreRequest } from './restore-request.ts';
import { momentText } from './restored-moment.ts';
import type { BackupTarget } from './take-backup.ts';

/** The backup that a restore takes: the named one, or else the last one that had ended at the moment, whatever its database. */
export async function chooseBackup(
  target: BackupTarget,
  request: Pick<RestoreRequest, 'at' | 'backupId' | 'say'>,
): Promise<Manifest> {
  if (request.backupId !== undefined) return namedBackup(target, request.backupId, request.at);
  const found = request.at ? await lastBefore(target, request.at, request.say) : await lastBackup(target);
  await sayOtherDatabases(target, found, request.say);
  return found;
}

/** What tells the database of a backup from the others of a place. */
export function databaseOf({ systemId, historyId }: Manifest): string {
  return historyId === undefined ? systemId : `${systemId} since its restore ${historyId}`;
}

async function namedBackup(
  { storage, key }: BackupTarget,
  backupId: string,
  at: Date | undefined,
): Promise<Manifest> {
  if (!(await wholeBackups(storage)).includes(backupId))
    throw new StartFailure(`There is no whole backup ${backupId} in this place.`);
  const named = await readManifest(storage, key, backupId);
  if (at && Date.parse(named.finishedAt) > at.getTime()) {
    throw new StartFailure(
      `The backup ${backupId} ended at ${momentText(new Date(named.finishedAt))}, after that moment: name an earlier one, or leave --backup out.`,
    );
  }
  return named;
}

async function lastBackup({ storage, key }: BackupTarget): Promise<Manifest> {
  const [newest, earlier] = (await wholeBackups(storage)).reverse();
  if (newest === undefined) throw new StartFailure('There is no whole backup in this place.');
  const opened = await openManifest(storage, key, newest);
  if (opened) return opened;
  // An earlier backup would bring back an older state than the person expects, so the person has to name it.
  throw new StartFailure(
    [
      `The newest backup ${newest} does not open: BACKUP_KEY is another than it was sealed with, or its manifest was changed.`,
      ...(earlier === undefined ? [] : [`To restore the one before it, say --backup ${earlier}.`]),
    ].join(' '),
  );
}

/** A backup that does not open is passed over: an earlier one comes back as it was at the moment, or is refused. */
async function lastBefore(
  { storage, key }: BackupTarget,
  at: Date,
  say: RestoreRequest['say'],
): Promise<Manifest> {
  const closed: string[] = [];
  const begun = (await wholeBackups(storage)).filter((backupId) => backupId < nameAt(at));
  for (const backupId of begun.reverse()) {
    const found = await openManifest(storage, key, backupId);
    if (!found) closed.push(backupId);
    else if (Date.parse(found.finishedAt) <= at.getTime()) {
      if (closed.length > 0) say(`Passed over, because they do not open: ${closed.join(', ')}.`);
      return found;
    }
  }
  const earliest = await earliestThatOpens({ storage, key });
  const ended = earliest
    ? ` The earliest that opens is ${earliest.backupId}, which ended at ${momentText(new Date(earliest.finishedAt))}.`
    : '';
  throw new StartFailure(
    closed.length === 0
      ? `No whole backup in this place ended before that moment.${ended}`
      : `No whole backup that opens ended before that moment. BACKUP_KEY is another than these were sealed with, or their manifests were changed: ${closed.join(', ')}.`,
  );
}

async function earliestThatOpens({ storage, key }: BackupTarget): Promise<Manifest | undefined> {
  for (const backupId of await wholeBackups(storage)) {
    const found = await openManifest(storage, key, backupId);
    if (found) return found;
  }
  return undefined;
}

/** The names of backups that began later sort after this. */
function nameAt(at: Date): string {
  return `${at.toISOString().replace(/[-:]|\.\d+/g, '')}~`;
}

async function sayOtherDatabases(
  { storage, key }: BackupTarget,
  taken: Manifest,
  say: RestoreRequest['say'],
): Promise<void> {
  const others: Manifest[] = [];
  for (const backupId of (await wholeBackups(storage)).reverse()) {
    const manifest = await openManifest(storage, key, backupId);
    if (manifest && ![taken, ...others].some((known) => isOfOneDatabase(known, manifest)))
      others.push(manifest);
  }
  for (const other of others) {
    say(
      `This place also has backups of another database, ${databaseOf(other)}. To restore its newest, say --backup ${other.backupId}.`,
    );
  }
}

/** The last backup of the same database before this one. */
export async function earlierBackup(
  { storage, key }: BackupTarget,
  than: Manifest,
): Promise<Manifest | undefined> {
  for (const backupId of (await wholeBackups(storage)).reverse()) {
    const found = backupId < than.backupId ? await openManifest(storage, key, backupId) : undefined;
    if (found && isOfOneDatabase(found, than)) return found;
  }
  return undefined;
}
