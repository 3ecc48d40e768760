import path from 'node:path';
import type { Writable } from 'node:stream';
import { checkBookHasBegun, describeSpanRefusal, inMoment } from '../../../accounting/report/asked-for.ts';
import { readBook } from '../../../accounting/report/book-snapshot.ts';
import type { ReportRefusal } from '../../../accounting/report/reports.ts';
import {
  REPORT_FORMATS,
  type ReportFormat,
  type Sink,
  writeReport,
} from '../../../accounting/report/write-report.ts';
import { ALL_REPORTS } from '../../closing/all-reports.ts';
import { EXPORT_USAGE, exportBooks } from '../books-export.ts';
import { PACK_USAGE, packBooks } from '../books-pack.ts';
import { declineFailedTies, readBooksWords } from '../books-words.ts';
import { writeFileWith, writeStreamWith } from '../file-sink.ts';
import { type StaffDesk, staffCommand } from '../staff-desk.ts';
import { type CommandAnswer, declined, told } from '../terminal-command.ts';

const USAGE = [
  'npm run books -- <report> [--on <day> | --period <month> | --from <day> --to <day>]',
  '                          [--format text|csv|xlsx] [--out <file>]',
];

export const command = staffCommand({
  purpose: 'writes the reports of an accountant: trial balance, loan tape, ageing and others',
  // What is about single loans leaves the program with these.
  recorded: { command: 'books', actions: ['loan-tape', 'auditor-pack', 'export'] },
  readsOptions: true,
  atDesk: (desk, words) => runBooks(desk, words, process.stdout),
});

/** Without `--out` the report goes to `output`. */
export async function runBooks(
  desk: StaffDesk,
  words: readonly string[],
  output: Writable,
): Promise<CommandAnswer> {
  const [name, ...rest] = words;
  if (name === undefined) return told(...listLines());
  if (name === 'export') return exportBooks(desk, rest, output);
  if (name === 'auditor-pack') return packBooks(desk, rest);
  return reportBooks(desk, name, rest, output);
}

async function reportBooks(
  desk: StaffDesk,
  name: string,
  words: readonly string[],
  output: Writable,
): Promise<CommandAnswer> {
  const report = ALL_REPORTS.get(name);
  if (report === undefined) return declined(`There is no report ${name}.`, ...listLines());
  const read = readBooksWords(words, ['account', 'by', 'format', 'out'], desk.today());
  if (!read.ok) return declined(read.refusal, ...USAGE);
  const { span, values } = read.value;
  const { format = 'text', by = 'month', account, out } = values;
  if (!isFormat(format))
    return declined(`There is no format ${format}: say ${REPORT_FORMATS.join(', ')}.`, ...USAGE);
  if (by !== 'day' && by !== 'month') return declined(`"${by}" is neither day nor month.`, ...USAGE);
  return readBook(desk.db, async (book) => {
    const begun = await checkBookHasBegun(book, span);
    if (!begun.ok) return declined(describeSpanRefusal(begun.refusal));
    const opened = await report.open(book, { span: inMoment(span, desk.today()), account, by });
    if (!opened.ok) return declined(describeReportRefusal(opened.refusal));
    const write = (sink: Sink) => writeReport(opened.value, format, sink);
    const failed = await (out === undefined
      ? writeStreamWith(output, write)
      : writeFileWith(path.resolve(out), write));
    if (failed.length > 0) return declineFailedTies(failed);
    return out === undefined ? told() : told(`Written to ${out}. All checks hold.`);
  });
}

function isFormat(word: string): word is ReportFormat {
  return REPORT_FORMATS.some((format) => format === word);
}

function listLines(): string[] {
  const width = Math.max(...[...ALL_REPORTS.keys()].map(({ length }) => length));
  return [
    ...USAGE,
    ...EXPORT_USAGE,
    ...PACK_USAGE,
    'The reports go by the day of booking:',
    ...[...ALL_REPORTS].map(([name, { purpose }]) => `  ${name.padEnd(width)}  ${purpose}`),
  ];
}

function describeReportRefusal(refusal: ReportRefusal): string {
  switch (refusal.kind) {
    case 'account_needed':
      return 'Please name the account: --account 1200 or --account principal_receivable.';
    case 'no_such_account':
      return `There is no account ${refusal.account}: "npm run books -- trial-balance" lists them.`;
  }
}
