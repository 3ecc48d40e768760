import type { Database } from '../../../platform/database.ts';
import { withProgramDatabase } from '../../../staff/terminal/program-database.ts';
import {
  type CommandAnswer,
  failInOneLine,
  type TerminalCommand,
  told,
} from '../../../staff/terminal/terminal-command.ts';
import { examine, faultsIn } from '../../doctor/examination.ts';
import { reportOf, verdictOf } from '../../doctor/report.ts';

const STATUS = { sound: 0, unsound: 1, notExamined: 2 };

/* npm run doctor [-- --json] */
export const command: TerminalCommand = {
  purpose: 'examines whether the book is sound',
  failureStatus: STATUS.notExamined,
  run: (words) => failInOneLine(() => withProgramDatabase((db) => examineBook(db, words.includes('--json')))),
};

async function examineBook(db: Database, isJson: boolean): Promise<CommandAnswer> {
  const examination = await examine(db);
  const isSound = faultsIn(examination.checks).length === 0;
  const verdict = verdictOf(examination);
  const report = isJson
    ? JSON.stringify({ isSound, verdict, ...examination }, null, 2)
    : reportOf(examination);
  return { ...told(report), status: isSound ? STATUS.sound : STATUS.unsound };
}
