import { keysCheck } from '../../book/keys/keys-check.ts';
import type { PostingLine } from '../../book/posting-line/posting-line.ts';
import type { Config } from '../../book/settings/config.ts';
import type { Database } from '../../platform/database.ts';
import {
  databaseCheck,
  freeDiskCheck,
  heldFor,
  type ReadinessCheck,
  writeCheck,
} from '../../platform/health.ts';
import type { WatchedLoop } from '../../platform/work-loop.ts';
import { moneyCheck, unfinishedCheck } from './money-check.ts';
import type { SchemaWatch } from './newer-schema.ts';

/** What costs a write or reads what hardly changes is asked again after this time. Until then the last yes holds. */
const HELD_MS = 5_000;

/** What must hold before this process may get traffic. */
export function readinessChecks({
  db,
  config,
  schema,
  line,
  payments,
}: {
  db: Database;
  config: Config;
  schema: SchemaWatch;
  line: Pick<PostingLine, 'unfinishedForMs'>;
  payments(): Pick<WatchedLoop, 'unfinishedForMs'> | undefined;
}): ReadinessCheck[] {
  return [
    databaseCheck(db),
    heldFor(HELD_MS, writeCheck(db)),
    heldFor(HELD_MS, keysCheck(db, config.keys)),
    schema.check,
    moneyCheck(db),
    unfinishedCheck('posting', () => line.unfinishedForMs()),
    unfinishedCheck('payments', () => payments()?.unfinishedForMs() ?? 0),
    freeDiskCheck(config.DATA_DIR, config.LEAST_FREE_DISK_BYTES),
  ];
}
