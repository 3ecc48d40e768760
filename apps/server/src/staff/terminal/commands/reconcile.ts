import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { addDays, formatDay, isDay } from '@thumba/lending/day';
import { importActor } from '../../../book/actor.ts';
import { endCoveredHolds } from '../../../money/payment/restored-book.ts';
import { closeAgreed } from '../../../money/reconciliation/close-agreed.ts';
import {
  differencesOfStatement,
  openFromEarlier,
  summaryOf,
} from '../../../money/reconciliation/differences.ts';
import {
  type ImportRefusal,
  importStatement,
  MOST_DAYS_WITHOUT_ROWS,
} from '../../../money/reconciliation/import-statement.ts';
import { readStatement, type StatementRow } from '../../../money/reconciliation/statement-file.ts';
import { type StatementOperator, statementFormats } from '../../../money/reconciliation/statement-formats.ts';
import { lusakaDay, lusakaInstant } from '../../../platform/clock.ts';
import { StartFailure } from '../../../platform/start-failure.ts';
import { linesOfHolds } from '../held-payouts-report.ts';
import { runRecorded } from '../recorded-command.ts';
import { type StaffDesk, withStaffDesk } from '../staff-desk.ts';
import { reportOf } from '../statement-report.ts';
import { type CommandAnswer, failInOneLine, type TerminalCommand, told } from '../terminal-command.ts';
import { whyUnreadable } from '../unreadable-words.ts';

const STATUS = { agrees: 0, differs: 1, notImported: 2 };
const USAGE =
  'Usage: npm run reconcile -- --operator mtn|airtel [--from YYYY-MM-DD --to YYYY-MM-DD] statement.csv';

type Wanted = {
  operator: StatementOperator;
  file: string;
  covers?: { from: Date; until: Date };
};

/** The words and the file are read before the database is opened. */
export const command: TerminalCommand = {
  purpose: "compares an operator's statement with our payments",
  failureStatus: STATUS.notImported,
  run: (words) =>
    failInOneLine(async () => {
      const wanted = readWords(words);
      const { bytes, rows } = await readRows(wanted);
      return withStaffDesk((desk) =>
        runRecorded(desk, { command: 'reconcile', action: 'import' }, () =>
          importAt(desk, wanted, bytes, rows),
        ),
      );
    }),
};

async function readRows({ operator, file }: Wanted): Promise<{ bytes: Buffer; rows: StatementRow[] }> {
  const bytes = await readFile(file).catch(() => {
    throw new StartFailure(`There is no file ${file} that can be read.`);
  });
  const read = readStatement(statementFormats[operator], bytes);
  if (!read.ok) {
    const { line, problem } = read.refusal;
    throw new StartFailure(`${file}, line ${line}: ${problem}. Nothing of it was kept.`);
  }
  return { bytes, rows: read.value };
}

async function importAt(
  { db, clock, today, sealing, staffName }: StaffDesk,
  { operator, file, covers }: Wanted,
  bytes: Buffer,
  rows: StatementRow[],
): Promise<CommandAnswer> {
  const imported = await importStatement(
    { db, sealing: sealing(), nowMs: clock.nowMs(), today: today() },
    { operator, bytes, rows, actor: importActor(staffName()), ...(covers ? { covers } : {}) },
  );
  if (!imported.ok)
    throw new StartFailure(`${file}: ${problemOf(imported.refusal)}. Nothing of it was kept.`);
  await closeAgreed({ db, clock });
  const { statementId, isNew } = imported.value;
  const differences = await differencesOfStatement(db, statementId);
  const openBefore = await openFromEarlier(db, statementId);
  const summary = await summaryOf(db, statementId);
  const report = reportOf({ operator, isNew, summary, differences, openBefore });
  const holds = linesOfHolds(await endCoveredHolds({ db, clock }));
  const isOpen = openBefore.length > 0 || differences.some(({ state }) => state !== 'resolved');
  return {
    ...told(report, ...(holds.length > 0 ? ['', ...holds] : [])),
    status: isOpen ? STATUS.differs : STATUS.agrees,
  };
}

function problemOf(refusal: ImportRefusal): string {
  if (refusal.kind === 'days_needed')
    return 'the statement has no rows: if no money moved on its days, name them with --from YYYY-MM-DD --to YYYY-MM-DD';
  if (refusal.kind === 'days_to_come') return 'a statement tells nothing of days to come';
  if (refusal.kind === 'too_many_days')
    return `--from and --to name more than ${MOST_DAYS_WITHOUT_ROWS} days of which the file has no rows`;
  const days = [refusal.coversFrom.getTime(), refusal.coversUntil.getTime() - 1];
  const [from, to] = days.map((at) => formatDay(lusakaDay(at)));
  return `it covers ${from} to ${to}, and the days that you name do not follow on these: import the file of these days, or name all days from the first to the last`;
}

function readWords(words: readonly string[]): Wanted {
  try {
    return wantedOf(words);
  } catch (error) {
    const reason = whyUnreadable(error);
    throw reason === undefined ? error : new StartFailure(`${reason} ${USAGE}`);
  }
}

function wantedOf(words: readonly string[]): Wanted {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      operator: { type: 'string' },
      from: { type: 'string' },
      to: { type: 'string' },
    },
  });
  const { operator, from, to } = values;
  if (operator === undefined) throw new StartFailure('Give --operator mtn or airtel.');
  if (operator !== 'mtn' && operator !== 'airtel')
    throw new StartFailure(`Statements of "${operator}" cannot be read: give --operator mtn or airtel.`);
  const [file, extra] = positionals;
  if (!file) throw new StartFailure('Name one statement file.');
  if (extra !== undefined) throw new StartFailure(`"${extra}" is a word too many: name one statement file.`);
  const wanted = { operator, file } as const;
  return from === undefined && to === undefined ? wanted : { ...wanted, covers: daysNamed(from, to) };
}

function daysNamed(from: string | undefined, to: string | undefined): { from: Date; until: Date } {
  if (from === undefined) throw new StartFailure('Give --from with --to.');
  if (to === undefined) throw new StartFailure('Give --to with --from.');
  if (!isDay(from)) throw new StartFailure(`There is no day ${from} for --from.`);
  if (!isDay(to)) throw new StartFailure(`There is no day ${to} for --to.`);
  if (from > to) throw new StartFailure(`--from ${from} is after --to ${to}.`);
  const midnight = '00:00:00';
  return { from: lusakaInstant(from, midnight)!, until: lusakaInstant(addDays(to, 1), midnight)! };
}
