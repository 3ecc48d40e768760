import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { addDays, isDay } from '@thumba/lending/day';
import { openCalendar } from '../../book/calendar/calendar.ts';
import { withDatabaseOf } from '../../book/settings/command-database.ts';
import { readConfig } from '../../book/settings/config.ts';
import { differencesOfStatement, summaryOf } from '../../money/reconciliation/differences.ts';
import { importStatement } from '../../money/reconciliation/import-statement.ts';
import { readStatement, type StatementRow } from '../../money/reconciliation/statement-file.ts';
import { type StatementOperator, statementFormats } from '../../money/reconciliation/statement-formats.ts';
import { lusakaInstant, systemClock } from '../../platform/clock.ts';
import { openDatabase } from '../../platform/database.ts';
import { createSealing } from '../../platform/sealing.ts';
import { StartFailure } from '../../platform/start-failure.ts';
import { reportOf } from './statement-report.ts';

const MIGRATIONS = path.join(import.meta.dirname, '../../../migrations');
const EXIT = { agrees: 0, differs: 1, notImported: 2 };
const USAGE =
  'Usage: npm run reconcile -- --operator mtn|airtel [--from YYYY-MM-DD --to YYYY-MM-DD] [--by name] statement.csv';

type Wanted = {
  operator: StatementOperator;
  file: string;
  covers?: { from: Date; until: Date };
  actor: string;
};

try {
  process.exitCode = await reconcile(wantedOf(process.argv.slice(2)));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = EXIT.notImported;
}

/** Compares an operator's statement with the payments of the program these settings belong to, up or not. */
async function reconcile(wanted: Wanted): Promise<number> {
  const bytes = await readFile(wanted.file).catch(() => {
    throw new StartFailure(`There is no file ${wanted.file} that can be read.`);
  });
  const read = readStatement(statementFormats[wanted.operator], bytes);
  if (!read.ok) {
    const { line, problem } = read.refusal;
    throw new StartFailure(`${wanted.file}, line ${line}: ${problem}. Nothing of it was kept.`);
  }
  return withDatabaseOf(process.env, MIGRATIONS, (url) => reconcileAt(url, wanted, bytes, read.value));
}

async function reconcileAt(
  url: string,
  { operator, covers, actor }: Wanted,
  bytes: Buffer,
  rows: StatementRow[],
): Promise<number> {
  const { keys } = readConfig(process.env);
  const db = openDatabase({ url, maxConnections: 1 });
  try {
    const calendar = await openCalendar(db, systemClock);
    const { statementId, isNew } = await importStatement(
      { db, sealing: createSealing(keys), nowMs: systemClock.nowMs(), today: calendar.today() },
      { operator, bytes, rows, actor, ...(covers ? { covers } : {}) },
    );
    const differences = await differencesOfStatement(db, statementId);
    console.log(reportOf({ operator, isNew, summary: await summaryOf(db, statementId), differences }));
    return differences.some(({ state }) => state !== 'resolved') ? EXIT.differs : EXIT.agrees;
  } finally {
    await db.close();
  }
}

function wantedOf(programArguments: string[]): Wanted {
  const { values, positionals } = parseArgs({
    args: programArguments,
    allowPositionals: true,
    options: {
      operator: { type: 'string' },
      from: { type: 'string' },
      to: { type: 'string' },
      by: { type: 'string', default: 'reconcile' },
    },
  });
  const { operator, from, to, by } = values;
  const [file, ...more] = positionals;
  if ((operator !== 'mtn' && operator !== 'airtel') || !file || more.length > 0)
    throw new StartFailure(USAGE);
  const wanted = { operator, file, actor: `command:${by}` } as const;
  if (from === undefined && to === undefined) return wanted;
  if (!from || !to || !isDay(from) || !isDay(to) || from > to) throw new StartFailure(USAGE);
  const midnight = '00:00:00';
  return {
    ...wanted,
    covers: { from: lusakaInstant(from, midnight)!, until: lusakaInstant(addDays(to, 1), midnight)! },
  };
}
