import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Config } from '../../book/settings/config.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { startWorkLoop, type WorkLoop } from '../../platform/work-loop.ts';
import { addToBackupState, isBackupDue, readBackupState } from './backup-state.ts';
import { UNDER_WAY_STATUS } from './nightly-backup.ts';
import { removeScratch } from './restore-drill.ts';

const LOOK_MS = 20_000;
const COMMANDS = path.join(import.meta.dirname, '../terminal/main.ts');

type NightlySettings = Pick<Config, 'BACKUP_TO' | 'BACKUP_AT' | 'BACKUP_KEY' | 'BACKUP_COUNTRY' | 'DATA_DIR'>;

export type NightlyBackups = WorkLoop & {
  /** Ends the loop, and lets a backup that is under way end by itself. `stop` ends that too. */
  beginNoMore(): Promise<void>;
};

/**
 * Runs the command of the nightly backup when it is due. It is a process of its own, because the doctor and the sealing
 * would take processor time from the requests.
 */
export function startNightlyBackups({
  config,
  clock,
  log,
  commands = COMMANDS,
}: {
  config: NightlySettings;
  clock: Clock;
  log: Log;
  /** The program of the commands; another one in tests. */
  commands?: string;
}): NightlyBackups {
  const { BACKUP_COUNTRY: country = 'ZM' } = config;
  if (country !== 'ZM') {
    log.warn({ country }, 'backups lie outside Zambia, for which the lender declares a permission');
  }
  let running: ChildProcess | undefined;
  const loop = startWorkLoop({
    everyMs: LOOK_MS,
    onError: (error) => log.error({ err: error }, 'the nightly backup could not be started'),
    async takeBatch() {
      if (config.BACKUP_TO === undefined || running) return 0;
      const state = await readBackupState(config.DATA_DIR);
      const nowMs = clock.nowMs();
      if (!isBackupDue(state, config.BACKUP_AT, nowMs)) return 0;
      // Stored first: a command that ends at once is not begun again at the next look.
      await addToBackupState(config.DATA_DIR, { begunAtMs: nowMs });
      begin(config.BACKUP_TO);
      return 0;
    },
  });

  function begin(to: string): void {
    const child = spawnCommand(commands, to, config);
    running = child;
    const said: string[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => said.push(text));
    child.once('error', (error) => {
      running = undefined;
      log.error({ err: error }, 'the nightly backup could not be started');
    });
    child.once('close', (status, signal) => {
      running = undefined;
      logEnd(log, { lines: said.join('').trim(), status, signal });
    });
  }

  return {
    ...loop,
    beginNoMore: () => loop.stop(),
    async stop() {
      await loop.stop();
      if (!running) return;
      const ended = once(running, 'close');
      running.kill('SIGTERM');
      await ended;
      await removeScratch(config.DATA_DIR);
    },
  };
}

function spawnCommand(commands: string, to: string, { DATA_DIR, BACKUP_KEY }: NightlySettings) {
  return spawn(process.execPath, [commands, 'backup', '--nightly', '--to', to], {
    env: {
      ...process.env,
      DATA_DIR,
      BACKUP_KEY,
      // The command refuses a setting that is given twice.
      DATA_DIR_FILE: undefined,
      BACKUP_KEY_FILE: undefined,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

type End = { lines: string; status: number | null; signal: NodeJS.Signals | null };

function logEnd(log: Log, { lines, status, signal }: End): void {
  if (status === 0) log.info({ lines }, 'the nightly backup was taken and restored as a test');
  else if (status === UNDER_WAY_STATUS) log.info({ lines }, 'another process takes the nightly backup');
  else log.error({ lines, status, signal }, 'the nightly backup failed');
}
