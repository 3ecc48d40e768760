import path from 'node:path';
import type { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import type { Day } from '@thumba/lending/day';
import { formatKwacha } from '@thumba/lending/money';
import { checkBookHasBegun, describeSpanRefusal, readSpan } from '../../../accounting/report/asked-for.ts';
import { readBook } from '../../../accounting/report/book-snapshot.ts';
import { describeTie, type Tie } from '../../../accounting/report/report.ts';
import { type Asked, REPORTS, type ReportRefusal } from '../../../accounting/report/reports.ts';
import { REPORT_FORMATS, type ReportFormat, writeReport } from '../../../accounting/report/write-report.ts';
import { writeFileWith, writeStreamWith } from '../file-sink.ts';
import { type StaffDesk, staffCommand } from '../staff-desk.ts';
import { type CommandAnswer, declined, told } from '../terminal-command.ts';
import { whyUnreadable } from '../unreadable-words.ts';

const USAGE = [
  'npm run books -- <report> [--on <day> | --period <month> | --from <day> --to <day>]',
  '                          [--format text|csv|xlsx] [--out <file>]',
];

const OPTIONS = {
  on: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  period: { type: 'string' },
  account: { type: 'string' },
  by: { type: 'string' },
  format: { type: 'string' },
  out: { type: 'string' },
} as const;

export const command = staffCommand({
  purpose: 'writes the reports of an accountant: trial balance, loan tape, ageing and others',
  recorded: { command: 'books', actions: ['loan-tape'] },
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
  const report = REPORTS.get(name);
  if (report === undefined) return declined(`There is no report ${name}.`, ...listLines());
  const wanted = readWords(rest, desk.today());
  if (!wanted.ok) return declined(wanted.reason, ...USAGE);
  const { asked, format, out } = wanted;
  return readBook(desk.db, async (book) => {
    const begun = await checkBookHasBegun(book, asked.span);
    if (!begun.ok) return declined(describeSpanRefusal(begun.refusal));
    const opened = await report.open(book, asked);
    if (!opened.ok) return declined(describeReportRefusal(opened.refusal));
    const write = (sink: (piece: string | Uint8Array) => Promise<void>) =>
      writeReport(opened.value, format, sink);
    const failed =
      out === undefined
        ? await writeStreamWith(output, write)
        : await writeFileWith(path.resolve(out), write);
    return answerOf(failed, out);
  });
}

type Wanted = { ok: true; asked: Asked; format: ReportFormat; out: string | undefined };

function readWords(words: readonly string[], today: Day): Wanted | { ok: false; reason: string } {
  let values: ReturnType<typeof parsed>;
  try {
    values = parsed(words);
  } catch (error) {
    const reason = whyUnreadable(error);
    if (reason === undefined) throw error;
    return { ok: false, reason };
  }
  const { format = 'text', out, account, by = 'month', ...days } = values;
  if (!isFormat(format))
    return { ok: false, reason: `There is no format ${format}: say ${REPORT_FORMATS.join(', ')}.` };
  if (by !== 'day' && by !== 'month') return { ok: false, reason: `"${by}" is neither day nor month.` };
  if (out === '') return { ok: false, reason: 'Please name the file after --out.' };
  const span = readSpan(days, today);
  if (!span.ok) return { ok: false, reason: describeSpanRefusal(span.refusal) };
  return { ok: true, asked: { span: span.value, account, by }, format, out };
}

function parsed(words: readonly string[]) {
  return parseArgs({ args: [...words], options: OPTIONS }).values;
}

function isFormat(word: string): word is ReportFormat {
  return REPORT_FORMATS.some((format) => format === word);
}

function listLines(): string[] {
  const width = Math.max(...[...REPORTS.keys()].map(({ length }) => length));
  return [
    ...USAGE,
    'The reports go by the day of booking:',
    ...[...REPORTS].map(([name, { purpose }]) => `  ${name.padEnd(width)}  ${purpose}`),
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

/** The report is written also when a check fails, because it shows where. The exit status says it. */
function answerOf(failed: readonly Tie[], out: string | undefined): CommandAnswer {
  if (failed.length > 0) {
    return declined(
      'The report does not tie to the book:',
      ...failed.map(
        (tie) => `  ${describeTie(tie)}: a difference of ${formatKwacha(tie.leftNgwee - tie.rightNgwee)}`,
      ),
    );
  }
  return out === undefined ? told() : told(`Written to ${out}. All checks hold.`);
}
