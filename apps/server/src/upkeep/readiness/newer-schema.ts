import { type Database, statement } from '../../platform/database.ts';
import type { ReadinessCheck } from '../../platform/health.ts';
import type { Log } from '../../platform/log.ts';
import { startWorkLoop, type WorkLoop } from '../../platform/work-loop.ts';

const LOOK_EVERY_MS = 1_000;

const unknownMigrationStatement = statement<{ name: string }, { known: readonly string[] }>(
  'readiness: unknown migration',
  'select name from kysely_migration where name <> all($known::text[]) order by name desc limit 1',
);

export type SchemaWatch = {
  check: ReadinessCheck;
  /** Looks each second, until the schema is newer. Then `onNewer` is called once. */
  start(onNewer: () => void): WorkLoop;
};

/**
 * Whether a later version of the program migrated the database while this process runs (docs/running/upgrades.md).
 * `knownMigrations` are those of this program, read when it started: an upgrade may replace its files.
 */
export function watchSchema(deps: {
  db: Database;
  log: Log;
  knownMigrations: readonly string[];
}): SchemaWatch {
  const { db, log, knownMigrations: known } = deps;
  let unknown: string | undefined;
  return {
    check: {
      name: 'schema',
      check: async () =>
        unknown === undefined ? undefined : 'The database was migrated by a later version of the program.',
    },
    start: (onNewer) =>
      startWorkLoop({
        everyMs: LOOK_EVERY_MS,
        // A database that is away is told by a check of its own, and by the other loops.
        onError: () => undefined,
        async takeBatch() {
          if (unknown !== undefined) return 0;
          unknown = (await db.row(unknownMigrationStatement, { known }))?.name;
          if (unknown === undefined) return 0;
          log.warn(
            { migration: unknown },
            'the database is newer than this program: it gets no more traffic, begins no work of its own and finishes what it has',
          );
          onNewer();
          return 0;
        },
      }),
  };
}
