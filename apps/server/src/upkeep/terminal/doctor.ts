import path from 'node:path';
import { withDatabaseOf } from '../../book/settings/command-database.ts';
import { openDatabase } from '../../platform/database.ts';
import { examine, faultsIn } from '../doctor/examination.ts';
import { reportOf, verdictOf } from '../doctor/report.ts';

const MIGRATIONS = path.join(import.meta.dirname, '../../../migrations');
const EXIT = { sound: 0, unsound: 1, notExamined: 2 };

/* npm run doctor [-- --json] */
try {
  const isJson = process.argv.includes('--json');
  process.exitCode = await withDatabaseOf(process.env, MIGRATIONS, (url) => examineAt(url, isJson));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = EXIT.notExamined;
}

async function examineAt(url: string, isJson: boolean): Promise<number> {
  const db = openDatabase({ url, maxConnections: 1 });
  try {
    const examination = await examine(db);
    const isSound = faultsIn(examination.checks).length === 0;
    const verdict = verdictOf(examination);
    console.log(
      isJson ? JSON.stringify({ isSound, verdict, ...examination }, null, 2) : reportOf(examination),
    );
    return isSound ? EXIT.sound : EXIT.unsound;
  } finally {
    await db.close();
  }
}
