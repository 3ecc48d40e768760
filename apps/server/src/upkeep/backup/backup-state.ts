import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { DAY_MS, HOUR_MS, lusakaDay, lusakaInstant } from '../../platform/clock.ts';

const time = z.number().optional();
const backupState = z.object({
  /** When the last nightly backup began, whatever became of it. */
  begunAtMs: time,
  /** When a nightly backup was last stored as a whole. */
  storedAtMs: time,
  /** When a backup was last restored as a test, and the doctor found its book sound. */
  restoredAtMs: time,
  /** The places that each folder has had. */
  places: z.record(z.string(), z.array(z.string())).optional(),
});

/**
 * What became of the nightly backups, and where backups were stored. It is a file and not a row: the processes that
 * share the database share its folder, and a restored database would bring back the times of an earlier day.
 */
export type BackupState = z.output<typeof backupState>;

const RETRY_MS = HOUR_MS;

export async function readBackupState(dataDir: string): Promise<BackupState> {
  try {
    return backupState.parse(JSON.parse(await readFile(stateFile(dataDir), 'utf8')));
  } catch (error) {
    // An unreadable file counts as none: the next backup writes it anew.
    const isUnread = error instanceof SyntaxError || error instanceof z.ZodError;
    if (isUnread || (error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
}

/** Reads what became of the nightly backups. Undefined where the settings ask for none. */
export function nightlyBackupsOf({
  BACKUP_TO,
  DATA_DIR,
}: {
  BACKUP_TO?: string | undefined;
  DATA_DIR: string;
}): (() => Promise<BackupState>) | undefined {
  return BACKUP_TO === undefined ? undefined : () => readBackupState(DATA_DIR);
}

export async function addToBackupState(dataDir: string, added: BackupState): Promise<void> {
  const file = stateFile(dataDir);
  const draft = `${file}.${process.pid}.part`;
  const state = { ...(await readBackupState(dataDir)), ...added };
  // Another user of the system than the server's may give the command. The file holds no secret.
  await writeFile(draft, JSON.stringify(state), { mode: 0o644 });
  await rename(draft, file);
}

/**
 * Due at the time of day, or later if no server ran then. A backup that could not be stored is due again after an hour. One
 * that was stored and failed its test waits for the next night, because each try stores a whole copy.
 */
export function isBackupDue(
  { begunAtMs, storedAtMs }: BackupState,
  timeOfDay: string,
  nowMs: number,
): boolean {
  if (begunAtMs === undefined || begunAtMs < lastTimeOfDayMs(timeOfDay, nowMs)) return true;
  const isStored = storedAtMs !== undefined && storedAtMs >= begunAtMs;
  return !isStored && nowMs - begunAtMs >= RETRY_MS;
}

function lastTimeOfDayMs(timeOfDay: string, nowMs: number): number {
  const ofTodayMs = lusakaInstant(lusakaDay(nowMs), timeOfDay)!.getTime();
  return ofTodayMs <= nowMs ? ofTodayMs : ofTodayMs - DAY_MS;
}

function stateFile(dataDir: string): string {
  return path.join(dataDir, 'backup-state.json');
}
