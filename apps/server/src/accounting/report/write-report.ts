import { isTied, type Report, type Tie } from './report.ts';
import { csvOf } from './write-csv.ts';
import { textOf } from './write-text.ts';
import { xlsxOf } from './write-xlsx.ts';

export const REPORT_FORMATS = ['text', 'csv', 'xlsx'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** Takes the pieces of a file one after the other. It answers when it can take the next one. */
export type Sink = (piece: string | Uint8Array) => Promise<void>;

const WRITERS = { text: textOf, csv: csvOf, xlsx: xlsxOf } as const;

/** Writes a report in a format and answers the ties that fail. None of it is kept in memory. */
export async function writeReport(report: Report, format: ReportFormat, sink: Sink): Promise<Tie[]> {
  const pieces: AsyncGenerator<string | Uint8Array, readonly Tie[]> = WRITERS[format](report);
  let next = await pieces.next();
  while (!next.done) {
    await sink(next.value);
    next = await pieces.next();
  }
  return next.value.filter((tie) => !isTied(tie));
}
