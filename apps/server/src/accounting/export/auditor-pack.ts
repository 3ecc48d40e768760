import { createHash, type Hash } from 'node:crypto';
import type { Database } from '../../platform/database.ts';
import type { Span } from '../report/asked-for.ts';
import { balanceSheetReport } from '../report/balance-sheet-report.ts';
import { type BookSnapshot, readBook } from '../report/book-snapshot.ts';
import { entriesByHourReport } from '../report/entries-by-hour-report.ts';
import { incomeStatementReport } from '../report/income-statement-report.ts';
import { journalsReport } from '../report/journals-report.ts';
import { loanTapeReport } from '../report/loan-tape-report.ts';
import { type Cells, linesOf, type Report, type Tie } from '../report/report.ts';
import { trialBalanceReport } from '../report/trial-balance-report.ts';
import { type ReportFormat, type Sink, writeReport } from '../report/write-report.ts';
import {
  type ContractText,
  contractFile,
  documentsOfLoan,
  drawSample,
  type SampledLoan,
} from './sample-documents.ts';

export type PackDeps = {
  db: Database;
  /** The contract of a loan, with or without the name of the borrower. */
  contractOf(loan: SampledLoan): Promise<ContractText | undefined>;
  /** Writes one file of the pack. */
  writeFile<Result>(name: string, write: (sink: Sink) => Promise<Result>): Promise<Result>;
};

export type PackWanted = { span: Span; seed: string; sampleSize: number; format: 'csv' | 'xlsx' };
export type WrittenPack = { files: number; loans: readonly SampledLoan[]; failed: readonly Tie[] };

const REPORTS: readonly [string, (book: BookSnapshot, span: Span) => Promise<Report>][] = [
  ['trial-balance', trialBalanceReport],
  ['balance-sheet', balanceSheetReport],
  ['income-statement', incomeStatementReport],
  ['loan-tape', loanTapeReport],
  ['journals', journalsReport],
  ['entries-by-hour', entriesByHourReport],
];

type IndexLine = { name: string; bytes: number; sha256: string };

/**
 * The files that an auditor asks for first: reports, who posted when, and a random sample of loans with their documents.
 * `index.csv` has the hash of each file. The same book, period and seed give the same bytes.
 */
export async function writeAuditorPack(deps: PackDeps, wanted: PackWanted): Promise<WrittenPack> {
  const index: IndexLine[] = [];
  const failed: Tie[] = [];
  const writeIndexed = async (name: string, write: (sink: Sink) => Promise<readonly Tie[]>) => {
    const hashed = hashedSink();
    failed.push(...(await deps.writeFile(name, (sink) => write(hashed.before(sink)))));
    index.push({ name, ...hashed.sum() });
  };
  const writeTable = (name: string, report: Report, format: ReportFormat) =>
    writeIndexed(`${name}.${format}`, (sink) => writeReport(report, format, sink));

  const loans = await readBook(deps.db, async (book) => {
    const { span, seed, sampleSize, format } = wanted;
    for (const [name, read] of REPORTS) await writeTable(name, await read(book, span), format);
    const sample = await drawSample(book, span.throughOn, seed, sampleSize);
    await writeTable('sample', sampleReport(sample, seed), 'csv');
    for (const loan of sample) {
      for (const { name, report } of await documentsOfLoan(book, loan, span.throughOn)) {
        await writeTable(`loan-${loan.loanId}-${name}`, report, 'csv');
      }
    }
    return sample;
  });
  for (const loan of loans) {
    const text = contractFile(loan.loanId, await deps.contractOf(loan));
    await writeIndexed(`loan-${loan.loanId}-contract.txt`, async (sink) => {
      await sink(text);
      return [];
    });
  }
  await deps.writeFile('index.csv', (sink) => writeReport(indexReport(index), 'csv', sink));
  return { files: index.length + 1, loans, failed };
}

function hashedSink(): { before(sink: Sink): Sink; sum(): { bytes: number; sha256: string } } {
  const hash: Hash = createHash('sha256');
  let bytes = 0;
  return {
    before: (sink) => async (piece) => {
      hash.update(piece);
      bytes += Buffer.byteLength(piece);
      await sink(piece);
    },
    sum: () => ({ bytes, sha256: hash.digest('hex') }),
  };
}

function sampleReport(loans: readonly SampledLoan[], seed: string): Report {
  const notes = [`Drawn with the seed ${seed}, in the order of the SHA-256 of "${seed}:<loan>".`];
  return {
    title: 'Sample of loans',
    columns: [{ title: 'loan', kind: 'text' }],
    lines: linesOf(
      loans.map(({ loanId }): Cells => [String(loanId)]),
      { totals: [], ties: [], notes },
    ),
  };
}

function indexReport(index: readonly IndexLine[]): Report {
  return {
    title: 'Index',
    columns: [
      { title: 'file', kind: 'text' },
      { title: 'bytes', kind: 'count' },
      { title: 'sha256', kind: 'text' },
    ],
    lines: linesOf(
      index.map(({ name, bytes, sha256 }): Cells => [name, bytes, sha256]),
      { totals: [], ties: [], notes: [] },
    ),
  };
}
