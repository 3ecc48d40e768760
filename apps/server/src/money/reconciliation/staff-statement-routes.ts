import { createHash } from 'node:crypto';
import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { addDays, type Day, formatDay, isDay } from '@thumba/lending/day';
import { toKwacha } from '@thumba/lending/money';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import { staffActor } from '../../book/actor.ts';
import { readStaffNames } from '../../book/staff-names.ts';
import { type Clock, lusakaDay, lusakaInstant } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { done, type Reply, refused } from '../../platform/reply.ts';
import type { Sealing } from '../../platform/sealing.ts';
import { type StaffServer, serveStaff } from '../../platform/serve-staff.ts';
import { serveStaffFile } from '../../platform/serve-staff-file.ts';
import { endCoveredHolds } from '../payment/restored-book.ts';
import { closeAgreed } from './close-agreed.ts';
import { countMissing } from './count-missing.ts';
import { differenceCounts, summaryOf } from './differences.ts';
import {
  coverageOf,
  type ImportRefusal,
  importStatement,
  MOST_DAYS_WITHOUT_ROWS,
  wrongDays,
} from './import-statement.ts';
import { MOST_PROBLEMS, type StatementRow } from './statement-file.ts';
import { listStatements } from './statement-list.ts';
import { readStatementInThread } from './statement-thread.ts';

export type StatementRouteDeps = {
  db: Database;
  sealing: Sealing;
  clock: Clock;
  today(): Day;
  /** Operators are to be asked at once about payments whose outcome the statement has otherwise. */
  onNewAttempts(): void;
};

const OTHER_FILE = refused(409, 'The file has changed since it was read. Please have it read again.', {
  reason: 'other_file',
});
const NO_DAYS = refused(400, 'Please give both days, the first one and the last one.', { reason: 'days' });

/** The statements of operators: what was imported, and the import of another one. */
export function registerStatementRoutes(server: StaffServer, deps: StatementRouteDeps): void {
  serveStaff(server, 'listStatements', async ({ query: { operator, before, pageSize } }) => {
    const of = { operator: operator ?? null, before: before ?? null, limit: pageSize + 1 };
    const found = await listStatements(deps.db, of);
    const statements = found.slice(0, pageSize);
    const nameOf = await readStaffNames(
      deps.db,
      statements.map(({ actor }) => actor),
    );
    return done({
      items: statements.map((one) => ({
        statementId: one.statement_id,
        operator: one.operator,
        covers: { from: one.covers_from.toISOString(), until: one.covers_until.toISOString() },
        rows: one.row_count,
        importedAt: one.imported_at.toISOString(),
        importedBy: nameOf(one.actor),
        ...{ differences: one.differences, open: one.open, otherCharges: one.other_charges },
      })),
      isMore: found.length > pageSize,
    });
  });

  serveStaffFile(server, 'readOperatorStatement', async ({ query, file }) => {
    const { operator } = query;
    const named = namedPeriod(query);
    if (!named.ok) return NO_DAYS;
    const read = await readStatementInThread({ operator, bytes: file });
    if (read.ok) {
      const rows = read.value;
      const covers = countedDays(named.value, rows, deps.clock.nowMs());
      const missing = covers ? await countMissing(deps.db, { operator, rows }, covers) : null;
      return done({
        ...{ problems: [], isMore: false },
        statement: { ...shownStatement(rows, digestOf(file)), missing },
      });
    }
    const problems = read.refusal.slice(0, MOST_PROBLEMS).map(({ line, problem }) => ({ line, problem }));
    return done({ problems, isMore: read.refusal.length > MOST_PROBLEMS, statement: null });
  });

  serveStaffFile(server, 'importOperatorStatement', async ({ query, file }, caller) => {
    const { operator, digest } = query;
    caller.note({ operator });
    if (digestOf(file) !== digest) return OTHER_FILE;
    const read = await readStatementInThread({ operator, bytes: file });
    if (!read.ok) return unreadable(read.refusal[0]!);
    const covers = namedPeriod(query);
    if (!covers.ok) return NO_DAYS;
    const imported = await importStatement(
      { ...deps, nowMs: deps.clock.nowMs(), today: deps.today() },
      {
        ...{ operator, bytes: file, rows: read.value, actor: staffActor(caller.person.userName) },
        ...(covers.value ? { covers: covers.value } : {}),
      },
    );
    if (!imported.ok) return refusedImport(imported.refusal);
    await closeAgreed(deps);
    await endCoveredHolds(deps);
    deps.onNewAttempts();
    const { statementId, isNew } = imported.value;
    const { rows, known, matched, other_charges: otherCharges } = await summaryOf(deps.db, statementId);
    const { differences, open } = await differenceCounts(deps.db, statementId);
    caller.note({ statementId, rows, differences });
    return done({ statementId, isNew, rows, known, matched, otherCharges, differences, open });
  });
}

/** The file is read again for its import, so that nothing else is imported than was shown. */
function digestOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function unreadable({ line, problem }: { line: number; problem: string }): Reply<never> {
  return refused(400, `Line ${line}: ${problem}. Nothing of it was kept.`, { reason: 'no_statement' });
}

const WRONG_DAYS = {
  days_to_come: 'A statement tells nothing of days to come.',
  too_many_days: `Please name at most ${MOST_DAYS_WITHOUT_ROWS} days of which the file has no rows.`,
};

function refusedImport(refusal: ImportRefusal): Reply<never> {
  if (refusal.kind === 'days_needed')
    return refused(400, 'The statement has no rows. If no money moved on its days, name them.', {
      reason: refusal.kind,
    });
  if (refusal.kind === 'days_to_come' || refusal.kind === 'too_many_days') {
    const to = WRONG_DAYS[refusal.kind];
    return refused(400, to, { reason: refusal.kind, fields: { to } });
  }
  const [from, to] = [refusal.coversFrom.getTime(), refusal.coversUntil.getTime() - 1].map((at) =>
    formatDay(lusakaDay(at)),
  );
  const sentence = `The statement covers ${from} to ${to}, and the days that you name do not follow on these. Import the file of these days, or name all days from the first to the last.`;
  return refused(400, sentence, { reason: refusal.kind });
}

/** The days of which a preview counts what would be missing: none that an import refuses. */
function countedDays(
  named: { from: Date; until: Date } | null,
  rows: readonly StatementRow[],
  nowMs: number,
): { from: Date; until: Date } | undefined {
  const ofRows = coverageOf(rows, nowMs);
  if (named === null) return ofRows;
  return wrongDays(named, { own: ofRows, ofRows }, nowMs) ? undefined : named;
}

type Named = { from?: string | undefined; to?: string | undefined };

function namedPeriod({ from, to }: Named): Outcome<{ from: Date; until: Date } | null, 'days'> {
  if (from === undefined && to === undefined) return allow(null);
  if (from === undefined || to === undefined || !isDay(from) || !isDay(to) || from > to)
    return refuse('days');
  const midnight = '00:00:00';
  return allow({
    from: lusakaInstant(from as Day, midnight)!,
    until: lusakaInstant(addDays(to as Day, 1), midnight)!,
  });
}

function shownStatement(
  rows: readonly StatementRow[],
  digest: string,
): Omit<NonNullable<StaffAnswer<'readOperatorStatement'>['statement']>, 'missing'> {
  const payments = rows.filter(({ direction }) => direction !== null);
  const of = (direction: StatementRow['direction'], outcome: StatementRow['outcome']) =>
    payments.filter((row) => row.outcome === outcome && (direction === null || row.direction === direction));
  return {
    digest,
    rows: rows.length,
    collections: countAndSum(of('collection', 'succeeded')),
    payouts: countAndSum(of('payout', 'succeeded')),
    reversals: countAndSum(of(null, 'reversed')),
    failed: payments.filter(({ outcome }) => outcome === 'failed' || outcome === 'pending').length,
    otherMovements: rows.length - payments.length,
    days: daysOf(rows),
  };
}

function countAndSum(rows: readonly StatementRow[]): { count: number; amount: number } {
  return { count: rows.length, amount: toKwacha(rows.reduce((sum, row) => sum + row.amountNgwee, 0)) };
}

function daysOf(rows: readonly StatementRow[]): { from: Day; to: Day } | null {
  const instants = rows.map(({ at }) => at.getTime());
  if (instants.length === 0) return null;
  const first = instants.reduce((a, b) => Math.min(a, b));
  const last = instants.reduce((a, b) => Math.max(a, b));
  return { from: lusakaDay(first), to: lusakaDay(last) };
}
