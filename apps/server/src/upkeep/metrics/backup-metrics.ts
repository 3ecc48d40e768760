import { Gauge, type Registry } from 'prom-client';

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
