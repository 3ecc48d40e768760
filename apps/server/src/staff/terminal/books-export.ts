import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Writable } from 'node:stream';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import { readAccounts } from '../../accounting/chart/accounts.ts';
import {
  type AccountMapping,
  type MappingRefusal,
  readMapping,
} from '../../accounting/export/account-mapping.ts';
import {
  describeExportRefusal,
  EXPORT_TARGETS,
  type ExportTarget,
  exportFile,
} from '../../accounting/export/export-file.ts';
import { readJournals } from '../../accounting/export/general-ledger.ts';
import { readMappingInForce } from '../../accounting/export/saved-mapping.ts';
import { checkBookHasBegun, describeSpanRefusal } from '../../accounting/report/asked-for.ts';
import { type BookSnapshot, readBook } from '../../accounting/report/book-snapshot.ts';
import { isTied } from '../../accounting/report/report.ts';
import { declineFailedTies, readBooksWords } from './books-words.ts';
import { writeFileWith, writeStreamWith } from './file-sink.ts';
import type { StaffDesk } from './staff-desk.ts';
import { type CommandAnswer, declined, told } from './terminal-command.ts';

export const EXPORT_USAGE = [
  'npm run books -- export --target generic|xero --period <month> [--by day|month] [--mapping <file>] [--out <file>]',
  '                          journals for another general ledger',
];

/** Writes the journals of a span for another general ledger. Without `--out` they go to `output`. */
export async function exportBooks(
  desk: StaffDesk,
  words: readonly string[],
  output: Writable,
): Promise<CommandAnswer> {
  const read = readBooksWords(words, ['target', 'by', 'mapping', 'out'], desk.today());
  if (!read.ok) return declined(read.refusal, ...EXPORT_USAGE);
  const { span, values } = read.value;
  const { target = 'generic', by = 'month', out } = values;
  if (!isTarget(target))
    return declined(`There is no target ${target}: say ${EXPORT_TARGETS.join(' or ')}.`, ...EXPORT_USAGE);
  if (by !== 'day' && by !== 'month') return declined(`"${by}" is neither day nor month.`, ...EXPORT_USAGE);
  return readBook(desk.db, async (book) => {
    const begun = await checkBookHasBegun(book, span);
    if (!begun.ok) return declined(describeSpanRefusal(begun.refusal));
    const mapping = await readMappingFile(book, values.mapping);
    if (!mapping.ok) return declined(mapping.refusal);
    const { journals, ties } = await readJournals(book, span, by);
    const file = exportFile(journals, mapping.value, target);
    if (!file.ok) return declined(describeExportRefusal(file.refusal));
    const write = (sink: (piece: string) => Promise<void>) => sink(file.value);
    await (out === undefined ? writeStreamWith(output, write) : writeFileWith(path.resolve(out), write));
    const failed = ties.filter((tie) => !isTied(tie));
    if (failed.length > 0) return declineFailedTies(failed);
    return out === undefined
      ? told()
      : told(`${journals.length} journals are written to ${out}. Debits and credits are the same in each.`);
  });
}

function isTarget(word: string): word is ExportTarget {
  return EXPORT_TARGETS.some((target) => target === word);
}

async function readMappingFile(
  book: BookSnapshot,
  file: string | undefined,
): Promise<Outcome<AccountMapping, string>> {
  const accounts = await readAccounts(book);
  if (file === undefined) return allow(await readMappingInForce(book, accounts));
  const text = await readFile(path.resolve(file), 'utf8').catch(() => undefined);
  if (text === undefined) return refuse(`There is no file ${file}.`);
  const mapping = readMapping(text, accounts);
  return mapping.ok ? mapping : refuse(describeMappingRefusal(mapping.refusal));
}

function describeMappingRefusal(refusal: MappingRefusal): string {
  switch (refusal.kind) {
    case 'unreadable_mapping':
      return `The mapping is a CSV with the columns account, target_account and tax_rate: ${refusal.problem}`;
    case 'unknown_account_in_mapping':
      return `The mapping names ${refusal.account}, which is not an account: "npm run books -- trial-balance" lists them.`;
    case 'account_mapped_twice':
      return `The mapping has two lines for ${refusal.account}.`;
  }
}
