import { Gauge, type Registry } from 'prom-client';
import { type Database, statement } from '../../platform/database.ts';

/** Where nothing acknowledges the log any more, the database keeps it up to a limit and then loses it. */
const readFollowedLogStatement = statement<{ is_active: boolean; bytes_behind: number | null }>(
  'metrics: the log that a backup follows',
  `select active as is_active, pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)::bigint as bytes_behind
   from pg_replication_slots where slot_name = 'thumba_backup'`,
);

/** When a nightly backup was last stored, and last restored as a test. Undefined if never. */
export type BackupTimes = { storedAtMs?: number | undefined; restoredAtMs?: number | undefined };

/** Adds what became of the nightly backups. `read` is undefined where none are set. */
export function watchBackups(read: (() => Promise<BackupTimes>) | undefined, registry: Registry): void {
  const isSet = new Gauge({
    name: 'thumba_nightly_backup_is_set',
    help: '1 where BACKUP_TO names a place for nightly backups',
    registers: [registry],
  });
  isSet.set(read ? 1 : 0);
  const stored = new Gauge({
    name: 'thumba_backup_last_success_timestamp_seconds',
    help: 'When a nightly backup was last stored as a whole; 0 if never',
    registers: [registry],
    async collect() {
      stored.set(((await read?.())?.storedAtMs ?? 0) / 1000);
    },
  });
  const restored = new Gauge({
    name: 'thumba_restore_drill_last_success_timestamp_seconds',
    help: 'When a nightly backup was last restored as a test, and its book was sound; 0 if never',
    registers: [registry],
    async collect() {
      restored.set(((await read?.())?.restoredAtMs ?? 0) / 1000);
    },
  });
}

/** Adds how far the stored log is. There is no figure where no backup follows the log, or the role may not see it. */
export function watchFollowedLog(db: Database, registry: Registry): void {
  const read = () => db.row(readFollowedLogStatement, {}).catch(() => undefined);
  const active = new Gauge({
    name: 'thumba_followed_log_is_active',
    help: '1 where npm run backup -- --follow is connected, 0 where the database keeps its log for one that is not',
    registers: [registry],
    async collect() {
      active.reset();
      const row = await read();
      if (row) active.set(row.is_active ? 1 : 0);
      else active.remove();
    },
  });
  const behind = new Gauge({
    name: 'thumba_followed_log_behind_bytes',
    help: 'How much of the log of the database is not stored yet; no figure where the database no longer keeps it',
    registers: [registry],
    async collect() {
      behind.reset();
      const row = await read();
      if (row && row.bytes_behind !== null) behind.set(row.bytes_behind);
      else behind.remove();
    },
  });
}
