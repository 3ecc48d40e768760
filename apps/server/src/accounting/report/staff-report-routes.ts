import {
  type BookReport,
  bookReports,
  type CELL_LEADS,
  MOST_REPORT_LINES,
} from '@thumba/contract/staff/books-words';
import type { StaffAnswer } from '@thumba/contract/staff/wire';
import type { Day } from '@thumba/lending/day';
import { toKwacha } from '@thumba/lending/money';
import { type Database, statement } from '../../platform/database.ts';
import { createPlaces } from '../../platform/places.ts';
import { done, type Reply, refused } from '../../platform/reply.ts';
import type { StaffServer } from '../../platform/serve-staff.ts';
import { serveStaffDownload } from '../../platform/serve-staff-download.ts';
import { serveStaffReport } from '../../platform/serve-staff-report.ts';
import { isReportDayAwaited } from '../daily-total/report-days.ts';
import { readSpan, type Span } from './asked-for.ts';
import { type AskedReport, openReport } from './asked-report.ts';
import { readBook } from './book-snapshot.ts';
import { type Cell, type Cells, type Closing, type Column, isTied, type Report, type Tie } from './report.ts';
import type { ReportDefinition } from './reports.ts';
import { openReportFile } from './staff-report-file.ts';
import { refusedReport, stillCounted } from './staff-words.ts';

export type ReportRouteDeps = {
  db: Database;
  today(): Day;
  reports: ReadonlyMap<string, ReportDefinition>;
};

type ReportShown = StaffAnswer<'readReport'>;

/** A file reads the book in a connection of the pool. So many of them leave the others to borrowers. */
const places = createPlaces({ atOnce: 3, perHolder: 2 });

const SCREEN_MS = 50_000;
/** PostgreSQL ends a statement at its limit, and its answer says so. An answer that comes even later is a failure. */
const ANSWER_MS = SCREEN_MS + 2_000;

/**
 * The database gives up with the reader, so that a report which is asked for again does not run twice. A report has one
 * processor of the database, so that payments have the other ones.
 */
const limitWorkStatement = statement<never>(
  'report: limit the work',
  `select set_config('statement_timeout', '${SCREEN_MS}', true), set_config('max_parallel_workers_per_gather', '0', true)`,
);

const BUSY = refused(409, 'Other files are being written. Please try again in a minute.', { reason: 'busy' });
const FILE_ONLY = refused(409, 'This report is read as a file.', { reason: 'file_only' });

/** The pages to which the cells below a title lead. */
const LEADS: Readonly<Record<string, (typeof CELL_LEADS)[number]>> = {
  code: 'account',
  'other account': 'account',
  journal: 'journal',
  loan: 'loan',
  piece: 'piece',
};

/** The reports of an accountant on the screen and as files, by the functions of the terminal. */
export function registerReportRoutes(server: StaffServer, { db, today, reports }: ReportRouteDeps): void {
  serveStaffReport(server, 'readReport', async ({ params: { report: name }, query }) => {
    if ('isFileOnly' in bookReports[name]) return FILE_ONLY;
    const definition = reports.get(name)!;
    const awaited = await refuseAwaitedDay(db, definition, { asked: query, today: today() });
    if (awaited) return awaited;
    return readBook(db.withAnswerLimit(ANSWER_MS), async (book): Promise<Reply<ReportShown>> => {
      await book.rows(limitWorkStatement, {});
      const opened = await openReport(book, definition, { asked: query, today });
      if (!opened.ok) return refusedReport(opened.refusal);
      const { report, span } = opened.value;
      return done(await shownOf(report, span));
    });
  });

  serveStaffDownload(
    server,
    'downloadReport',
    async ({ params: { report: name }, body: { format, ...asked } }, { person }) => {
      const holder = String(person.staffId);
      if (places.take(holder) !== 'taken') return BUSY;
      const definition = reports.get(name)!;
      const onEnd = () => places.free(holder);
      return openReportFile(db, { name, definition, asked, format, today, onEnd });
    },
    ({ params: { report }, body }) => detailOf(report, body),
  );
}

/** On a large book a past day is not measured for a screen while its count is on its way. */
async function refuseAwaitedDay(
  db: Database,
  { readsEndOfDay }: ReportDefinition,
  { asked, today }: { asked: AskedReport; today: Day },
): Promise<Reply<never> | undefined> {
  if (readsEndOfDay === undefined) return undefined;
  const span = readSpan(asked, today);
  if (!span.ok || span.value.throughOn === today) return undefined;
  const { throughOn, bookings } = span.value;
  // The income that is not posted is no part of the adjustments of a year.
  if (readsEndOfDay === 'income' && bookings === 'adjustments') return undefined;
  return (await isReportDayAwaited(db, throughOn)) ? stillCounted(throughOn) : undefined;
}

/** What the audit keeps of a download: which report, of which days, in which format. */
function detailOf(report: BookReport, asked: AskedReport & { format: string }): Record<string, unknown> {
  return { report, ...asked };
}

/** The first lines, with the totals and the checks of all lines. Reports with very many lines are files only. */
async function shownOf(report: Report, span: Span): Promise<ReportShown> {
  const { columns } = report;
  const lines: (string | number | null)[][] = [];
  let isCut = false;
  let next = await report.lines.next();
  for (; !next.done; next = await report.lines.next()) {
    if (lines.length === MOST_REPORT_LINES) isCut = true;
    else lines.push(shownCells(next.value, columns));
  }
  const closing: Closing = next.value;
  return {
    ...{ title: report.title, from: span.fromOn, to: span.throughOn },
    columns: columns.map(({ title, kind }) => ({ title, kind, leadsTo: LEADS[title] ?? null })),
    lines,
    isCut,
    totals: closing.totals.map((cells) => shownCells(cells, columns)),
    ties: closing.ties.map(shownTie),
    notes: [...closing.notes],
  };
}

function shownCells(cells: Cells, columns: readonly Column[]): (string | number | null)[] {
  return cells.map((cell, index) => shownCell(cell, columns[index]!));
}

function shownCell(cell: Cell, { kind }: Column): string | number | null {
  if (typeof cell !== 'number') return cell;
  if (kind === 'money') return toKwacha(cell);
  return kind === 'share' ? cell / 100 : cell;
}

export function shownTie(tie: Tie): ReportShown['ties'][number] {
  return {
    ...{ left: tie.left, right: tie.right },
    leftAmount: toKwacha(tie.leftNgwee),
    rightAmount: toKwacha(tie.rightNgwee),
    isTied: isTied(tie),
  };
}
