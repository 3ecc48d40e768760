import type { BookReport, ReportFileFormat } from '@thumba/contract/staff/books-words';
import type { Day } from '@thumba/lending/day';
import { type Database, LONGEST_ANSWER_MS, statement } from '../../platform/database.ts';
import { piecesOf, writeInPieces } from '../../platform/pieces.ts';
import type { Reply } from '../../platform/reply.ts';
import type { StaffDownload } from '../../platform/serve-staff-download.ts';
import { type AskedReport, openReport } from './asked-report.ts';
import { readBook } from './book-snapshot.ts';
import type { ReportDefinition } from './reports.ts';
import { refusedReport } from './staff-words.ts';
import { writeReport } from './write-report.ts';

const CONTENT_TYPES: Readonly<Record<ReportFileFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

const MOST_MS = 10 * 60_000;

/** The file is read as one moment of the book, so a reader with a slow network holds a connection meanwhile. */
const slowReaderStatement = statement<never>(
  'report: wait for a slow reader',
  `set local idle_in_transaction_session_timeout = '60s'`,
);

type FileOf = {
  name: BookReport;
  definition: ReportDefinition;
  asked: AskedReport;
  format: ReportFileFormat;
  today(): Day;
  /** Is called when the file is written, or given up. */
  onEnd(): void;
};

/** A report as a file that is written while it is read. Answers once the report is open. */
export function openReportFile(
  db: Database,
  { name, definition, asked, format, today, onEnd }: FileOf,
): Promise<StaffDownload | Reply<never>> {
  const { promise, resolve, reject } = Promise.withResolvers<StaffDownload | Reply<never>>();
  const pieces = piecesOf(
    (sink) =>
      readBook(db.withAnswerLimit(LONGEST_ANSWER_MS), async (book) => {
        await book.rows(slowReaderStatement, {});
        const opened = await openReport(book, definition, { asked, today });
        if (!opened.ok) return refusedReport(opened.refusal);
        const { report, span } = opened.value;
        const fileName = `${name}-${span.fromOn}-${span.throughOn}.${format}`;
        resolve({ fileName, contentType: CONTENT_TYPES[format], pieces });
        await writeInPieces(sink, (small) => writeReport(report, format, small));
        return undefined;
      })
        .finally(onEnd)
        .then(
          // A refusal is answered once its place is free again.
          (refusal) => refusal && resolve(refusal),
          (error: unknown) => {
            reject(error);
            throw error;
          },
        ),
    { mostMs: MOST_MS },
  );
  return promise;
}
