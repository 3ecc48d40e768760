import type { StaffAnswer, StaffQuery } from '@thumba/contract/staff/wire';
import type { Day } from '@thumba/lending/day';
import { toKwacha } from '@thumba/lending/money';
import { allow, type Outcome } from '@thumba/lending/outcome';
import { staffActor } from '../../book/actor.ts';
import { readStaffNames } from '../../book/staff-names.ts';
import { type Clock, toDate } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { done, type Reply, refused } from '../../platform/reply.ts';
import { type StaffServer, serveStaff } from '../../platform/serve-staff.ts';
import { serveStaffDownload } from '../../platform/serve-staff-download.ts';
import { readAccounts } from '../chart/accounts.ts';
import type { Span, SpanRefusal } from '../report/asked-for.ts';
import { openSpan } from '../report/asked-report.ts';
import { type BookSnapshot, readBook } from '../report/book-snapshot.ts';
import { isTied, type Tie } from '../report/report.ts';
import { refusedReport } from '../report/staff-words.ts';
import { type ExportRefusal, exportFile } from './export-file.ts';
import { type GeneralLedgerJournal, readJournals } from './general-ledger.ts';
import { readMappingInForce, readSavedMapping, saveMapping } from './saved-mapping.ts';

export type ExportRouteDeps = { db: Database; clock: Clock; today(): Day };

type Asked = Omit<StaffQuery<'readLedgerExport'>, 'target'> & { target: 'generic' | 'xero' };
type Opened = {
  span: Span;
  journals: readonly GeneralLedgerJournal[];
  ties: readonly Tie[];
  file: Outcome<string, ExportRefusal>;
};

const OTHER_VERSION = refused(
  409,
  'Another person saved the mapping since you opened it. Please look at it again.',
  {
    reason: 'other_version',
  },
);

/** The journals of days for another general ledger, by the functions of the terminal, and the mapping of accounts. */
export function registerExportRoutes(server: StaffServer, deps: ExportRouteDeps): void {
  const { db, today } = deps;
  const open = (asked: Asked) => readBook(db, (book) => openExport(book, asked, today()));

  serveStaff(
    server,
    'readLedgerExport',
    async ({ query }): Promise<Reply<StaffAnswer<'readLedgerExport'>>> => {
      const opened = await open(query);
      if (!opened.ok) return refusedReport(opened.refusal);
      const { span, journals, ties, file } = opened.value;
      return done({
        ...{ from: span.fromOn, to: span.throughOn },
        journals: journals.map(({ number, postedOn, narration, lines }) => ({
          ...{ number, on: postedOn, narration, lines: lines.length },
          amount: toKwacha(lines.reduce((sum, { debitNgwee }) => sum + debitNgwee, 0)),
        })),
        ties: ties.map((tie) => ({
          ...{ left: tie.left, right: tie.right, isTied: isTied(tie) },
          leftAmount: toKwacha(tie.leftNgwee),
          rightAmount: toKwacha(tie.rightNgwee),
        })),
        problem: file.ok ? null : problemOf(file.refusal),
      });
    },
  );

  serveStaffDownload(
    server,
    'downloadLedgerExport',
    async ({ body }) => {
      const opened = await open(body);
      if (!opened.ok) return refusedReport(opened.refusal);
      const { span, file } = opened.value;
      if (!file.ok) return refused(409, problemOf(file.refusal), { reason: file.refusal.kind });
      return {
        fileName: `ledger-${body.target}-${span.fromOn}-${span.throughOn}.csv`,
        contentType: 'text/csv; charset=utf-8',
        pieces: piecesOfText(file.value),
      };
    },
    ({ body }) => ({ ...body }),
  );

  registerMapping(server, deps);
}

async function openExport(
  book: BookSnapshot,
  { target, by = 'month', ...words }: Asked,
  today: Day,
): Promise<Outcome<Opened, SpanRefusal>> {
  const span = await openSpan(book, words, today);
  if (!span.ok) return span;
  const mapping = await readMappingInForce(book, await readAccounts(book));
  const { journals, ties } = await readJournals(book, span.value, by);
  return allow({ span: span.value, journals, ties, file: exportFile(journals, mapping, target) });
}

async function* piecesOfText(text: string): AsyncGenerator<string> {
  yield text;
}

function registerMapping(server: StaffServer, { db, clock }: ExportRouteDeps): void {
  serveStaff(server, 'getMapping', async () => {
    const accounts = await readAccounts(db);
    const saved = await readSavedMapping(db);
    const own = new Set(saved?.lines.map(({ account }) => account));
    const mapping = await readMappingInForce(db, accounts);
    const nameOf = await readStaffNames(db, saved ? [saved.savedBy] : []);
    return done({
      version: saved?.version ?? 0,
      savedBy: saved ? nameOf(saved.savedBy) : null,
      savedAt: saved?.savedAt.toISOString() ?? null,
      lines: accounts.map(({ account, code, title }) => ({
        ...{ code, title },
        target: mapping.get(account)!.code,
        taxRate: mapping.get(account)!.taxRate,
        isOfChart: !own.has(account),
      })),
    });
  });

  serveStaff(server, 'saveMapping', async ({ body: { after, lines } }, { person, note }) => {
    note({ after, lines: lines.length });
    const accounts = new Map((await readAccounts(db)).map(({ account, code }) => [code, account]));
    const codes = lines.map(({ code }) => code);
    const wrong = codes.find((code, index) => !accounts.has(code) || codes.indexOf(code) !== index);
    if (wrong !== undefined)
      return refused(400, `The account ${wrong} is not in the chart, or stands there twice.`, {
        reason: 'wrong_account',
      });
    const isSaved = await saveMapping(db, {
      after,
      lines: lines.map(({ code, target, taxRate }) => ({
        account: accounts.get(code)!,
        ...{ code: target.trim(), taxRate: taxRate.trim() },
      })),
      savedBy: staffActor(person.userName),
      now: toDate(clock.nowMs()),
    });
    return isSaved ? done({ version: after + 1 }) : OTHER_VERSION;
  });
}

function problemOf(refusal: ExportRefusal): string {
  switch (refusal.kind) {
    case 'accounts_not_mapped':
      return `The mapping has no line for ${refusal.codes.join(', ')}.`;
    case 'tax_rate_missing':
      return `Xero needs a tax rate for each line. The mapping has none for ${refusal.codes.join(', ')}.`;
    case 'too_many_lines':
      return `Xero takes ${refusal.most} lines in a file, and these are ${refusal.lines}. Choose fewer days, or months instead of days.`;
  }
}
