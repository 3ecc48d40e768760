import { createHash } from 'node:crypto';
import type { ReportFileFormat } from '@thumba/contract/staff/books-words';
import { MOST_XLSX_ROWS } from '@thumba/contract/staff/list-export-words';
import { formatCount } from '@thumba/lending/count';
import type { Report } from '../../accounting/report/report.ts';
import { writeReport } from '../../accounting/report/write-report.ts';
import type { Database } from '../../platform/database.ts';
import { piecesOf, writeInPieces } from '../../platform/pieces.ts';
import { createPlaces } from '../../platform/places.ts';
import { type Reply, refused } from '../../platform/reply.ts';
import type { Sealing } from '../../platform/sealing.ts';
import type { SignedInCaller, StaffServer } from '../../platform/serve-staff.ts';
import type { StaffDownload } from '../../platform/serve-staff-download.ts';
import { reportOfList, TooManyRows } from './list-report.ts';
import { ListRefused, pagesOf, type WantedList } from './walk-list.ts';

/** What became of a file. */
export type FileEnd = { outcome: 'done'; rows: number; sha256: string } | { outcome: 'failed'; rows: number };

type FileOf = {
  format: ReportFileFormat;
  withNames: boolean;
  /** Is called once the list can be read, before any of it is sent. A refusal ends the file. */
  begin?(): Promise<Reply<never> | undefined>;
  onEnd(end: FileEnd): Promise<void>;
};

const CONTENT_TYPES: Readonly<Record<ReportFileFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** A file of a million rows takes about a minute. */
const MOST_MS = 15 * 60_000;

const places = createPlaces({ atOnce: 3, perHolder: 1 });

const BUSY = refused(409, 'Other files are being made. Please try again in a minute.', { reason: 'busy' });
const TOO_MANY = refused(
  409,
  `A spreadsheet takes at most ${formatCount(MOST_XLSX_ROWS)} rows. Choose a narrower filter, or CSV.`,
  { reason: 'too_many_rows' },
);

/** A list as a file. CSV is sent while it is read; a workbook is made first, because it has a greatest number of rows. */
export async function openListFile(
  deps: { db: Database; sealing: Sealing },
  server: StaffServer,
  { wanted, caller, file }: { wanted: WantedList; caller: SignedInCaller; file: FileOf },
): Promise<StaffDownload | Reply<never>> {
  const holder = String(caller.person.staffId);
  if (places.take(holder) !== 'taken') return BUSY;
  let isHandedOver = false;
  try {
    const pages = pagesOf(server, wanted, caller);
    const first = (await pages.next()).value ?? [];
    const refusal = await file.begin?.();
    if (refusal) return refusal;
    const counted = { rows: 0 };
    const mostRows = file.format === 'xlsx' ? MOST_XLSX_ROWS : Number.POSITIVE_INFINITY;
    const { withNames } = file;
    const report = reportOfList(deps, wanted, { first, rest: pages, withNames, mostRows, counted });
    const made = {
      fileName: `${fileNameOf(wanted)}.${file.format}`,
      contentType: CONTENT_TYPES[file.format],
    };
    const write = (sink: Sink) => writeTold(report, { file, counted, sink });
    if (file.format === 'xlsx') return { ...made, pieces: await inMemory(write) };
    isHandedOver = true;
    const free = () => places.free(holder);
    return { ...made, pieces: piecesOf((sink) => write(sink).finally(free), { mostMs: MOST_MS }) };
  } catch (error) {
    if (error instanceof ListRefused) return error.reply;
    if (error instanceof TooManyRows) return TOO_MANY;
    throw error;
  } finally {
    if (!isHandedOver) places.free(holder);
  }
}

type Sink = (piece: string | Uint8Array) => Promise<void>;

/** Writes the file, and tells how it ended. */
async function writeTold(
  report: Report,
  { file, counted, sink }: { file: FileOf; counted: { rows: number }; sink: Sink },
): Promise<void> {
  const hash = createHash('sha256');
  const hashed: Sink = (bytes) => {
    hash.update(bytes);
    return sink(bytes);
  };
  try {
    await writeInPieces(hashed, (small) => writeReport(report, file.format, small));
  } catch (error) {
    await file.onEnd({ outcome: 'failed', rows: counted.rows });
    throw error;
  }
  await file.onEnd({ outcome: 'done', rows: counted.rows, sha256: hash.digest('hex') });
}

async function inMemory(write: (sink: Sink) => Promise<void>): Promise<AsyncIterable<Uint8Array>> {
  const pieces: Uint8Array[] = [];
  await write(async (piece) => {
    pieces.push(Buffer.from(piece as string));
  });
  return (async function* () {
    yield* pieces;
  })();
}

/** "listArrears" is "arrears", "searchAudit" is "audit". */
function fileNameOf({ list }: WantedList): string {
  return list
    .replace(/^(list|search)/, '')
    .replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => `-${letter}`)
    .toLowerCase();
}
